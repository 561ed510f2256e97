const el = id => document.getElementById(id);
const STORE = 'frontrow-town/seats';

let sort = 'programme';
let marked = null;      // id of the show that J and K have reached
let opened = null;      // id of the show whose booking strip is open
let draft = { day: '', time: '', say: '' };
let seats = [];
try {
  seats = (JSON.parse(localStorage.getItem(STORE)) || []).filter(s => SHOWS.some(x => x.id === s.show) && s.day && TIMES.includes(s.time));
} catch (e) { seats = []; }

/* helpers */
const esc = s => String(s).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
const money = p => p === 0 ? 'free' : '€' + p.toFixed(2);
const show = id => SHOWS.find(s => s.id === id);
const pad = n => String(n).padStart(2, '0');
function today() { const d = new Date(); return d.getFullYear() + '-' + pad(d.getMonth() + 1) + '-' + pad(d.getDate()); }
function clock() { const d = new Date(); return pad(d.getHours()) + ':' + pad(d.getMinutes()); }
function dayName(iso) {
  return new Date(iso + 'T12:00:00').toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
}

/* which shows are on the page right now */
function visible() {
  const words = el('find').value.toLowerCase().split(/\s+/).filter(Boolean);
  const list = SHOWS.filter(s => {
    const hay = (s.name + ' ' + s.stage + ' ' + s.mood + ' ' + s.line).toLowerCase();
    return words.every(w => hay.includes(w));
  });
  if (sort === 'up') list.sort((a, b) => a.price - b.price);
  if (sort === 'down') list.sort((a, b) => b.price - a.price);
  return list;
}

/* drawing */
function drawSort() {
  const ways = [['programme', 'As in the programme'], ['up', 'Cheap seats first'], ['down', 'Dear seats first']];
  el('sort').innerHTML = ways.map(([k, t]) =>
    `<span class="ft-sort__way${k === sort ? ' is-on' : ''}" data-do="sort" data-way="${k}">${t}</span>`).join('');
}

function drawShows() {
  const list = visible();
  if (!list.some(s => s.id === marked)) marked = null;
  el('findX').classList.toggle('ft-gone', !el('find').value);
  el('count').textContent = list.length === SHOWS.length ? SHOWS.length + ' shows this season'
    : list.length + (list.length === 1 ? ' show' : ' shows') + ' of ' + SHOWS.length;
  el('shows').innerHTML = list.map(row).join('') ||
    `<div class="ft-none">No show by that name. The curtain stays down.</div>`;
}

function row(s) {
  const here = s.id === marked ? ' is-here' : '';
  return `<div class="ft-show${here}" data-show="${s.id}">
    <div class="ft-show__line">
      <div class="ft-show__mark m-${s.mood.toLowerCase().replace(' ', '-')}"></div>
      <div class="ft-show__text">
        <div class="ft-show__name">${esc(s.name)}</div>
        <div class="ft-show__meta">${esc(s.stage)} · ${s.mood} · ${s.mins} min</div>
        <div class="ft-show__say">${esc(s.line)}</div>
      </div>
      <div class="ft-show__end">
        <div class="ft-show__price">${money(s.price)}</div>
        <div class="ft-show__book" data-do="open">${opened === s.id ? 'Never mind' : 'Get seats'}</div>
      </div>
    </div>
    ${opened === s.id ? strip() : ''}
  </div>`;
}

function strip() {
  return `<div class="ft-strip">
    <div class="ft-strip__step">Which day?</div>
    <input type="date" class="ft-strip__day" id="day" min="${today()}" value="${draft.day}">
    <div class="ft-strip__step">And when?</div>
    <div class="ft-strip__times">${TIMES.map(t => `<span class="ft-time${draft.time === t ? ' is-on' : ''}" data-do="time" data-time="${t}">${t}</span>`).join('')}</div>
    <div class="ft-strip__go" data-do="book">Book it</div>
    <div class="ft-strip__say" id="say">${esc(draft.say)}</div>
  </div>`;
}

