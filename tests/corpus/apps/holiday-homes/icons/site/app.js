const SLOTS = ['17:00', '18:30', '20:00'];
const HOUSES = [
  { id: 1, name: 'Juniper Loft', setting: 'Moor and heather, Northumberland', eur: 84, hue: 290 },
  { id: 2, name: 'Torre Sal', setting: 'Salt pans by the sea, Trapani', eur: 92, hue: 200 },
  { id: 3, name: 'Atelier Nid', setting: 'Old silk weaver quarter, Lyon', eur: 110, hue: 25 },
  { id: 4, name: 'Fjellro', setting: 'Above the tree line, Jotunheimen', eur: 137, hue: 215 },
  { id: 5, name: 'Het Roerhuis', setting: 'Moored barge, Ghent', eur: 98, hue: 175 },
  { id: 6, name: 'Quinta do Vagar', setting: 'River terraces, Douro', eur: 89, hue: 85 },
  { id: 7, name: 'Forsthaus Ulme', setting: 'Beech forest, Spessart', eur: 76, hue: 120 },
  { id: 8, name: 'Pitarra', setting: 'Olive groves, Extremadura', eur: 65, hue: 65 },
  { id: 9, name: 'Almhütte Enzian', setting: 'High pasture, Carinthia', eur: 102, hue: 150 },
  { id: 10, name: 'Loughside Nook', setting: 'Lake shore, Connemara', eur: 95, hue: 190 },
  { id: 11, name: 'Vila Breza', setting: 'Birch valley, Soča', eur: 79, hue: 100 },
  { id: 12, name: 'Kalyvi', setting: 'Fishing harbour, Ikaria', eur: 71, hue: 210 },
  { id: 13, name: 'Dune Four', setting: 'Behind the dunes, Rømø', eur: 118, hue: 40 },
  { id: 14, name: 'Chata Pod Lipou', setting: 'Orchard village, Moravia', eur: 58, hue: 350 },
];

/* ---------- storage: IndexedDB, mirrored in memory ---------- */
const mem = { bookings: [], comments: [], ratings: [] };
let db = null;
const openDb = () => new Promise((ok) => {
  try {
    const rq = indexedDB.open('slow-nights', 1);
    rq.onupgradeneeded = () => {
      rq.result.createObjectStore('bookings', { keyPath: 'key' });
      rq.result.createObjectStore('comments', { keyPath: 'key' });
      rq.result.createObjectStore('ratings', { keyPath: 'key' });
    };
    rq.onsuccess = () => ok(rq.result);
    rq.onerror = () => ok(null);
  } catch { ok(null); }
});
const all = (store) => new Promise((ok) => {
  if (!db) return ok([]);
  const rq = db.transaction(store).objectStore(store).getAll();
  rq.onsuccess = () => ok(rq.result);
  rq.onerror = () => ok([]);
});
function put(store, row) {
  mem[store] = mem[store].filter((r) => r.key !== row.key).concat(row);
  if (db) db.transaction(store, 'readwrite').objectStore(store).put(row);
}

