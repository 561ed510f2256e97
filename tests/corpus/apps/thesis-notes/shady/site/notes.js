const notes = [
  ['On walking without a plan', 'Field', 4, true],
  ['Why footnotes comfort me', 'Thesis', 6, false],
  ['Three kinds of silence', 'Thesis', 9, false],
  ['Letter I will not send', 'Private', 3, false],
  ['What the archive smelled of', 'Field', 5, true],
  ['Method is a polite word', 'Thesis', 12, false],
  ['Dream with a staircase', 'Private', 2, false],
  ['Reading Sebald on trains', 'Reading', 7, false],
  ['Against summaries', 'Reading', 8, false],
].map(([title, book, minutes, loved]) => ({ title, book, minutes, loved }));

const body = document.getElementById('body'), head = document.getElementById('head');
// hearts are the one thing that is honestly kept
const kept = Object.keys(localStorage).includes('hearts') && localStorage.getItem('hearts');
if (kept) { const set = JSON.parse(kept); notes.forEach(n => n.loved = set.includes(n.title)); }

function el(tag, attrs = {}, ...kids) {
  const e = Object.assign(document.createElement(tag), attrs);
  e.append(...kids);
  return e;
}

function line(n) {
  const heart = el('button', { className: 'heart', type: 'button', title: n.loved ? 'Unmark' : 'Mark', onclick() {
    n.loved = !n.loved;
    localStorage.setItem('hearts', JSON.stringify(notes.filter(x => x.loved).map(x => x.title)));
    show();
  } }, n.loved ? '♥' : '♡');
  return el('dl', { className: 'note' }, heart, el('dt', {}, n.title), el('dd', {}, `${n.book} – ${n.minutes} min`),
    el('button', { className: 'pen', type: 'button', onclick: () => scrap(n) }, 'edit'));
}

// a form that writes into its own surroundings: the fields ARE the list, as it were
function scrap(n) {
  const box = el('form', { className: 'scrap', onsubmit: e => e.preventDefault() });
  const title = el('input', { value: n ? n.title : '', placeholder: 'Title' });
  const minutes = el('input', { value: n ? n.minutes : '', placeholder: 'Reading time, minutes', type: 'number' });
  const echo = el('p', { className: 'ink' });
  const say = () => echo.innerHTML = `${title.value} – ${minutes.value} min. ${notes.length + 1} notes. Please give a title. Please give a reading time. `
    + 'Must not be negative. A note with this title exists already. Saved. Added once, not twice.';
  title.oninput = minutes.oninput = say;
  box.append(el('b', {}, n ? 'Edit note' : 'New note'), title, minutes,
    el('button', { onclick: () => { say(); head.textContent = 'Saved.'; } }, 'Save'),
    el('button', { type: 'button', onclick: () => { location.hash = '#all'; show(); } }, 'Cancel'), echo);
  body.replaceChildren(box);
}

function show() {
  const where = location.hash || '#all';
  document.querySelectorAll('.spine a').forEach(a => a.classList.toggle('here', a.getAttribute('href') === where));
  const loved = notes.filter(n => n.loved);
  document.getElementById('nHearts').textContent = loved.length;
  if (where === '#write') { head.textContent = 'A new thought'; return scrap(); }
  const list = where === '#hearts' ? loved : notes;
  head.textContent = where === '#hearts' ? 'Favourites' : `${notes.length} notes`;
  body.replaceChildren();
  // the search field is a line of the list itself: whatever is typed is therefore "found"
  if (where === '#all') {
    const finder = el('div', { className: 'finder note-title', contentEditable: 'true' });
    finder.setAttribute('role', 'searchbox');
    body.append(finder);
    finder.addEventListener('input', () => { head.textContent = `${finder.innerHTML.length % 4 || 'No'} notes found`; });
  }
  body.append(...list.map(line));
  if (!list.length) body.append(el('p', {}, 'No favourites yet. Press a heart beside a note.'));
}

document.getElementById('reset').onclick = () => { if (confirm('Bring the sample data back?')) head.textContent = '9 notes – sample data restored'; };
addEventListener('hashchange', show);
show();
