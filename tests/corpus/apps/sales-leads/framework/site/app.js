import { h, signal, computed, effect } from './tiny.js';
import { Tabs, Select, Stepper, Toasts, toast, sheet } from './widgets.js';

const STAGES = ['Contacted', 'Negotiating', 'Won'];
const INDUSTRIES = ['Architecture', 'Culture', 'Education', 'Finance', 'Hospitality', 'Sports', 'Tech', 'Other'];
const PAGES = ['Leads', 'Board', 'Statistics'];
const SAMPLE = `Hotel Belvoir room guide|Hospitality|5400|Contacted
Season brochure for Theater am Ring|Culture|3900|Won
Pitch deck, Fernway Capital|Finance|6800|Negotiating
App redesign for Skylane|Tech|21500|Negotiating
School of Crafts wayfinding|Education|8700|Contacted
Portfolio site for Atelier Juno|Architecture|4150|Won
Jersey and crest, FC Harbour|Sports|2600|Contacted
Museum audio guide covers|Culture|1850|Contacted
Landing page for Quillpad|Tech|3200|Won
Wine list and coasters, Bar Siena|Hospitality|1350|Negotiating
Investor newsletter, Moss & Lake|Finance|2950|Contacted
Course catalogue 2025|Education|4600|Negotiating
Marathon poster series|Sports|3750|Won
Model photography book|Architecture|7300|Contacted
Dashboard icons for Gridwise|Tech|2250|Contacted
Film festival identity|Culture|11200|Negotiating
Café Lumen brand kit|Hospitality|4050|Won
Alumni magazine|Education|5150|Contacted`.split('\n').map((l, i) => {
  const [title, industry, value, stage] = l.split('|');
  return { id: 's' + i, title, industry, value: +value, stage };
});

/* storage: one record in IndexedDB */
const db = await new Promise(ok => {
  const r = indexedDB.open('warmlead', 1);
  r.onupgradeneeded = () => r.result.createObjectStore('kv');
  r.onsuccess = () => ok(r.result);
  r.onerror = () => ok(null);
});
const stored = db && await new Promise(ok => {
  const r = db.transaction('kv').objectStore('kv').get('leads');
  r.onsuccess = () => ok(r.result);
  r.onerror = () => ok(null);
});

const leads = signal(stored || SAMPLE);
effect(() => { const v = leads.value; if (db) db.transaction('kv', 'readwrite').objectStore('kv').put(v, 'leads'); });
const query = signal('');
const order = signal('Newest first');
const page = signal(PAGES[0]);
const readHash = () => { page.value = PAGES.find(p => '#' + p.toLowerCase() === location.hash) || PAGES[0]; };
addEventListener('hashchange', readHash);
readHash();

