import { treatments, sampleComments } from './data.js'

const KEY = 'corner-clinic'
const isoDay = (d) => `${d.getFullYear()}-${String(d.getMonth() + 1).padStart(2, '0')}-${String(d.getDate()).padStart(2, '0')}`
export const today = () => isoDay(new Date())
const inDays = (n) => { const d = new Date(); d.setDate(d.getDate() + n); return isoDay(d) }

function fresh() {
  return {
    bookings: [{ id: 1, treatment: 'teeth', date: inDays(3), time: '12:30', name: 'Sample patient' }],
    comments: structuredClone(sampleComments),
    mine: {}
  }
}
function load() {
  try { return JSON.parse(localStorage.getItem(KEY)) ?? fresh() } catch { return fresh() }
}
export const db = $state(load())
export const announce = $state({ text: '' })

function save() {
  try { localStorage.setItem(KEY, JSON.stringify(db)) } catch { /* private mode: keep in memory */ }
}
let fade
export function say(text) {
  announce.text = ''
  clearTimeout(fade)
  requestAnimationFrame(() => { announce.text = text })
  fade = setTimeout(() => { announce.text = '' }, 8000)
}
export const byId = (id) => treatments.find((t) => t.id === id)

export function ratingOf(t) {
  const all = db.mine[t.id] ? [...t.ratings, db.mine[t.id]] : t.ratings
  return { count: all.length, avg: all.length ? all.reduce((a, b) => a + b, 0) / all.length : 0 }
}
export function rate(t, stars) {
  db.mine[t.id] = stars
  save()
  say(`You gave ${t.title} ${stars} ${stars === 1 ? 'star' : 'stars'}.`)
}

/** Returns a map of field name to message; empty when the booking was made. */
export function book(t, { date, time, name }) {
  const errors = {}
  if (!date) errors.date = 'Please choose a date.'
  else if (date < today()) errors.date = 'This date is in the past. Please choose today or a later day.'
  if (!time) errors.time = 'Please choose a time.'
  if (!name.trim()) errors.name = 'Please tell us your name.'
  if (!errors.date && !errors.time && db.bookings.some((b) => b.treatment === t.id && b.date === date && b.time === time))
    errors.time = `${t.title} is already taken on this date at ${time}. Please choose another time.`
  if (Object.keys(errors).length) return errors
  db.bookings.push({ id: Date.now(), treatment: t.id, date, time, name: name.trim() })
  save()
  say(`Booked: ${t.title}, ${longDate(date)} at ${time}.`)
  return {}
}
export function cancel(id) {
  const i = db.bookings.findIndex((b) => b.id === id)
  if (i < 0) return
  const [gone] = db.bookings.splice(i, 1)
  save()
  say(`Cancelled: ${byId(gone.treatment).title} at ${gone.time}.`)
}

export const MAX = 100
export const commentsOf = (t) => db.comments[t.id] ?? []
export function comment(t, name, text) {
  const errors = {}
  if (!name.trim()) errors.name = 'Please enter your name.'
  if (!text.trim()) errors.text = 'Please write a comment first.'
  else if (text.trim().length > MAX) errors.text = `At most ${MAX} characters, please. Yours has ${text.trim().length}.`
  if (Object.keys(errors).length) return errors
  db.comments[t.id] = [...commentsOf(t), { name: name.trim(), text: text.trim() }]
  save()
  say(`Thank you, your comment on ${t.title} is published.`)
  return {}
}

export const money = (n) => '$' + n.toFixed(0)
export const longDate = (iso) => new Date(iso + 'T12:00').toLocaleDateString('en-US', { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' })
