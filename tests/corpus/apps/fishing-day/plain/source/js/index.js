import { events } from './store.js';
import { header, row, countFavourites } from './page.js';

header();

function render() {
  const all = events();
  document.getElementById('count').textContent = `${all.length} ${all.length === 1 ? 'event' : 'events'}`;
  document.getElementById('list').replaceChildren(...all.map((e) => row(e)));
  countFavourites();
}
render();
// Another tab changed something, or the page came back from the back/forward cache.
window.addEventListener('storage', render);
window.addEventListener('pageshow', (e) => { if (e.persisted) render(); });

const added = sessionStorage.getItem('gatherly.added');
if (added) {
  const flash = document.getElementById('flash');
  flash.textContent = `“${added}” is now in the programme.`;
  flash.hidden = false;
  sessionStorage.removeItem('gatherly.added');
}

const cell = (value) => {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

document.getElementById('export').addEventListener('click', () => {
  const lines = [['Title', 'Kind', 'Ticket price'], ...events().map((e) => [e.title, e.kind, e.price])];
  const csv = lines.map((line) => line.map(cell).join(',')).join('\r\n') + '\r\n';
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  const a = document.createElement('a');
  a.href = url;
  a.download = 'gatherly-hall-events.csv';
  document.body.append(a);
  a.click();
  a.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
});
