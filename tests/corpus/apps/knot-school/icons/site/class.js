import { knots as builtIn, families, firstComments } from './knots.js';

const KEY = 'the-knot-class';
const FULL = 10 * 60 * 1000;
const el = id => document.getElementById(id);
const safe = s => String(s).replace(/[&<>"']/g, c => '&#' + c.charCodeAt(0) + ';');
const tidy = s => s.trim().replace(/[^\S\n]+/g, ' ');

/* ---- one state object, one key ---- */
const fresh = () => ({ own: [], comments: structuredClone(firstComments), me: '', timer: { left: FULL, ends: 0 } });
function restore() {
  try {
    const s = JSON.parse(localStorage.getItem(KEY));
    if (s && Array.isArray(s.own) && s.comments && s.timer) return { ...fresh(), ...s };
  } catch {}
  return fresh();
}
let state = restore();
function keep() {
  try { localStorage.setItem(KEY, JSON.stringify(state)); }
  catch { say('Your browser refuses to store this. It will be gone after a reload.'); }
}

let only = '';          // family shown, '' = all
let open = null;        // id of the knot in the drawer, 'new' or null
let cameFrom = null;
const all = () => [...state.own, ...builtIn];
const find = id => all().find(k => k.id === id);
const talkOf = id => state.comments[id] || [];

/* ---- wall ---- */
const drawing = f => `<svg viewBox="0 0 160 100" preserveAspectRatio="xMidYMid slice" aria-hidden="true">${families[f][2].split(/ (?=M)/).map(d => `<path class="edge" d="${d}"/><path class="rope" d="${d}"/>`).join('')}</svg>`;

function wall() {
  const list = all().filter(k => !only || k.family === only);
  el('wall').innerHTML = list.map(k => `<button class="tile" data-do="look" data-id="${k.id}">${drawing(k.family)}<span><b>${safe(k.name)}</b><small><span>◷ ${k.minutes} min</span>${talkOf(k.id).length ? `<span>❝ ${talkOf(k.id).length}</span>` : ''}</small></span></button>`).join('')
    || '<p>No knots of this kind yet. Add one with the + button.</p>';
  const sum = list.reduce((n, k) => n + k.minutes, 0);
  el('sum').textContent = `${list.length} ${list.length === 1 ? 'knot' : 'knots'}, ${sum} minutes to study`;
  el('kinds').innerHTML = `<button class="round" data-do="kinds" title="${only ? 'Show all kinds' : 'Show one kind'}" aria-pressed="${!!only}">${only ? families[only][0] : '☰'}</button>`;
}

/* ---- drawer ---- */
const when = t => new Date(t).toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
function shell(title, body, extra = '') {
  el('side').innerHTML = `<header><h2 id="sideTitle">${safe(title)}</h2>${extra}<button class="round" data-do="shut" title="Close">✕</button></header><div class="in">${body}</div>`;
}
const comments = id => talkOf(id).map(c => `<li data-id="${c.id}"><b>${safe(c.name)}</b><time datetime="${new Date(c.at).toISOString()}">${when(c.at)}</time><p>${safe(c.text)}</p><button data-do="hush" title="Delete comment">⌫</button></li>`).join('');

function knotDrawer(id) {
  const k = find(id);
  const mine = state.own.includes(k);
  shell(k.name, `${drawing(k.family)}
    <div class="facts"><span>◷ ${k.minutes} minutes</span><span>${families[k.family][0]} ${families[k.family][1]}</span></div>
    ${k.about ? `<p>${safe(k.about)}</p>` : ''}
    ${k.steps.length ? `<ol>${k.steps.map(s => `<li>${safe(s)}</li>`).join('')}</ol>` : ''}
    <h3 id="talkHead"></h3><ul class="says" id="says"></ul>
    <form class="talk" data-form="talk" novalidate><div>
      <div><input name="name" placeholder="Your name" aria-label="Your name" maxlength="40" autocomplete="name" value="${safe(state.me)}"><p class="oops" data-for="name" role="alert"></p></div>
      <div><textarea name="text" placeholder="Your comment" aria-label="Your comment" maxlength="600"></textarea><p class="oops" data-for="text" role="alert"></p></div>
    </div><button class="send" title="Post comment">➤</button></form>`,
    mine ? `<button class="round" data-do="more" title="More">⋯</button><div class="menu" hidden><button data-do="drop">⌫ Delete this knot</button></div>` : '');
  says(id);
}
function says(id) {
  const n = talkOf(id).length;
  el('talkHead').textContent = n ? `❝ ${n} ${n === 1 ? 'comment' : 'comments'}` : '❝ No comments yet';
  el('says').innerHTML = comments(id);
}

function newDrawer() {
  const row = (icon, field, inner) => `<div class="row"><i aria-hidden="true">${icon}</i><div>${inner}<p class="oops" data-for="${field}" role="alert"></p></div></div>`;
  shell('A new knot', `<form data-form="knot" novalidate>
    ${row('✎', 'name', '<input name="name" placeholder="Name of the knot" aria-label="Name of the knot" maxlength="60">')}
    ${row('◷', 'minutes', '<input name="minutes" inputmode="numeric" placeholder="Study time in minutes" aria-label="Study time in minutes" maxlength="6">')}
    ${row('◈', 'family', `<input type="hidden" name="family" value="loop"><div class="pick">${Object.entries(families).map(([f, [s, n]], i) => `<button type="button" class="round" data-do="family" data-id="${f}" title="${n}" aria-pressed="${!i}">${s}</button>`).join('')}</div>`)}
    ${row('☞', 'about', '<textarea name="about" placeholder="What is it good for? (optional)" aria-label="What is it good for?" maxlength="500"></textarea>')}
    ${row('№', 'steps', '<textarea name="steps" placeholder="How is it tied? One step a line (optional)" aria-label="Steps, one a line" maxlength="1500"></textarea>')}
    <button class="send" style="width:100%" title="Save the knot">✓</button></form>`);
}

function show(what) {
  cameFrom = document.activeElement && document.activeElement.dataset.id;
  open = what;
  quiet();
  what === 'new' ? newDrawer() : knotDrawer(what);
  el('side').hidden = el('fog').hidden = false;
  el('page').inert = true;
  el('side').scrollTop = 0;
  (what === 'new' ? el('side').querySelector('input') : el('side')).focus();
}
function shut() {
  if (!open) return;
  const back = open === 'new' ? el('plus') : el('wall').querySelector(`[data-id="${cameFrom}"]`);
  open = null;
  el('side').hidden = el('fog').hidden = true;
  el('side').innerHTML = '';
  el('page').inert = false;
  if (back) back.focus();
}

/* ---- checking ---- */
function complain(form, wrong) {
  form.querySelectorAll('.oops').forEach(p => p.textContent = wrong[p.dataset.for] || '');
  form.querySelectorAll('input, textarea').forEach(i => i.toggleAttribute('aria-invalid', !!wrong[i.name]));
  const first = Object.keys(wrong)[0];
  if (first) form.elements[first].focus();
  return !!first;
}
const nonsense = s => !/\p{L}.*\p{L}/u.test(s) || /^(.)\1+$/iu.test(s.replace(/\s/g, ''));

function saveKnot(form) {
  const v = Object.fromEntries(new FormData(form));
  const name = tidy(v.name), raw = v.minutes.trim(), wrong = {};
  if (!name) wrong.name = 'The knot needs a name.';
  else if (nonsense(name)) wrong.name = 'That is not a name. Use at least two different letters.';
  else if (all().some(k => plain(k.name) === plain(name))) wrong.name = 'This knot is on the wall already.';
  if (!raw) wrong.minutes = 'How many minutes does it take to learn?';
  else if (!/^\d+$/.test(raw) || +raw < 1 || +raw > 600) wrong.minutes = 'Use a whole number from 1 to 600.';
  if (complain(form, wrong)) return;
  state.own.unshift({ id: 'own-' + Date.now().toString(36), name, minutes: +raw, family: v.family, about: tidy(v.about), steps: v.steps.split('\n').map(tidy).filter(Boolean) });
  keep();
  only = '';
  wall();
  shut();
  say(`“${name}” hangs on the wall now.`);
  scrollTo(0, 0);
}
const plain = s => s.toLowerCase().replace(/[’'`\-\s]+/g, '').replace(/knot$/, '');

function saveComment(form) {
  const name = tidy(form.elements.name.value), text = tidy(form.elements.text.value), wrong = {};
  if (!name) wrong.name = 'Please tell us your name.';
  else if (!/\p{L}/u.test(name)) wrong.name = 'A name has letters in it.';
  if (!text) wrong.text = 'The comment is empty.';
  if (complain(form, wrong)) return;
  (state.comments[open] ||= []).push({ id: 'c' + Date.now().toString(36), name, text, at: Date.now() });
  state.me = name;
  keep();
  form.elements.text.value = '';
  says(open);
  wall();
  el('says').lastElementChild.scrollIntoView({ block: 'nearest' });
}

/* ---- note with undo ---- */
let noteTimer, undo = null;
function say(text, back) {
  undo = back || null;
  el('note').innerHTML = `<span>${safe(text)}</span>${back ? '<button data-do="undo" title="Undo">↶</button>' : ''}`;
  el('note').hidden = false;
  clearTimeout(noteTimer);
  noteTimer = setTimeout(quiet, 7000);
}
function quiet() { el('note').hidden = true; undo = null; }

/* ---- countdown: the end time is stored, so it goes on after a reload ---- */
let ticking, shown;
const left = () => state.timer.ends ? Math.max(0, state.timer.ends - Date.now()) : state.timer.left;
function tick() {
  const ms = left(), s = Math.ceil(ms / 1000), running = !!state.timer.ends;
  if (running && ms === 0) { ring(); return; }
  const text = String(Math.floor(s / 60)).padStart(2, '0') + ':' + String(s % 60).padStart(2, '0');
  if (text !== shown) el('left').textContent = shown = text;
  el('dial').style.setProperty('--part', ms / FULL);
  const b = document.querySelector('[data-do=run]');
  const label = running ? 'Pause the countdown' : 'Start the countdown';
  if (b.title !== label) { b.title = label; b.textContent = running ? '❚❚' : '▶'; }
  el('glass').classList.toggle('over', ms === 0);
  clearTimeout(ticking);
  if (running) ticking = setTimeout(tick, Math.min(200, ms));
}
function ring() {
  state.timer = { left: 0, ends: 0 };
  keep();
  tick();
  el('bell').innerHTML = 'Ten minutes are over. Shake out your fingers.<button data-do="bell" title="Got it">✕</button>';
  el('bell').hidden = false;
  beep();
}
let audio;
function beep() {
  if (!audio) return;
  [0, .35, .7].forEach(t => {
    const o = audio.createOscillator(), g = audio.createGain();
    o.frequency.value = 660; g.gain.value = .15;
    o.connect(g).connect(audio.destination);
    o.start(audio.currentTime + t); o.stop(audio.currentTime + t + .2);
  });
}
function run() {
  try { audio ||= new AudioContext(); } catch {}
  el('bell').hidden = true;
  if (state.timer.ends) state.timer = { left: left(), ends: 0 };
  else state.timer = { left: 0, ends: Date.now() + (state.timer.left || FULL) };
  keep();
  tick();
}
function rewind() { state.timer = { left: FULL, ends: 0 }; el('bell').hidden = true; keep(); tick(); }

/* ---- what the buttons do ---- */
const deeds = {
  look: b => show(b.dataset.id),
  new: () => show('new'),
  shut, run, rewind,
  bell: () => { el('bell').hidden = true; },
  kinds() {
    const order = ['', ...Object.keys(families)];
    only = order[(order.indexOf(only) + 1) % order.length];
    wall();
    el('kinds').firstElementChild.title = only ? `Only: ${families[only][1]}. Tap for the next kind` : 'All kinds. Tap to see one kind';
    el('kinds').firstElementChild.focus();
  },
  family(b) {
    b.form.elements.family.value = b.dataset.id;
    b.parentNode.querySelectorAll('button').forEach(x => x.setAttribute('aria-pressed', x === b));
  },
  more: b => { b.nextElementSibling.hidden = !b.nextElementSibling.hidden; },
  drop() {
    const k = find(open), at = state.own.indexOf(k), said = state.comments[open];
    state.own.splice(at, 1);
    delete state.comments[open];
    keep(); wall(); shut();
    say(`“${k.name}” was deleted.`, () => { state.own.splice(at, 0, k); if (said) state.comments[k.id] = said; keep(); wall(); });
  },
  hush(b) {
    const knot = open, list = state.comments[knot], at = list.findIndex(c => c.id === b.parentNode.dataset.id), [gone] = list.splice(at, 1);
    const after = () => { keep(); wall(); if (open === knot) says(knot); };
    after();
    say('Comment deleted.', () => { (state.comments[knot] ||= []).splice(at, 0, gone); after(); });
  },
  undo() { const f = undo; quiet(); if (f) f(); }
};
document.addEventListener('click', e => {
  const b = e.target.closest('[data-do]');
  if (b) deeds[b.dataset.do](b);
});
document.addEventListener('submit', e => {
  e.preventDefault();
  e.target.dataset.form === 'knot' ? saveKnot(e.target) : saveComment(e.target);
});
document.addEventListener('keydown', e => { if (e.key === 'Escape') shut(); });
document.addEventListener('input', e => {
  e.target.removeAttribute('aria-invalid');
  const p = e.target.form && e.target.form.querySelector(`.oops[data-for="${e.target.name}"]`);
  if (p) p.textContent = '';
});

/* swipe a comment to the left (or tap it) to uncover its bin */
let sx = null;
el('side').addEventListener('pointerdown', e => { sx = e.clientX; });
el('side').addEventListener('pointerup', e => {
  const li = e.target.closest('.says li');
  if (!li || e.pointerType === 'mouse' || e.target.closest('button')) return;
  const dx = e.clientX - sx;
  if (dx < -30) li.classList.add('open');
  else if (dx > 30) li.classList.remove('open');
  else if (Math.abs(dx) < 6) setTimeout(() => li.classList.toggle('open'), 350);   // not before the tap's own click
});

window.addEventListener('storage', e => {
  if (e.key !== KEY) return;
  state = restore();
  wall(); tick();
  if (open && open !== 'new') find(open) ? says(open) : shut();
});

wall();
tick();
