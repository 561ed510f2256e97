import { places } from './places.js';

const KEY = 'tableside-v1';
const slotsOfDay = ['09:00', '11:00', '14:00', '16:00'];
const size = 6;
const state = Object.assign({ hearts: [], booked: [] }, JSON.parse(localStorage.getItem(KEY) || '{}'));
const filter = { kind: '', max: 80 };
let sheet = 0, target = null, slot = '';

const el = s => document.querySelector(s);
const esc = s => String(s).replace(/[&<>"']/g, c => `&#${c.charCodeAt(0)};`);
const icon = name => `<svg><use href="#i-${name}"/></svg>`;
const day = (plus = 0) => { const d = new Date(Date.now() + plus * 864e5); return new Date(d - d.getTimezoneOffset() * 6e4).toISOString().slice(0, 10); };
const pretty = d => new Date(d + 'T00:00').toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
const keep = () => localStorage.setItem(KEY, JSON.stringify(state));
const taken = (n, d, t) => state.booked.some(b => b.n === n && b.d === d && b.t === t);
const past = (d, t) => new Date(`${d}T${t}`) < new Date();

const tile = p => `<div class="tile" style="--h:${p.n * 30}">
  <div class="pic">${esc(p.title[0])}</div>
  <a class="name" href="?place=${p.n}" data-go="?place=${p.n}">${esc(p.title)}</a>
  <div class="sub">${p.kind}<span>€${p.price}</span></div>
  <div class="row">
    <button class="ic heart ${state.hearts.includes(p.n) ? 'on' : ''}" data-heart="${p.n}" title="${state.hearts.includes(p.n) ? 'Remove from favourites' : 'Add to favourites'}">${icon('heart')}</button>
    <button class="ic" data-book="${p.n}" aria-label="Book ${esc(p.title)}">${icon('plus')}</button>
  </div></div>`;

const views = {
  list() {
    const found = places.filter(p => (!filter.kind || p.kind === filter.kind) && p.price <= filter.max);
    const last = Math.max(0, Math.ceil(found.length / size) - 1);
    sheet = Math.min(sheet, last);
    el('#crumb').textContent = `${found.length} of ${places.length} restaurants`;
    if (!found.length) return '<div class="none">No table under these wishes. Loosen the filter.</div>';
    const dots = Array.from({ length: last + 1 }, (_, i) => `<button class="dot ${i === sheet ? 'on' : ''}" data-sheet="${i}" aria-label="Page ${i + 1}"></button>`).join('');
    return `<div class="tiles">${found.slice(sheet * size, sheet * size + size).map(tile).join('')}</div>
      <div class="pager"><button class="ic" data-sheet="${sheet - 1}" ${sheet ? '' : 'disabled'}>${icon('left')}</button>${dots}
      <button class="ic" data-sheet="${sheet + 1}" ${sheet < last ? '' : 'disabled'}>${icon('right')}</button></div>`;
  },
  favourites() {
    const found = places.filter(p => state.hearts.includes(p.n));
    el('#crumb').textContent = `${found.length} favourite${found.length === 1 ? '' : 's'}`;
    return found.length ? `<div class="tiles">${found.map(tile).join('')}</div>` : '<div class="none">No favourites so far.</div>';
  },
  bookings() {
    const all = state.booked.slice().sort((a, b) => (a.d + a.t < b.d + b.t ? -1 : 1));
    el('#crumb').textContent = `${all.length} booking${all.length === 1 ? '' : 's'}`;
    if (!all.length) return '<div class="none">No bookings so far.</div>';
    return all.map(b => `<div class="ticket"><div class="when">${pretty(b.d)}<br><b>${b.t}</b></div>
      <div><a data-go="?place=${b.n}" href="?place=${b.n}">${esc(places[b.n - 1].title)}</a><br>${esc(b.who)}</div></div>`).join('');
  },
  place(n) {
    const p = places.find(x => x.n === +n);
    if (!p) return '<div class="none">This restaurant does not exist.</div>';
    el('#crumb').textContent = p.title;
    return `<div class="one" style="--h:${p.n * 30}"><button class="ic" data-go="">${icon('left')}</button>
      <div class="pic big">${esc(p.title)}</div><div class="about">${esc(p.about)}</div>
      <div class="facts"><div><small>cuisine</small>${p.kind}</div><div><small>set menu</small>€${p.price}</div>
      <div><small>chef</small>${esc(p.chef)}</div><div><small>next free evening</small>${pretty(day(p.free))}</div></div>
      <div class="row"><button class="ic heart ${state.hearts.includes(p.n) ? 'on' : ''}" data-heart="${p.n}">${icon('heart')}</button>
      <button class="ic" data-book="${p.n}" title="Book a table">${icon('plus')}</button></div></div>`;
  },
};

function render() {
  const q = new URLSearchParams(location.search);
  const show = q.has('place') ? 'place' : q.get('show') in views ? q.get('show') : 'list';
  el('#view').innerHTML = views[show](q.get('place'));
  el('#filterBtn').hidden = show !== 'list';
  el('#nFav').textContent = state.hearts.length;
  el('#nBook').textContent = state.booked.length;
  el('#nFilter').textContent = (filter.kind ? 1 : 0) + (filter.max < 80 ? 1 : 0) || '';
  const kinds = ['', ...new Set(places.map(p => p.kind))];
  el('#chips').innerHTML = kinds.map(k => `<button class="chip ${k === filter.kind ? 'on' : ''}" data-kind="${k}">${k || 'Any'}</button>`).join('');
  el('#maxOut').textContent = `€${filter.max}`;
}

function go(query) {
  history.pushState(null, '', query || location.pathname);
  render();
}

function drawSlots() {
  const d = el('#dDate').value;
  el('#slots').innerHTML = slotsOfDay.map(t => `<button class="chip ${t === slot ? 'on' : ''} ${d && taken(target.n, d, t) ? 'gone' : ''}" data-slot="${t}">${t}</button>`).join('');
}

function drawer(p) {
  target = p;
  slot = '';
  el('#drawer').inert = !p;
  el('#drawer').classList.toggle('open', !!p);
  if (!p) return;
  el('#dTitle').textContent = p.title;
  el('#dDate').value = day(1);
  el('#dName').value = '';
  el('#dMsg').textContent = '';
  drawSlots();
}

function confirmBooking() {
  const d = el('#dDate').value, who = el('#dName').value.trim();
  let msg = '';
  if (!d || !slot || !who) msg = 'A date, a time and a name are needed.';
  else if (past(d, slot)) msg = 'That moment has already passed.';
  else if (taken(target.n, d, slot)) msg = 'Sorry, that table is taken.';
  el('#dMsg').textContent = msg;
  if (msg) return;
  state.booked.push({ n: target.n, d, t: slot, who });
  keep();
  toast(`${target.title}, ${pretty(d)}, ${slot}: see you there, ${who}!`);
  drawer(null);
  render();
}

function toast(text) {
  el('#toast').textContent = text;
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => { el('#toast').textContent = ''; }, 3500);
}

document.addEventListener('click', e => {
  const t = e.target.closest('[data-go],[data-heart],[data-book],[data-sheet],[data-kind],[data-slot]');
  if (!t) return;
  const d = t.dataset;
  if (d.go !== undefined) {
    if (e.ctrlKey || e.metaKey) return;
    e.preventDefault(); drawer(null); go(d.go);
  } else if (d.heart) {
    const n = +d.heart, i = state.hearts.indexOf(n);
    i < 0 ? state.hearts.push(n) : state.hearts.splice(i, 1);
    keep(); render();
  } else if (d.book) drawer(places[d.book - 1]);
  else if (d.sheet) { sheet = +d.sheet; render(); }
  else if (d.slot) { slot = d.slot; drawSlots(); }
  else { filter.kind = d.kind; sheet = 0; render(); }
});
el('#max').oninput = e => { filter.max = +e.target.value; sheet = 0; render(); };
el('#clear').onclick = () => { filter.kind = ''; filter.max = 80; el('#max').value = 80; sheet = 0; render(); };
el('#dDate').onchange = drawSlots;
el('#dOk').onclick = confirmBooking;
el('#drawerClose').onclick = () => drawer(null);
addEventListener('keydown', e => { if (e.key === 'Escape') drawer(null); });
addEventListener('popstate', render);
render();
