const { signal, effect, h, view } = ripple;
const STORE = 'quiet-page/notes';

function stored() {
  try { const list = JSON.parse(localStorage.getItem(STORE)); return Array.isArray(list) ? list : null; } catch (e) { return null; }
}

const notes = signal(stored() || sampleNotes());
const search = signal('');
const place = signal(location.hash);
const dialog = signal(null);   // null | { kind: 'note', id, draft, errors, open, at } | { kind: 'reset' }
effect(() => localStorage.setItem(STORE, JSON.stringify(notes())));
addEventListener('hashchange', () => place(location.hash));

const fold = s => s.trim().toLowerCase();
const countText = n => n + (n === 1 ? ' note' : ' notes');
const favourites = () => notes().filter(n => n.fav);
const notebooks = () => [...new Set(notes().map(n => n.notebook))].sort();

/* ----- changing things ----- */

function toggleFav(id) {
  notes(notes().map(n => n.id === id ? { ...n, fav: !n.fav } : n));
}

function openForm(note) {
  dialog({
    kind: 'note', id: note ? note.id : null, errors: {}, open: false, at: -1,
    draft: note ? { title: note.title, notebook: note.notebook, minutes: String(note.minutes), text: note.text }
      : { title: '', notebook: '', minutes: '', text: '' }
  });
  queueMicrotask(() => document.getElementById('f-title').focus());
}
const closeDialog = () => dialog(null);
const patch = part => dialog({ ...dialog(), ...part });
const write = (name, value, more) => {
  const d = dialog();
  patch({ draft: { ...d.draft, [name]: value }, errors: { ...d.errors, [name]: null }, ...more });
};

function problems(d) {
  const { title, minutes } = d.draft;
  const bad = {};
  if (!title.trim()) bad.title = 'A note needs a title.';
  else if (notes().some(n => n.id !== d.id && fold(n.title) === fold(title))) bad.title = 'Another note already has this title.';
  const m = minutes.trim().replace(',', '.');
  if (!m) bad.minutes = 'How many minutes does it take to read?';
  else if (!Number.isFinite(Number(m))) bad.minutes = 'Please write the minutes as a number.';
  else if (Number(m) < 0) bad.minutes = 'Reading time cannot be negative.';
  return bad;
}

function saveNote(ev) {
  ev.preventDefault();
  const d = dialog();
  const errors = problems(d);
  if (errors.title || errors.minutes) {
    patch({ errors, open: false });
    queueMicrotask(() => document.getElementById(errors.title ? 'f-title' : 'f-minutes').focus());
    return;
  }
  const fields = {
    title: d.draft.title.trim(), notebook: d.draft.notebook.trim() || 'Loose sheets',
    minutes: Number(d.draft.minutes.trim().replace(',', '.')), text: d.draft.text.trim()
  };
  if (d.id == null) {
    const id = 1 + Math.max(0, ...notes().map(n => n.id));
    notes([{ id, fav: false, ...fields }, ...notes()]);
  } else {
    notes(notes().map(n => n.id === d.id ? { ...n, ...fields } : n));
  }
  closeDialog();
}

function resetAll() {
  notes(sampleNotes());
  search('');
  closeDialog();
}

/* ----- pieces ----- */

function NoteItem(n) {
  return h('article.note', null,
    h('button.heart', {
      id: 'heart-' + n.id, class: n.fav ? 'loved' : '', 'aria-pressed': String(n.fav),
      'aria-label': (n.fav ? 'Remove from favourites: ' : 'Add to favourites: ') + n.title, onclick: () => toggleFav(n.id)
    }, n.fav ? '♥' : '♡'),
    h('div.note-main', null,
      h('h2', null, n.title),
      n.text && h('p', null, n.text),
      h('div.note-meta', null, h('span.book', null, n.notebook), h('span', null, n.minutes + ' min read'))),
    h('button.edit', { id: 'edit-' + n.id, 'aria-label': 'Edit ' + n.title, onclick: () => openForm(n) }, 'Edit'));
}

function Combo(d) {
  const typed = fold(d.draft.notebook);
  const hits = notebooks().filter(b => !typed || fold(b).includes(typed));
  const pick = b => write('notebook', b, { open: false, at: -1 });
  const keys = ev => {
    if (ev.key === 'ArrowDown' || ev.key === 'ArrowUp') {
      ev.preventDefault();
      const step = ev.key === 'ArrowDown' ? 1 : -1;
      patch({ open: true, at: Math.max(0, Math.min(hits.length - 1, d.at + step)) });
    } else if (ev.key === 'Enter' && d.open && hits[d.at]) { ev.preventDefault(); pick(hits[d.at]); }
    else if (ev.key === 'Tab' && d.open) patch({ open: false, at: -1 });
  };
  return h('div.combo', null,
    h('input', {
      id: 'f-notebook', role: 'combobox', 'aria-expanded': String(d.open), autocomplete: 'off', placeholder: 'Loose sheets',
      value: d.draft.notebook, onclick: () => patch({ open: true }), onkeydown: keys,
      oninput: ev => write('notebook', ev.target.value, { open: true, at: -1 })
    }),
    d.open && hits.length > 0 && h('div.combo-list', { role: 'listbox' },
      hits.map((b, i) => h('div.combo-item', { role: 'option', class: i === d.at ? 'at' : '', onmousedown: ev => { ev.preventDefault(); pick(b); } }, b))));
}

