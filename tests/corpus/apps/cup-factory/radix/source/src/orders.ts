export interface Order {
  title: string;
  region: string;
  total: number;
}

export const regions = ['North', 'East', 'South', 'West', 'Overseas'];
/** orders from a CSV file carry no region */
export const NO_REGION = 'No region';

export const sampleOrders: Order[] = [
  { title: 'Café Minerva espresso cups', region: 'North', total: 480 },
  { title: 'Harbour Festival beer mats', region: 'North', total: 1265.5 },
  { title: 'Schulze Bakery paper bags', region: 'East', total: 890 },
  { title: 'Lindenhof ice cream tubs', region: 'South', total: 312.4 },
  { title: 'Stadium soup bowls', region: 'West', total: 2140 },
  { title: 'Kiosk Romy coffee cups', region: 'West', total: 158 },
  { title: 'Alpine Run water cups', region: 'South', total: 725 },
  { title: 'Hotel Astoria napkins', region: 'East', total: 1040 },
  { title: 'Reykjavík gift boxes', region: 'Overseas', total: 1975.9 },
  { title: 'Zoo popcorn cones', region: 'North', total: 264 },
  { title: 'Night Market noodle boxes', region: 'East', total: 633.6 },
  { title: 'Vineyard wine sleeves', region: 'South', total: 1410 },
  { title: 'Toronto tea cups', region: 'Overseas', total: 860 },
  { title: 'City Library straws', region: 'West', total: 96.5 },
];

const euroFormat = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' });
export const euro = (n: number) => euroFormat.format(n);

/** '1250', '12.50' and '12,50' are amounts; anything else is not. */
export function parseAmount(text: string): number | null {
  const t = text.trim().replace(/^€\s*|\s*€$/g, '');
  return /^-?\d+([.,]\d{1,2})?$/.test(t) ? Number(t.replace(',', '.')) : null;
}

export function checkOrder(title: string, total: string, existing: Order[]) {
  const errors: { title?: string; total?: string } = {};
  const name = title.trim();
  const amount = parseAmount(total);
  if (!name) errors.title = 'Title is missing.';
  else if (existing.some((o) => o.title.toLowerCase() === name.toLowerCase())) errors.title = 'This title is already taken.';
  if (!total.trim()) errors.total = 'Order total is missing.';
  else if (amount === null) errors.total = 'Order total must be a number such as 120 or 99.50.';
  else if (amount < 0) errors.total = 'Order total must not be negative.';
  return { errors, ok: !errors.title && !errors.total, title: name, total: amount ?? 0 };
}

export function figures(orders: Order[]) {
  const totals = orders.map((o) => o.total);
  const sum = totals.reduce((a, b) => a + b, 0);
  return {
    number: orders.length,
    total: sum,
    average: orders.length ? sum / orders.length : 0,
    highest: orders.length ? Math.max(...totals) : 0,
    lowest: orders.length ? Math.min(...totals) : 0,
  };
}

export function byRegion(orders: Order[]) {
  return [...regions, NO_REGION]
    .map((region) => ({ region, ...figures(orders.filter((o) => o.region === region)) }))
    .filter((r) => r.number > 0);
}
