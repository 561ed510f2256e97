const $ = (sel) => document.querySelector(sel);
const h = (tag, attrs = {}, ...children) => {
  const node = document.createElement(tag);
  for (const [k, v] of Object.entries(attrs)) {
    if (k.startsWith('on')) node.addEventListener(k.slice(2), v);
    else if (v === true) node.setAttribute(k, '');
    else if (v !== false && v != null) node.setAttribute(k, v);
  }
  node.append(...children.filter((c) => c != null));
  return node;
};

class Nest {
  constructor() {
    const stored = localStorage.getItem('wn-words');
    this.words = stored ? JSON.parse(stored) : starterWords();
    this.requests = JSON.parse(localStorage.getItem('wn-requests') || '[]');
    if (!stored) this.save();
  }
  save() {
    localStorage.setItem('wn-words', JSON.stringify(this.words));
    localStorage.setItem('wn-requests', JSON.stringify(this.requests));
  }
  matching(text) {
    const t = text.trim().toLowerCase();
    return this.words.filter((w) => `${w.title} ${w.language}`.toLowerCase().includes(t));
  }
}

const nest = new Nest();
let active = null; // id of the marked word
let opened = null; // id of the word in the drawer
const bonus = new Map(); // points gained, by id
const pointsOf = (w) => w.points + (bonus.get(w.id) || 0);

// ---- words -----------------------------------------------------------
function drawCards() {
  $('#cards').replaceChildren(...nest.matching($('#filter').value).map((w) =>
    h('li', { class: w.id === active ? 'card active' : 'card', 'aria-current': w.id === active ? 'true' : null },
      h('button', { class: 'title', onclick: () => openDrawer(w.id) }, w.title),
      h('span', { class: 'lang' }, w.language),
      h('span', { class: 'points' }, `${pointsOf(w)} pts`))));
}

function openDrawer(id) {
  opened = active = id;
  const w = nest.words.find((x) => x.id === id);
  const row = (k, v) => [h('dt', {}, k), h('dd', {}, v || '—')];
  $('#drawer').replaceChildren(
    h('button', { class: 'close', 'aria-label': 'Close details', onclick: closeDrawer }, '×'),
    h('h2', {}, w.title),
    h('dl', {}, ...row('Language', w.language), ...row('Points', String(pointsOf(w))), ...row('Meaning', w.meaning), ...row('Taught by', w.teacher), ...row('Next review', w.review)),
    h('button', { class: 'primary', onclick: () => addPoints(w) }, 'I knew it (+5)'),
    h('button', { onclick: () => removeWord(w) }, 'Remove word'));
  $('#drawer').hidden = false;
  drawCards();
}
function closeDrawer() { opened = null; $('#drawer').hidden = true; }
function addPoints(w) {
  bonus.set(w.id, (bonus.get(w.id) || 0) + 5);
  openDrawer(w.id);
}
function removeWord(w) {
  nest.words = nest.words.filter((x) => x !== w);
  nest.save();
  closeDrawer();
  drawCards();
}

$('#badge').textContent = `${nest.words.length} words`;
$('#filter').addEventListener('input', drawCards);
$('#new').addEventListener('click', () => { $('#adder form').reset(); $('#adder').showModal(); });
$('#adder-cancel').addEventListener('click', () => $('#adder').close());
$('#adder form').addEventListener('submit', (ev) => {
  const f = Object.fromEntries(new FormData(ev.target));
  if (!f.title.trim() || !f.language.trim()) { ev.preventDefault(); return; }
  // read again what is stored: another tab may have added words
  const stored = JSON.parse(localStorage.getItem('wn-words') || '[]');
  stored.push({ ...f, id: Date.now().toString(36), title: f.title.trim(), language: f.language.trim(), points: Number(f.points) });
  nest.words = stored;
  nest.save();
  $('#filter').value = '';
  drawCards();
});

