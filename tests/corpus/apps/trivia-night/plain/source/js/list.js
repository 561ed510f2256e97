import { $, el } from './dom.js'
import { places } from './places.js'

const fold = (s) => s.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

function show() {
  const wanted = fold($('find').value.trim())
  const hits = places.filter((p) => fold(p.title + ' ' + p.kind).includes(wanted))
  $('places-table').tBodies[0].replaceChildren(...hits.map((p) =>
    el('tr', {},
      el('th', { scope: 'row' }, p.title),
      el('td', {}, el('span', { class: 'kind k-' + p.kind.toLowerCase() }, p.kind)),
      el('td', { class: 'num' }, String(p.points)))))
  $('places-table').hidden = !hits.length
  $('found').textContent = !wanted ? ''
    : hits.length ? `${hits.length} ${hits.length === 1 ? 'place fits' : 'places fit'} your search`
    : `No place fits “${$('find').value.trim()}”.`
}

export function initList() {
  $('places-total').textContent = `${places.length} places on the map so far.`
  $('find').addEventListener('input', show)
  show()
}
