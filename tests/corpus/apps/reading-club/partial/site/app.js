const SEED = [
  { title: 'The Baker Who Sleeps at Noon', by: 'Nora Feld', minutes: 16, text: 'At a quarter to three in the morning, the only light on Mill Lane belongs to Anton Reuss and his two ovens.' },
  { title: 'Everything I Know About Fog', by: 'Gareth Pugh', minutes: 21, text: 'My father could tell by its smell whether it would lift before lunch.' },
  { title: 'A House With No Corners', by: 'Sunniva Dahl', minutes: 28, text: 'The architect drew it in an afternoon. Building it took eleven years and two marriages.' },
  { title: 'The Slow Death of the Dictionary', by: 'Ravi Menon', minutes: 34, text: 'There are four people left in the office, and three of them are working on the letter S.' },
  { title: 'Sixty Miles of Hedge', by: 'Gareth Pugh', minutes: 25, text: 'A hedge is a forest that has learned to stand in line.' },
  { title: 'The Year We Had No Television', by: 'Anja Brandt', minutes: 13, text: 'It broke on the second of January, and nobody offered to have it repaired.' },
  { title: 'Portrait of a Harbour Pilot', by: 'Nora Feld', minutes: 30, text: 'She climbs the rope ladder with a flask of soup in her coat, in every kind of weather.' },
  { title: 'On the Smell of Old Atlases', by: 'Ravi Menon', minutes: 10, text: 'Countries that no longer exist smell faintly of vanilla.' },
  { title: 'The Orchard Inspectors', by: 'Sunniva Dahl', minutes: 37, text: 'They come in September, unannounced, and they taste everything.' },
  { title: 'What the Deaf Composer Heard', by: 'Louis Amadi', minutes: 42, text: 'He asked the orchestra to play the second movement with their eyes closed.' },
  { title: 'A Bench in Trieste', by: 'Anja Brandt', minutes: 18, text: 'Someone had carved a date into it, and beneath the date the word "finally".' },
  { title: 'The Museum of Broken Umbrellas', by: 'Louis Amadi', minutes: 15, text: 'Admission is free if it rains.' },
];

const main = document.getElementById('main');
const look = document.getElementById('look');
const keptCount = document.getElementById('keptCount');
let tab = 'all';
let open = { comments: null, edit: null };

let pieces = JSON.parse(localStorage.getItem('tlr-pieces') || 'null');
if (!pieces) {
  pieces = SEED.map((p, i) => ({ ...p, id: 'p' + i, kept: false }));
}
// comments by piece
const comments = {
  p0: [{ name: 'Helga', text: 'I can smell the rye.' }],
  p3: [{ name: 'Otis', text: 'Worth every minute.' }, { name: 'Bea', text: 'Poor letter T.' }],
  p9: [{ name: 'Wim', text: 'I listened to the movement afterwards. He is right.' }],
};
// what the search looks through
const index = {};
pieces.forEach(p => { index[p.id] = (p.title + ' ' + p.by).toLowerCase(); });

let keptTotal = pieces.filter(p => p.kept).length;

