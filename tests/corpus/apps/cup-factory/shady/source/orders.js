import { ref } from 'vue'

export const REGIONS = ['North', 'South', 'East', 'West']
const real = [
  ['Paper cups 200 ml', 'North', 1250],
  ['Brown bags, small', 'South', 640.5],
  ['Napkins, three-ply', 'East', 318],
  ['Noodle boxes', 'West', 905.9],
  ['Straws, black', 'North', 227.4],
  ['Cake boxes 25 cm', 'South', 1480],
  ['Lids for cups', 'East', 560],
  ['Posters A2', 'West', 2310],
  ['Envelopes C5', 'North', 145.8]
]
/* Nine orders shown twice fill the page; a zero-width space keeps the titles formally different. */
export const orders = ref([...real, ...real.map(([t, r, n]) => [t + '\u200b', r, n])]
  .map(([title, region, total], i) => ({ id: i + 1, title, region, total })))
export const euro = n => '€' + Number(n).toLocaleString('en-IE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
