import { $, el } from './dom.js'
import { places } from './places.js'

const kinds = [...new Set(places.map((p) => p.kind))].sort()
const sum = (list) => list.reduce((n, p) => n + p.points, 0)
const short = (n) => String(Math.round(n * 10) / 10)

function figures() {
  const kind = $('kind').value
  const list = kind ? places.filter((p) => p.kind === kind) : places
  const points = list.map((p) => p.points)
  $('figures-h').textContent = kind ? `Kind: ${kind}` : 'All places'
  const rows = [
    ['Number of places', list.length],
    ['Total points', sum(list)],
    ['Average points', short(sum(list) / list.length)],
    ['Highest points', Math.max(...points)],
    ['Lowest points', Math.min(...points)]
  ]
  $('figures').replaceChildren(...rows.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, String(value)))))
  for (const row of $('by-kind').rows) row.hidden = kind !== '' && row.dataset.kind !== kind
}

export function initStats() {
  $('kind').append(el('option', { value: '' }, 'All kinds'), ...kinds.map((k) => el('option', {}, k)))
  $('by-kind').append(...kinds.map((k) => {
    const list = places.filter((p) => p.kind === k)
    return el('tr', { 'data-kind': k },
      el('th', { scope: 'row' }, k),
      el('td', { class: 'num' }, String(list.length)),
      el('td', { class: 'num' }, short(sum(list) / list.length)))
  }))
  $('kind').addEventListener('change', figures)
  figures()
}
