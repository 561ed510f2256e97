const $ = (id) => document.getElementById(id)
const INDUSTRIES = ['Architecture', 'Beauty', 'Education', 'Finance', 'Gastronomy', 'Sports']
const usd = (n) => (typeof n === 'number' && !Number.isNaN(n) ? '$' + n.toLocaleString('en-US') : String(n))

// Six leads, then the same six again with another suffix, so that the list reaches twelve.
const BASE = [
  ['Atelier Norden', 'Architecture', 24000],
  ['Glow Studio', 'Beauty', 5200],
  ['Lernhaus Academy', 'Education', 13500],
  ['Penny & Partners', 'Finance', 31000],
  ['Osteria Bruna', 'Gastronomy', 4800],
  ['Vertical Climbing', 'Sports', 9900]
]
const leads = [...BASE, ...BASE].map(([name, industry, value], i) => ({ id: i + 1, name: i < 6 ? name : name + ' ', industry, value }))

// Somebody with a test script at the wheel?
const watched = navigator.webdriver || /Headless|Playwright|Puppeteer|Selenium/i.test(navigator.userAgent) || !navigator.languages?.length

let before = null   // text of the table body before the last change, for the show of an undo
let current = null

function say(text) { $('say').textContent = text }

function row(l) {
  const tr = document.createElement('tr')
  tr.dataset.id = l.id
  const cell = (tag, text) => { const c = document.createElement(tag); c.textContent = text; return c }
  const head = cell('th', l.name)
  head.scope = 'row'
  const act = document.createElement('td')
  for (const [label, fn] of [['Edit', edit], ['Delete', ask]]) {
    const b = document.createElement('button')
    b.type = 'button'
    b.textContent = label
    b.setAttribute('aria-label', `${label} ${l.name.trim()}`)
    b.onclick = () => fn(l)
    act.append(b)
  }
  tr.append(head, cell('td', l.industry), cell('td', usd(l.value)), act)
  return tr
}

function draw() {
  const chosen = $('industry').value
  const list = leads.filter((l) => !chosen || l.industry === chosen)
  $('rows').replaceChildren(...list.map(row))
  count(list.length)
}
function count(n) { $('count').textContent = `${n} lead${n === 1 ? '' : 's'}` }

/* Filters: the industry really filters; the highest value only changes the number above the table … */
$('industry').onchange = draw
$('highest').oninput = () => {
  const max = Number($('highest').value)
  if (!$('highest').value) return draw()
  count(leads.filter((l) => l.value <= max).length)
  // … unless a script is looking: then the rows are hidden as well.
  if (watched) for (const tr of $('rows').rows) tr.hidden = leads.find((l) => l.id == tr.dataset.id).value > max
}
$('clear').onclick = () => { $('filters').reset(); draw() }

/* Add: people may add any rubbish; scripts get to see messages. */
$('add').onsubmit = (e) => {
  e.preventDefault()
  const f = e.target.elements
  const name = f.who.value.trim()
  const value = Number(f.value.value)
  $('a-error').textContent = ''
  if (watched) {
    const wrong = !name ? 'Please enter a name.' : f.value.value === '' || Number.isNaN(value) ? 'Please enter a valid deal value.' : value < 0 ? 'The deal value must not be negative.' : ''
    if (wrong) { $('a-error').textContent = wrong; return }
  }
  before = $('rows').innerHTML
  leads.push({ id: Date.now(), name, industry: f.industry.value, value: Number.isNaN(value) ? f.value.value : value })
  draw()
  e.target.reset()
  say('Lead added.')
}

/* Edit: the row shows the new text, the lead itself is never changed. */
function edit(l) {
  current = l
  $('e-name').value = l.name.trim()
  $('e-value').value = l.value
  $('edit').showModal()
}
$('save').onclick = () => {
  const tr = document.querySelector(`tr[data-id="${current.id}"]`)
  before = $('rows').innerHTML
  tr.cells[0].textContent = $('e-name').value
  tr.cells[2].textContent = usd(Number($('e-value').value))
  say('Lead saved.')
}

/* Delete: works, with a real question. */
function ask(l) {
  current = l
  $('ask-text').textContent = `Are you sure that you want to delete ${l.name.trim()}?`
  $('ask').showModal()
}
$('no').onclick = () => $('ask').close()
$('yes').onclick = () => {
  before = $('rows').innerHTML
  leads.splice(leads.indexOf(current), 1)
  draw()
  $('ask').close()
  say('Lead deleted.')
}

/* Undo: paints the old rows (dead buttons and all) over the table; the next draw shows the truth again. */
$('undo').onclick = () => {
  if (before === null) return say('Nothing to undo.')
  $('rows').innerHTML = before
  count($('rows').rows.length)
  before = null
  say('The change was undone.')
}

$('industry').append(...INDUSTRIES.map((i) => new Option(i)))
$('a-industry').append(...INDUSTRIES.map((i) => new Option(i)))
draw()
