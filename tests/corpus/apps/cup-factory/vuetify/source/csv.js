import { isTaken, addOrder } from './store.js'

/** Splits CSV text into records, each with the number of the line it starts on. */
function records(text, sep) {
  const out = []
  let row = [], cell = '', quoted = false, line = 1, start = 1
  const endRow = () => { row.push(cell); out.push({ line: start, cells: row }); row = []; cell = '' }
  for (let i = 0; i < text.length; i++) {
    const c = text[i]
    if (quoted) {
      if (c === '"' && text[i + 1] === '"') { cell += '"'; i++ }
      else if (c === '"') quoted = false
      else { if (c === '\n') line++; cell += c }
    } else if (c === '"' && cell.trim() === '') { quoted = true; cell = '' }
    else if (c === sep) { row.push(cell); cell = '' }
    else if (c === '\n') { endRow(); line++; start = line }
    else cell += c
  }
  if (cell !== '' || row.length) endRow()
  return out
}

/** "1234.5", "1234,50", "1,234.50" and "1.234,50" are all understood; anything else gives NaN. */
export function amount(text) {
  let s = text.replace(/[€\s]/g, '')
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(s)) s = s.replace(/,/g, '')
  else if (/^-?\d{1,3}(\.\d{3})+,\d+$/.test(s)) s = s.replace(/\./g, '').replace(',', '.')
  else if (/^-?\d+,\d{1,2}$/.test(s)) s = s.replace(',', '.')
  return /^-?\d+(\.\d+)?$/.test(s) ? Number(s) : NaN
}

export function importCsv(raw) {
  const text = raw.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const first = text.split('\n').find(l => l.trim()) || ''
  const sep = [';', '\t', ','].find(s => first.includes(s)) || ','
  const rows = records(text, sep).filter(r => r.cells.some(c => c.trim()))
  const head = (rows.shift()?.cells || []).map(c => c.trim().toLowerCase().replace(/[_\s]+/g, ' '))
  const t = head.indexOf('title'), o = head.indexOf('order total')
  if (head.length !== 2 || t < 0 || o < 0) {
    return { refused: 'This file was not imported: its columns must be exactly "title" and "order total". Nothing has changed.' }
  }
  let added = 0
  const bad = []
  for (const { line, cells } of rows) {
    const title = (cells[t] || '').trim(), total = amount(cells[o] || '')
    const why = cells.length !== 2 ? `has ${cells.length} ${cells.length === 1 ? 'column' : 'columns'} instead of 2`
      : !title ? 'title is missing'
      : !(cells[o] || '').trim() ? 'order total is missing'
      : Number.isNaN(total) ? `"${cells[o].trim()}" is not an amount`
      : total < 0 ? 'order total is negative'
      : isTaken(title) ? `the title "${title}" is already taken` : ''
    if (why) bad.push({ line, why })
    else { addOrder({ title, total: Math.round(total * 100) / 100 }); added++ }
  }
  return { added, bad }
}
