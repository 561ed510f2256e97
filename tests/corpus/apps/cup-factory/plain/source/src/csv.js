import { all, add, complaints, parseAmount, LOOSE } from './orders.js'

/** Rows of cells with the line each row starts on; understands quotes. */
function rows(text, sep) {
  const out = []
  let row = [], cell = '', quoted = false, line = 1, from = 1
  const end = () => { row.push(cell); cell = ''; out.push({ line: from, cells: row.map((c) => c.trim()) }); row = [] }
  for (let i = 0; i < text.length; i++) {
    const c = text[i]
    if (c === '\n') line++
    if (quoted) {
      if (c === '"' && text[i + 1] === '"') { cell += '"'; i++ }
      else if (c === '"') quoted = false
      else cell += c
    } else if (c === '"') quoted = true
    else if (c === sep) { row.push(cell); cell = '' }
    else if (c === '\n') { end(); from = line }
    else cell += c
  }
  if (cell || row.length) end()
  return out.filter((r) => r.cells.some((c) => c !== ''))
}

export function importCsv(text) {
  text = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const first = text.split('\n', 1)[0]
  const sep = first.includes(';') ? ';' : ','
  const [head, ...body] = rows(text, sep)
  const names = head ? head.cells.map((c) => c.toLowerCase().replace(/[_\s]+/g, ' ')) : []
  if (names.length !== 2 || !names.includes('title') || !names.includes('order total'))
    return { refused: 'Nothing was changed: the file must have exactly the columns “title” and “order total”.' }
  const ti = names.indexOf('title')
  const good = [], bad = []
  for (const { line, cells } of body) {
    const title = cells[ti] ?? ''
    const total = cells[1 - ti] ?? ''
    const why = cells.length !== 2 ? { row: 'It does not have two columns.' } : complaints(title, total, [...all(), ...good])
    if (Object.keys(why).length) bad.push({ line, why: Object.values(why).join(' ') })
    else good.push({ title, region: LOOSE, total: parseAmount(total) })
  }
  if (good.length) add(...good)
  return { good: good.length, bad }
}
