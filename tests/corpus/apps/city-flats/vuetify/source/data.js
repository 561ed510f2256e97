import { reactive, computed, watch } from 'vue'
import { mdiWaves, mdiImageFilterHdr, mdiBarn, mdiCastle, mdiSailBoat } from '@mdi/js'

export const SETTINGS = {
  Seaside: mdiWaves, Mountains: mdiImageFilterHdr, Countryside: mdiBarn, 'Old town': mdiCastle, Lakeside: mdiSailBoat
}
export const TIMES = ['17:00', '18:30', '20:00']

const p2 = n => String(n).padStart(2, '0')
export const iso = d => `${d.getFullYear()}-${p2(d.getMonth() + 1)}-${p2(d.getDate())}`
export const inDays = n => { const d = new Date(); d.setDate(d.getDate() + n); return iso(d) }
export const nice = s => new Date(s + 'T12:00').toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' })
export const euro = n => '€' + n

const raw = [
  ['The Salt Cellar', 'Seaside', 84, 'Maren Holt', 2, 'Five rooms above a former fish smokehouse. Breakfast with a view of the harbour light.'],
  ['Chalet Gentiane', 'Mountains', 112, 'Luc Perrin', 5, 'Timber house at the end of the bus line, with a stove in every room and soup every evening.'],
  ['Mill at Brook End', 'Countryside', 69, 'Ada Whitlock', 1, 'The wheel still turns. Homemade bread, two dogs, and a bathtub under the roof.'],
  ['Casa del Pozo', 'Old town', 95, 'Inés Marchena', 3, 'Rooms around a tiled courtyard, two minutes from the market and quiet at night.'],
  ['Boathouse Seven', 'Lakeside', 128, 'Timo Aalto', 8, 'Three rooms right over the water. Sauna, rowing boat and rye porridge included.'],
  ['Lighthouse Keeper’s Rest', 'Seaside', 140, 'Owen Pryce', 12, 'Two round rooms and one square one. Storms are free of charge.'],
  ['Gasthof Silberdistel', 'Mountains', 78, 'Resi Auer', 2, 'Dumplings like at grandmother’s, maps to borrow, and a drying room for wet boots.'],
  ['Orchard House', 'Countryside', 58, 'Piet de Vries', 4, 'Four rooms among apple trees. Children may feed the hens.'],
  ['Under the Arcades', 'Old town', 104, 'Giulia Conti', 6, 'High ceilings, old parquet and the best coffee in the street downstairs.'],
  ['Reed & Heron', 'Lakeside', 87, 'Zsófia Kiss', 1, 'A house for birdwatchers; packed lunch from five in the morning.'],
  ['Villa Tamarisk', 'Seaside', 119, 'Nikos Sarris', 9, 'Whitewashed house with a fig tree. Supper is what the boats brought in.'],
  ['Alte Post', 'Old town', 73, 'Jonas Weber', 3, 'Where the coaches stopped, walkers stop today. Creaking stairs, soft beds.'],
  ['Sheepfold Barn', 'Countryside', 64, 'Bronwen Rees', 2, 'Stone walls, wool blankets and not one television.'],
  ['Pension Seeblick', 'Lakeside', 99, 'Heidi Brunner', 7, 'Family house with a lawn down to the lake and a table tennis table from 1974.']
]
export const houses = raw.map(([title, setting, price, host, off, text], i) => ({ id: String(i + 1), title, setting, price, host, free: inDays(off), text }))
export const byId = id => houses.find(h => h.id === id)

const read = (key, fallback) => { try { return JSON.parse(localStorage.getItem(key)) ?? fallback } catch { return fallback } }
export const store = reactive({
  favourites: read('halfboard.favourites', []),
  bookings: read('halfboard.bookings', [
    { house: '5', date: inDays(8), time: '18:30', name: 'Clara Munk' },
    { house: '3', date: inDays(4), time: '17:00', name: 'Familie Opitz' }
  ])
})
watch(store, s => {
  try {
    localStorage.setItem('halfboard.favourites', JSON.stringify(s.favourites))
    localStorage.setItem('halfboard.bookings', JSON.stringify(s.bookings))
  } catch { /* not kept then */ }
}, { deep: true })

export const isFavourite = id => store.favourites.includes(id)
export function toggleFavourite(id) {
  const i = store.favourites.indexOf(id)
  if (i < 0) store.favourites.push(id)
  else store.favourites.splice(i, 1)
}
export const favourites = computed(() => houses.filter(h => isFavourite(h.id)))

/** The first night from the host's calendar onwards that nobody has booked here. */
export function nextFree(h) {
  const d = new Date(h.free + 'T12:00')
  while (store.bookings.some(b => b.house === h.id && b.date === iso(d))) d.setDate(d.getDate() + 1)
  return iso(d)
}

/** Returns an error text, or nothing when the booking was made. */
export function book(house, { date, time, name }) {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return 'Please choose a date.'
  if (date < iso(new Date())) return 'This date is in the past. Please choose today or a later day.'
  if (!TIMES.includes(time)) return 'Please choose a time of arrival.'
  if (!name.trim()) return 'Please enter your name.'
  if (store.bookings.some(b => b.house === house && b.date === date && b.time === time)) {
    return `Sorry, ${byId(house).title} is already booked on ${nice(date)} at ${time}. Please choose another time or day.`
  }
  store.bookings.push({ house, date, time, name: name.trim() })
}
