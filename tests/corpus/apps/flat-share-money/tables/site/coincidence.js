'use strict'

const CATEGORIES = ['Groceries', 'Rent & utilities', 'Household', 'Internet & TV', 'Transport', 'Fun']
const PEOPLE = ['Aylin', 'Ben', 'Chidi']
const SAMPLE = `
2026-11-01 | Electricity, October       | Rent & utilities | Ben   | 96.40
2026-11-02 | Weekly shop                | Groceries        | Aylin | 83.15
2026-11-03 | Fibre line                 | Internet & TV    | Chidi | 39.99
2026-11-04 | Dish soap, sponges, bags   | Household        | Aylin | 14.70
2026-11-05 | Market vegetables          | Groceries        | Chidi | 21.30
2026-11-07 | Board game "Harbour"       | Fun              | Ben   | 34
2026-11-08 | Weekly shop, again         | Groceries        | Ben   | 91.85
2026-11-10 | Water bill                 | Rent & utilities | Aylin | 58.20
2026-11-11 | Van for the sofa           | Transport        | Ben   | 65
2026-11-12 | Light bulbs                | Household        | Chidi | 11.25
2026-11-13 | Pizza evening              | Fun              | Aylin | 47.50
2026-11-14 | Film streaming             | Internet & TV    | Aylin | 12.99
2026-11-15 | Coffee beans, 2 kg         | Groceries        | Chidi | 29
2026-11-17 | Shower curtain             | Household        | Ben   | 18.90
2026-11-18 | Gas, second half of autumn | Rent & utilities | Chidi | 142.75
2026-11-19 | Train tickets to Grandma   | Transport        | Aylin | 53.60
`

const STORE = 'coincidence-expenses'
let expenses = restore()
let editing = null                       // null, 'new' or an id
let problem = ''
const filter = { cat: '', max: '' }
let statCat = ''
let measure = 'count'

const $ = sel => document.querySelector(sel)
const esc = t => String(t).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')
const usd = n => '$' + n.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const howMany = n => n + (n === 1 ? ' expense' : ' expenses')
const options = (list, chosen) => list.map(o => `<option${o === chosen ? ' selected' : ''}>${esc(o)}</option>`).join('')

function restore() {
  const saved = localStorage.getItem(STORE)
  if (saved) try { return JSON.parse(saved) } catch { localStorage.removeItem(STORE) }
  return SAMPLE.trim().split('\n').map((line, i) => {
    const [date, title, cat, who, amount] = line.split('|').map(s => s.trim())
    return { id: i + 1, date, title, cat, who, amount: Number(amount) }
  })
}

function keep() {
  localStorage.setItem(STORE, JSON.stringify(expenses))
  drawAll()
}

// ------------------------------------------------------------------ list

function visible() {
  return expenses.filter(e => {
    if (filter.cat && e.cat !== filter.cat) return false
    if (filter.max !== '' && e.amount > Number(filter.max)) return false
    return true
  })
}

function drawList() {
  const rows = visible()
  const filtering = filter.cat !== '' || filter.max !== ''
  const sum = rows.reduce((s, e) => s + e.amount, 0)
  $('#list-count').innerHTML = (filtering ? `${rows.length} of ${howMany(expenses.length)}` : howMany(expenses.length)) +
    ` <span class="dim">· ${usd(sum)}</span>`
  $('#flt-clear').disabled = !filtering

  let html = editing === 'new' ? editRow({ date: new Date().toISOString().slice(0, 10), title: '', cat: filter.cat || CATEGORIES[0], who: PEOPLE[0], amount: '' }) : ''
  html += rows.map(e => e.id === editing ? editRow(e) : `
    <tr data-id="${e.id}">
      <td class="date">${e.date.slice(8)}.${e.date.slice(5, 7)}.</td>
      <td class="title">${esc(e.title)}</td>
      <td class="cat"><i class="dot c${CATEGORIES.indexOf(e.cat)}"></i>${esc(e.cat)}</td>
      <td class="who">${esc(e.who)}</td>
      <td class="amt">${usd(e.amount)}</td>
      <td class="tools"><button class="btn btn-xs" data-do="edit">Edit</button><button class="btn btn-xs" data-do="delete">Delete</button></td>
    </tr>`).join('')
  if (!rows.length && editing !== 'new') {
    html = `<tr><td colspan="6" class="nothing">${expenses.length
      ? 'Nothing left: no expense fits this category and amount.'
      : 'Nobody has spent anything yet. Lucky you!'}</td></tr>`
  }
  $('#list tbody').innerHTML = html
}

function editRow(e) {
  return `<tr class="editing"><td colspan="6"><form id="rowform" novalidate>
    <label>Date <input name="date" type="date" value="${e.date}"></label>
    <label class="wide">Title <input name="title" value="${esc(e.title)}" maxlength="80"></label>
    <label>Category <select name="cat">${options(CATEGORIES, e.cat)}</select></label>
    <label>Paid by <select name="who">${options(PEOPLE, e.who)}</select></label>
    <label class="short">Amount <input name="amount" type="number" step="0.01" min="0" value="${e.amount}"></label>
    <button class="btn btn-accent">Save</button>
    <button class="btn" type="button" data-do="cancel">Cancel</button>
    <div class="problem" role="alert">${problem}</div>
  </form></td></tr>`
}

function startEdit(what) {
  editing = what
  problem = ''
  drawList()
  $('#rowform [name=title]')?.focus()
}

