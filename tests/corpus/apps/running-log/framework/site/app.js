/* Stridebook: pages, state and CSV import on top of pulse. */
const db = pulse.store({
  page: location.hash === '#/insights' ? 'insights' : 'diary',
  order: 'diary',
  openMenu: null,
  importing: false,
  dragging: false,
  importSport: 'Other',
  averages: false,
  toast: null,
  workouts: [
    ['Couch-to-10k, week 6', 'Run', 41], ['Spin class with Mel', 'Bike', 45], ['Upper body push', 'Gym', 58],
    ['Badminton doubles', 'Court', 75], ['Lake crossing', 'Swim', 33], ['Fartlek in the rain', 'Run', 37],
    ['Leg day', 'Gym', 70], ['Coffee ride to Alder Mill', 'Bike', 112], ['Squash ladder match', 'Court', 50],
    ['Drill set and pull buoy', 'Swim', 48], ['10k race', 'Run', 54], ['Pull-ups and rings', 'Gym', 34]
  ].map(([title, sport, minutes], id) => ({ id, title, sport, minutes }))
});
const s = db.state;
const SPORTS = ['Run', 'Bike', 'Gym', 'Court', 'Swim', 'Other'];
const round = n => Math.round(n * 10) / 10;

/* ---------- derived data ---------- */
function ordered() {
  const list = [...s.workouts];
  if (s.order === 'longest') list.sort((a, b) => b.minutes - a.minutes);
  if (s.order === 'shortest') list.sort((a, b) => a.minutes - b.minutes);
  return list;
}

function summary(list) {
  const m = list.map(w => w.minutes);
  const total = m.reduce((a, b) => a + b, 0);
  return { n: m.length, total, mean: total / (m.length || 1), max: Math.max(...m), min: Math.min(...m) };
}

function perSport() {
  return SPORTS.map(sport => ({ sport, ...summary(s.workouts.filter(w => w.sport === sport)) })).filter(g => g.n);
}

function hours(total) { return Math.floor(total / 60) + ' h ' + round(total % 60) + ' min'; }

/* ---------- CSV ---------- */
function cells(line, sep) {
  const found = [];
  const pattern = sep === ';' ? /("(?:[^"]|"")*"|[^;]*)(;|$)/g : /("(?:[^"]|"")*"|[^,]*)(,|$)/g;
  let m;
  while ((m = pattern.exec(line))) {
    const raw = m[1].trim();
    found.push(raw.startsWith('"') && raw.endsWith('"') && raw.length > 1 ? raw.slice(1, -1).replace(/""/g, '"').trim() : raw);
    if (m[2] === '') break;
  }
  return found;
}

function importText(text) {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n|\r/);
  const sep = lines[0].includes(';') && !lines[0].includes(',') ? ';' : ',';
  const head = cells(lines[0], sep).map(c => c.toLowerCase());
  if (head.length !== 2 || !head.includes('title') || !head.includes('duration')) {
    return say('bad', 'Not imported: the first line must read title,duration.');
  }
  const fresh = [], skipped = [];
  lines.forEach((line, i) => {
    if (i === 0 || !line.trim()) return;
    const row = cells(line, sep);
    const title = row[head.indexOf('title')], raw = row[head.indexOf('duration')];
    const minutes = /^\d+(\.\d+)?$/.test(raw || '') ? Number(raw) : 0;
    if (row.length === 2 && title && minutes > 0) fresh.push({ id: s.workouts.length + fresh.length, title, sport: s.importSport, minutes });
    else skipped.push(i + 1);
  });
  s.workouts = s.workouts.concat(fresh);
  s.importing = false;
  const came = fresh.length === 1 ? '1 workout came in.' : fresh.length + ' workouts came in.';
  say(skipped.length ? 'warn' : 'good', skipped.length ? came + ' Skipped line ' + skipped.join(', ') + '.' : came);
}

async function take(file) {
  if (!file) return;
  try { importText(await file.text()); } catch (e) { say('bad', 'That file could not be read.'); }
}

function say(kind, text) { s.toast = { kind, text }; }

/* ---------- components ---------- */
function Masthead() {
  const tab = (page, label) => h('a', { class: 'tab' + (s.page === page ? ' tab-on' : ''), href: page === 'insights' ? '#/insights' : '#/',
    'data-key': 'tab-' + page, 'aria-current': s.page === page ? 'page' : undefined }, label);
  return h('header', { class: 'mast' }, h('div', { class: 'logo' }, h('em', null, '//'), ' Stridebook'),
    h('nav', { class: 'tabs' }, tab('diary', 'Diary'), tab('insights', 'Insights')));
}