function Field(d, name, label, control) {
  const wrong = d.errors[name];
  return h('div.field', { class: wrong ? 'wrong' : '' },
    h('label', { for: 'f-' + name }, label), control, wrong && h('div.complaint', { role: 'alert' }, wrong));
}

function NoteDialog(d) {
  const input = (name, more) => h('input', { id: 'f-' + name, autocomplete: 'off', value: d.draft[name], oninput: ev => write(name, ev.target.value), ...more });
  const away = ev => { if (d.open && !ev.target.closest('.combo')) patch({ open: false, at: -1 }); };
  return h('div.dim', { onmousedown: ev => ev.target === ev.currentTarget && closeDialog() },
    h('form.sheet', { role: 'dialog', 'aria-modal': 'true', 'aria-labelledby': 'sheet-title', novalidate: true, onsubmit: saveNote, onclick: away },
      h('h2', { id: 'sheet-title' }, d.id == null ? 'New note' : 'Edit note'),
      Field(d, 'title', 'Title', input('title')),
      h('div.two', null,
        Field(d, 'notebook', 'Notebook', Combo(d)),
        Field(d, 'minutes', 'Reading time (minutes)', input('minutes', { inputmode: 'decimal' }))),
      Field(d, 'text', 'Thought', h('textarea', { id: 'f-text', rows: 4, value: d.draft.text, oninput: ev => write('text', ev.target.value) })),
      h('div.foot', null,
        h('button.link', { type: 'button', id: 'f-cancel', onclick: closeDialog }, 'Cancel'),
        h('button.ink', { type: 'submit', id: 'f-save' }, d.id == null ? 'Add note' : 'Save'))));
}

function ResetDialog() {
  return h('div.dim', null,
    h('div.sheet.narrow', { role: 'alertdialog', 'aria-modal': 'true', 'aria-label': 'Reset data' },
      h('h2', null, 'Start over?'),
      h('p', null, 'Your own notes, edits and favourites will be replaced by the sample notes.'),
      h('div.foot', null,
        h('button.link', { onclick: closeDialog }, 'No, keep mine'),
        h('button.ink', { onclick: resetAll }, 'Yes, reset'))));
}

/* ----- pages ----- */

const Head = () => h('header', null,
  h('a.name', { href: '#/' }, 'Quiet Page'),
  h('nav', null,
    h('a', { href: '#/', class: place() === '#/favourites' ? '' : 'now' }, 'Notes'),
    h('a', { href: '#/favourites', class: place() === '#/favourites' ? 'now' : '' }, `Favourites (${favourites().length})`)),
  h('button.ink', { id: 'new-note', onclick: () => openForm(null) }, 'New note'));

function Notes() {
  const all = notes();
  const q = fold(search());
  const shown = all.filter(n => fold([n.title, n.notebook, n.text].join('\n')).includes(q));
  return h('main', null,
    h('div.opening', null,
      h('h1', null, 'Thoughts worth keeping'),
      h('div.count', { role: 'status' }, q ? `${shown.length} of ${countText(all.length)}` : countText(all.length))),
    h('input.search', { id: 'search', type: 'search', placeholder: 'Search your notes', 'aria-label': 'Search your notes', value: search(), oninput: ev => search(ev.target.value) }),
    shown.length ? h('div.notes', null, shown.map(NoteItem))
      : h('p.hush', null, all.length ? `No note fits “${search().trim()}”.` : 'Nothing written yet.'),
    h('div.end', null, h('button.link', { id: 'reset', onclick: () => dialog({ kind: 'reset' }) }, 'Reset data')));
}

function Favourites() {
  const list = favourites();
  return h('main', null,
    h('div.opening', null, h('h1', null, 'Favourites'), h('div.count', { role: 'status' }, countText(list.length))),
    list.length ? h('div.notes', null, list.map(NoteItem))
      : h('p.hush', null, 'No favourites yet. Press the heart beside a note to keep it here.'));
}

document.body.append(h('div.page', null,
  view(Head),
  view(() => place() === '#/favourites' ? Favourites() : Notes())));
document.body.append(view(() => {
  const d = dialog();
  return d && (d.kind === 'note' ? NoteDialog(d) : ResetDialog());
}));

document.addEventListener('keydown', ev => {
  if (ev.key !== 'Escape' || !dialog()) return;
  if (dialog().open) patch({ open: false, at: -1 }); else closeDialog();
});
