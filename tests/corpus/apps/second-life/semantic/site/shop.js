'use strict';

const $ = (id) => document.getElementById(id);
const plural = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;

let gadgets = STOCK.map((g) => ({ ...g, mine: 0 }));
const past = []; // { what, gadgets }: the list as it stood before each change

/* ---- changes and taking them back ---- */

function change(what, next) {
  past.push({ what, gadgets });
  gadgets = next;
  render();
}

function undo() {
  if (!past.length || $('ask').open) return;
  const step = past.pop();
  gadgets = step.gadgets;
  render();
  say(`Taken back: ${step.what}.`);
}

function rate(id, stars) {
  const g = gadgets.find((x) => x.id === id);
  if (!g || g.mine === stars) return;
  change(`your rating of ${g.title}`, gadgets.map((x) => (x.id === id ? { ...x, mine: stars } : x)));
  say(`You gave ${g.title} ${plural(stars, 'star')}.`);
}

function remove(id) {
  const at = gadgets.findIndex((x) => x.id === id);
  if (at < 0) return;
  const g = gadgets[at];
  const shownBefore = visible();
  const place = shownBefore.indexOf(g);
  change(`deletion of ${g.title}`, gadgets.filter((x) => x.id !== id));
  say(`${g.title} was deleted.`);
  // Put the focus on the neighbour that moved up, so keyboard users do not start at the top again.
  const left = visible();
  const next = left[Math.min(place, left.length - 1)];
  (next ? $(`delete-${next.id}`) : $('undo')).focus();
}

/* ---- reading ---- */

function votesOf(g) {
  return g.mine ? [...g.votes, g.mine] : g.votes;
}

function scoreText(g) {
  const all = votesOf(g);
  if (!all.length) return 'Not rated yet (0 ratings)';
  const mean = all.reduce((a, b) => a + b, 0) / all.length;
  return `★ ${mean.toFixed(1)} of 5 (${plural(all.length, 'rating')})`;
}

function ceiling() {
  const raw = $('ceiling').value.trim();
  return raw === '' ? Infinity : Number(raw);
}

function visible() {
  const wanted = $('category').value;
  const most = ceiling();
  return gadgets.filter((g) => (!wanted || g.category === wanted) && g.price <= most);
}

/* ---- drawing ---- */

function say(text) {
  $('news').textContent = text;
}

function card(g) {
  const li = $('card').content.firstElementChild.cloneNode(true);
  const part = (sel) => li.querySelector(sel);
  const article = part('article');
  article.setAttribute('aria-labelledby', `title-${g.id}`);
  part('.title').id = `title-${g.id}`;
  part('.title').textContent = g.title;
  part('.category').textContent = g.category;
  part('.price').textContent = `$${g.price}`;
  part('.score').textContent = scoreText(g);
  part('legend').textContent = g.mine ? `Your rating: ${g.mine} of 5` : 'Rate this gadget';

  for (let n = 1; n <= 5; n++) {
    const radio = document.createElement('input');
    radio.type = 'radio';
    radio.name = `rate-${g.id}`;
    radio.id = `rate-${g.id}-${n}`;
    radio.value = n;
    radio.checked = g.mine === n;
    radio.setAttribute('aria-label', plural(n, 'star'));
    radio.addEventListener('change', () => rate(g.id, n));
    const label = document.createElement('label');
    label.className = n <= g.mine ? 'star lit' : 'star';
    label.append(radio, '★');
    part('.star-row').append(label);
  }

  const del = part('.delete');
  del.id = `delete-${g.id}`;
  del.setAttribute('aria-label', `Delete ${g.title}`);
  del.addEventListener('click', () => askToDelete(g));
  return li;
}

function render() {
  const focused = document.activeElement && document.activeElement.id;
  const shown = visible();
  $('list').replaceChildren(...shown.map(card));
  $('nothing').hidden = shown.length > 0;
  $('count').textContent = shown.length === gadgets.length
    ? plural(gadgets.length, 'gadget')
    : `${shown.length} of ${plural(gadgets.length, 'gadget')} shown`;
  $('undo').disabled = past.length === 0;
  $('undo').title = past.length ? `Take back: ${past[past.length - 1].what}` : 'Nothing to take back';
  if (focused && $(focused)) $(focused).focus();
}

/* ---- delete dialog ---- */

let asking = null;

function askToDelete(g) {
  asking = g.id;
  $('ask-text').textContent = `“${g.title}” for $${g.price} will leave the shed.`;
  $('ask').showModal();
}

function answer(yes) {
  const id = asking;
  asking = null;
  if (yes) remove(id);
  else say('Nothing was deleted.');
}

// The submit event comes at once, the dialog's close event only some moments later.
$('ask').querySelector('form').addEventListener('submit', (e) => {
  e.preventDefault();
  $('ask').close();
  answer(e.submitter && e.submitter.value === 'delete');
});
$('ask').addEventListener('cancel', () => answer(false)); // Escape

/* ---- filters, undo, theme ---- */

for (const name of [...new Set(STOCK.map((g) => g.category))].sort()) {
  $('category').append(new Option(name, name));
}
$('filters').reset(); // browsers may bring old field values back after a reload
$('filters').addEventListener('input', () => { say(''); render(); });
$('filters').addEventListener('submit', (e) => e.preventDefault());
$('all').addEventListener('click', () => {
  $('filters').reset();
  say('All gadgets are shown again.');
  render();
});

$('undo').addEventListener('click', undo);
document.addEventListener('keydown', (e) => {
  if ((e.ctrlKey || e.metaKey) && !e.shiftKey && !e.altKey && e.key.toLowerCase() === 'z') {
    e.preventDefault();
    undo();
  }
});

$('dark').checked = document.documentElement.dataset.theme === 'dark';
$('dark').addEventListener('change', () => {
  const theme = $('dark').checked ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
  try { localStorage.setItem('voltshed-theme', theme); } catch (e) { /* works for this visit only */ }
});

render();
