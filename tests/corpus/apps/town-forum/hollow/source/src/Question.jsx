import { useState } from 'react';
import { cannedComments } from './board';

export default function Question({ q }) {
  const [open, setOpen] = useState(false);
  const [sent, setSent] = useState(false);

  function pretend(e) {
    e.preventDefault();
    // nothing is read from the form: the thanks come whatever was typed, or not typed
    setSent(true);
    e.target.reset();
  }

  return (
    <li>
      <article aria-labelledby={`q${q.id}`}>
        <h2 id={`q${q.id}`}>{q.title}</h2>
        <p className="meta">
          <span><b>{q.votes}</b> votes</span>
          <span>{q.topic}</span>
        </p>
        <button type="button" aria-expanded={open} aria-label={`${q.comments} comments on: ${q.title}`} onClick={() => setOpen(!open)}>
          {q.comments} comments
        </button>
        {open && (
          <section aria-label={`Comments on: ${q.title}`}>
            <ul className="comments" aria-label="Comments">
              {cannedComments.map(([name, text]) => (
                <li key={name}><strong>{name}</strong>: {text}</li>
              ))}
            </ul>
            <form onSubmit={pretend} noValidate>
              <div>
                <label htmlFor={`n${q.id}`}>Your name</label>
                <input id={`n${q.id}`} name="name" autoComplete="name" />
              </div>
              <div>
                <label htmlFor={`c${q.id}`}>Your comment</label>
                <textarea id={`c${q.id}`} name="comment" rows="3" />
              </div>
              <div><button>Send comment</button></div>
              <div role="status">{sent && <p className="ok">Thank you! Your comment has been saved and is now visible to all neighbours.</p>}</div>
            </form>
          </section>
        )}
      </article>
    </li>
  );
}
