'use strict';

/* ---------- state ---------- */

const BOOKINGS_KEY = 'frontrow-town/bookings';

let bookings = readBookings();
let current = null;        // id of the event picked with J and K
let chosen = null;         // the event in the booking dialog

function readBookings() {
  try {
    return JSON.parse(localStorage.getItem(BOOKINGS_KEY)) || [];
  } catch {
    return [];
  }
}

function writeBookings() {
  localStorage.setItem(BOOKINGS_KEY, JSON.stringify(bookings));
}

const byId = (id) => document.getElementById(id);
const price = (n) => '€' + n.toFixed(2);
const eventOf = (booking) => EVENTS.find((e) => e.id === booking.event);

function localToday() {
  const d = new Date();
  const two = (n) => String(n).padStart(2, '0');
  return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}`;
}

function readable(isoDate) {
  const [y, m, d] = isoDate.split('-').map(Number);
  return new Date(y, m - 1, d).toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' });
}

let noticeTimer;
function notice(text) {
  byId('notice').textContent = text;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => { byId('notice').textContent = ''; }, 5000);
}

/* ---------- programme ---------- */

const ORDERS = {
  'price-up': (a, b) => a.price - b.price,
  'price-down': (a, b) => b.price - a.price,
  'title': (a, b) => a.title.localeCompare(b.title, 'en'),
};

function visibleEvents() {
  const wanted = byId('search').value.trim().toLowerCase();
  const list = EVENTS.filter((e) => `${e.title} ${e.kind} ${e.stage}`.toLowerCase().includes(wanted));
  const order = ORDERS[byId('sort').value];
  return order ? list.sort(order) : list;
}

function eventItem(event) {
  const li = document.createElement('li');
  li.id = 'event-' + event.id;
  li.tabIndex = -1;
  li.setAttribute('aria-labelledby', `title-${event.id}`);
  li.innerHTML = `
    <article>
      <p class="kind"></p>
      <h2 id="title-${event.id}"></h2>
      <p class="text"></p>
      <p class="stage"></p>
      <p class="price"><span class="quiet">Ticket price </span><strong></strong></p>
      <button type="button" class="main">Book</button>
    </article>`;
  li.querySelector('.kind').textContent = event.kind;
  li.querySelector('h2').textContent = event.title;
  li.querySelector('.text').textContent = event.text;
  li.querySelector('.stage').textContent = event.stage;
  li.querySelector('strong').textContent = price(event.price);
  const book = li.querySelector('button');
  book.setAttribute('aria-label', 'Book ' + event.title);
  book.addEventListener('click', () => openBooking(event));
  return li;
}

function drawProgramme() {
  const list = visibleEvents();
  const term = byId('search').value.trim();
  if (!list.some((e) => e.id === current)) current = null;

  byId('events').replaceChildren(...list.map(eventItem));
  markCurrent();

  const noun = EVENTS.length === 1 ? 'event' : 'events';
  byId('count').textContent = term ? `${list.length} of ${EVENTS.length} ${noun}` : `${list.length} ${noun}`;
  byId('no-match').textContent = list.length ? '' : `Nothing matches “${term}”. Try a shorter word.`;
}

function markCurrent() {
  for (const li of byId('events').children) {
    if (li.id === 'event-' + current) li.setAttribute('aria-current', 'true');
    else li.removeAttribute('aria-current');
  }
}

byId('search').addEventListener('input', drawProgramme);
byId('sort').addEventListener('change', drawProgramme);
document.querySelector('.tools').addEventListener('submit', (e) => e.preventDefault());

/* ---------- booking ---------- */

function openBooking(event) {
  chosen = event;
  byId('booking-form').reset();
  byId('booking-error').textContent = '';
  byId('booking-what').textContent = `${event.title} · ${event.stage} · ${price(event.price)}`;
  byId('date').min = localToday();
  byId('booking-dialog').showModal();
}

function problemWith(booking) {
  if (!booking.date) return ['date', 'Please enter a date.'];
  if (booking.date < localToday()) return ['date', 'This date is in the past. Please choose today or a later day.'];
  if (!booking.time) return ['time', 'Please choose a time.'];
  if (!booking.name) return ['name', 'Please enter your name.'];
  const taken = bookings.some((b) => b.event === booking.event && b.date === booking.date && b.time === booking.time);
  if (taken) return ['time', `${chosen.title} is already booked on this day at ${booking.time}.`];
  return null;
}

byId('booking-form').addEventListener('submit', (e) => {
  e.preventDefault();
  const booking = {
    id: Date.now(),
    event: chosen.id,
    date: byId('date').value,
    time: byId('time').value,
    name: byId('name').value.trim(),
  };
  const problem = problemWith(booking);
  if (problem) {
    byId('booking-error').textContent = problem[1];
    byId(problem[0]).focus();
    return;
  }
  bookings.push(booking);
  writeBookings();
  drawBookings();
  byId('booking-dialog').close();
  notice(`Booked: ${chosen.title}, ${readable(booking.date)} at ${booking.time}.`);
});

byId('booking-form').addEventListener('input', () => { byId('booking-error').textContent = ''; });
byId('booking-cancel').addEventListener('click', () => byId('booking-dialog').close());

function drawBookings() {
  byId('booking-count').textContent = bookings.length;
  byId('bookings-empty').hidden = bookings.length > 0;
  byId('bookings-wrap').hidden = bookings.length === 0;

  const sorted = [...bookings].sort((a, b) => (a.date + a.time).localeCompare(b.date + b.time));
  byId('booking-rows').replaceChildren(...sorted.map((b) => {
    const title = eventOf(b)?.title ?? b.event;
    const row = document.createElement('tr');
    const head = document.createElement('th');
    head.scope = 'row';
    head.textContent = title;
    row.append(head);

    const date = document.createElement('time');
    date.dateTime = b.date;
    date.textContent = readable(b.date);
    for (const content of [date, b.time, b.name]) row.insertCell().append(content);

    const cancel = document.createElement('button');
    cancel.type = 'button';
    cancel.textContent = 'Cancel booking';
    cancel.setAttribute('aria-label', `Cancel booking of ${title} for ${b.name}`);
    cancel.addEventListener('click', () => {
      bookings = bookings.filter((other) => other.id !== b.id);
      writeBookings();
      drawBookings();
      byId('bookings-title').focus();
      notice(`The booking of ${title} is cancelled.`);
    });
    row.insertCell().append(cancel);
    return row;
  }));
}

/* ---------- keys ---------- */

const isField = (node) => node.closest('input, textarea, select, [contenteditable]') !== null;

function step(by) {
  const list = visibleEvents();
  if (!list.length) return;
  const at = list.findIndex((e) => e.id === current);
  const next = at === -1 ? (by > 0 ? 0 : -1) : at + by;
  if (next < 0 || next >= list.length) return;      // stay at the ends
  current = list[next].id;
  markCurrent();
  const li = byId('event-' + current);
  li.focus({ preventScroll: true });
  li.scrollIntoView({ block: 'nearest' });
}

const openKeys = () => byId('keys-dialog').showModal();
byId('open-keys').addEventListener('click', openKeys);

document.addEventListener('keydown', (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  if (isField(e.target) || document.querySelector('dialog[open]')) return;
  const onProgramme = !byId('programme').hidden;

  if (e.key === '?') {
    e.preventDefault();
    openKeys();
  } else if (e.key === '/') {
    e.preventDefault();
    if (!onProgramme) {
      location.hash = '#/';
      route();
    }
    byId('search').focus();
  } else if (onProgramme && e.key.toLowerCase() === 'j') {
    step(1);
  } else if (onProgramme && e.key.toLowerCase() === 'k') {
    step(-1);
  }
});

/* ---------- views ---------- */

let shownView = null;

function route() {
  const view = location.hash === '#/bookings' ? 'bookings' : 'programme';
  if (view === shownView) return;
  const first = shownView === null;
  shownView = view;
  for (const name of ['programme', 'bookings']) {
    byId(name).hidden = name !== view;
    byId('nav-' + name).toggleAttribute('aria-current', false);
  }
  byId('nav-' + view).setAttribute('aria-current', 'page');
  document.title = (view === 'bookings' ? 'Your bookings' : 'Programme') + ' · Frontrow Town';
  if (!first) {
    byId(view + '-title').focus({ preventScroll: true });
    scrollTo(0, 0);
  }
}

addEventListener('hashchange', route);
drawProgramme();
drawBookings();
route();
