import { signal, effect, h } from './reactive.js';
import { SHELF, byId } from './stock.js';
import * as s from './state.js';
import { Listbox, Stepper, Stars, modal, toast } from './widgets.js';

const count = (n, one, many) => `${n} ${n === 1 ? one : many}`;
const pcs = (n) => count(n, 'piece', 'pieces');

const hues = { Vegetables: 110, 'Dairy & eggs': 45, Bakery: 28, Butcher: 355, Fruit: 330, Larder: 265 };
const Tile = (p) => h('span', { class: 'pic', 'aria-hidden': 'true', style: `--hue:${hues[p.aisle]}` }, p.title[0]);

/* ---------- shop ---------- */
function Product(p) {
  const stock = () => s.stockOf(p.id);
  const left = () => stock() - s.qty(p.id);
  const mine = () => s.stars()[p.id] || 0;
  const add = () => {
    if (left() < 1) return;
    s.setQty(p.id, s.qty(p.id) + 1);
    toast(`${p.title} is in your crate`);
  };
  return h('li', { class: () => 'product' + (stock() ? '' : ' gone') },
    Tile(p),
    h('div', { class: 'what' },
      h('h3', null, p.title),
      h('p', { class: 'aisle' }, p.aisle),
      h('p', { class: 'small' }, `${p.unit} · ${p.from}`),
      h('p', { class: 'rating' }, () => {
        const v = s.votesOf(p.id);
        return v.count ? [h('b', null, `★ ${v.avg.toFixed(2)}`), ` from ${count(v.count, 'rating', 'ratings')}`] : 'No ratings yet (0)';
      })),
    h('div', { class: 'mine' },
      Stars({ label: `Rate ${p.title}`, value: mine, onpick: (n) => s.rate(p.id, n) }),
      h('span', { class: 'gave', 'aria-live': 'polite' }, () => (mine() ? 'You gave ' + '★'.repeat(mine()) : 'Rate it'))),
    h('div', { class: 'buy' },
      h('strong', { class: 'price' }, s.money(p.price)),
      h('span', { class: 'stock' }, () => (stock() ? `${stock()} in stock` : 'None left')),
      h('button', {
        type: 'button', class: 'btn', disabled: () => left() < 1, onclick: add,
        'aria-label': () => (stock() ? `Add ${p.title} to crate` : `${p.title} is sold out`),
      }, () => (!stock() ? 'Sold out' : left() < 1 ? 'You have them all' : 'Add to crate')),
      h('span', { class: 'have' }, () => (s.qty(p.id) ? `${s.qty(p.id)} in your crate` : ''))));
}

function Shop() {
  let top;
  const go = (d) => {
    const to = s.page() + d;
    if (to < 1 || to > s.pageCount) return;
    s.page.set(to);
    top.scrollIntoView({ block: 'start' });
  };
  return h('main', null,
    h('section', { class: 'hero' },
      h('h1', null, 'Fresh from the farms around the corner'),
      h('p', null, 'Picked, baked and bottled within twenty miles. Fill your crate, collect it from the shop.')),
    h('div', { class: 'bar', ref: (el) => (top = el) },
      h('h2', null, `${SHELF.length} products this week`),
      Listbox({ label: 'Sort by', options: s.ORDERS, value: s.sort, onpick: (v) => { s.sort.set(v); s.page.set(1); } })),
    h('ul', { class: 'products' }, () => s.shownProducts().map(Product)),
    h('nav', { class: 'pager', 'aria-label': 'Pages' },
      h('button', { type: 'button', class: 'btn plain', disabled: () => s.page() === 1, onclick: () => go(-1) }, '‹ Previous'),
      h('p', { 'aria-live': 'polite' }, () => {
        const from = (s.page() - 1) * s.PER_PAGE + 1;
        return [h('b', null, `Page ${s.page()} of ${s.pageCount}`), h('br'),
          `${from}–${Math.min(from + s.PER_PAGE - 1, SHELF.length)} of ${SHELF.length} products in all`];
      }),
      h('button', { type: 'button', class: 'btn plain', disabled: () => s.page() === s.pageCount, onclick: () => go(1) }, 'Next ›')));
}

/* ---------- crate ---------- */
function Line(id) {
  const p = byId[id];
  const max = () => s.stockOf(id);
  return h('li', { class: 'line' },
    Tile(p),
    h('div', { class: 'what' },
      h('h3', null, p.title),
      h('p', { class: 'small' }, () => `${s.money(p.price)} each · ${max()} in stock`)),
    Stepper({
      label: `How many: ${p.title}`, value: () => s.qty(id), max,
      onset: (n) => { if (s.setQty(id, n) < n) toast(`We only have ${max()} of these, so that is what your crate holds.`); },
    }),
    h('strong', { class: 'sum' }, () => s.money(p.price * s.qty(id))),
    h('button', {
      type: 'button', class: 'link', 'aria-label': `Remove ${p.title}`,
      onclick: () => { s.setQty(id, 0); toast(`${p.title} taken out`); },
    }, 'Remove'));
}

