'use strict';

const $ = (id) => document.getElementById(id);
const euro = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' });
const money = (cents) => euro.format(cents / 100);
const plural = (n, one) => `${n} ${one}${n === 1 ? '' : 's'}`;
const byId = Object.fromEntries(GARMENTS.map((g) => [g.id, g]));

/* ---------- state ---------- */

const STORE = 'loom-and-lane';
const state = { cart: {}, coupon: false, ratings: {} };

(function load() {
  try {
    const saved = JSON.parse(localStorage.getItem(STORE)) || {};
    for (const [id, n] of Object.entries(saved.cart || {})) {
      if (byId[id] && Number.isInteger(n) && n > 0) state.cart[id] = Math.min(n, byId[id].stock);
      if (!state.cart[id]) delete state.cart[id];
    }
    for (const [id, n] of Object.entries(saved.ratings || {})) {
      if (byId[id] && n >= 1 && n <= 5) state.ratings[id] = n;
    }
    state.coupon = saved.coupon === true;
  } catch { /* begin afresh */ }
})();

function save() {
  try { localStorage.setItem(STORE, JSON.stringify(state)); } catch { /* memory only */ }
}

const inCart = (id) => state.cart[id] || 0;

function setQuantity(id, n) {
  if (n > 0) state.cart[id] = n;
  else delete state.cart[id];
  save();
  updateCount();
  updateCard(id);
}

/* ---------- messages ---------- */

let toastTimer;
function toast(text) {
  const box = $('toast');
  clearTimeout(toastTimer);
  box.textContent = '';
  requestAnimationFrame(() => { box.textContent = text; });
  toastTimer = setTimeout(() => { box.textContent = ''; }, 5000);
}

/* ---------- start page ---------- */

const cards = {};

function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (key in node) node[key] = value;
    else node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

const stars = (n) => '★'.repeat(n) + '☆'.repeat(5 - n);

function ratingOf(g) {
  const own = state.ratings[g.id] || 0;
  let count = own ? 1 : 0;
  let sum = own;
  g.ratings.forEach((times, i) => { count += times; sum += times * (i + 1); });
  return { count, average: count ? sum / count : 0, own };
}

function makeCard(g) {
  const titleId = `t-${g.id}`;
  const parts = {
    average: el('p', { className: 'average' }),
    own: el('p', { className: 'own' }),
    stock: el('p', { className: 'stock' }),
    add: el('button', { type: 'button', className: 'btn' }),
    radios: [],
  };

  const picture = el('div', { className: 'picture' });
  picture.style.setProperty('--c', g.colour);
  picture.innerHTML = `<svg aria-hidden="true" viewBox="0 0 100 112">${SHAPES[g.shape]}</svg>`;

  const choice = el('div', { className: 'stars' });
  for (let n = 1; n <= 5; n++) {
    const radio = el('input', { type: 'radio', name: `rate-${g.id}`, value: String(n), id: `r-${g.id}-${n}` });
    radio.addEventListener('change', () => rate(g, n));
    parts.radios.push(radio);
    const label = el('label', { htmlFor: radio.id, title: plural(n, 'star') },
      el('span', { 'aria-hidden': 'true' }, '★'), el('span', { className: 'vh' }, plural(n, 'star')));
    choice.append(el('span', { className: 'star' }, radio, label));
  }
  const fieldset = el('fieldset', {},
    el('legend', {}, 'Rate', el('span', { className: 'vh' }, ` ${g.title}`)), choice);

  parts.add.addEventListener('click', () => addToCart(g));

  const article = el('article', { className: 'card', 'aria-labelledby': titleId },
    picture,
    el('div', { className: 'card-body' },
      el('p', { className: 'department' }, g.department),
      el('h2', { id: titleId }, g.title),
      el('p', { className: 'note' }, g.note),
      parts.average,
      el('div', { className: 'buy' }, el('p', { className: 'price' }, money(g.price)), parts.stock),
      parts.add,
      fieldset,
      parts.own));

  parts.item = el('li', {}, article);
  cards[g.id] = parts;
  updateCard(g.id);
  return parts.item;
}