$('#list').addEventListener('click', ev => {
  const what = ev.target.dataset.do
  if (!what) return
  if (what === 'cancel') return startEdit(null)
  const id = Number(ev.target.closest('tr').dataset.id)
  if (what === 'edit') startEdit(id)
  if (what === 'delete') {
    const e = expenses.find(x => x.id === id)
    if (!confirm(`Delete "${e.title}" (${usd(e.amount)})?`)) return
    expenses = expenses.filter(x => x.id !== id)
    keep()
  }
})

$('#list').addEventListener('submit', ev => {
  ev.preventDefault()
  const f = Object.fromEntries(new FormData(ev.target))
  const title = f.title.trim()
  const amount = Number(f.amount)
  problem = !title ? 'What was it for? Please enter a title.'
    : f.amount === '' || !(amount > 0) ? 'Please enter an amount above zero.'
    : !f.date ? 'Please pick a date.' : ''
  if (problem) {
    $('.problem').textContent = problem
    return
  }
  const entry = { date: f.date, title, cat: f.cat, who: f.who, amount: Math.round(amount * 100) / 100 }
  if (editing === 'new') expenses.push({ id: Math.max(0, ...expenses.map(e => e.id)) + 1, ...entry })
  else Object.assign(expenses.find(e => e.id === editing), entry)
  expenses.sort((a, b) => a.date.localeCompare(b.date))
  editing = null
  keep()
})

$('#add').onclick = () => startEdit('new')
$('#flt-cat').onchange = ev => { filter.cat = ev.target.value; drawList() }
$('#flt-max').oninput = ev => { filter.max = ev.target.value; drawList() }
$('#flt-clear').onclick = () => {
  filter.cat = filter.max = ''
  $('#flt-cat').value = $('#flt-max').value = ''
  drawList()
}

// ------------------------------------------------------------------ CSV

function csvCell(v) {
  v = String(v)
  return /[",\n]/.test(v) ? '"' + v.replace(/"/g, '""') + '"' : v
}

$('#export').onclick = () => {
  const lines = [['Title', 'Category', 'Amount'], ...expenses.map(e => [e.title, e.cat, e.amount])]
  const text = lines.map(l => l.map(csvCell).join(',')).join('\r\n') + '\r\n'
  const a = document.createElement('a')
  a.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  a.download = 'coincidence-expenses.csv'
  a.click()
  setTimeout(() => URL.revokeObjectURL(a.href), 2000)
}

// ------------------------------------------------------------------ statistics

function figures(list) {
  const a = list.map(e => e.amount)
  const total = a.reduce((s, n) => s + n, 0)
  return { n: a.length, total, avg: a.length ? total / a.length : 0, max: a.length ? Math.max(...a) : 0, min: a.length ? Math.min(...a) : 0 }
}

function drawStats() {
  const list = statCat ? expenses.filter(e => e.cat === statCat) : expenses
  const f = figures(list)
  const or = n => f.n ? usd(n) : '–'
  $('#stat-caption').textContent = statCat || 'All categories'
  $('#figures').innerHTML = [
    ['Number of expenses', f.n], ['Total', usd(f.total)], ['Average', or(f.avg)], ['Highest', or(f.max)], ['Lowest', or(f.min)]
  ].map(([k, v]) => `<tr><th scope="row">${k}</th><td class="amt">${v}</td></tr>`).join('')

  $('#percat').innerHTML = CATEGORIES.filter(c => !statCat || c === statCat).map(c => {
    const g = figures(expenses.filter(e => e.cat === c))
    const m = n => g.n ? usd(n) : '–'
    return `<tr><td><i class="dot c${CATEGORIES.indexOf(c)}"></i>${esc(c)}</td><td class="amt">${g.n}</td><td class="amt">${usd(g.total)}</td>
      <td class="amt">${m(g.avg)}</td><td class="amt opt">${m(g.max)}</td><td class="amt opt">${m(g.min)}</td></tr>`
  }).join('')
}

$('#stat-cat').onchange = ev => { statCat = ev.target.value; drawStats() }

// ------------------------------------------------------------------ chart

function drawChart() {
  const data = CATEGORIES.map((c, i) => {
    const g = figures(expenses.filter(e => e.cat === c))
    return { c, i, v: measure === 'count' ? g.n : g.avg }
  })
  const top = Math.max(...data.map(d => d.v)) || 1
  $('#chart-title').textContent = measure === 'count' ? 'Expenses by category' : 'Average amount by category'
  $('#bars').innerHTML = data.map(d => `
    <div class="bar-row">
      <div class="bar-name">${esc(d.c)}</div>
      <div class="bar-track"><div class="bar c${d.i}" style="width:${(d.v / top * 100).toFixed(1)}%"></div></div>
      <div class="bar-value">${measure === 'count' ? d.v : usd(d.v)}</div>
    </div>`).join('')
  for (const b of document.querySelectorAll('[data-measure]')) b.setAttribute('aria-pressed', b.dataset.measure === measure)
}

for (const b of document.querySelectorAll('[data-measure]')) {
  b.onclick = () => { measure = b.dataset.measure; drawChart() }
}

// ------------------------------------------------------------------ tabs

function showPane(name) {
  for (const t of document.querySelectorAll('.tab')) t.setAttribute('aria-selected', t.dataset.pane === name)
  for (const p of document.querySelectorAll('.pane')) p.hidden = p.id !== 'pane-' + name
}

for (const t of document.querySelectorAll('.tab')) {
  t.onclick = () => { history.replaceState(null, '', '#' + t.dataset.pane); showPane(t.dataset.pane) }
}

function drawAll() {
  drawList()
  drawStats()
  drawChart()
}

$('#flt-cat').innerHTML = $('#stat-cat').innerHTML = '<option value="">All categories</option>' + options(CATEGORIES)
drawAll()
showPane(['stats', 'chart'].includes(location.hash.slice(1)) ? location.hash.slice(1) : 'expenses')
