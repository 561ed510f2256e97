'use strict';
const $ = id => document.getElementById(id);
const TIMES = ['09:00', '11:00', '14:00', '16:00'];
const PER_PAGE = 5;

const load = key => { try { return JSON.parse(localStorage.getItem(key)) || []; } catch { return []; } };
const save = (key, value) => localStorage.setItem(key, JSON.stringify(value));
let favourites = load('tableside.favourites');
let bookings = load('tableside.bookings');
let page = 1;
let bookingFor = null;

const euros = n => new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 }).format(n);
const count = n => n === 1 ? '1 restaurant' : `${n} restaurants`;
const iso = d => `${d.getFullYear()}-${String(d.getMonth() + 1).padStart(2, '0')}-${String(d.getDate()).padStart(2, '0')}`;
const inDays = n => { const d = new Date(); d.setDate(d.getDate() + n); return iso(d); };
const longDate = s => new Date(s + 'T12:00').toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const byId = id => RESTAURANTS.find(r => r.id === id);

function heart(button, r) {
  const on = favourites.includes(r.id);
  button.className = 'heart';
  button.type = 'button';
  button.textContent = on ? '♥' : '♡';
  button.setAttribute('aria-pressed', on);
  button.setAttribute('aria-label', `Favourite: ${r.title}`);
  button.dataset.fav = r.id;
}

function card(r) {
  const li = $('card').content.cloneNode(true);
  const a = li.querySelector('a');
  a.textContent = r.title;
  a.href = '#/restaurant/' + r.id;
  li.querySelector('.cuisine').textContent = r.cuisine;
  li.querySelector('.price').textContent = euros(r.menu);
  li.querySelector('.book').dataset.book = r.id;
  li.querySelector('.book').setAttribute('aria-label', `Book a table at ${r.title}`);
  heart(li.querySelector('.heart'), r);
  return li;
}

function drawList() {
  const cuisine = $('f-cuisine').value;
  const max = $('f-max').value;
  const hits = RESTAURANTS.filter(r => (!cuisine || r.cuisine === cuisine) && (max === '' || r.menu <= Number(max)));
  const pages = Math.max(1, Math.ceil(hits.length / PER_PAGE));
  page = Math.min(Math.max(1, page), pages);
  const from = (page - 1) * PER_PAGE;
  $('total').textContent = count(RESTAURANTS.length);
  $('status').textContent = hits.length
    ? `Showing ${from + 1}–${Math.min(from + PER_PAGE, hits.length)} of ${count(hits.length)}${hits.length < RESTAURANTS.length ? ' that fit' : ''}.`
    : 'No restaurant fits these wishes. Try another cuisine or a higher price.';
  $('list').replaceChildren(...hits.slice(from, from + PER_PAGE).map(card));
  $('page-of').textContent = `Page ${page} of ${pages}`;
  $('prev').disabled = page === 1;
  $('next').disabled = page === pages;
}

function drawFavourites() {
  const list = RESTAURANTS.filter(r => favourites.includes(r.id));
  $('fav-empty').hidden = list.length > 0;
  $('fav-list').replaceChildren(...list.map(card));
}

function drawBookings() {
  const list = [...bookings].sort((a, b) => (a.date + a.time).localeCompare(b.date + b.time));
  $('book-empty').hidden = list.length > 0;
  $('book-table').hidden = list.length === 0;
  $('book-rows').replaceChildren(...list.map(b => {
    const tr = document.createElement('tr');
    const r = byId(b.restaurant);
    for (const text of [longDate(b.date), b.time, r ? r.title : b.restaurant, b.name]) tr.insertCell().textContent = text;
    const cancel = document.createElement('button');
    cancel.type = 'button';
    cancel.textContent = 'Cancel';
    cancel.dataset.cancel = b.id;
    tr.insertCell().append(cancel);
    return tr;
  }));
}

function drawDetail(r) {
  $('h-detail').textContent = r.title;
  $('d-text').textContent = r.text;
  $('d-cuisine').textContent = r.cuisine;
  $('d-menu').textContent = euros(r.menu);
  $('d-chef').textContent = r.chef;
  $('d-free').textContent = longDate(inDays(r.days));
  $('d-address').textContent = r.address;
  const book = document.createElement('button');
  book.type = 'button';
  book.className = 'primary';
  book.textContent = 'Book a table';
  book.dataset.book = r.id;
  const h = document.createElement('button');
  heart(h, r);
  $('d-actions').replaceChildren(book, ' ', h);
}

