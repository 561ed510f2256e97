import { events, favourites } from './store.js';
import { header, row, countFavourites } from './page.js';

header();

function render() {
  const ids = favourites();
  const mine = events().filter((e) => ids.includes(e.id));
  document.getElementById('list').replaceChildren(...mine.map((e) => row(e, render)));
  document.getElementById('list').hidden = mine.length === 0;
  document.getElementById('empty').hidden = mine.length > 0;
  document.getElementById('count').textContent = mine.length
    ? `${mine.length} ${mine.length === 1 ? 'event' : 'events'} you marked with a heart`
    : '';
  countFavourites();
}
render();
window.addEventListener('storage', render);
window.addEventListener('pageshow', (e) => { if (e.persisted) render(); });
