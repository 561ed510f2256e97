import { REGIONS, read, sumOf, euros, el } from './book.js';

const fill = (id, text) => { document.getElementById(id).textContent = text; };
const average = (orders) => (orders.length ? euros(Math.round(sumOf(orders) / orders.length)) : '–');

function median(sorted) {
  const half = sorted.length / 2;
  return sorted.length % 2 ? sorted[Math.floor(half)] : Math.round((sorted[half - 1] + sorted[half]) / 2);
}

function show() {
  const { orders } = read();
  const cents = orders.map((o) => o.cents).sort((a, b) => a - b);
  fill('k-count', orders.length);
  fill('k-sum', euros(sumOf(orders)));
  fill('k-average', average(orders));
  fill('k-median', cents.length ? euros(median(cents)) : '–');
  fill('k-largest', cents.length ? euros(cents.at(-1)) : '–');
  fill('k-smallest', cents.length ? euros(cents[0]) : '–');

  const regions = REGIONS.map((name) => {
    const own = orders.filter((o) => o.region === name);
    return { name, own, sum: sumOf(own) };
  });

  const best = Math.max(1, ...regions.map((r) => r.sum));
  document.getElementById('chart').replaceChildren(...[...regions].sort((a, b) => b.sum - a.sum).map((r) => {
    const bar = el('span', { class: 'bar' });
    bar.style.width = `${(r.sum / best) * 100}%`;
    return el('li', {},
      el('span', { class: 'name' }, r.name),
      el('span', { class: 'track', 'aria-hidden': 'true' }, bar),
      el('span', { class: 'value' }, euros(r.sum)));
  }));

  const row = (name, list) => el('tr', {},
    el('th', { scope: 'row' }, name),
    el('td', { class: 'num' }, String(list.length)),
    el('td', { class: 'num' }, average(list)));
  document.getElementById('by-region').replaceChildren(...regions.map((r) => row(r.name, r.own)));
  document.getElementById('by-region-all').replaceChildren(row('All regions', orders));
}

addEventListener('pageshow', show);
addEventListener('storage', show);
