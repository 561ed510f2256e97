'use strict';
const KEY = 'ladle.cookbook';
const $ = (id) => document.getElementById(id);
const copySample = () => JSON.parse(JSON.stringify(SAMPLE));
let recipes = load();
let commentsFor = null;

function load() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    if (Array.isArray(kept)) return kept;
  } catch { /* unreadable: begin with the samples */ }
  return copySample();
}
const save = () => localStorage.setItem(KEY, JSON.stringify(recipes));
const byId = (id) => recipes.find((r) => r.id === id);

function el(tag, props = {}, ...children) {
  const node = Object.assign(document.createElement(tag), props);
  node.append(...children);
  return node;
}
function ratingText(r) {
  const all = r.mine ? [...r.given, r.mine] : r.given;
  if (!all.length) return 'No ratings yet';
  const avg = all.reduce((a, b) => a + b, 0) / all.length;
  return `★ ${avg.toFixed(1)} average, ${all.length} ${all.length === 1 ? 'rating' : 'ratings'}`;
}
function ratingBlock(r) {
  const line = el('p', { className: 'average', textContent: ratingText(r) });
  const gave = el('p', { className: 'gave' });
  const showMine = () => { gave.textContent = r.mine ? `You gave ${r.mine} ${r.mine === 1 ? 'star' : 'stars'}` : ''; };
  showMine();
  const row = el('div', { className: 'stars' });
  for (let n = 1; n <= 5; n++) {
    const radio = el('input', { type: 'radio', name: `stars-${r.id}`, value: n, checked: r.mine === n });
    radio.setAttribute('aria-label', `${n} ${n === 1 ? 'star' : 'stars'}`);
    radio.addEventListener('change', () => { r.mine = n; save(); line.textContent = ratingText(r); showMine(); });
    row.append(el('label', {}, radio, `${n}★`));
  }
  return el('div', {}, line, el('fieldset', {}, el('legend', { textContent: `Rate ${r.title}` }), row), gave);
}
function commentsButton(r) {
  const b = el('button', { type: 'button', className: 'quiet', textContent: `Comments (${r.comments.length})` });
  b.addEventListener('click', () => openComments(r));
  return b;
}
function renderList() {
  const words = $('search').value.trim().toLowerCase();
  const shown = recipes.filter((r) => `${r.title} ${r.course}`.toLowerCase().includes(words));
  $('count').textContent = `${recipes.length} recipes` + (words ? `, ${shown.length} shown` : '');
  $('no-match').textContent = shown.length ? '' : 'No recipe matches your search.';
  $('recipes').replaceChildren(...shown.map((r) => el('li', {}, el('article', {},
    el('h3', {}, el('a', { href: `#/recipe/${r.id}`, textContent: r.title })),
    el('p', { textContent: `${r.course} · ${r.minutes} minutes` }),
    ratingBlock(r), commentsButton(r)))));
}
function renderRecipe(id) {
  const r = byId(id);
  const view = $('recipe-view');
  const back = el('p', {}, el('a', { href: '#/', textContent: '← Back to all recipes' }));
  if (!r) { view.replaceChildren(back, el('h2', { textContent: 'This recipe does not exist' })); return; }
  const when = new Date(`${r.shared}T12:00`).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
  const dl = el('dl');
  for (const [k, v] of [['Course', r.course], ['Cooking time', `${r.minutes} minutes`], ['Cook', r.cook], ['Shared on', when]]) {
    dl.append(el('dt', { textContent: k }), el('dd', { textContent: v }));
  }
  view.replaceChildren(back, el('article', {}, el('h2', { textContent: r.title }), dl, el('p', { textContent: r.about }), ratingBlock(r), commentsButton(r)));
}
function route() {
  const m = location.hash.match(/^#\/recipe\/(.+)$/);
  $('list-view').hidden = !!m;
  $('recipe-view').hidden = !m;
  if (m) renderRecipe(decodeURIComponent(m[1])); else renderList();
  document.title = m && byId(m[1]) ? `${byId(m[1]).title} – Ladle` : 'Ladle – the shared cookbook';
}

/* comments */
function openComments(r) {
  commentsFor = r;
  $('comment-form').reset();
  $('c-error').textContent = '';
  fillComments();
  $('comments-dialog').showModal();
}
function fillComments() {
  $('comments-title').textContent = `Comments on ${commentsFor.title}`;
  $('comments-list').replaceChildren(...commentsFor.comments.map((c) => el('li', {}, el('strong', { textContent: c.name }), `: ${c.text}`)));
  countLetters();
}
function countLetters() { $('c-left').textContent = `${$('c-text').value.trim().length} of 100 characters`; }
$('c-text').addEventListener('input', countLetters);
$('comment-form').addEventListener('submit', (e) => {
  e.preventDefault();
  const name = $('c-name').value.trim(), text = $('c-text').value.trim();
  const wrong = !name ? 'Please write your name.' : !text ? 'Please write a comment.' : text.length > 100 ? 'A comment can have 100 characters at most.' : '';
  $('c-error').textContent = wrong;
  if (wrong) return;
  commentsFor.comments.push({ name, text });
  save();
  $('c-text').value = '';
  fillComments();
  route();
});

/* adding and resetting */
$('open-add').addEventListener('click', () => { $('add-form').reset(); $('a-error').textContent = ''; $('add-dialog').showModal(); });
$('add-form').addEventListener('submit', (e) => {
  e.preventDefault();
  const v = (id) => $(id).value.trim();
  const minutes = Number(v('a-minutes'));
  if (!v('a-title') || !v('a-cook') || !v('a-about')) { $('a-error').textContent = 'Title, cook and a sentence about it are needed.'; return; }
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > 1440) { $('a-error').textContent = 'The cooking time is a whole number of minutes, 1 to 1440.'; return; }
  const d = new Date(), two = (n) => String(n).padStart(2, '0');
  const shared = `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}`;
  recipes.push({ id: `r${Date.now().toString(36)}`, title: v('a-title'), course: v('a-course'), minutes, cook: v('a-cook'), shared, about: v('a-about'), given: [], mine: 0, comments: [] });
  save();
  $('add-dialog').close();
  renderList();
});
$('open-reset').addEventListener('click', () => $('reset-dialog').showModal());
$('reset-yes').addEventListener('click', () => { recipes = copySample(); save(); $('search').value = ''; $('reset-dialog').close(); route(); });
document.querySelectorAll('[data-close]').forEach((b) => b.addEventListener('click', () => b.closest('dialog').close()));

