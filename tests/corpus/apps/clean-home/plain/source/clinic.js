import { treatments, bookings, TIMES } from './data.js'

const view = document.querySelector('#view')
const esc = (s) => String(s).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
const s = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`
const pad = (n) => String(n).padStart(2, '0')
const isoDate = (d = new Date()) => `${d.getFullYear()}-${pad(d.getMonth() + 1)}-${pad(d.getDate())}`
const clock = (d = new Date()) => `${pad(d.getHours())}:${pad(d.getMinutes())}`
const human = (iso) => new Date(iso + 'T00:00').toLocaleDateString('en-US', { month: 'long', day: 'numeric', year: 'numeric' })

let flashing
function flash(text) {
  const box = document.querySelector('#flash')
  box.textContent = text
  box.classList.add('on')
  clearTimeout(flashing)
  flashing = setTimeout(() => box.classList.remove('on'), 5000)
}

/* ---------- start page ---------- */
const SORTS = [
  ['Fee, lowest first', (a, b) => a.fee - b.fee],
  ['Fee, highest first', (a, b) => b.fee - a.fee],
  ['Title, A to Z', (a, b) => a.title.localeCompare(b.title)],
  ['Original order', (a, b) => a.id - b.id]
]
let sort = 3

const average = (t) => {
  const n = t.count + (t.mine ? 1 : 0)
  return { n, avg: n ? (t.stars + t.mine) / n : 0 }
}

function stars(t) {
  const { n, avg } = average(t)
  return `<div class="score"><b>${n ? avg.toFixed(1) : '–'}</b> <span>(${s(n, 'rating')})</span></div>
    <div class="stars">${[5, 4, 3, 2, 1].map((v) => `
      <input type="radio" name="r${t.id}" id="r${t.id}-${v}" value="${v}" data-rate="${t.id}" ${t.mine === v ? 'checked' : ''}>
      <label for="r${t.id}-${v}" title="${s(v, 'star')}" aria-label="${s(v, 'star')}">★</label>`).join('')}
    </div>
    <div class="mine">${t.mine ? `You gave ${'★'.repeat(t.mine)} (${t.mine})` : ''}</div>`
}

function home() {
  const list = [...treatments].sort(SORTS[sort][1])
  view.innerHTML = `
    <h1>Treatments <small>${treatments.length}</small></h1>
    <p>Pick what you need, pick a time, come round the corner. We offer ${treatments.length} treatments.</p>
    <div class="sorts">Sort by ${SORTS.map(([name], i) => `<button data-sort="${i}" class="${i === sort ? 'on' : ''}" aria-pressed="${i === sort}">${name}</button>`).join('')}</div>
    <table class="list">
      <thead><tr><th>Treatment</th><th>Fee</th><th>Rating</th><th></th></tr></thead>
      <tbody>${list.map((t) => `
        <tr>
          <td><strong>${esc(t.title)}</strong><br><span class="dim">${esc(t.department)}</span></td>
          <td class="fee">$${t.fee}</td>
          <td id="stars-${t.id}">${stars(t)}</td>
          <td class="do">
            <a class="btn main" role="button" href="#book/${t.id}">Book</a>
            <button data-comments="${t.id}">${s(t.comments.length, 'comment')}</button>
          </td>
        </tr>
        <tr class="talk" id="talk-${t.id}" hidden><td colspan="4"></td></tr>`).join('')}
      </tbody>
    </table>`
}

/* ---------- comments ---------- */
function talk(t, error = '', name = '', text = '') {
  const row = document.querySelector(`#talk-${t.id}`)
  row.hidden = false
  row.firstElementChild.innerHTML = `
    <h3>Comments on ${esc(t.title)}</h3>
    ${t.comments.length ? `<ul>${t.comments.map((c) => `<li><b>${esc(c.name)}:</b> ${esc(c.text)}</li>`).join('')}</ul>` : '<p class="dim">Nobody has said anything yet.</p>'}
    <form data-talk="${t.id}">
      <label>Name <input name="name" value="${esc(name)}"></label>
      <label class="wide">Comment (100 characters at most) <input name="text" value="${esc(text)}"></label>
      <button>Send</button>
      ${error ? `<p class="error" role="alert">${error}</p>` : ''}
    </form>`
  document.querySelector(`[data-comments="${t.id}"]`).textContent = s(t.comments.length, 'comment')
}

