const STORE = 'quiet-page.notes';
const $ = s => document.querySelector(s);
const safe = s => String(s).replace(/[&<>"']/g, c => `&#${c.charCodeAt(0)};`);
const count = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;

const HEART = 'M12 20S4 15 4 9a4 4 0 0 1 8-1 4 4 0 0 1 8 1c0 6-8 11-8 11z';
const PEN = 'M4 20l1-5L16 4l4 4L9 19zM14 6l4 4';
const MORE = 'M5 9l7 7 7-7';
const svg = d => `<svg viewBox="0 0 24 24"><path d="${d}"/></svg>`;

let notes = read();
let query = '';
let editing = null;      // null: form closed, 0: new note, otherwise the id

function samples() { return SAMPLES.map((n, i) => ({ id: i + 1, ...n })); }
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE));
    if (Array.isArray(kept)) return kept;
  } catch { /* unreadable: start over */ }
  return samples();
}
function keep() { localStorage.setItem(STORE, JSON.stringify(notes)); }
const onFavourites = () => location.hash === '#favourites';

/* ------------------------------------------------ list */
function visible() {
  if (onFavourites()) return notes.filter(n => n.fav);
  const q = query.trim().toLowerCase();
  return q ? notes.filter(n => [n.title, n.notebook, n.text].some(t => t.toLowerCase().includes(q))) : notes;
}

function note(n) {
  return `<section class="note" data-id="${n.id}">
    <h3>${safe(n.title)}</h3>
    <p class="meta">${n.notebook ? `<span class="book">${safe(n.notebook)}</span>` : ''}<span>${n.minutes} min</span></p>
    <p class="body">${safe(n.text)}</p>
    <div class="do">
      ${n.text.length > 110 ? `<button class="more">${svg(MORE)}</button>` : ''}
      <button class="edit" title="Edit">${svg(PEN)}</button>
      <button class="heart ${n.fav ? 'full' : ''}">${svg(HEART)}</button>
    </div>
  </section>`;
}

function draw() {
  const favs = onFavourites(), list = visible(), hearts = notes.filter(n => n.fav).length;
  $('h1').textContent = favs ? 'Favourites' : 'Quiet Page';
  $('.sum').textContent = favs ? count(hearts, 'note') + ' close to your heart'
    : list.length === notes.length ? count(notes.length, 'note') : `${list.length} of ${count(notes.length, 'note')}`;
  $('.seek').hidden = favs;
  $('.fav-count').textContent = hearts;
  document.querySelectorAll('.item[data-page]').forEach(a => a.classList.toggle('here', (a.dataset.page === 'favourites') === favs));
  $('.notes').innerHTML = list.map(note).join('') || `<div class="empty">${svg(favs ? HEART : 'M5 4h14v16H5z')}<p>${
    favs ? 'No favourites yet. Give a note your heart.'
      : query.trim() ? `Nothing found for “${safe(query.trim())}”.` : 'A blank page. Write the first note.'}</p></div>`;
}

$('.notes').addEventListener('click', e => {
  const box = e.target.closest('.note'), btn = e.target.closest('button');
  if (!box || !btn) return;
  const n = notes.find(x => x.id === +box.dataset.id);
  if (btn.matches('.more')) box.classList.toggle('long');
  if (btn.matches('.edit')) openForm(n);
  if (btn.matches('.heart')) {
    n.fav = !n.fav;
    keep();
    draw();
    toast(n.fav ? 'Kept close' : 'Let go');
  }
});

$('.seek input').addEventListener('input', e => { query = e.target.value; draw(); });

/* ------------------------------------------------ form */
const form = $('.sheet');

function openForm(n) {
  editing = n ? n.id : 0;
  form.reset();
  complain({});
  form.querySelector('h2').textContent = n ? 'Edit note' : 'New note';
  $('#books').innerHTML = [...new Set(notes.map(x => x.notebook).filter(Boolean))].map(b => `<option value="${safe(b)}">`).join('');
  if (n) for (const k of ['title', 'notebook', 'minutes', 'text']) form.elements[k].value = n[k];
  document.body.classList.add('writing');
  setTimeout(() => form.elements.title.focus(), 60);
}
function closeForm() { editing = null; document.body.classList.remove('writing'); }

function complain(errors) {
  form.querySelectorAll('.field').forEach(f => {
    const text = errors[f.querySelector('input').name] || '';
    f.classList.toggle('wrong', Boolean(text));
    f.querySelector('em').textContent = text;
  });
}

form.addEventListener('submit', e => {
  e.preventDefault();
  if (editing === null) return;
  const el = form.elements, errors = {};
  const title = el.title.value.trim().replace(/\s+/g, ' ');
  const raw = el.minutes.value.trim(), minutes = Number(raw);
  if (!title) errors.title = 'A note needs a title.';
  else if (notes.some(n => n.id !== editing && n.title.toLowerCase() === title.toLowerCase())) errors.title = 'Another note already has this title.';
  if (!raw) errors.minutes = 'How many minutes does it take?';
  else if (minutes < 0) errors.minutes = 'Reading time cannot be negative.';
  complain(errors);
  if (Object.keys(errors).length) return;

  const values = { title, notebook: el.notebook.value.trim(), minutes, text: el.text.value.trim() };
  if (editing) {
    Object.assign(notes.find(n => n.id === editing), values);
  } else {
    notes.unshift({ id: Math.max(0, ...notes.map(n => n.id)) + 1, fav: false, ...values });
    if (onFavourites()) location.hash = '';
    query = $('.seek input').value = '';
  }
  toast(editing ? 'Saved' : 'Written down');
  keep();
  closeForm();
  draw();
});
form.addEventListener('input', e => { const f = e.target.closest('.wrong'); if (f) { f.classList.remove('wrong'); f.querySelector('em').textContent = ''; } });
$('.no').onclick = closeForm;
$('.fab').onclick = () => openForm();

/* ------------------------------------------------ reset */
$('.reset').onclick = () => document.body.classList.add('asking');
$('.ask-no').onclick = () => document.body.classList.remove('asking');
$('.ask-yes').onclick = () => {
  document.body.classList.remove('asking');
  notes = samples();
  query = $('.seek input').value = '';
  keep();
  draw();
  toast('The sample notes are back');
};

$('.cover').onclick = () => { closeForm(); document.body.classList.remove('asking'); };
addEventListener('keydown', e => { if (e.key === 'Escape') $('.cover').onclick(); });
addEventListener('hashchange', () => { draw(); scrollTo(0, 0); });

function toast(text) {
  const t = Object.assign(document.createElement('div'), { textContent: text });
  $('.toasts').replaceChildren(t);
  setTimeout(() => t.remove(), 2000);
}

draw();
