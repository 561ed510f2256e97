// shared by all pages
const SAMPLES = [
  ['General check-up', 'General Medicine', 90],
  ['Blood test, full panel', 'Laboratory', 65],
  ['Flu vaccination', 'General Medicine', 30],
  ['Back massage', 'Physiotherapy', 55],
  ['Posture training', 'Physiotherapy', 48],
  ['Knee rehabilitation', 'Physiotherapy', 72],
  ['Skin cancer screening', 'Dermatology', 110],
  ['Mole removal', 'Dermatology', 180],
  ['Eye test', 'Ophthalmology', 40],
  ['Hearing test', 'Ear, Nose & Throat', 45],
  ['Dental cleaning', 'Dentistry', 95],
  ['Resting ECG', 'Cardiology', 120],
  ['Nutrition advice', 'Dietetics', 60],
  ['Sleep consultation', 'Mental Health', 130]
].map((t, i) => ({ id: 't' + (i + 1), title: t[0], dept: t[1], fee: t[2] }));

const TIMES = ['10:00', '12:30', '15:00', '17:30'];

function read(key, fallback) {
  try { return JSON.parse(localStorage.getItem(key)) || fallback; } catch (e) { return fallback; }
}
function write(key, value) { localStorage.setItem(key, JSON.stringify(value)); }

let treatments = read('calm.treatments', SAMPLES);
let bookings = read('calm.bookings', []);
let favs = read('calm.favs', []);

function esc(s) {
  return String(s).replace(/[&<>"']/g, c => '&#' + c.charCodeAt(0) + ';');
}

function toggleFav(id) {
  favs = favs.includes(id) ? favs.filter(f => f !== id) : [...favs, id];
  write('calm.favs', favs);
  document.getElementById('navFavs').textContent = favs.length;
}

function paintHeart(btn) {
  const on = favs.includes(btn.dataset.fav);
  btn.textContent = on ? '♥' : '♡';
  btn.classList.toggle('on', on);
  btn.setAttribute('aria-pressed', on);
}

if (localStorage.getItem('calm.dark')) document.documentElement.classList.add('dark');

document.addEventListener('DOMContentLoaded', () => {
  document.getElementById('navBookings').textContent = bookings.length;
  document.getElementById('navFavs').textContent = favs.length;
  document.querySelector(`[data-nav=${document.body.dataset.page}]`).classList.add('here');
  const sw = document.getElementById('dark');
  sw.checked = document.documentElement.classList.contains('dark');
  sw.onchange = () => {
    document.documentElement.classList.toggle('dark', sw.checked);
    localStorage.setItem('calm.dark', sw.checked);
  };
});

window.addEventListener('pageshow', e => { if (e.persisted) location.reload(); });