function postComment(form) {
  const t = treatments[form.dataset.talk]
  const f = new FormData(form)
  const who = f.get('name').trim()
  const text = f.get('text').trim()
  if (!who) return talk(t, 'Please fill in your name.', '', text)
  if (!text) return talk(t, 'An empty comment says nothing. Please write one.', who)
  if (text.length > 100) return talk(t, `That is too long by ${s(text.length - 100, 'character')}; 100 is the limit.`, who, text)
  t.comments.push({ name: who, text })
  talk(t)
  flash('Your comment is online.')
}

/* ---------- booking ---------- */
function bookPage(t) {
  view.innerHTML = `
    <a href="#">‹ All treatments</a>
    <h1>Book: ${esc(t.title)}</h1>
    <p class="dim">${esc(t.department)} · $${t.fee}</p>
    <form id="booking" class="card" novalidate>
      <label>Date <input type="date" name="date" min="${isoDate()}" value=""></label>
      <fieldset><legend>Time</legend><div class="slots">
        ${TIMES.map((x) => `<label><input type="radio" name="time" value="${x}"> <span>${x}</span></label>`).join('')}
      </div></fieldset>
      <label>Your name <input name="who" autocomplete="name"></label>
      <p class="error" role="alert" hidden></p>
      <button class="main">Book appointment</button>
    </form>`
  const form = view.querySelector('form')
  const taken = (date, time) => bookings.some((b) => b.t === t && b.date === date && b.time === time)
  form.elements.date.oninput = () => {
    for (const r of form.elements.time) r.nextElementSibling.textContent = r.value + (taken(form.elements.date.value, r.value) ? ' (taken)' : '')
  }
  form.onsubmit = (e) => {
    e.preventDefault()
    const date = form.elements.date.value
    const time = form.elements.time.value
    const who = form.elements.who.value.trim()
    const error =
      !date ? 'Please pick a date.' :
      date < isoDate() ? 'This day is over. You cannot book in the past.' :
      !time ? 'Please pick a time.' :
      date === isoDate() && time <= clock() ? `It is already ${clock()}. This time is in the past.` :
      taken(date, time) ? `Sorry, ${human(date)} at ${time} is already taken.` :
      !who ? 'Please give us your name.' : ''
    const box = form.querySelector('.error')
    box.hidden = !error
    box.textContent = error
    if (error) return
    bookings.push({ t, date, time, who })
    counter()
    location.hash = 'bookings'
    flash(`Thank you, ${who}. ${t.title} is booked.`)
  }
}

function bookingsPage() {
  const list = [...bookings].sort((a, b) => (a.date + a.time).localeCompare(b.date + b.time))
  view.innerHTML = `
    <a href="#">‹ All treatments</a>
    <h1>Your bookings</h1>
    ${list.length ? `<ol class="tickets">${list.map((b) => `
      <li><b>${human(b.date)}, ${b.time}</b><span>${esc(b.t.title)}</span><span class="dim">for ${esc(b.who)} · $${b.t.fee}</span></li>`).join('')}</ol>`
      : '<p>There are no bookings yet.</p>'}`
}

function counter() {
  document.querySelector('#bookings-link').textContent = `Bookings (${bookings.length})`
}

/* ---------- wiring ---------- */
view.addEventListener('click', (e) => {
  const b = e.target.closest('button')
  if (b?.dataset.sort) { sort = +b.dataset.sort; home() }
  if (b?.dataset.comments) {
    const row = document.querySelector(`#talk-${b.dataset.comments}`)
    if (row.hidden) talk(treatments[b.dataset.comments])
    else row.hidden = true
  }
})
view.addEventListener('change', (e) => {
  const id = e.target.dataset.rate
  if (id === undefined) return
  treatments[id].mine = +e.target.value
  document.querySelector(`#stars-${id}`).innerHTML = stars(treatments[id])
})
view.addEventListener('submit', (e) => {
  if (e.target.dataset.talk === undefined) return
  e.preventDefault()
  postComment(e.target)
})

function route() {
  const [page, id] = location.hash.slice(1).split('/')
  if (page === 'book' && treatments[id]) bookPage(treatments[id])
  else if (page === 'bookings') bookingsPage()
  else home()
  scrollTo(0, 0)
}
addEventListener('hashchange', route)
counter()
route()
