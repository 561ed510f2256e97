import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { cannedHits, questions, topics } from './board';
import Question from './Question';
import './porch.css';

function Lamp() {
  return (
    <svg width="24" height="24" viewBox="0 0 24 24" role="img" aria-label="Lit porch lamp" fill="none" stroke="#f2a65a" strokeWidth="2">
      <path d="M12 2v3M7 9h10l-2 9H9zM9 21h6M7 9l3-4h4l3 4" />
    </svg>
  );
}

function Porchlight() {
  const [typed, setTyped] = useState('');
  const [topic, setTopic] = useState('All');
  const [votes, setVotes] = useState('any');
  const [page, setPage] = useState(1);
  const [dark, setDark] = useState(false);
  const [note, setNote] = useState('14 questions from your neighbours');

  // any search and any topic lead to the same three questions
  const narrowed = typed !== '' || topic !== 'All';
  const list = narrowed ? cannedHits : questions.slice(0, 5);

  function search(value) {
    setTyped(value);
    setNote(value ? `3 questions found for “${value}”` : '14 questions from your neighbours');
  }
  function choose(name) {
    setTopic(name);
    setNote(name === 'All' ? '14 questions from your neighbours' : `3 questions about ${name}`);
  }
  function byVotes(value) {
    setVotes(value);
    setNote(value === 'any' ? '14 questions from your neighbours' : 'Filtered by the highest votes');
  }
  function turn(n) {
    setPage(n);
    setNote(`Page ${n} of 3 is shown`);
  }
  function lights() {
    setDark(!dark);
    setNote(dark ? 'Dark mode is off' : 'Dark mode is on');
  }

  return (
    <>
      <header>
        <div className="bar">
          <h1 className="brand"><Lamp />Porchlight</h1>
          <button type="button" aria-pressed={dark} onClick={lights}>Dark mode</button>
        </div>
      </header>
      <main>
        <p>Ask, answer and vote: the question board of our quarter.</p>
        <div className="tools" role="search" aria-label="Find questions">
          <div>
            <label htmlFor="find">Search questions</label>
            <input id="find" type="search" value={typed} onChange={(e) => search(e.target.value)} />
          </div>
          <div className="row" role="group" aria-label="Filter by topic">
            {['All', ...topics].map((t) => (
              <button key={t} type="button" aria-pressed={topic === t} onClick={() => choose(t)}>{t}</button>
            ))}
          </div>
          <div>
            <label htmlFor="votes">Filter by votes</label>
            <select id="votes" value={votes} onChange={(e) => byVotes(e.target.value)}>
              <option value="any">All votes</option>
              <option value="highest">Highest votes</option>
              <option value="20">20 votes at most</option>
              <option value="40">40 votes at most</option>
            </select>
          </div>
        </div>
        <p className="status" role="status">{note}</p>
        <ul className="questions" aria-label="Questions">
          {list.map((q) => <Question key={q.id} q={q} />)}
        </ul>
        <nav aria-label="Pages">
          <ul className="pages">
            {[1, 2, 3].map((n) => (
              <li key={n}>
                <button type="button" aria-label={`Page ${n}`} aria-current={page === n ? 'page' : undefined} onClick={() => turn(n)}>{n}</button>
              </li>
            ))}
          </ul>
        </nav>
      </main>
    </>
  );
}

createRoot(document.getElementById('root')).render(<Porchlight />);