/* ---------- helpers ---------- */
const view = document.getElementById('view');
const drawer = document.getElementById('drawer');
const shade = document.getElementById('shade');
const ico = (n) => `<svg class="ic" aria-hidden="true"><use href="#i-${n}"/></svg>`;
const safe = (s) => { const d = document.createElement('i'); d.textContent = s; return d.innerHTML; };
const byId = (id) => HOUSES.find((h) => h.id === id);
const todayIso = () => { const n = new Date(); return new Date(n - n.getTimezoneOffset() * 6e4).toISOString().slice(0, 10); };
const commentsOf = (id) => mem.comments.filter((c) => c.house === id);
const ratingOf = (id) => mem.ratings.find((r) => r.key === id)?.stars || 0;
const CROWD = { 1: [4, 5], 3: [5], 4: [5, 5, 4], 6: [3, 4], 9: [5, 4, 4, 3], 12: [4] };
function score(id) {
  const list = [...(CROWD[id] || [])];
  if (ratingOf(id)) list.push(ratingOf(id));
  return { n: list.length, avg: list.length ? (list.reduce((a, b) => a + b, 0) / list.length).toFixed(1) : '–' };
}
function scene({ hue, id }) {
  const a = 90 + (id * 37) % 60, b = 70 + (id * 53) % 70;
  return `<svg viewBox="0 0 300 150" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <rect width="300" height="150" fill="hsl(${hue} 60% 88%)"/><circle cx="${40 + (id * 61) % 220}" cy="38" r="18" fill="#fff8"/>
    <path d="M0 ${a} Q75 ${a - 50} 150 ${a - 10} T300 ${a - 20} V150 H0z" fill="hsl(${hue} 35% 68%)"/>
    <path d="M0 ${b + 40} Q100 ${b} 190 ${b + 35} T300 ${b + 20} V150 H0z" fill="hsl(${hue} 38% 48%)"/>
    <path d="M${120 + (id * 29) % 90} 132v-22l16-13 16 13v22z" fill="#fff"/><path d="M${132 + (id * 29) % 90} 132v-11h8v11z" fill="#ff7a59"/></svg>`;
}

/* ---------- pages ---------- */
function tile(h) {
  const s = score(h.id), c = commentsOf(h.id).length, mine = ratingOf(h.id);
  return `<li class="tile" data-house="${h.id}">${scene(h)}
    <div class="in"><span class="price">€${h.eur} <small>/ night</small></span><h2>${h.name}</h2><p>${h.setting}</p>
    ${mine ? `<div class="gave">You gave ${'★'.repeat(mine)}</div>` : ''}</div>
    <div class="bar"><button class="avg" data-do="rate">${ico('star')} ${s.avg} <small>(${s.n})</small></button><span class="gap"></span>
    <button data-do="comments" aria-label="${c} ${c === 1 ? 'comment' : 'comments'}">${ico('chat')} ${c}</button>
    <button data-do="book" title="Book ${h.name}">${ico('cal')}</button></div></li>`;
}
function render() {
  document.getElementById('booking-number').textContent = mem.bookings.length;
  const onBookings = location.hash === '#/bookings';
  document.querySelectorAll('nav a').forEach((a) => a.classList.toggle('here', (a.hash === '#/bookings') === onBookings));
  if (onBookings) {
    const rows = [...mem.bookings].sort((x, y) => (x.date + x.time).localeCompare(y.date + y.time));
    view.innerHTML = `<h1>Bookings</h1><p class="lead">${rows.length ? 'Sorted by arrival.' : 'Nothing booked yet.'}</p>` + (rows.length
      ? `<table><thead><tr><th>Guesthouse</th><th>Date</th><th>Time</th><th>Name</th></tr></thead><tbody>${rows.map((b) =>
        `<tr><td>${byId(b.house).name}</td><td>${b.date}</td><td>${b.time}</td><td>${safe(b.who)}</td></tr>`).join('')}</tbody></table>` : '');
  } else {
    view.innerHTML = `<h1>Stay small, sleep long.</h1><p class="lead">${HOUSES.length} guesthouses for unhurried travellers</p><ul class="grid">${HOUSES.map(tile).join('')}</ul>`;
  }
}

/* ---------- drawer ---------- */
let opener = null;
function show(h, body) {
  drawer.innerHTML = `<div class="head"><h3>${h.name}</h3><button data-close>${ico('x')}</button></div>${body}`;
  drawer.classList.add('open');
  shade.hidden = false;
}
function hide() {
  drawer.classList.remove('open');
  shade.hidden = true;
  if (opener) document.querySelector(opener)?.focus();
}
function note(kind, text) { const n = drawer.querySelector('.note'); n.className = 'note ' + kind; n.textContent = text; }