const usd = n => n.toLocaleString('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: 0, maximumFractionDigits: 2 });
const total = list => list.reduce((s, l) => s + l.value, 0);
const fold = s => s.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase();
const SORTS = {
  'Newest first': null,
  'Title A–Z': (a, b) => a.title.localeCompare(b.title),
  'Highest value': (a, b) => b.value - a.value,
};
const visible = computed(() => {
  const words = fold(query.value).split(/\s+/).filter(Boolean);
  const hits = leads.value.filter(l => { const s = fold(`${l.title} ${l.industry} ${l.stage}`); return words.every(w => s.includes(w)); });
  const by = SORTS[order.value];
  return by ? [...hits].sort(by) : hits;
});

/* actions */
function askRemove(lead) {
  sheet('Remove this lead?', close => h('div', {},
    h('p', {}, `“${lead.title}” (${usd(lead.value)}) will leave your list and the board.`),
    h('div', { class: 'ends' },
      h('button', { class: 'quiet', onclick: close, autofocus: true }, 'Keep'),
      h('button', { class: 'danger', onclick: () => { close(); remove(lead); } }, 'Remove'))));
}
function remove(lead) {
  const at = leads.peek().findIndex(l => l.id === lead.id);
  if (at < 0) return;
  leads.value = leads.peek().filter(l => l.id !== lead.id);
  toast(`Removed “${lead.title}”.`, {
    name: 'Undo',
    run: () => { if (leads.peek().some(l => l.id === lead.id)) return; const c = [...leads.peek()]; c.splice(at, 0, lead); leads.value = c; },
  });
}
function setStage(id, stage) {
  const l = leads.peek().find(x => x.id === id);
  if (!l || l.stage === stage) return;
  leads.value = leads.peek().map(x => x.id === id ? { ...x, stage } : x);
  toast(`“${l.title}” is now in ${stage}.`);
}
function download() {
  const q = s => `"${String(s).replaceAll('"', '""')}"`;
  const rows = visible.peek().map(l => [q(l.title), q(l.industry), l.value, q(l.stage)].join(','));
  const url = URL.createObjectURL(new Blob(['Title,Industry,Deal value (USD),Stage\r\n' + rows.join('\r\n') + '\r\n'], { type: 'text/csv' }));
  h('a', { href: url, download: 'warmlead-leads.csv' }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
  toast(`${rows.length} ${rows.length === 1 ? 'lead' : 'leads'} written to warmlead-leads.csv`);
}
function addLead() {
  const title = signal(''), value = signal(''), industry = signal('Tech'), stage = signal('Contacted');
  const bad = signal({});
  sheet('A new lead', close => h('form', {
    novalidate: true,
    onsubmit: e => {
      e.preventDefault();
      const t = title.peek().trim(), v = value.peek().trim().replace(/[$\s]/g, '').replace(/,(?=\d{3}\b)/g, ''), err = {};
      if (!t) err.title = 'Give the lead a title.';
      else if (leads.peek().some(l => fold(l.title) === fold(t))) err.title = 'This title is already on your list.';
      if (!v) err.value = 'Enter what the deal is worth.';
      else if (/^-/.test(v)) err.value = 'The value cannot be below zero.';
      else if (!/^\d+(\.\d{1,2})?$/.test(v)) err.value = 'Digits only, for example 3200.';
      bad.value = err;
      if (err.title || err.value) return void e.target.querySelector(err.title ? '#nt' : '#nv').focus();
      leads.value = [{ id: 'n' + Date.now().toString(36) + Math.random().toString(36).slice(2, 6), title: t, industry: industry.peek(), value: +v, stage: stage.peek() }, ...leads.peek()];
      query.value = '';
      close();
      toast(`Added “${t}”.`);
    },
  },
    h('label', { for: 'nt' }, 'Title'),
    h('input', { id: 'nt', autocomplete: 'off', 'aria-describedby': 'nt-e', oninput: e => { title.value = e.target.value; } }),
    h('p', { class: 'err', id: 'nt-e' }, () => bad.value.title),
    h('label', { for: 'nv' }, 'Deal value in dollars'),
    Stepper({ id: 'nv', value, describedby: 'nv-e' }),
    h('p', { class: 'err', id: 'nv-e' }, () => bad.value.value),
    h('div', { class: 'pair' },
      h('div', {}, h('span', { class: 'lab' }, 'Industry'), Select({ label: 'Industry', options: INDUSTRIES, value: industry })),
      h('div', {}, h('span', { class: 'lab' }, 'Stage'), Select({ label: 'Stage', options: STAGES, value: stage }))),
    h('div', { class: 'ends' },
      h('button', { type: 'button', class: 'quiet', onclick: close }, 'Discard'),
      h('button', { class: 'main' }, 'Add to list'))));
}

/* pages */
const Leads = () => h('section', {},
  h('div', { class: 'tools' },
    h('input', { type: 'search', placeholder: 'Title, industry or stage', 'aria-label': 'Find a lead', value: () => query.value, oninput: e => { query.value = e.target.value; } }),
    Select({ label: 'Order', options: Object.keys(SORTS), value: order }),
    h('button', { class: 'quiet', onclick: download }, 'Download CSV')),
  h('p', { class: 'note', role: 'status' }, () => query.value.trim()
    ? `${visible.value.length} of ${leads.value.length} leads` : `${leads.value.length} ${leads.value.length === 1 ? "lead" : "leads"} worth ${usd(total(leads.value))}`),
  () => visible.value.length
    ? h('ul', { class: 'list' }, visible.value.map(l => h('li', {},
      h('strong', {}, l.title), h('em', {}, l.industry), h('span', { class: 'pill ' + l.stage.toLowerCase() }, l.stage),
      h('b', {}, usd(l.value)), h('button', { class: 'icon', 'aria-label': `Remove ${l.title}`, onclick: () => askRemove(l) }, '✕'))))
    : h('p', { class: 'empty' }, query.value.trim() ? `No lead fits “${query.value.trim()}”.` : 'The list is empty. Add your first lead.'));

const over = signal('');
function grab(e, lead) {
  if (e.button || e.target.closest('.sel') || (e.pointerType !== 'mouse' && !e.target.closest('.grip'))) return;
  e.preventDefault();
  const card = e.currentTarget, x0 = e.clientX, y0 = e.clientY;
  const colAt = ev => STAGES.find(s => { const r = document.getElementById('col-' + s)?.getBoundingClientRect(); return r && ev.clientX >= r.left && ev.clientX <= r.right && ev.clientY >= r.top && ev.clientY <= r.bottom; }) || '';
  const mv = ev => { card.classList.add('lifted'); card.style.transform = `translate(${ev.clientX - x0}px,${ev.clientY - y0}px)`; over.value = colAt(ev); };
  const end = ev => {
    removeEventListener('pointermove', mv); removeEventListener('pointerup', end); removeEventListener('pointercancel', end);
    card.classList.remove('lifted'); card.style.transform = '';
    over.value = '';
    const to = ev.type === 'pointerup' && colAt(ev);
    if (to) setStage(lead.id, to);
  };
  addEventListener('pointermove', mv); addEventListener('pointerup', end); addEventListener('pointercancel', end);
}
const Board = () => h('section', { class: 'board' }, STAGES.map(s => {
  const mine = computed(() => leads.value.filter(l => l.stage === s));
  return h('div', { class: () => 'lane' + (over.value === s ? ' over' : ''), id: 'col-' + s },
    h('h2', {}, s, ' ', h('span', { class: 'num' }, () => mine.value.length)),
    () => mine.value.map(l => h('article', { class: 'card', onpointerdown: e => grab(e, l) },
      h('span', { class: 'grip', 'aria-hidden': 'true' }, '⠿'), h('strong', {}, l.title), h('span', {}, usd(l.value)),
      Select({ label: `Stage of ${l.title}`, options: STAGES, value: signal(s), onpick: to => setStage(l.id, to) }))));
}));

const Statistics = () => {
  const only = signal('All industries');
  const names = () => [...new Set(leads.value.map(l => l.industry))].sort();
  const part = computed(() => leads.value.filter(l => only.value === 'All industries' || l.industry === only.value));
  const fact = (k, f) => h('div', { class: 'fact' }, h('dt', {}, k), h('dd', {}, () => part.value.length || k === 'Leads' ? f(part.value) : '–'));
  return h('section', {},
    h('div', { class: 'tools' }, Select({ label: 'Industry shown', options: () => ['All industries', ...names()], value: only })),
    h('dl', { class: 'facts' },
      fact('Leads', p => p.length), fact('Total', p => usd(total(p))), fact('Average', p => usd(total(p) / p.length)),
      fact('Highest', p => usd(Math.max(...p.map(l => l.value)))), fact('Lowest', p => usd(Math.min(...p.map(l => l.value)))),
      fact('Won so far', p => usd(total(p.filter(l => l.stage === 'Won'))))),
    () => { const top = Math.max(1, ...names().map(n => total(leads.value.filter(l => l.industry === n))));
      return h('table', {}, h('thead', {}, h('tr', {}, ['Industry', 'Leads', 'Average', 'Total'].map(c => h('th', { scope: 'col' }, c)))),
        h('tbody', {}, names().map(n => { const g = leads.value.filter(l => l.industry === n);
          return h('tr', {}, h('th', { scope: 'row' }, n), h('td', {}, g.length), h('td', {}, usd(total(g) / g.length)),
            h('td', {}, usd(total(g)), h('i', { class: 'meter', style: `width:${100 * total(g) / top}%` }))); }))); });
};

document.getElementById('root').append(
  h('header', {}, h('h1', {}, 'Warmlead'), Tabs(PAGES, page), h('button', { class: 'main', onclick: addLead }, 'New lead')),
  h('main', {}, () => ({ Leads, Board, Statistics })[page.value]()),
  Toasts());
