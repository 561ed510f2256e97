// What all pages share: header, rows, hearts, formats.
import { favourites, isFavourite, toggleFavourite } from './store.js';

const euros = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' });
export const price = (n) => euros.format(n);

const day = (iso) => new Date(`${iso}T12:00:00`);
export function longDate(iso) {
  return iso
    ? day(iso).toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
    : 'Date to be announced';
}

export function el(tag, props = {}, ...children) {
  const node = Object.assign(document.createElement(tag), props);
  node.append(...children);
  return node;
}

export const eventUrl = (id) => `event.html?id=${encodeURIComponent(id)}`;

const LINKS = [
  ['index.html', 'Programme'],
  ['add.html', 'Add event'],
  ['request.html', 'Request tickets'],
  ['favourites.html', 'Favourites'],
];

export function header() {
  const here = location.pathname.split('/').pop() || 'index.html';
  const nav = el('nav', { ariaLabel: 'Main' });
  for (const [href, text] of LINKS) {
    const a = el('a', { href, textContent: text });
    if (href === 'favourites.html') a.id = 'fav-link';
    if (href === here) { a.className = 'current'; a.setAttribute('aria-current', 'page'); }
    nav.append(a);
  }
  const logo = el('a', { href: 'index.html', className: 'logo' }, 'Gatherly ', el('span', { textContent: 'Hall' }));
  document.querySelector('.top').append(el('div', { className: 'top-inner' }, logo, nav));
  countFavourites();
}

export function countFavourites() {
  document.getElementById('fav-link').textContent = `Favourites (${favourites().length})`;
}

export function heart(event, changed = () => {}) {
  const button = el('button', { type: 'button' });
  const paint = () => {
    const on = isFavourite(event.id);
    button.className = on ? 'heart on' : 'heart';
    button.textContent = on ? '♥' : '♡';
    button.title = on ? 'Remove from favourites' : 'Add to favourites';
    button.setAttribute('aria-label', `Favourite: ${event.title}`);
    button.setAttribute('aria-pressed', String(on));
  };
  button.addEventListener('click', () => {
    toggleFavourite(event.id);
    paint();
    countFavourites();
    changed();
  });
  paint();
  return button;
}

export function row(event, changed) {
  const date = el('div', { className: 'date' });
  if (event.date) {
    const d = day(event.date);
    date.append(
      el('small', { textContent: d.toLocaleDateString('en-GB', { month: 'short' }) }),
      el('b', { textContent: d.getDate() }),
      el('small', { textContent: d.getFullYear() }),
    );
  } else {
    date.append(el('b', { textContent: '?' }), el('small', { textContent: 'TBA' }));
  }
  return el('li', { className: 'row' },
    date,
    el('div', {},
      el('h2', {}, el('a', { href: eventUrl(event.id), textContent: event.title })),
      el('span', { className: 'kind', textContent: event.kind })),
    el('div', { className: 'price', textContent: price(event.price) }),
    heart(event, changed));
}

export function showError(input, message) {
  const field = input.closest('.field');
  field.classList.toggle('bad', Boolean(message));
  field.querySelector('.error').textContent = message;
  input.setAttribute('aria-invalid', String(Boolean(message)));
  return !message;
}