const panels = {
  book(h) {
    show(h, `<form novalidate><label class="field">Date<input type="date" name="date" min="${todayIso()}"></label>
      <fieldset>${SLOTS.map((t, i) => `<label><input type="radio" name="time" value="${t}" ${i ? '' : 'checked'}><span>${t}</span></label>`).join('')}</fieldset>
      <label class="field">Name<input name="who" autocomplete="name" maxlength="60"></label>
      <button class="main" title="Confirm booking">${ico('ok')}</button><div class="note" role="status"></div></form>`);
    drawer.querySelector('form').onsubmit = (e) => {
      e.preventDefault();
      const f = new FormData(e.target), date = f.get('date'), time = f.get('time'), who = f.get('who').trim();
      if (!date) return note('err', 'Please choose a date.');
      if (date < todayIso()) return note('err', 'This date is in the past.');
      if (!who) return note('err', 'Please enter your name.');
      const key = `${h.id}|${date}|${time}`;
      if (mem.bookings.some((b) => b.key === key)) return note('err', `${h.name} is already booked on ${date} at ${time}.`);
      put('bookings', { key, house: h.id, date, time, who });
      render();
      e.target.reset();
      note('fine', `Booked: ${date}, ${time}, for ${who}.`);
    };
  },
  rate(h) {
    const draw = () => {
      const m = ratingOf(h.id);
      show(h, `<div class="pick">${[1, 2, 3, 4, 5].map((n) => `<button data-n="${n}" class="${n <= m ? 'lit' : ''}">${ico('star')}</button>`).join('')}</div>
        <div class="note ${m ? 'fine' : ''}">${m ? `You gave ${'★'.repeat(m)}${'☆'.repeat(5 - m)}` : ''}</div>`);
      drawer.querySelectorAll('[data-n]').forEach((b) => { b.onclick = () => { put('ratings', { key: h.id, stars: +b.dataset.n }); render(); draw(); }; });
    };
    draw();
  },
  comments(h) {
    const list = () => commentsOf(h.id).sort((a, b) => a.key - b.key).map((c) => `<li><b>${safe(c.who)}</b>${safe(c.text)}</li>`).join('');
    show(h, `<ul class="says">${list()}</ul>${list() ? '' : '<p class="empty">No comments yet.</p>'}
      <form novalidate><label class="field">Name<input name="who" maxlength="60"></label>
      <label class="field">Comment <span class="left">100</span><input name="text" maxlength="100"></label>
      <button class="main">${ico('send')}</button><div class="note" role="status"></div></form>`);
    const form = drawer.querySelector('form');
    form.elements.text.oninput = () => { form.querySelector('.left').textContent = 100 - form.elements.text.value.length; };
    form.onsubmit = (e) => {
      e.preventDefault();
      const who = form.elements.who.value.trim(), text = form.elements.text.value.trim();
      if (!who || !text) return note('err', 'Name and comment must not be empty.');
      if (text.length > 100) return note('err', 'At most 100 characters.');
      put('comments', { key: Date.now() + Math.random(), house: h.id, who, text });
      render();
      panels.comments(h);
      drawer.querySelector('[name=who]').value = who;
    };
  },
};

view.addEventListener('click', (e) => {
  const b = e.target.closest('[data-do]');
  if (!b) return;
  const id = +b.closest('[data-house]').dataset.house;
  opener = `[data-house="${id}"] [data-do="${b.dataset.do}"]`;
  panels[b.dataset.do](byId(id));
  drawer.querySelector('input')?.focus();
});
drawer.addEventListener('click', (e) => { if (e.target.closest('[data-close]')) hide(); });
shade.addEventListener('click', hide);
addEventListener('keydown', (e) => { if (e.key === 'Escape') hide(); });
addEventListener('hashchange', () => { hide(); render(); });

db = await openDb();
for (const s of Object.keys(mem)) mem[s] = await all(s);
render();
