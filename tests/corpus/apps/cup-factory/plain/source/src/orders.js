export const REGIONS = ['North', 'South', 'East', 'West', 'Export']
export const LOOSE = 'Unassigned'   // orders from a file, which has no region

const SAMPLE = [
  ['Espresso cups, 20,000', 'North', 1840], ['Kraft napkins for Café Lind', 'North', 420.5], ['Pizza boxes 32 cm', 'South', 2310],
  ['Soup bowls with lids', 'East', 975], ['Party plates, striped', 'West', 388.9], ['Ice cream tubs', 'South', 1265],
  ['Airline cups, two colours', 'Export', 6420], ['Straws, unbleached', 'West', 199], ['Cake cartons', 'East', 1510.75],
  ['Festival mugs', 'North', 2750], ['Gift bags, small', 'Export', 3180], ['Baking cups', 'West', 640],
  ['Noodle boxes', 'Export', 4890], ['Coasters for the Anchor', 'South', 310], ['Paper lanterns', 'East', 860]
]
const KEY = 'tallyboard'
let orders
try { orders = JSON.parse(localStorage.getItem(KEY)) } catch { /* none kept */ }
orders ??= SAMPLE.map(([title, region, total]) => ({ title, region, total }))

export const all = () => orders
export const euro = (n) => n.toLocaleString('en-IE', { style: 'currency', currency: 'EUR' })
const same = (a, b) => a.trim().toLowerCase() === b.trim().toLowerCase()

export function parseAmount(text) {
  let t = String(text).replace(/[€\s]/g, '')
  if (/^-?\d{1,3}(\.\d{3})*,\d{1,2}$/.test(t) || /^-?\d+,\d{1,2}$/.test(t)) t = t.replaceAll('.', '').replace(',', '.')
  else t = t.replace(/,(?=\d{3}(\D|$))/g, '')
  return t === '' || !/^-?\d+(\.\d+)?$/.test(t) ? NaN : Math.round(Number(t) * 100) / 100
}

/** Messages per field; empty when the order can be taken. */
export function complaints(title, total, against = orders) {
  const out = {}
  if (!title.trim()) out.title = 'The title is missing.'
  else if (against.some((o) => same(o.title, title))) out.title = 'There is an order with this title already.'
  if (!String(total).trim()) out.total = 'The order total is missing.'
  else {
    const n = parseAmount(total)
    if (Number.isNaN(n)) out.total = 'The order total is not a number.'
    else if (n < 0) out.total = 'The order total must not be negative.'
  }
  return out
}

export function add(...more) {
  orders = [...more, ...orders]
  try { localStorage.setItem(KEY, JSON.stringify(orders)) } catch { /* memory only */ }
}

export function figures(list) {
  const t = list.map((o) => o.total)
  const total = t.reduce((a, b) => a + b, 0)
  return { count: t.length, total, avg: t.length ? total / t.length : 0, high: t.length ? Math.max(...t) : 0, low: t.length ? Math.min(...t) : 0 }
}
export const usedRegions = () => [...REGIONS, LOOSE].filter((r) => orders.some((o) => o.region === r))