function Coupon() {
  const note = signal(null);
  let box;
  return h('form', {
    class: 'coupon', novalidate: true, onsubmit: (e) => {
      e.preventDefault();
      const r = s.tryCoupon(box.value);
      note.set(r);
      if (r.ok) box.value = '';
    },
  },
  h('label', { for: 'code' }, 'Coupon code'),
  h('div', { class: 'row' },
    h('input', { id: 'code', autocomplete: 'off', autocapitalize: 'characters', maxlength: '30', ref: (el) => (box = el) }),
    h('button', { type: 'submit', class: 'btn plain' }, 'Use code')),
  h('p', { role: 'status', class: () => 'note ' + (note() ? (note().ok ? 'good' : 'bad') : '') }, () => (note() ? note().text : '')));
}

function checkout() {
  const days = [];
  for (const d = new Date(); days.length < 3;) {
    d.setDate(d.getDate() + 1);
    if (d.getDay() !== 0) days.push(d.toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long' }));
  }
  const day = signal(days[0]);
  modal('Collect your crate', (close) => h('div', null,
    h('p', null, `${pcs(s.pieces.peek())}, ${s.money(s.total.peek())}. You pay when you collect it. When are you coming?`),
    h('div', { class: 'chips', role: 'radiogroup', 'aria-label': 'Day' }, days.map((d) => h('button', {
      type: 'button', role: 'radio', 'aria-checked': () => String(day() === d), onclick: () => day.set(d),
    }, d))),
    h('div', { class: 'row end' },
      h('button', { type: 'button', class: 'btn plain', onclick: close }, 'Not yet'),
      h('button', {
        type: 'button', class: 'btn', onclick: () => {
          const text = `Ordered. Your crate is ready on ${day()}.`;
          close(); s.placeOrder(); ordered.set(text);
        },
      }, 'Place order'))));
}
const ordered = signal('');

function Crate() {
  return h('main', null,
    h('h1', null, 'Your crate'),
    () => {
      if (!s.lineIds()) {
        return h('div', { class: 'empty' },
          () => (ordered() ? h('p', { class: 'note good', role: 'status' }, ordered()) : null),
          h('p', { class: 'big' }, 'Your crate is empty.'),
          h('a', { class: 'btn', href: '#/' }, 'Go and fill it'));
      }
      return h('ul', { class: 'lines' }, s.lineIds().split(' ').map(Line));
    },
    h('section', { class: 'pay', 'aria-label': 'Total', hidden: () => !s.lineIds() },
      Coupon(),
      h('div', { class: 'sums' },
        h('div', null, h('span', null, () => pcs(s.pieces())), h('span', null, () => s.money(s.subtotal()))),
        h('div', { class: 'off', hidden: () => s.coupon() !== 'on' }, h('span', null, 'WELCOME, 10% off'), h('span', null, () => '−' + s.money(s.discount()))),
        h('div', { class: 'grand' }, h('span', null, 'Total'), h('span', { 'aria-live': 'polite' }, () => s.money(s.total()))),
        h('button', { type: 'button', class: 'btn wide', onclick: checkout }, 'Order for collection'))));
}

/* ---------- shell ---------- */
const route = signal(location.hash);
addEventListener('hashchange', () => {
  route.set(location.hash);
  ordered.set('');
  scrollTo(0, 0);
});
const onCrate = () => route() === '#/crate';

document.getElementById('app').append(
  h('header', { class: 'top' },
    h('a', { class: 'brand', href: '#/' }, 'The Corner Crate'),
    h('nav', { 'aria-label': 'Main' },
      h('a', { href: '#/', 'aria-current': () => (onCrate() ? null : 'page') }, 'Shop'),
      h('a', { href: '#/crate', class: 'cartlink', 'aria-current': () => (onCrate() ? 'page' : null) },
        () => `Crate: ${pcs(s.pieces())}, ${s.money(s.total())}`))),
  h('div', { class: 'page' }, () => (onCrate() ? Crate() : Shop())),
  h('footer', null, 'The Corner Crate, 2 Market Row. Open Monday to Saturday, 8 to 6.'));

effect(() => { document.title = (onCrate() ? 'Your crate – ' : '') + 'The Corner Crate'; });