function drawSeats(fresh) {
  el('seatsN').textContent = seats.length;
  const sorted = seats.slice().sort((a, b) => (a.day + a.time).localeCompare(b.day + b.time));
  el('seats').innerHTML = sorted.map(s => {
    const x = show(s.show);
    return `<div class="ft-seat${s === fresh ? ' is-fresh' : ''}">
      <div class="ft-seat__name">${esc(x.name)}</div>
      <div class="ft-seat__when">${dayName(s.day)}, ${s.time}</div>
      <div class="ft-seat__foot"><span>${esc(x.stage)} · ${money(x.price)}</span>
        <span class="ft-seat__back" data-do="giveback" data-seat="${s.show}|${s.day}|${s.time}">give back</span></div>
    </div>`;
  }).join('') || '<div class="ft-side__none">Nothing booked so far.</div>';
}

/* doing */
function say(text) { draft.say = text; if (el('say')) el('say').textContent = text; }

function book() {
  draft.day = el('day').value;
  if (!draft.day) return say(draft.time ? 'Pick a day first.' : 'Pick a day and a time first.');
  if (!/^\d{4}-\d\d-\d\d$/.test(draft.day)) return say('That day does not exist.');
  if (draft.day < today()) return say('That day has passed already.');
  if (!draft.time) return say('Pick one of the four times.');
  if (draft.day === today() && draft.time <= clock()) return say('That curtain has already gone up today.');
  if (seats.some(s => s.show === opened && s.day === draft.day && s.time === draft.time)) {
    return say('You have this one already: ' + dayName(draft.day) + ', ' + draft.time + '.');
  }
  const seat = { show: opened, day: draft.day, time: draft.time };
  seats.push(seat);
  localStorage.setItem(STORE, JSON.stringify(seats));
  opened = null;
  drawShows();
  drawSeats(seat);
}

function openStrip(id) {
  opened = opened === id ? null : id;
  marked = id;
  draft = { day: '', time: '', say: '' };
  drawShows();
}

function step(by) {
  const list = visible();
  if (!list.length) return;
  const at = list.findIndex(s => s.id === marked);
  const to = at < 0 ? (by > 0 ? 0 : list.length - 1) : Math.max(0, Math.min(list.length - 1, at + by));
  marked = list[to].id;
  document.querySelectorAll('.ft-show').forEach(n => n.classList.toggle('is-here', +n.dataset.show === marked));
  document.querySelector('.ft-show.is-here').scrollIntoView({ block: 'nearest' });
}

const keysOpen = () => !el('veil').classList.contains('ft-gone');
function keys(on) { el('veil').classList.toggle('ft-gone', !on); }

document.addEventListener('click', e => {
  const hit = e.target.closest('[data-do]');
  if (!hit) return;
  const box = hit.closest('.ft-show');
  switch (hit.dataset.do) {
    case 'sort': sort = hit.dataset.way; drawSort(); drawShows(); break;
    case 'unfind': el('find').value = ''; drawShows(); el('find').focus(); break;
    case 'open': openStrip(+box.dataset.show); break;
    case 'time':
      draft.time = hit.dataset.time;
      say('');
      document.querySelectorAll('.ft-time').forEach(t => t.classList.toggle('is-on', t === hit));
      break;
    case 'book': book(); break;
    case 'giveback':
      seats = seats.filter(s => s.show + '|' + s.day + '|' + s.time !== hit.dataset.seat);
      localStorage.setItem(STORE, JSON.stringify(seats));
      drawSeats();
      break;
    case 'keys': keys(true); break;
    case 'unkeys': keys(false); break;
  }
});
document.addEventListener('change', e => { if (e.target.id === 'day') { draft.day = e.target.value; say(''); } });
el('find').addEventListener('input', drawShows);

document.addEventListener('keydown', e => {
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  if (e.key === 'Escape') {
    if (keysOpen()) keys(false);
    else if (e.target.tagName === 'INPUT') e.target.blur();
    else if (opened) { opened = null; drawShows(); }
    return;
  }
  if (e.target.tagName === 'INPUT') return;      // somebody is typing
  const k = e.key.toLowerCase();
  if (k === '?') { e.preventDefault(); keys(!keysOpen()); return; }
  if (keysOpen()) return;
  if (k === 'j') step(1);
  else if (k === 'k') step(-1);
  else if (k === '/') { e.preventDefault(); el('find').focus(); el('find').select(); }
  else if (k === 'enter' && marked && opened !== marked) openStrip(marked);
});

drawSort();
drawShows();
drawSeats();
