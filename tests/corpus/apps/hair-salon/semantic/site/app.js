'use strict';

const $ = (id) => document.getElementById(id);

/* ---------- storage: one key for each concern ---------- */
const PREFIX = 'calm-practice.';
function load(key, fallback) {
  try {
    const raw = localStorage.getItem(PREFIX + key);
    return raw === null ? fallback() : JSON.parse(raw);
  } catch (e) { return fallback(); }
}
function save(key, value) {
  try { localStorage.setItem(PREFIX + key, JSON.stringify(value)); } catch (e) { /* works until the tab is closed */ }
}

const isoDay = (d) => [d.getFullYear(), String(d.getMonth() + 1).padStart(2, '0'), String(d.getDate()).padStart(2, '0')].join('-');
const inDays = (n) => { const d = new Date(); d.setDate(d.getDate() + n); return isoDay(d); };

const exampleTreatments = () => [
  ['check-up', 'General health check-up', 'General Medicine', 95],
  ['flu-shot', 'Flu vaccination', 'General Medicine', 35],
  ['travel', 'Travel health consultation', 'General Medicine', 70],
  ['blood', 'Blood panel, extended', 'Laboratory', 82.5],
  ['allergy', 'Allergy skin test', 'Dermatology', 120],
  ['mole', 'Mole screening', 'Dermatology', 110],
  ['back', 'Back and neck massage', 'Physiotherapy', 65],
  ['knee', 'Knee mobility session', 'Physiotherapy', 75],
  ['posture', 'Posture assessment', 'Physiotherapy', 58],
  ['ecg', 'Resting ECG', 'Cardiology', 130],
  ['bp', 'Blood pressure review', 'Cardiology', 60],
  ['teeth', 'Professional tooth cleaning', 'Dentistry', 105],
  ['eye', 'Eye pressure measurement', 'Ophthalmology', 48],
  ['sleep', 'Sleep counselling', 'Mental Health', 90],
  ['diet', 'Nutrition coaching', 'Nutrition', 55],
].map(([id, name, department, fee]) => ({ id, name, department, fee }));

const exampleBookings = () => [
  { treatment: 'teeth', title: 'Professional tooth cleaning', date: inDays(12), time: '12:30', name: 'Harriet Owens' },
  { treatment: 'back', title: 'Back and neck massage', date: inDays(17), time: '17:30', name: 'Luis Ferreira' },
];

let treatments = load('treatments', exampleTreatments);
let favourites = new Set(load('favourites', () => []));
let bookings = load('bookings', () => { const b = exampleBookings(); save('bookings', b); return b; });

