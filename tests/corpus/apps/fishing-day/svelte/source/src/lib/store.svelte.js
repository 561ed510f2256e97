import { exampleEvents } from './examples.js'

const KEY = 'gatherly-hall'

function read() {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY))
    if (saved && Array.isArray(saved.events)) {
      return { events: saved.events, favourites: saved.favourites ?? [], requests: saved.requests ?? [] }
    }
  } catch {
    // storage is blocked or broken
  }
  return { events: exampleEvents(), favourites: [], requests: [] }
}

export const hall = $state(read())

function save() {
  try {
    localStorage.setItem(KEY, JSON.stringify(hall))
  } catch {
    // keeps working until the page is closed
  }
}
save()

// what screen readers hear, and what is shown in the bar at the bottom
export const notice = $state({ text: '', key: 0 })
let noticeTimer
export function say(text) {
  notice.text = text
  notice.key += 1
  clearTimeout(noticeTimer)
  noticeTimer = setTimeout(() => (notice.text = ''), 5000)
}

const norm = (s) => s.trim().replace(/\s+/g, ' ').toLocaleLowerCase()

export const findEvent = (id) => hall.events.find((e) => e.id === id)
export const titleTaken = (title) => hall.events.some((e) => norm(e.title) === norm(title))
export const isFavourite = (id) => hall.favourites.includes(id)

function freeId(title) {
  const base = title.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'event'
  let id = base
  for (let n = 2; findEvent(id); n++) id = `${base}-${n}`
  return id
}

export function addEvent(fields) {
  const event = { id: freeId(fields.title), ...fields, title: fields.title.trim().replace(/\s+/g, ' ') }
  hall.events.push(event)
  save()
  return event
}

export function toggleFavourite(event) {
  const i = hall.favourites.indexOf(event.id)
  if (i < 0) hall.favourites.push(event.id)
  else hall.favourites.splice(i, 1)
  save()
  say(i < 0 ? `${event.title} is now one of your favourites.` : `${event.title} is no longer a favourite.`)
}

// the unfinished request survives a look at another page
export const draft = $state({ step: 1, eventId: '', tickets: 2, name: '', email: '' })

export function sendRequest() {
  const request = {
    number: `GH-${String(hall.requests.length + 1).padStart(4, '0')}`,
    eventId: draft.eventId,
    tickets: draft.tickets,
    name: draft.name.trim(),
    email: draft.email.trim()
  }
  hall.requests.push(request)
  save()
  return request
}

export function clearDraft() {
  Object.assign(draft, { step: 1, eventId: '', tickets: 2, name: '', email: '' })
}

const euros = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' })
export const money = (n) => euros.format(n)

export function longDate(iso) {
  if (!iso) return 'Date to be announced'
  const [y, m, d] = iso.split('-').map(Number)
  return new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(new Date(y, m - 1, d))
}
export function shortDate(iso) {
  if (!iso) return 'Date to be announced'
  const [y, m, d] = iso.split('-').map(Number)
  return new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' }).format(new Date(y, m - 1, d))
}
