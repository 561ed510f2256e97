// Showcase behaviour of the magazine.
const q = (s) => document.querySelector(s);
const qa = (s) => document.querySelectorAll(s);

let toastTimer;
function toast(text) {
  const t = q('#toast');
  t.textContent = text;
  t.classList.add('up');
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => t.classList.remove('up'), 2600);
}

// two "pages"
function turn() {
  const fav = location.hash === '#favourites';
  q('#favourites').hidden = !fav;
  q('#home').hidden = fav;
  q('#hero').hidden = fav;
}
window.addEventListener('hashchange', turn);
turn();

// hearts
qa('.love').forEach((b) => b.addEventListener('click', () => {
  const on = b.classList.toggle('on');
  b.innerHTML = on ? '&#9829;' : '&#9825;';
  toast(on ? 'Added to your favourites' : 'Removed from your favourites');
}));

// search
q('#term').addEventListener('input', (e) => {
  q('#seek-note').textContent = e.target.value ? 'Showing the best matches for your search…' : '';
});
q('#seek').addEventListener('submit', (e) => {
  e.preventDefault();
  if (q('#term').value) toast('Search complete');
});

// article form
let mode = 'new';
function openPaper(kind, title) {
  mode = kind;
  q('#paper-head').textContent = kind === 'new' ? 'Write an article' : 'Edit article';
  q('#p-title').value = title || '';
  q('#p-minutes').value = kind === 'new' ? '' : '20';
  q('#p-section').selectedIndex = 0;
  q('#p-err-title').textContent = '';
  q('#p-err-minutes').textContent = '';
  q('#paper').showModal();
}
q('#compose').addEventListener('click', () => openPaper('new'));
qa('.alter').forEach((b) => b.addEventListener('click', () => {
  openPaper('edit', b.closest('.story').querySelector('h3').textContent);
}));
q('#paper-form').addEventListener('submit', (e) => {
  if (e.submitter && e.submitter.value === 'cancel') return;
  const noTitle = !q('#p-title').value.trim();
  const noTime = !q('#p-minutes').value.trim();
  q('#p-err-title').textContent = noTitle ? 'Please give a title.' : '';
  q('#p-err-minutes').textContent = noTime ? 'Please give the reading time.' : '';
  if (noTitle || noTime) {
    e.preventDefault();
    return;
  }
  toast(mode === 'new' ? 'Article published' : 'Changes saved');
});

// comments
qa('.say').forEach((b) => b.addEventListener('click', () => q('#voices').showModal()));
q('#v-close').addEventListener('click', () => q('#voices').close());
q('#voice-form').addEventListener('submit', (e) => {
  e.preventDefault();
  e.target.reset();
  q('#voices').close();
  toast('Thank you, your comment is online');
});
