import Alpine from 'alpinejs'
import { HOUSES, TIMES } from './houses.js'
import './style.css'

const STORE = 'half-board-v1'
const day = (offset = 0) => {
  const d = new Date()
  d.setDate(d.getDate() + offset)
  return [d.getFullYear(), d.getMonth() + 1, d.getDate()].map((n) => String(n).padStart(2, '0')).join('-')
}

function remembered() {
  try {
    const s = JSON.parse(localStorage.getItem(STORE))
    if (s) return s
  } catch { /* start anew */ }
  return { hearts: ['quince-garden'], bookings: [{ house: 'owl-loft', date: day(2), time: '18:30', name: 'Example guest' }] }
}

Alpine.data('halfBoard', () => ({
  houses: HOUSES,
  times: TIMES,
  settings: [...new Set(HOUSES.map((h) => h.setting))],
  ...remembered(),
  page: 'all',
  house: null,
  q: '',
  setting: '',
  max: '',
  form: { date: '', time: '', name: '' },
  errors: {},
  news: '',

  init() {
    this.go()
    addEventListener('hashchange', () => {
      this.go()
      this.$nextTick(() => {
        scrollTo(0, 0)
        const h = [...document.querySelectorAll('h1')].find((e) => e.offsetParent)
        h?.focus()
      })
    })
    for (const key of ['hearts', 'bookings'])
      this.$watch(key, () => {
        try { localStorage.setItem(STORE, JSON.stringify({ hearts: this.hearts, bookings: this.bookings })) } catch { /* memory only */ }
      })
  },

  go() {
    const [, name, id] = location.hash.split('/')
    this.news = ''
    this.errors = {}
    this.house = name === 'house' ? this.houses.find((h) => h.id === id) ?? null : null
    this.page = this.house ? 'house' : ['favourites', 'bookings'].includes(name) ? name : name === 'house' ? 'missing' : 'all'
    this.form = { date: '', time: '', name: '' }
    const titles = { house: this.house?.title, favourites: 'Favourites', bookings: 'Bookings', missing: 'Not found' }
    document.title = titles[this.page] ? `${titles[this.page]} · Half Board` : 'Half Board · small guesthouses'
  },

  // --- list ---
  get maxOk() { return this.max === '' || (Number(this.max) >= 0 && !isNaN(this.max)) },
  get list() {
    if (this.page === 'favourites') return this.houses.filter((h) => this.hearts.includes(h.id))
    const q = this.q.trim().toLowerCase()
    return this.houses.filter((h) =>
      (!q || `${h.title} ${h.setting}`.toLowerCase().includes(q)) &&
      (!this.setting || h.setting === this.setting) &&
      (this.max === '' || !this.maxOk || h.price <= Number(this.max)))
  },
  get counted() {
    const n = this.list.length
    if (this.page === 'favourites') return n === 1 ? '1 favourite' : `${n} favourites`
    return this.filtering ? `${n} of ${this.houses.length} guesthouses` : `${n} guesthouses`
  },
  get filtering() { return this.q.trim() !== '' || this.setting !== '' || this.max !== '' },
  clear() {
    this.q = this.setting = this.max = ''
    this.$refs.search.focus()
  },

  // --- favourites ---
  loved(id) { return this.hearts.includes(id) },
  love(h) {
    const was = this.loved(h.id)
    this.hearts = was ? this.hearts.filter((x) => x !== h.id) : [...this.hearts, h.id]
    this.news = was ? `${h.title} removed from your favourites.` : `${h.title} added to your favourites.`
    if (was && this.page === 'favourites') this.$nextTick(() => document.querySelector('h1').focus())
  },

  // --- bookings ---
  nextFree(h) {
    let n = h.gap
    while (this.bookings.some((b) => b.house === h.id && b.date === day(n))) n++
    return this.nice(day(n))
  },
  nice: (iso) => new Date(iso + 'T12:00').toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  book() {
    const { date, time } = this.form
    const name = this.form.name.trim()
    const e = {}
    if (!date) e.date = 'Choose the date of your arrival.'
    else if (date < day()) e.date = 'That date has passed. Choose today or a later date.'
    if (!time) e.time = 'Choose a time of arrival.'
    else if (date && this.bookings.some((b) => b.house === this.house.id && b.date === date && b.time === time))
      e.time = `Already booked: ${this.house.title} is taken on ${this.nice(date)} at ${time}.`
    if (!name) e.name = 'Enter the name for the booking.'
    this.errors = e
    this.news = ''
    const first = ['date', 'time', 'name'].find((k) => e[k])
    if (first) return this.$nextTick(() => (first === 'time' ? document.querySelector('input[name=time]') : this.$refs[first]).focus())
    this.bookings = [...this.bookings, { house: this.house.id, date, time, name }]
    this.news = `Booked for ${name}: ${this.house.title}, ${this.nice(date)} at ${time}.`
    this.form = { date: '', time: '', name: '' }
  },
  get ordered() {
    return this.bookings
      .map((b) => ({ ...b, title: this.houses.find((h) => h.id === b.house)?.title, key: b.house + b.date + b.time }))
      .sort((a, b) => (a.date + a.time < b.date + b.time ? -1 : 1))
  }
}))

Alpine.start()
