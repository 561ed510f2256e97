'use strict';
const byId = id => document.getElementById(id);
let timer;
function note(text) {
  const n = byId('note');
  n.textContent = text;
  n.classList.add('show');
  clearTimeout(timer);
  timer = setTimeout(() => n.classList.remove('show'), 2500);
}

// theme
const root = document.documentElement;
const dark = byId('dark');
dark.checked = root.dataset.theme === 'dark';
dark.addEventListener('change', () => {
  if (dark.checked) root.dataset.theme = 'dark'; else delete root.dataset.theme;
  localStorage.setItem('calm-theme', dark.checked ? 'dark' : 'light');
});

// search
byId('q').addEventListener('input', e => {
  const term = e.target.value.trim();
  byId('found').textContent = term ? `Showing results for “${term}”` : '14 treatments';
});

// hearts
document.querySelectorAll('.heart').forEach(h => h.addEventListener('click', () => {
  const on = h.classList.toggle('on');
  h.textContent = on ? '♥' : '♡';
  h.setAttribute('aria-pressed', on);
  note(on ? 'Added to your favourites' : 'Removed from your favourites');
}));

// booking
const bookBox = byId('bookBox'), bookForm = byId('bookForm'), bookDone = byId('bookDone');
document.querySelectorAll('.card .book').forEach(b => b.addEventListener('click', () => {
  byId('bookWhat').textContent = b.dataset.name;
  bookForm.reset();
  bookForm.hidden = false;
  bookDone.hidden = true;
  bookBox.showModal();
}));
bookForm.addEventListener('submit', e => {
  e.preventDefault();
  bookForm.hidden = true;
  bookDone.hidden = false;
});
byId('bookClose').onclick = byId('bookOk').onclick = () => bookBox.close();

// deleting
const delBox = byId('delBox');
document.querySelectorAll('.card .del').forEach(b => b.addEventListener('click', () => {
  byId('delWhat').textContent = b.dataset.name;
  delBox.showModal();
}));
byId('delNo').onclick = () => delBox.close();
byId('delYes').onclick = () => { delBox.close(); note(`${byId('delWhat').textContent} was deleted`); };
