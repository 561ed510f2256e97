import { findEvent } from './store.js';
import { header, heart, el, price, longDate, countFavourites } from './page.js';

header();

const event = findEvent(new URLSearchParams(location.search).get('id'));
const box = document.getElementById('event');

function render() {
  if (!event) {
    box.replaceChildren(el('div', { className: 'empty' },
      el('h1', { textContent: 'Event not found' }),
      el('p', { textContent: 'There is no event at this address. It may have been entered in another browser.' }),
      el('a', { className: 'btn primary', href: 'index.html', textContent: 'See what\'s on' })));
    return;
  }
  document.title = `${event.title} – Gatherly Hall`;
  const facts = el('dl', { className: 'facts' });
  for (const [name, value] of [
    ['Kind', event.kind],
    ['Ticket price', price(event.price)],
    ['Organiser', event.organiser || 'Not stated'],
    ['Takes place on', longDate(event.date)],
  ]) facts.append(el('dt', { textContent: name }), el('dd', { textContent: value }));

  box.className = 'ticket';
  box.replaceChildren(
    el('div', { className: 'main' },
      el('span', { className: 'kind', textContent: event.kind }),
      el('h1', { textContent: event.title }),
      facts,
      el('p', { textContent: event.about || 'The organiser has not written anything about this event yet.' })),
    el('div', { className: 'stub' },
      el('div', { className: 'price', textContent: price(event.price) }),
      el('a', { className: 'btn primary', href: `request.html?event=${encodeURIComponent(event.id)}`, textContent: 'Request tickets' }),
      heart(event)));
}
render();
window.addEventListener('storage', render);
window.addEventListener('pageshow', (e) => { if (e.persisted) { render(); countFavourites(); } });