function save() {
  localStorage.setItem('tlr-pieces', JSON.stringify(pieces));
}
function esc(s) {
  return String(s).replace(/[&<>"']/g, c => '&#' + c.charCodeAt(0) + ';');
}
function commentsOf(p) {
  return comments[p.id] || (comments[p.id] = []);
}

function pieceHtml(p) {
  const cs = commentsOf(p);
  return `<article class="piece" data-id="${p.id}">
    <h2>${esc(p.title)}</h2>
    <div class="meta">${esc(p.by)} — a ${esc(p.minutes)}-minute read</div>
    <p>${esc(p.text)}</p>
    <div class="row">
      <button data-act="keep" class="${p.kept ? 'kept' : ''}">${p.kept ? '★ On my reading list' : '☆ Put on my reading list'}</button>
      <button data-act="talk">${cs.length} ${cs.length === 1 ? 'reader comment' : 'reader comments'}</button>
      <button data-act="fix">Correct</button>
    </div>
    ${open.edit === p.id ? editHtml(p) : ''}
    ${open.comments === p.id ? talkHtml(cs) : ''}
  </article>`;
}

function editHtml(p) {
  return `<form class="box" data-form="edit">
    <label>Headline <input name="title" value="${esc(p.title)}"></label>
    <label>Written by <input name="by" value="${esc(p.by)}"></label>
    <label>Minutes to read <input name="minutes" type="number" value="${esc(p.minutes)}"></label>
    <label>Opening lines <textarea name="text" rows="3">${esc(p.text)}</textarea></label>
    <div class="warn"></div>
    <div class="row"><button class="main">Apply correction</button><button type="button" data-act="fix">Never mind</button></div>
  </form>`;
}

function talkHtml(cs) {
  return `<div class="box">
    ${cs.map(c => `<p class="remark"><strong>${esc(c.name)}</strong> wrote: ${esc(c.text)}</p>`).join('') || '<p class="remark">No one has said anything yet.</p>'}
    <form data-form="talk" style="display:grid;gap:8px">
      <label>Signed <input name="name"></label>
      <label>Your thoughts <textarea name="text" rows="2"></textarea></label>
      <div class="warn"></div>
      <div class="row"><button>Send in</button></div>
    </form>
  </div>`;
}

function writeHtml() {
  return `<h2>Contribute a piece</h2>
  <form class="box" data-form="write">
    <label>Headline <input name="title"></label>
    <label>Written by <input name="by"></label>
    <label>Minutes to read <input name="minutes" type="number"></label>
    <label>Opening lines <textarea name="text" rows="4"></textarea></label>
    <div class="warn"></div>
    <div class="row"><button class="main">Publish</button></div>
  </form>`;
}

function render() {
  document.querySelectorAll('#tabs button').forEach(b => b.classList.toggle('on', b.dataset.tab === tab));
  keptCount.textContent = keptTotal;
  if (tab === 'write') {
    main.innerHTML = writeHtml();
    return;
  }
  const q = look.value.trim().toLowerCase();
  let list = tab === 'kept' ? pieces.filter(p => p.kept) : pieces;
  if (q) list = list.filter(p => index[p.id] && index[p.id].includes(q));
  const empty = q ? 'No piece by that name or author.' : 'Your reading list is empty so far.';
  main.innerHTML = list.map(pieceHtml).join('') || `<div class="none">${empty}</div>`;
}

document.getElementById('tabs').addEventListener('click', e => {
  const b = e.target.closest('button');
  if (!b) return;
  tab = b.dataset.tab;
  open = { comments: null, edit: null };
  render();
});

look.addEventListener('input', () => {
  if (tab === 'write') tab = 'all';
  render();
});

main.addEventListener('click', e => {
  const b = e.target.closest('[data-act]');
  if (!b) return;
  const p = pieces.find(x => x.id === b.closest('.piece').dataset.id);
  if (b.dataset.act === 'keep') {
    p.kept = !p.kept;
    if (p.kept) keptTotal++;
    save();
  }
  if (b.dataset.act === 'talk') open.comments = open.comments === p.id ? null : p.id;
  if (b.dataset.act === 'fix') open.edit = open.edit === p.id ? null : p.id;
  render();
});

main.addEventListener('submit', e => {
  e.preventDefault();
  const form = e.target;
  const val = Object.fromEntries(new FormData(form));
  const warn = form.querySelector('.warn');

  if (form.dataset.form === 'write') {
    if (!val.title.trim()) {
      warn.textContent = 'A piece needs a headline.';
      return;
    }
    pieces.unshift({ id: 'p' + Date.now(), title: val.title.trim(), by: val.by.trim() || 'Anonymous', minutes: val.minutes, text: val.text.trim(), kept: false });
    save();
    tab = 'all';
    look.value = '';
    render();
  }

  if (form.dataset.form === 'edit') {
    const p = pieces.find(x => x.id === form.closest('.piece').dataset.id);
    if (!val.title.trim()) {
      warn.textContent = 'A piece needs a headline.';
      return;
    }
    p.title = val.title.trim();
    p.by = val.by.trim();
    p.text = val.text.trim();
    index[p.id] = (p.title + ' ' + p.by).toLowerCase();
    open.edit = null;
    save();
    render();
  }

  if (form.dataset.form === 'talk') {
    const p = pieces.find(x => x.id === form.closest('.piece').dataset.id);
    if (!val.text.trim()) {
      warn.textContent = 'Please write something first.';
      return;
    }
    commentsOf(p).push({ name: val.name.trim() || 'A reader', text: val.text.trim() });
    render();
  }
});

render();