// ---- quiz ------------------------------------------------------------
let round;
function newRound() { round = { at: 0, score: 0, given: null }; drawQuiz(); }
function give(option) {
  round.given = option;
  if (option === questions[round.at].answer && round.at < questions.length - 1) round.score += 1;
  drawQuiz();
}
function drawQuiz() {
  const q = questions[round.at];
  if (!q) {
    $('#quiz').replaceChildren(
      h('h2', {}, 'That was it'),
      h('p', { class: 'final' }, `You scored ${round.score} of ${questions.length}`),
      h('button', { class: 'primary', onclick: newRound }, 'Try again'));
    return;
  }
  const done = round.given !== null;
  const right = round.given === q.answer;
  $('#quiz').replaceChildren(
    h('p', { class: 'meta' }, `${round.at + 1}/${questions.length} · ${round.score} right so far`),
    h('h2', {}, q.text),
    h('div', { class: 'options' }, ...q.options.map((o) => h('button', {
      disabled: done, onclick: () => give(o),
      class: !done ? 'opt' : o === q.answer ? 'opt yes' : o === round.given ? 'opt nope' : 'opt',
    }, o))),
    h('p', { role: 'status', class: 'verdict' }, done ? (right ? 'Correct!' : `Wrong – it is ${q.answer}.`) : ''),
    done ? h('button', { class: 'primary', onclick: () => { round.at += 1; round.given = null; drawQuiz(); } }, 'Next') : null);
}

// ---- request ---------------------------------------------------------
let draft;
let stage;
function newRequest() { draft = { word: '', name: '', email: '' }; stage = 0; drawRequest(); }
function drawRequest(error = '', sent = false) {
  const bind = (key) => ({ value: draft[key], oninput: (ev) => { draft[key] = ev.target.value; } });
  const stages = [
    () => {
      const list = h('select', { onchange: (ev) => { draft.word = ev.target.value; } }, h('option', { value: '' }, 'Choose…'),
        ...nest.words.map((w) => h('option', { value: w.title }, w.title)));
      list.value = draft.word;
      return [h('label', {}, 'Which word would you like to go deeper into?', list)];
    },
    () => [h('label', {}, 'Your name', h('input', bind('name'))), h('label', {}, 'Your e-mail', h('input', { inputmode: 'email', ...bind('email') }))],
    () => [h('dl', {}, h('dt', {}, 'Word'), h('dd', {}, draft.word), h('dt', {}, 'Name'), h('dd', {}, draft.name), h('dt', {}, 'E-mail'), h('dd', {}, draft.email))],
  ];
  $('#request').replaceChildren(
    h('ol', { class: 'steps' }, ...['Word', 'Contact', 'Summary'].map((s, i) => h('li', { 'aria-current': i === stage ? 'step' : null }, s))),
    h('form', { onsubmit: forward, novalidate: true },
      ...stages[stage](),
      h('p', { class: 'error', role: 'alert' }, error),
      h('p', { class: 'row' },
        h('button', { type: 'button', disabled: stage === 0, onclick: () => { stage -= 1; drawRequest(); } }, 'Previous step'),
        h('button', { class: 'primary' }, stage === 2 ? 'Send' : 'Next step'))),
    sent ? h('p', { class: 'sent', role: 'status' }, 'Your request has been sent.') : null,
    nest.requests.length ? h('p', { class: 'meta' }, `Requests so far: ${nest.requests.length}`) : null);
}
function forward(ev) {
  ev.preventDefault();
  if (stage === 0 && !draft.word) return drawRequest('Choose a word to continue.');
  if (stage === 1 && !draft.name.trim()) return drawRequest('Please fill in your name.');
  if (stage < 2) { stage += 1; return drawRequest(); }
  nest.requests.push({ ...draft });
  nest.save();
  draft = { word: '', name: '', email: '' };
  stage = 0;
  drawRequest('', true);
}

// ---- tabs and keys ---------------------------------------------------
function showTab(name) {
  for (const n of ['words', 'quiz', 'request']) {
    $(`#${n}`).hidden = n !== name;
    $(`#tab-${n}`).setAttribute('aria-selected', String(n === name));
  }
  if (name !== 'words') closeDrawer();
  if (name === 'request') drawRequest();
}
for (const n of ['words', 'quiz', 'request']) $(`#tab-${n}`).addEventListener('click', () => showTab(n));

function walk(delta) {
  const list = nest.matching($('#filter').value);
  const to = list.findIndex((w) => w.id === active) + delta;
  if (!list[to]) return;
  active = list[to].id;
  if (opened) openDrawer(active); else drawCards();
  $('.card.active').scrollIntoView({ block: 'nearest' });
}
document.addEventListener('keydown', (ev) => {
  if (ev.target.closest('input, select, textarea, dialog') || ev.ctrlKey || ev.metaKey || ev.altKey) return;
  if (ev.key === 'Escape' && opened) closeDrawer();
  if (ev.key === '/') { ev.preventDefault(); showTab('words'); $('#filter').focus(); }
  if ($('#words').hidden) return;
  if (ev.key.toLowerCase() === 'j') walk(1);
  if (ev.key.toLowerCase() === 'k') walk(-1);
});

drawCards();
newRound();
newRequest();