/* timer */
const FULL = 5 * 60 * 1000;
const timer = { left: FULL, endsAt: 0, tick: 0 };
function showTimer() {
  const s = Math.ceil(timer.left / 1000);
  $('clock').textContent = `${String(Math.floor(s / 60)).padStart(2, '0')}:${String(s % 60).padStart(2, '0')}`;
  $('timer-go').textContent = timer.tick ? 'Pause' : timer.left < FULL && timer.left > 0 ? 'Continue' : 'Start';
  $('timer-go').disabled = timer.left === 0;
}
function stopTimer() { clearInterval(timer.tick); timer.tick = 0; }
$('timer-go').addEventListener('click', () => {
  if (timer.tick) { timer.left = Math.max(0, timer.endsAt - Date.now()); stopTimer(); showTimer(); return; }
  timer.endsAt = Date.now() + timer.left;
  timer.tick = setInterval(() => {
    timer.left = Math.max(0, timer.endsAt - Date.now());
    if (timer.left === 0) { stopTimer(); $('timer-note').textContent = 'The time is up!'; }
    showTimer();
  }, 200);
  showTimer();
});
$('timer-reset').addEventListener('click', () => { stopTimer(); timer.left = FULL; $('timer-note').textContent = ''; showTimer(); });

$('search').addEventListener('input', renderList);
$('search-form').addEventListener('submit', (e) => e.preventDefault());
window.addEventListener('hashchange', route);
save();
showTimer();
route();