function updateCard(id) {
  const g = byId[id];
  const c = cards[id];
  const left = g.stock - inCart(id);

  c.stock.textContent = g.stock ? `${g.stock} in stock` : 'Sold out';
  if (inCart(id)) c.stock.append(el('span', { className: 'mine' }, `${inCart(id)} in your cart`));
  c.stock.classList.toggle('out', !g.stock);
  c.stock.classList.toggle('few', g.stock > 0 && g.stock <= 3);

  const text = !g.stock ? 'Sold out' : left ? 'Add to cart' : 'All in your cart';
  c.add.textContent = text;
  c.add.setAttribute('aria-label', `${text}: ${g.title}`);
  // A sold-out garment cannot be chosen; when the last piece was just taken the
  // button stays focusable so that the keyboard does not lose its place.
  c.add.disabled = !g.stock;
  if (g.stock && !left) c.add.setAttribute('aria-disabled', 'true');
  else c.add.removeAttribute('aria-disabled');

  const { count, average, own } = ratingOf(g);
  c.average.replaceChildren();
  if (count) {
    const meter = el('span', { className: 'meter', 'aria-hidden': 'true' }, '★★★★★');
    meter.style.setProperty('--part', `${(average / 5) * 100}%`);
    c.average.append(meter, ` ${average.toFixed(1)} of 5 (${plural(count, 'rating')})`);
  } else {
    c.average.append('No ratings yet');
  }
  c.own.replaceChildren();
  if (own) c.own.append('You gave ', el('span', { role: 'img', 'aria-label': plural(own, 'star') }, stars(own)));
  c.radios.forEach((radio, i) => {
    radio.checked = i + 1 === own;
    radio.nextElementSibling.classList.toggle('on', i < own);
  });
}

function rate(g, n) {
  state.ratings[g.id] = n;
  save();
  updateCard(g.id);
  toast(`You gave ${g.title} ${plural(n, 'star')}.`);
}

function addToCart(g) {
  if (inCart(g.id) >= g.stock) {
    if (g.stock) toast(`There are only ${g.stock} of ${g.title}; all of them are in your cart.`);
    return;
  }
  setQuantity(g.id, inCart(g.id) + 1);
  toast(`${g.title} is in your cart (${inCart(g.id)} of ${g.stock}).`);
}

function filter() {
  const department = $('f-department').value;
  const raw = $('f-price').value.trim();
  const most = raw === '' ? Infinity : Math.round(Number(raw) * 100);
  let shown = 0;
  for (const g of GARMENTS) {
    const fits = (department === 'All' || g.department === department) && g.price <= most;
    cards[g.id].item.hidden = !fits;
    if (fits) shown++;
  }
  const filtered = department !== 'All' || raw !== '';
  $('result-count').textContent = filtered ? `${shown} of ${plural(GARMENTS.length, 'garment')}` : plural(GARMENTS.length, 'garment');
  $('garments').hidden = shown === 0;
  $('no-match').hidden = shown > 0;
  $('no-match').textContent = shown ? '' : 'No garment matches these filters. Try another department or a higher price.';
}

/* ---------- cart ---------- */

function updateCount() {
  $('cart-count').textContent = Object.values(state.cart).reduce((a, b) => a + b, 0);
}

