import { all, add, complaints, parseAmount, euro, figures, usedRegions, REGIONS } from './orders.js'
import { importCsv } from './csv.js'
import { drawWizard } from './wizard.js'

const $ = (q) => document.querySelector(q)
const make = (tag, cls, ...kids) => {
  const n = document.createElement(tag)
  if (cls) n.className = cls
  n.append(...kids)
  return n
}

/* ----- orders ----- */
function drawOrders() {
  $('#count').textContent = `${all().length} orders`
  $('#list').replaceChildren(...all().map((o) =>
    make('li', '', make('span', 'title', o.title), make('span', `region ${o.region.toLowerCase()}`, o.region), make('span', 'amount', euro(o.total)))))
}

const dialog = $('#dialog')
const form = $('#orderform')
const fields = form.elements
fields.region.append(...REGIONS.map((r) => new Option(r)))
const complain = (c) => form.querySelectorAll('.error').forEach((p) => { p.textContent = c[p.dataset.for] ?? '' })

$('#add').onclick = () => { form.reset(); complain({}); dialog.showModal() }
$('#cancel').onclick = () => dialog.close()
form.onsubmit = (e) => {
  e.preventDefault()
  const c = complaints(fields.title.value, fields.total.value)
  complain(c)
  if (Object.keys(c).length) return
  add({ title: fields.title.value.trim(), region: fields.region.value, total: parseAmount(fields.total.value) })
  dialog.close()
  drawOrders()
  note([`“${all()[0].title}” was added.`])
}

function note(lines, bad) {
  $('#import').className = bad ? 'warn' : 'fine'
  $('#import').replaceChildren(...lines.map((l) => make('p', '', l)))
}
$('#csv').onchange = async (e) => {
  const [file] = e.target.files
  if (!file) return
  const r = importCsv(await file.text())
  e.target.value = ''
  if (r.refused) return note([r.refused], true)
  drawOrders()
  note([`${r.good} ${r.good === 1 ? 'order was' : 'orders were'} added from ${file.name}.`, ...r.bad.map((b) => `Line ${b.line} was left out: ${b.why}`)], r.bad.length)
}

/* ----- statistics ----- */
let show = 'count'
const pick = $('#region')

function drawStatistics() {
  const regions = usedRegions()
  const chosen = regions.includes(pick.value) ? pick.value : ''
  pick.replaceChildren(new Option('All regions', ''), ...regions.map((r) => new Option(r)))
  pick.value = chosen

  const f = figures(chosen ? all().filter((o) => o.region === chosen) : all())
  const tiles = [['Number of orders', f.count], ['Total', euro(f.total)], ['Average', euro(f.avg)], ['Highest', euro(f.high)], ['Lowest', euro(f.low)]]
  $('#tiles').replaceChildren(...tiles.map(([k, v]) => make('div', 'tile', make('span', '', k), make('b', '', String(v)))))

  const rows = regions.map((r) => ({ r, ...figures(all().filter((o) => o.region === r)) }))
  const visible = rows.filter((x) => !chosen || x.r === chosen)
  $('#regions').replaceChildren(...visible.map((x) => make('tr', '', make('td', '', x.r), make('td', '', String(x.count)), make('td', '', euro(x.avg)))))

  $('#charttitle').textContent = show === 'count' ? 'Number of orders by region' : 'Average order total by region'
  document.querySelectorAll('[data-show]').forEach((b) => {
    b.classList.toggle('on', b.dataset.show === show)
    b.setAttribute('aria-pressed', b.dataset.show === show)
  })
  const top = Math.max(...rows.map((x) => x[show]), 1)
  $('#chart').replaceChildren(...rows.map((x) => {
    const bar = make('i', `bar-fill ${x.r.toLowerCase()}`)
    bar.style.width = `${(x[show] / top) * 100}%`
    const line = make('div', 'line', make('span', 'name', x.r), make('span', 'track', bar), make('b', '', show === 'count' ? String(x.count) : euro(x.avg)))
    if (chosen && chosen !== x.r) line.classList.add('faint')
    return line
  }))
}
pick.onchange = drawStatistics
document.querySelectorAll('[data-show]').forEach((b) => { b.onclick = () => { show = b.dataset.show; drawStatistics() } })

/* ----- pages ----- */
const PAGES = { orders: drawOrders, statistics: drawStatistics, request: () => drawWizard() }
function route() {
  const id = location.hash.slice(1) in PAGES ? location.hash.slice(1) : 'orders'
  for (const p of Object.keys(PAGES)) $('#' + p).hidden = p !== id
  document.querySelectorAll('nav a').forEach((a) => a.setAttribute('aria-current', a.hash === '#' + id ? 'page' : 'false'))
  if (id !== 'orders') $('#import').replaceChildren()
  PAGES[id]()
  scrollTo(0, 0)
}
addEventListener('hashchange', route)
route()