function draw() {
  const [, name = '', id] = location.hash.split('/');
  const r = name === 'restaurant' ? byId(id) : null;
  const view = name === '' ? 'list' : name === 'restaurant' ? (r ? 'detail' : 'missing')
    : ['favourites', 'bookings'].includes(name) ? name : 'missing';
  document.querySelectorAll('main > section').forEach(s => { s.hidden = s.id !== 'view-' + view; });
  document.querySelectorAll('[data-nav]').forEach(a => a.dataset.nav === view ? a.setAttribute('aria-current', 'page') : a.removeAttribute('aria-current'));
  $('fav-count').textContent = favourites.length;
  $('book-count').textContent = bookings.length;
  drawList();
  drawFavourites();
  drawBookings();
  if (r) drawDetail(r);
  document.title = `Tableside – ${r ? r.title : view === 'list' ? 'restaurants' : view}`;
}

function openBooking(r) {
  bookingFor = r;
  $('book-form').reset();
  $('bd-error').textContent = '';
  $('bd-title').textContent = `Book a table at ${r.title}`;
  $('b-date').value = inDays(r.days);
  $('book-dialog').showModal();
}

function submitBooking(event) {
  event.preventDefault();
  const data = new FormData($('book-form'));
  const date = data.get('date'), time = data.get('time'), name = data.get('name').trim();
  const problem = !date ? 'Please choose a date.'
    : date < inDays(0) ? 'This date is in the past. Please choose today or a later day.'
    : !time ? 'Please choose a time.'
    : !name ? 'Please give your name.'
    : bookings.some(b => b.restaurant === bookingFor.id && b.date === date && b.time === time)
      ? `${bookingFor.title} is already taken on ${longDate(date)} at ${time}. Please choose another time.` : '';
  $('bd-error').textContent = problem;
  if (problem) return;
  bookings.push({ id: Date.now().toString(36), restaurant: bookingFor.id, date, time, name });
  save('tableside.bookings', bookings);
  $('book-dialog').close();
  draw();
}

function toggle(id) {
  favourites = favourites.includes(id) ? favourites.filter(f => f !== id) : [...favourites, id];
  save('tableside.favourites', favourites);
  draw();
  const visible = [...document.querySelectorAll(`[data-fav="${id}"]`)].find(b => b.offsetParent);
  (visible || $('main')).focus();
}

function askCancel(id) {
  const b = bookings.find(x => x.id === id);
  $('ask-text').textContent = `${byId(b.restaurant).title}, ${longDate(b.date)} at ${b.time}, for ${b.name}.`;
  const dialog = $('ask-dialog');
  dialog.returnValue = '';
  dialog.onclose = () => {
    if (dialog.returnValue !== 'yes') return;
    bookings = bookings.filter(x => x.id !== id);
    save('tableside.bookings', bookings);
    draw();
  };
  dialog.showModal();
}

for (const c of [...new Set(RESTAURANTS.map(r => r.cuisine))].sort()) $('f-cuisine').add(new Option(c, c));
$('b-times').innerHTML = TIMES.map(t => `<label><input type="radio" name="time" value="${t}"> ${t}</label>`).join(' ');
$('filters').addEventListener('input', () => { page = 1; drawList(); });
$('filters').addEventListener('reset', () => setTimeout(() => { page = 1; drawList(); }));
$('filters').addEventListener('submit', e => e.preventDefault());
$('prev').addEventListener('click', () => { page--; drawList(); });
$('next').addEventListener('click', () => { page++; drawList(); });
$('book-form').addEventListener('submit', submitBooking);
$('bd-cancel').addEventListener('click', () => $('book-dialog').close());
$('skip').addEventListener('click', e => { e.preventDefault(); $('main').focus(); });
document.addEventListener('click', e => {
  const b = e.target.closest('button');
  if (!b) return;
  if (b.dataset.book) openBooking(byId(b.dataset.book));
  if (b.dataset.fav) toggle(b.dataset.fav);
  if (b.dataset.cancel) askCancel(b.dataset.cancel);
});
addEventListener('hashchange', () => { draw(); scrollTo(0, 0); });
addEventListener('storage', () => { favourites = load('tableside.favourites'); bookings = load('tableside.bookings'); draw(); });
draw();