function cartLine(id) {
  const g = byId[id];
  const field = `n-${id}`;
  const sum = el('td', { className: 'sum', role: 'cell' });
  const input = el('input', { type: 'number', id: field, min: '1', max: String(g.stock), step: '1', value: String(inCart(id)), inputMode: 'numeric' });
  const less = el('button', { type: 'button', 'aria-label': `One less: ${g.title}` }, '−');
  const more = el('button', { type: 'button', 'aria-label': `One more: ${g.title}` }, '+');
  const remove = el('button', { type: 'button', className: 'remove', 'aria-label': `Remove ${g.title}` }, 'Remove');

  const refresh = () => {
    sum.textContent = money(g.price * inCart(id));
    less.setAttribute('aria-disabled', String(inCart(id) <= 1));
    more.setAttribute('aria-disabled', String(inCart(id) >= g.stock));
  };
  const change = (n) => {
    setQuantity(id, n);
    refresh();
    updateSums();
  };
  const tooMany = () => toast(`Only ${g.stock} of ${g.title} in stock.`);

  input.addEventListener('input', () => {
    const n = Number(input.value);
    if (input.value === '' || !Number.isInteger(n) || n < 1) return; // settled when the field is left
    if (n > g.stock) {
      input.value = String(g.stock);
      tooMany();
    }
    change(Math.min(n, g.stock));
  });
  input.addEventListener('change', () => {
    const n = Number(input.value);
    if (input.value === '' || !Number.isInteger(n) || n < 1) {
      input.value = String(inCart(id));
      toast('Please enter a whole number, 1 or more. Use Remove to take a garment out.');
    }
  });
  less.addEventListener('click', () => {
    if (inCart(id) <= 1) return;
    change(inCart(id) - 1);
    input.value = String(inCart(id));
  });
  more.addEventListener('click', () => {
    if (inCart(id) >= g.stock) return tooMany();
    change(inCart(id) + 1);
    input.value = String(inCart(id));
  });
  remove.addEventListener('click', () => {
    const row = remove.closest('tr');
    const near = row.nextElementSibling || row.previousElementSibling;
    setQuantity(id, 0);
    row.remove();
    updateSums();
    toast(`${g.title} was taken out of your cart.`);
    (near ? near.querySelector('.remove') : $('cart-title')).focus();
  });
  refresh();

  // The roles are spelled out because the narrow layout changes the display of the table.
  return el('tr', { role: 'row' },
    el('th', { scope: 'row', role: 'rowheader' }, g.title, el('span', { className: 'sub' }, `${g.department} · ${g.stock} in stock`)),
    el('td', { className: 'each', role: 'cell' }, money(g.price)),
    el('td', { role: 'cell' }, el('label', { htmlFor: field, className: 'vh' }, `Quantity of ${g.title}`), el('div', { className: 'stepper' }, less, input, more)),
    sum,
    el('td', { className: 'out', role: 'cell' }, remove));
}

function renderCart() {
  $('cart-lines').replaceChildren(...Object.keys(state.cart).map(cartLine));
  $('coupon').value = '';
  $('coupon-error').textContent = '';
  updateSums();
}

function updateSums() {
  const entries = Object.entries(state.cart);
  $('cart-empty').hidden = entries.length > 0;
  $('cart-full').hidden = entries.length === 0;
  const subtotal = entries.reduce((sum, [id, n]) => sum + byId[id].price * n, 0);
  const discount = state.coupon ? Math.round(subtotal * 0.15) : 0;
  $('subtotal').textContent = money(subtotal);
  $('discount').textContent = `−${money(discount)}`;
  $('discount-row').hidden = !state.coupon;
  $('total').textContent = money(subtotal - discount);
  $('coupon-ok').textContent = state.coupon ? 'Coupon FRIENDS applied: 15% off.' : '';
}

$('coupon-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const field = $('coupon');
  const code = field.value.trim();
  let problem = '';
  if (!code) problem = 'Please enter a coupon code.';
  else if (code.toUpperCase() !== 'FRIENDS') problem = `The code “${code}” is not valid.`;
  else if (state.coupon) problem = 'The code FRIENDS has already been applied; it counts once.';
  $('coupon-error').textContent = problem;
  field.removeAttribute('aria-invalid');
  if (problem) {
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', 'coupon-error');
    field.focus();
    return;
  }
  field.removeAttribute('aria-describedby');
  field.value = '';
  state.coupon = true;
  save();
  updateSums();
});

/* ---------- pages ---------- */

function route(moved) {
  if (location.hash && !location.hash.startsWith('#/')) return;
  const cart = location.hash === '#/cart';
  $('page-shop').hidden = cart;
  $('page-cart').hidden = !cart;
  for (const [id, here] of [['nav-cart', cart], ['nav-shop', !cart]]) {
    if (here) $(id).setAttribute('aria-current', 'page');
    else $(id).removeAttribute('aria-current');
  }
  document.title = cart ? 'Your cart – Loom & Lane' : 'Loom & Lane – everyday clothes that last';
  if (cart) renderCart();
  if (moved) {
    window.scrollTo(0, 0);
    $(cart ? 'cart-title' : 'shop-title').focus();
  }
}

document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault();
  $('content').focus();
});

$('f-department').append(...['All', ...new Set(GARMENTS.map((g) => g.department))].map((d) => new Option(d, d)));
$('garments').append(...GARMENTS.map(makeCard));
$('filters').addEventListener('input', filter);
$('filters').addEventListener('reset', () => setTimeout(filter));
$('filters').addEventListener('submit', (event) => event.preventDefault());
window.addEventListener('hashchange', () => route(true));

filter();
updateCount();
route(false);
