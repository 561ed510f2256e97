import { REGIONS, read, put, drop, sumOf, euros, el } from './book.js';

const byId = (id) => document.getElementById(id);
const filters = byId('filters');
const form = byId('order-form');
const editor = byId('editor');
const dateText = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

let editing = null; // order number, or 'new', or null

byId('f-region').append(...REGIONS.map((r) => el('option', {}, r)));
byId('o-region').append(el('option', { value: '' }, 'Please choose'), ...REGIONS.map((r) => el('option', { value: r }, r)));

/* list */
function visibleOrders() {
  const region = byId('f-region').value;
  const limit = byId('f-max').value;
  return read().orders
    .filter((o) => !region || o.region === region)
    .filter((o) => limit === '' || o.cents <= Math.round(Number(limit) * 100))
    .sort((a, b) => b.date.localeCompare(a.date) || b.number - a.number);
}

function show() {
  const all = read().orders;
  const orders = visibleOrders();
  byId('rows').replaceChildren(...orders.map((o) => el('tr', { 'data-number': o.number },
    el('th', { scope: 'row' }, `N-${o.number}`),
    el('td', {}, el('time', { datetime: o.date }, dateText.format(new Date(`${o.date}T12:00`)))),
    el('td', {}, o.customer),
    el('td', {}, o.article),
    el('td', {}, o.region),
    el('td', { class: 'num' }, euros(o.cents)),
    el('td', { class: 'num' }, el('button', { type: 'button', 'aria-label': `Edit order N-${o.number}, ${o.customer}` }, 'Edit')),
  )));
  byId('sum').textContent = euros(sumOf(orders));
  byId('summary').textContent = orders.length === all.length
    ? `${all.length} ${all.length === 1 ? 'order' : 'orders'}`
    : `${orders.length} of ${all.length} orders`;
  byId('orders').hidden = orders.length === 0;
  byId('nothing').hidden = orders.length > 0;
  byId('nothing').textContent = all.length ? 'No orders fit these filters.' : 'There are no orders yet.';
  byId('csv').disabled = orders.length === 0;
  byId('known-articles').replaceChildren(...[...new Set(all.map((o) => o.article))].sort().map((a) => el('option', { value: a })));
}

filters.addEventListener('input', show);
filters.addEventListener('submit', (e) => e.preventDefault());
filters.addEventListener('reset', () => setTimeout(show));

/* editor */
const fields = ['customer', 'article', 'region', 'date', 'total'];

function complain(name, text) {
  byId(`e-${name}`).textContent = text;
  if (text) byId(`o-${name}`).setAttribute('aria-invalid', 'true');
  else byId(`o-${name}`).removeAttribute('aria-invalid');
}

function open(order) {
  editing = order ? order.number : 'new';
  form.reset();
  fields.forEach((f) => complain(f, ''));
  byId('editor-heading').textContent = order ? `Edit order N-${order.number}` : 'New order';
  if (order) {
    byId('o-customer').value = order.customer;
    byId('o-article').value = order.article;
    byId('o-region').value = order.region;
    byId('o-date').value = order.date;
    byId('o-total').value = (order.cents / 100).toFixed(2);
  }
  byId('remove').hidden = !order;
  byId('message').textContent = '';
  editor.hidden = false;
  editor.scrollIntoView({ block: 'nearest' });
  byId('o-customer').focus();
}

function close(text = '') {
  const number = editing;
  editing = null;
  editor.hidden = true;
  show();
  byId('message').textContent = text;
  (document.querySelector(`tr[data-number="${number}"] button`) || byId('add')).focus();
}

function check() {
  const v = Object.fromEntries(fields.map((f) => [f, byId(`o-${f}`).value.trim()]));
  const cents = Math.round(Number(v.total) * 100);
  complain('customer', v.customer ? '' : 'Who placed the order?');
  complain('article', v.article ? '' : 'What was ordered?');
  complain('region', v.region ? '' : 'Choose a region.');
  complain('date', v.date ? '' : 'Enter the date of the order.');
  complain('total', v.total === '' ? 'Enter an amount in euros.' : cents > 0 && cents < 1e11 ? '' : 'The amount must be more than 0 and less than a billion.');
  const first = form.querySelector('[aria-invalid]');
  if (first) { first.focus(); return null; }
  return { customer: v.customer, article: v.article, region: v.region, date: v.date, cents };
}

form.addEventListener('submit', (e) => {
  e.preventDefault();
  const values = check();
  if (!values) return;
  const isNew = editing === 'new';
  editing = put({ number: isNew ? null : editing, ...values });
  const number = editing;
  close();
  const listed = visibleOrders().some((o) => o.number === number);
  byId('message').textContent = `Order N-${number} ${isNew ? 'added' : 'saved'}.${listed ? '' : ' It is not listed because of the filters.'}`;
});
byId('discard').addEventListener('click', () => close());
editor.addEventListener('keydown', (e) => { if (e.key === 'Escape') close(); });
byId('add').addEventListener('click', () => open(null));
byId('rows').addEventListener('click', (e) => {
  if (!e.target.closest('button')) return;
  const number = Number(e.target.closest('tr').dataset.number);
  open(read().orders.find((o) => o.number === number));
});

const confirmBox = byId('confirm');
byId('remove').addEventListener('click', () => {
  confirmBox.returnValue = 'no';
  byId('confirm-text').textContent = `Order N-${editing} will be gone from the list and the statistics.`;
  confirmBox.showModal();
});
confirmBox.addEventListener('close', () => {
  if (confirmBox.returnValue !== 'yes') return;
  const number = editing;
  drop(number);
  close(`Order N-${number} deleted.`);
});

/* download */
function csvCell(value) {
  let text = String(value);
  if (/^[=+\-@]/.test(text)) text = `'${text}`; // keep spreadsheets from running it as a formula
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
byId('csv').addEventListener('click', () => {
  const orders = visibleOrders();
  const lines = [['Order', 'Date', 'Customer', 'Article', 'Region', 'Order total (EUR)'],
    ...orders.map((o) => [`N-${o.number}`, o.date, o.customer, o.article, o.region, (o.cents / 100).toFixed(2)])];
  const text = '\uFEFF' + lines.map((cells) => cells.map(csvCell).join(',')).join('\r\n') + '\r\n';
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  el('a', { href: url, download: 'northstar-orders.csv' }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
  byId('message').textContent = `${orders.length} ${orders.length === 1 ? 'order' : 'orders'} written to northstar-orders.csv.`;
});

addEventListener('pageshow', show); // also after the back button, when the browser restores the filters
addEventListener('storage', show);
show();
