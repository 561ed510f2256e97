import { signal, computed, effect } from './reactive.js';
import { SHELF, byId } from './stock.js';

const KEY = 'corner-crate';
const CODE = 'WELCOME';

function load() {
  try { return JSON.parse(localStorage.getItem(KEY)) || {}; } catch { return {}; }
}
const saved = load();

export const sold = signal(saved.sold || {});      // pieces that went out with earlier orders
export const stars = signal(saved.stars || {});    // my own ratings
export const coupon = signal(saved.coupon || 'none'); // none | on | spent
export const sort = signal('shelf');
export const page = signal(1);
export const PER_PAGE = 5;

export const stockOf = (id) => Math.max(0, byId[id].stock - (sold()[id] || 0));

const start = {};
for (const [id, n] of Object.entries(saved.crate || {})) {
  if (!byId[id]) continue;
  const ok = Math.min(Math.floor(n), stockOf(id));
  if (ok > 0) start[id] = ok;
}
export const crate = signal(start);

effect(() => {
  const data = { crate: crate(), stars: stars(), coupon: coupon(), sold: sold() };
  try { localStorage.setItem(KEY, JSON.stringify(data)); } catch { /* private window: this visit only */ }
});

export const money = (pence) => '£' + (pence / 100).toFixed(2);
export const qty = (id) => crate()[id] || 0;
export const lineIds = computed(() => Object.keys(crate()).join(' '));
export const pieces = computed(() => Object.values(crate()).reduce((a, n) => a + n, 0));
export const subtotal = computed(() => Object.entries(crate()).reduce((a, [id, n]) => a + byId[id].price * n, 0));
export const discount = computed(() => (coupon() === 'on' ? Math.round(subtotal() / 10) : 0));
export const total = computed(() => subtotal() - discount());

// puts n pieces into the crate, never more than there are; tells how many it became
export function setQty(id, n) {
  const top = stockOf(id);
  const ok = Math.max(0, Math.min(n, top));
  crate.set((c) => {
    const next = { ...c };
    if (ok) next[id] = ok; else delete next[id];
    return next;
  });
  return ok;
}

export function tryCoupon(text) {
  const code = text.trim().toUpperCase();
  if (!code) return { ok: false, text: 'Please type a code first.' };
  if (code !== CODE) return { ok: false, text: `Sorry, “${text.trim()}” is not a valid code.` };
  if (coupon.peek() === 'on') return { ok: false, text: 'WELCOME is already taken off this crate.' };
  if (coupon.peek() === 'spent') return { ok: false, text: 'You have used WELCOME on an earlier order.' };
  coupon.set('on');
  return { ok: true, text: 'Welcome! 10% is taken off.' };
}

export function rate(id, n) { stars.set((s) => ({ ...s, [id]: n })); }
export function votesOf(id) {
  const [count, sum] = byId[id].votes;
  const mine = stars()[id] || 0;
  const all = count + (mine ? 1 : 0);
  return { count: all, avg: all ? (sum + mine) / all : 0 };
}

export function placeOrder() {
  const gone = { ...sold.peek() };
  for (const [id, n] of Object.entries(crate.peek())) gone[id] = (gone[id] || 0) + n;
  crate.set({});
  sold.set(gone);
  if (coupon.peek() === 'on') coupon.set('spent');
}

export const ORDERS = [
  { value: 'shelf', text: 'Shelf order' },
  { value: 'cheap', text: 'Price, lowest first' },
  { value: 'dear', text: 'Price, highest first' },
  { value: 'az', text: 'Title, A to Z' },
];
const compare = {
  cheap: (a, b) => a.price - b.price,
  dear: (a, b) => b.price - a.price,
  az: (a, b) => a.title.localeCompare(b.title, 'en'),
};
export const pageCount = Math.ceil(SHELF.length / PER_PAGE);
export function shownProducts() {
  const list = compare[sort()] ? [...SHELF].sort(compare[sort()]) : SHELF;
  return list.slice((page() - 1) * PER_PAGE, page() * PER_PAGE);
}
