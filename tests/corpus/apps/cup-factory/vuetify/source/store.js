import { reactive, watch, computed } from 'vue'

export const REGIONS = ['North', 'South', 'East', 'West', 'Overseas']
export const NO_REGION = 'No region'
const KEY = 'tallyboard.orders'

const samples = [
  ['Espresso cups 100 ml, 40 cartons', 'North', 1840],
  ['Kraft carrier bags, large', 'South', 2315.5],
  ['Ice cream tubs with lids', 'South', 990],
  ['Double-wall cups, Café Lindner', 'West', 3120.75],
  ['Napkins two-ply, white', 'East', 412.4],
  ['Pizza boxes 32 cm', 'South', 1675],
  ['Paper straws, striped', 'Overseas', 768.9],
  ['Soup bowls 500 ml, town canteens', 'North', 2740],
  ['Greaseproof sheets, bakery size', 'East', 385],
  ['Festival cups with print', 'West', 5480],
  ['Flat-bottom coffee bags', 'Overseas', 4210.3],
  ['Muffin cases, brown', 'East', 264.8],
  ['Salad boxes with window', 'North', 1199],
  ['Paper plates 23 cm', 'West', 845.2],
  ['Gift wrap rolls, autumn', 'Overseas', 1530]
]

function load() {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY))
    if (Array.isArray(saved)) return saved
  } catch { /* nothing usable stored: begin with the examples */ }
  return samples.map(([title, region, total], i) => ({ id: i + 1, title, region, total }))
}

export const state = reactive({ orders: load() })
watch(() => state.orders, list => {
  try { localStorage.setItem(KEY, JSON.stringify(list)) } catch { /* private mode */ }
}, { deep: true })

const fold = s => s.trim().replace(/\s+/g, ' ').toLowerCase()
export const isTaken = title => state.orders.some(o => fold(o.title) === fold(title))

export function addOrder({ title, region, total }) {
  const id = state.orders.reduce((m, o) => Math.max(m, o.id), 0) + 1
  state.orders.push({ id, title: title.trim().replace(/\s+/g, ' '), region: region || NO_REGION, total })
}

/** Regions in use order: the five fixed ones, then "No region" once something needs it. */
export const regions = computed(() =>
  state.orders.some(o => o.region === NO_REGION) ? [...REGIONS, NO_REGION] : REGIONS)

export function figures(list) {
  const totals = list.map(o => o.total)
  const sum = Math.round(totals.reduce((a, b) => a + b, 0) * 100) / 100
  return {
    count: totals.length,
    sum,
    average: totals.length ? sum / totals.length : null,
    highest: totals.length ? Math.max(...totals) : null,
    lowest: totals.length ? Math.min(...totals) : null
  }
}

const fmt = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' })
export const euro = n => n === null ? '–' : fmt.format(n)
export const plural = (n, one, many = one + 's') => `${n} ${n === 1 ? one : many}`
