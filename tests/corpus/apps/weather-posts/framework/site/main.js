import { signal, effect, derive, h } from './drizzle.js';
import { Choice, Stepper, Tabs, Toggle, toast } from './widgets.js';

const data = [
  { name: 'Saltmarsh Gate', terrain: 'Shore', rh: 88 }, { name: 'Vesper Hill', terrain: 'Hills', rh: 59 },
  { name: 'Dune Walk', terrain: 'Shore', rh: 76 }, { name: 'Quarry Bank', terrain: 'Hills', rh: 46 },
  { name: 'Alder Copse', terrain: 'Woodland', rh: 82 }, { name: 'Tramway Loop', terrain: 'City', rh: 41 },
  { name: 'Broadacre', terrain: 'Farmland', rh: 64 }, { name: 'Nightjar Ride', terrain: 'Woodland', rh: 91 },
  { name: 'Observatory Lawn', terrain: 'City', rh: 53 }, { name: 'Plover Fen Farm', terrain: 'Farmland', rh: 72 },
  { name: 'Summit Hut', terrain: 'Hills', rh: 36 }, { name: 'Cedar Hollow', terrain: 'Woodland', rh: 79 },
];
const terrains = [...new Set(data.map(s => s.terrain))];
const SIZE = 4;
const KEY = 'skywatch-net/prefs';
const kept = JSON.parse(localStorage.getItem(KEY) || '{}');

const terrain = signal(''), cap = signal(null), sort = signal('given'), page = signal(1);
const measure = signal('count'), dark = signal(!!kept.dark);

const hits = derive(() => {
  const list = data.filter(s => (!terrain() || s.terrain === terrain()) && (cap() === null || s.rh <= cap()));
  if (sort() === 'dry') list.sort((a, b) => a.rh - b.rh);
  if (sort() === 'wet') list.sort((a, b) => b.rh - a.rh);
  return list;
});
const pages = derive(() => Math.max(1, Math.ceil(hits().length / SIZE)));
const reset = () => { terrain.set(''); cap.set(null); toast('Showing every station'); };

effect(() => { terrain(); cap(); sort(); page.set(1); });
effect(() => {
  document.documentElement.dataset.look = dark() ? 'night' : 'day';
  localStorage.setItem(KEY, JSON.stringify({ dark: dark() }));
});

const Row = s => h('article.row', {},
  h('span.ring', { style: `--p:${s.rh}`, 'aria-hidden': 'true' }),
  h('div', {}, h('h3', {}, s.name), h('p', {}, s.terrain)),
  h('strong', {}, s.rh + '%', h('small', {}, 'humidity')));

const List = () => hits().length
  ? hits().slice((page() - 1) * SIZE, page() * SIZE).map(Row)
  : h('div.nothing', {}, h('p', {}, 'No station is that dry here. Nothing fits your filter.'), h('button.plain', { type: 'button', onclick: reset }, 'Drop the filter'));

const Pager = () => h('nav.pager', { 'aria-label': 'Pages' },
  h('button', { type: 'button', disabled: () => page() === 1, onclick: () => page.set(n => n - 1) }, 'Back'),
  () => Array.from({ length: pages() }, (_, i) => h('button.num', { type: 'button', 'aria-current': () => page() === i + 1 ? 'page' : null, 'aria-label': 'Page ' + (i + 1), onclick: () => page.set(i + 1) }, i + 1)),
  h('button', { type: 'button', disabled: () => page() === pages(), onclick: () => page.set(n => n + 1) }, 'Further'));

const Chart = () => {
  const rows = terrains.map(t => {
    const of = data.filter(s => s.terrain === t);
    return { t, v: measure() === 'count' ? of.length : Math.round(of.reduce((n, s) => n + s.rh, 0) / of.length) };
  });
  const top = measure() === 'count' ? Math.max(...rows.map(r => r.v)) : 100;
  return h('div.columns', {}, rows.map(r => h('div.col', {},
    h('b', {}, r.v + (measure() === 'count' ? '' : '%')),
    h('i', { style: `height:${r.v / top * 130}px` }),
    h('span', {}, r.t))));
};

document.getElementById('root').append(
  h('header', {},
    h('div', {}, h('h1', {}, 'Skywatch Net'), h('p', {}, data.length + ' stations kept by volunteers')),
    Toggle('Dark mode', dark)),
  h('section.controls', { 'aria-label': 'Narrow down' },
    Choice('Terrain', [['', 'All terrains'], ...terrains.map(t => [t, t])], terrain),
    Stepper('Humidity at most', cap, { min: 0, max: 100, step: 5, none: 'no limit' }),
    Choice('Order', [['given', 'As listed'], ['dry', 'Humidity: lowest first'], ['wet', 'Humidity: highest first']], sort),
    h('button.plain', { type: 'button', onclick: reset, disabled: () => !terrain() && cap() === null }, 'Drop the filter')),
  h('main', {},
    h('section', {}, h('p.tally', { 'aria-live': 'polite' }, () => `${hits().length} of ${data.length} stations · page ${page()} of ${pages()}`), List, Pager()),
    h('section.card', {}, h('h2', {}, 'By terrain'), Tabs('Bars show', [['count', 'Stations'], ['mean', 'Mean humidity']], measure), Chart)));