function WorkoutCard({ w }) {
  return h('li', { class: 'card sport-' + w.sport.toLowerCase() },
    h('span', { class: 'badge' }, w.sport), h('span', { class: 'title' }, w.title),
    h('span', { class: 'mins' }, round(w.minutes), ' min'));
}

function DiaryPage() {
  return h('main', null,
    h('h1', null, 'Diary'),
    h('p', { class: 'sub' }, s.workouts.length, ' sessions so far, ', hours(summary(s.workouts).total), ' on the move'),
    h('div', { class: 'actions' },
      h(Dropdown, { name: 'Sort', value: s.order, open: s.openMenu === 'sort', onOpen: o => { s.openMenu = o ? 'sort' : null; },
        onPick: v => { s.order = v; s.openMenu = null; },
        options: [{ value: 'diary', label: 'As logged' }, { value: 'longest', label: 'Longest on top' }, { value: 'shortest', label: 'Shortest on top' }] }),
      h('div', { class: 'btn', role: 'button', 'data-key': 'import', ...pressable(() => { s.importing = true; s.toast = null; }) }, 'Import CSV')),
    h('ul', { class: 'cards' }, ordered().map(w => h(WorkoutCard, { w }))));
}

function ImportSheet() {
  const picker = h('input', { type: 'file', accept: '.csv,text/csv', class: 'picker', id: 'csv', onChange: e => take(e.target.files[0]) });
  return h(Sheet, { title: 'Import workouts', onClose: () => { s.importing = false; s.openMenu = null; } },
    h('p', null, 'Two columns, named in the first line: ', h('code', null, 'title,duration'), ' (minutes).'),
    h(Dropdown, { name: 'File them under', value: s.importSport, open: s.openMenu === 'sport',
      onOpen: o => { s.openMenu = o ? 'sport' : null; }, onPick: v => { s.importSport = v; s.openMenu = null; },
      options: SPORTS.map(x => ({ value: x, label: x })) }),
    h('label', { class: 'drop' + (s.dragging ? ' drop-on' : ''), for: 'csv',
      onDragover: e => { e.preventDefault(); if (!s.dragging) s.dragging = true; },
      onDragleave: () => { s.dragging = false; },
      onDrop: e => { e.preventDefault(); s.dragging = false; take(e.dataTransfer.files[0]); } },
      'Drop a file here or click to choose one', picker));
}

function InsightsPage() {
  const all = summary(s.workouts), groups = perSport();
  const measure = g => s.averages ? g.mean : g.n;
  const top = Math.max(...groups.map(measure));
  const fact = (label, value) => h('div', { class: 'fact' }, h('div', { class: 'fact-v' }, value), h('div', { class: 'fact-l' }, label));
  return h('main', null,
    h('h1', null, 'Insights'),
    h('div', { class: 'facts' }, fact('workouts', all.n), fact('minutes in total', round(all.total)), fact('minutes on average', round(all.mean)),
      fact('longest, min', round(all.max)), fact('shortest, min', round(all.min))),
    h('h2', null, s.averages ? 'Average minutes per sport' : 'Workouts per sport'),
    h(Toggle, { left: 'Workouts', right: 'Average minutes', on: s.averages, onFlip: v => { s.averages = v; } }),
    h('div', { class: 'plot' }, groups.map(g =>
      h('div', { class: 'col sport-' + g.sport.toLowerCase() },
        h('div', { class: 'col-v' }, round(measure(g))),
        h('div', { class: 'col-bar', style: { height: 170 * measure(g) / top + 'px' } }),
        h('div', { class: 'col-n' }, g.sport)))));
}

function App() {
  return h('div', { class: 'shell' },
    h(Masthead),
    s.page === 'insights' ? h(InsightsPage) : h(DiaryPage),
    s.importing && h(ImportSheet),
    s.toast && h(Toast, { ...s.toast, onClose: () => { s.toast = null; } }));
}

window.addEventListener('hashchange', () => {
  s.page = location.hash === '#/insights' ? 'insights' : 'diary';
  s.openMenu = null; s.importing = false; s.toast = null;
});
document.addEventListener('click', () => { if (s.openMenu) s.openMenu = null; });
document.addEventListener('keydown', e => {
  if (e.key !== 'Escape') return;
  if (s.openMenu) s.openMenu = null; else if (s.importing) s.importing = false; else if (s.toast) s.toast = null;
});
pulse.mount(document.getElementById('root'), App, db);