/* ---------- formats ---------- */
const dollars = (n) => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(n);
const longDay = (iso) => new Date(iso + 'T12:00').toLocaleDateString('en-US', { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' });
const plural = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;
const say = (text) => { $('notice').textContent = text; };

/* ---------- drawing ---------- */
function card(t) {
  const li = $('treatment-card').content.firstElementChild.cloneNode(true);
  li.dataset.id = t.id;
  li.querySelector('h3').textContent = t.name;
  li.querySelector('[data-field=department]').textContent = t.department;
  li.querySelector('[data-field=fee]').textContent = dollars(t.fee);
  li.querySelector('[data-action=book]').setAttribute('aria-label', `Book ${t.name}`);
  li.querySelector('[data-action=delete]').setAttribute('aria-label', `Delete ${t.name}`);
  const heart = li.querySelector('.heart');
  heart.setAttribute('aria-label', `Favourite: ${t.name}`);
  showHeart(heart, favourites.has(t.id));
  return li;
}
function showHeart(heart, on) {
  heart.setAttribute('aria-pressed', String(on));
  heart.firstElementChild.textContent = on ? '♥' : '♡';
  heart.title = on ? 'Remove from favourites' : 'Add to favourites';
}

function drawTreatments() {
  const query = $('search').value.trim();
  const wanted = query.toLowerCase();
  const found = treatments.filter((t) => `${t.name} ${t.department}`.toLowerCase().includes(wanted));
  $('treatment-list').replaceChildren(...found.map(card));
  $('count').textContent = query ? `${found.length} of ${plural(treatments.length, 'treatment')}` : plural(treatments.length, 'treatment');
  $('no-match').hidden = found.length > 0;
  $('no-match').textContent = query ? `No treatment matches “${query}”.` : 'There are no treatments at the moment.';
}
function drawFavourites() {
  const mine = treatments.filter((t) => favourites.has(t.id));
  $('favourite-list').replaceChildren(...mine.map(card));
  $('no-favourites').hidden = mine.length > 0;
  $('nav-favourites').textContent = mine.length;
}
function drawBookings() {
  const sorted = [...bookings].sort((a, b) => (a.date + a.time).localeCompare(b.date + b.time));
  $('booking-list').replaceChildren(...sorted.map((b) => {
    const li = document.createElement('li');
    const when = document.createElement('time');
    when.dateTime = `${b.date}T${b.time}`;
    when.textContent = `${longDay(b.date)}, ${b.time}`;
    const what = document.createElement('strong');
    what.textContent = b.title;
    const who = document.createElement('span');
    who.textContent = `for ${b.name}`;
    li.append(when, what, who);
    return li;
  }));
  $('no-bookings').hidden = sorted.length > 0;
  $('nav-bookings').textContent = bookings.length;
}
function drawAll() { drawTreatments(); drawFavourites(); drawBookings(); }

/* ---------- pages ---------- */
const views = ['treatments', 'favourites', 'bookings'];
let current = null;
function route() {
  const asked = location.hash.replace('#/', '');
  const view = views.includes(asked) ? asked : (current || 'treatments');
  if (view === current) return;
  for (const v of views) {
    $(`view-${v}`).hidden = v !== view;
    const link = document.querySelector(`[data-nav=${v}]`);
    if (v === view) link.setAttribute('aria-current', 'page'); else link.removeAttribute('aria-current');
  }
  if (current) {
    say('');
    $(`h-${view}`).focus({ preventScroll: true });
    scrollTo(0, 0);
  }
  document.title = `${$(`h-${view}`).textContent} – Calm Practice`;
  current = view;
}

/* ---------- actions on a treatment ---------- */
let chosen = null;
$('main').addEventListener('click', (event) => {
  const button = event.target.closest('button[data-action]');
  if (!button) return;
  const treatment = treatments.find((t) => t.id === button.closest('li').dataset.id);
  if (!treatment) return;
  if (button.dataset.action === 'favourite') toggleFavourite(treatment, button);
  if (button.dataset.action === 'book') openBooking(treatment);
  if (button.dataset.action === 'delete') askDelete(treatment);
});

function toggleFavourite(t, button) {
  const on = !favourites.has(t.id);
  if (on) favourites.add(t.id); else favourites.delete(t.id);
  save('favourites', [...favourites]);
  if (current === 'favourites') {
    drawTreatments();
    $('h-favourites').focus({ preventScroll: true });
  } else {
    showHeart(button, on);
  }
  drawFavourites();
  say(on ? `${t.name} is now a favourite.` : `${t.name} is no longer a favourite.`);
}

/* ---------- booking ---------- */
const form = $('booking-form');
const isTaken = (id, date, time) => bookings.some((b) => b.treatment === id && b.date === date && b.time === time);

function openBooking(t) {
  chosen = t;
  form.reset();
  $('booking-what').textContent = t.name;
  $('booking-detail').textContent = `${t.department} · ${dollars(t.fee)}`;
  $('booking-error').textContent = '';
  form.elements.date.min = inDays(0);
  markTaken();
  $('booking-dialog').showModal();
}
function markTaken() {
  for (const radio of form.elements.time) {
    const taken = isTaken(chosen.id, form.elements.date.value, radio.value);
    radio.parentElement.classList.toggle('taken', taken);
    radio.parentElement.title = taken ? 'Already taken' : '';
  }
}
form.elements.date.addEventListener('input', markTaken);
$('booking-cancel').addEventListener('click', () => $('booking-dialog').close());

function problem(date, time, name) {
  if (!date) return ['Please choose a date.', form.elements.date];
  if (date < inDays(0)) return ['This date is in the past. Please choose today or a later day.', form.elements.date];
  if (!time) return ['Please choose a time.', form.elements.time[0]];
  if (isTaken(chosen.id, date, time)) return [`Sorry, ${time} on ${longDay(date)} is already taken. Please choose another time.`, form.elements.time[0]];
  if (new Date(`${date}T${time}`) < new Date()) return [`It is already past ${time} today. Please choose a later time.`, form.elements.time[0]];
  if (!name) return ['Please enter your name.', form.elements.name];
  return null;
}
form.addEventListener('submit', (event) => {
  event.preventDefault();
  bookings = load('bookings', () => bookings); // another tab may have been quicker
  const date = form.elements.date.value;
  const time = form.elements.time.value;
  const name = $('booking-name').value.trim();
  const wrong = problem(date, time, name);
  if (wrong) {
    $('booking-error').textContent = wrong[0];
    markTaken();
    wrong[1].focus();
    return;
  }
  bookings.push({ treatment: chosen.id, title: chosen.name, date, time, name });
  save('bookings', bookings);
  drawBookings();
  $('booking-dialog').close();
  say(`Booked: ${chosen.name} on ${longDay(date)} at ${time} for ${name}.`);
});

/* ---------- deleting ---------- */
let doomed = null;
const deleteDialog = $('delete-dialog');
function askDelete(t) {
  doomed = t;
  deleteDialog.returnValue = 'keep';
  $('delete-text').textContent = `“${t.name}” will be removed from the list. Appointments that are already booked stay booked.`;
  deleteDialog.showModal();
}
deleteDialog.addEventListener('close', () => {
  const t = doomed;
  doomed = null;
  if (!t || deleteDialog.returnValue !== 'delete') return;
  treatments = treatments.filter((other) => other.id !== t.id);
  favourites.delete(t.id);
  save('treatments', treatments);
  save('favourites', [...favourites]);
  drawAll();
  say(`${t.name} was deleted.`);
  $(`h-${current}`).focus({ preventScroll: true });
});

/* ---------- dark mode ---------- */
const dark = $('dark-mode');
dark.checked = document.documentElement.dataset.theme === 'dark';
dark.addEventListener('change', () => {
  document.documentElement.dataset.theme = dark.checked ? 'dark' : 'light';
  try { localStorage.setItem(PREFIX + 'theme', dark.checked ? 'dark' : 'light'); } catch (e) { /* not remembered */ }
});

/* ---------- start ---------- */
$('search').addEventListener('input', drawTreatments);
addEventListener('hashchange', route);
addEventListener('storage', () => {
  treatments = load('treatments', exampleTreatments);
  favourites = new Set(load('favourites', () => []));
  bookings = load('bookings', () => []);
  drawAll();
});
drawAll();
route();
