// The order book: one JSON document in localStorage. Totals are kept in whole cents.
const KEY = 'northstar-order-book';

export const REGIONS = ['Baltics', 'Benelux', 'Central Europe', 'Iberia', 'Nordics'];

const line = (number, date, customer, article, region, cents) => ({ number, date, customer, article, region, cents });
const examples = () => ({
  next: 2416,
  orders: [
    line(2401, '2025-02-03', 'Papelería Sol', 'Spiral notebooks A5', 'Iberia', 124050),
    line(2402, '2025-02-06', 'Van Dijk Kantoor', 'Copy paper 80 g', 'Benelux', 389900),
    line(2403, '2025-02-11', 'Fjordkontor AS', 'Padded envelopes', 'Nordics', 87520),
    line(2404, '2025-02-14', 'Buchhaus Keller', 'Wrapping paper, winter', 'Central Europe', 215000),
    line(2405, '2025-02-20', 'Tallinna Trükk', 'Card stock 300 g', 'Baltics', 64280),
    line(2406, '2025-02-27', 'Atelier Moreau', 'Watercolour pads', 'Benelux', 45990),
    line(2407, '2025-03-04', 'Nordlys Skole', 'Exercise books', 'Nordics', 512000),
    line(2408, '2025-03-07', 'Livraria Tejo', 'Gift bags', 'Iberia', 33875),
    line(2409, '2025-03-13', 'Kanzlei Brandt & Co.', 'Letterheads', 'Central Europe', 148630),
    line(2410, '2025-03-18', 'Rīgas Papīrs', 'Kraft paper rolls', 'Baltics', 276400),
    line(2411, '2025-03-21', 'Oficinas Vega, S.L.', 'Copy paper 80 g', 'Iberia', 298500),
    line(2412, '2025-03-26', 'Hotel Alpenblick', 'Paper napkins', 'Central Europe', 92310),
    line(2413, '2025-04-02', 'Stadsbibliotheek Gent', 'Index cards', 'Benelux', 27640),
    line(2414, '2025-04-08', 'Malmö Design', 'Poster paper', 'Nordics', 167500),
    line(2415, '2025-04-10', 'Konditorei Sommer', 'Cake boxes', 'Central Europe', 73900),
  ],
});

let memory = null; // only used if the browser refuses localStorage

export function read() {
  if (memory) return memory;
  try {
    const stored = JSON.parse(localStorage.getItem(KEY));
    if (stored && Array.isArray(stored.orders)) return stored;
  } catch { /* unreadable: start with the examples */ }
  return examples();
}

function write(book) {
  try { localStorage.setItem(KEY, JSON.stringify(book)); } catch { memory = book; }
}

export function put(order) {
  const book = read();
  const at = book.orders.findIndex((o) => o.number === order.number);
  if (at >= 0) book.orders[at] = order;
  else {
    order.number = book.next++;
    book.orders.push(order);
  }
  write(book);
  return order.number;
}

export function drop(number) {
  const book = read();
  book.orders = book.orders.filter((o) => o.number !== number);
  write(book);
}

export const sumOf = (orders) => orders.reduce((cents, o) => cents + o.cents, 0);

const money = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' });
export const euros = (cents) => money.format(cents / 100);

export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}
