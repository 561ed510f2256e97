const { html, mount } = pico;
const STORE = 'nextdesk';
const STAGES = ['Applied', 'Interviewing', 'Offered'];
const FIELDS = ['Design', 'Engineering', 'Education', 'Healthcare', 'Logistics', 'Marketing', 'Public service', 'Other'];

const examples = () => [
  { id: 'e1', title: 'Junior product designer', company: 'Halden & Roe', field: 'Design', pay: 3150, stage: 'Applied', pos: 1 },
  { id: 'e2', title: 'Backend developer', company: 'Parcelwise', field: 'Engineering', pay: 4600, stage: 'Interviewing', pos: 1 },
  { id: 'e3', title: 'Primary school teacher', company: 'St. Brigid’s', field: 'Education', pay: 3380, stage: 'Applied', pos: 2 },
  { id: 'e4', title: 'Night shift nurse', company: 'Lakeside Clinic', field: 'Healthcare', pay: 3720, stage: 'Offered', pos: 1 },
  { id: 'e5', title: 'Warehouse planner', company: 'Nordkai', field: 'Logistics', pay: 2890, stage: 'Applied', pos: 3 },
  { id: 'e6', title: 'Campaign manager', company: 'Brightfold', field: 'Marketing', pay: 3500, stage: 'Interviewing', pos: 2 },
  { id: 'e7', title: 'City archive clerk', company: 'Town of Ellmark', field: 'Public service', pay: 2640, stage: 'Applied', pos: 4 }
];

function load() {
  try { return JSON.parse(localStorage.getItem(STORE)) || {}; } catch (e) { return {}; }
}
function save() {
  localStorage.setItem(STORE, JSON.stringify({ jobs: s.jobs, welcomed: s.welcomed }));
}
const saved = load();
const blank = () => ({ title: '', company: '', field: 'Design', pay: '', stage: 'Applied' });
const page = () => location.hash === '#/board' ? 'board' : 'list';

const money = n => '€' + n.toLocaleString('en-GB', { maximumFractionDigits: 2 });
const plural = n => n === 1 ? '1 application' : `${n} applications`;
const inStage = (jobs, st) => jobs.filter(j => j.stage === st).sort((a, b) => a.pos - b.pos);
const same = (a, b) => a.trim().toLowerCase() === b.trim().toLowerCase();

function check(draft, jobs) {
  const errors = {};
  if (!draft.title.trim()) errors.title = 'Give the position a title.';
  else if (jobs.some(j => same(j.title, draft.title))) errors.title = 'You already track an application with this title.';
  const raw = draft.pay.trim().replace(/(\d),(?=\d{3}\b)/g, '$1');
  if (!raw) errors.pay = 'Enter the monthly pay.';
  else if (!/^-?\d+(\.\d+)?$/.test(raw)) errors.pay = 'Use figures only, for example 3200.';
  else if (Number(raw) < 0) errors.pay = 'The pay can’t be negative.';
  return { errors, pay: Number(raw) };
}

/* ---------- components ---------- */

const Picker = (s, name, label, options) => html`
  <div class="field" key="f-${name}">
    <div class="lbl" id="lbl-${name}">${label}</div>
    <div class="picker ${s.menu === name ? 'open' : ''}">
      <div class="picker-face" tabindex="0" role="combobox" aria-labelledby="lbl-${name}" aria-expanded="${s.menu === name}"
           on-click="toggleMenu|${name}" on-keydown="pickerKey|${name}">${s.draft[name]}<i class="chev"></i></div>
      ${s.menu === name && html`<div class="picker-list" role="listbox">
        ${options.map(o => html`<div class="picker-opt ${s.draft[name] === o ? 'on' : ''}" role="option"
            aria-selected="${s.draft[name] === o}" on-click="pick|${name}|${o}">${o}</div>`)}
      </div>`}
    </div>
  </div>`;

const Text = (s, name, label, extra) => html`
  <div class="field ${s.errors[name] ? 'bad' : ''}" key="f-${name}">
    <label class="lbl" for="in-${name}">${label}</label>
    <input id="in-${name}" autocomplete="off" value="${s.draft[name]}" placeholder="${extra.hint}"
           inputmode="${extra.mode || 'text'}" on-input="type|${name}" aria-describedby="err-${name}">
    <div class="err" id="err-${name}">${s.errors[name]}</div>
  </div>`;

const AddModal = s => html`
  <div class="veil" key="add" on-click="veil">
    <form class="sheet" role="dialog" aria-label="New application" novalidate on-submit="submit" autocomplete="off">
      <h2>New application</h2>
      ${Text(s, 'title', 'Title', { hint: 'e.g. Museum guide' })}
      ${Text(s, 'company', 'Employer (optional)', { hint: 'Who is hiring?' })}
      ${Text(s, 'pay', 'Monthly pay in €', { hint: '3200', mode: 'decimal' })}
      <div class="pair">
        ${Picker(s, 'field', 'Field', FIELDS)}
        ${Picker(s, 'stage', 'Stage', STAGES)}
      </div>
      <div class="row-end">
        <button type="button" class="btn ghost" on-click="closeModal">Cancel</button>
        <button type="submit" class="btn">Save application</button>
      </div>
    </form>
  </div>`;

const ClearModal = s => html`
  <div class="veil" key="clear" on-click="veil">
    <div class="sheet small" role="alertdialog" aria-label="Clear the list">
      <h2>Clear the whole list?</h2>
      <p>This removes ${plural(s.jobs.length)} from this device. There is no undo.</p>
      <div class="row-end">
        <button class="btn ghost" on-click="closeModal">Keep them</button>
        <button class="btn danger" on-click="clearAll">Yes, clear all</button>
      </div>
    </div>
  </div>`;

const Welcome = () => html`
  <section class="welcome" key="welcome">
    <div>
      <h2>Welcome to Nextdesk</h2>
      <p>Looking for work is a job of its own. Collect every application here, see what it pays, and move it along the
         board as you hear back. We’ve put a few examples in so that it isn’t so empty.</p>
    </div>
    <button class="btn light" on-click="gotIt">Got it</button>
  </section>`;

const Empty = () => html`
  <section class="empty" key="empty">
    <div class="desk"><span></span><span></span><span></span></div>
    <h2>No applications yet</h2>
    <p>Your desk is clear. Add the first one, or look around with some examples.</p>
    <div class="row-mid">
      <button class="btn" on-click="openAdd">Add application</button>
      <button class="btn ghost" on-click="loadExamples">Load examples</button>
    </div>
  </section>`;

const List = s => html`
  <ul class="list" key="list">
    ${s.jobs.map(j => html`
      <li class="line" key="${j.id}">
        <div class="mono f-${FIELDS.indexOf(j.field)}">${j.title.slice(0, 1).toUpperCase()}</div>
        <div class="what"><b>${j.title}</b><small>${j.company || 'Employer not given'}</small></div>
        <div class="tag">${j.field}</div>
        <div class="stage s-${j.stage}">${j.stage}</div>
        <div class="pay">${money(j.pay)}<small> / month</small></div>
      </li>`)}
  </ul>`;

const Card = (s, j) => html`
  <article class="card ${s.dragging === j.id ? 'lifted' : ''}" key="${j.id}" draggable="true"
           on-dragstart="lift|${j.id}" on-dragend="letGo">
    <b>${j.title}</b>
    <small>${j.company} ${j.company && '·'} ${j.field}</small>
    <div class="card-foot">
      <span>${money(j.pay)}</span>
      <div class="mover">
        <button class="move" aria-haspopup="true" aria-expanded="${s.menu === j.id}" on-click="toggleMenu|${j.id}">Move to ▾</button>
        ${s.menu === j.id && html`<div class="mover-list" role="menu">
          ${STAGES.filter(st => st !== j.stage).map(st => html`
            <div class="mover-opt" role="menuitem" tabindex="0" on-click="move|${j.id}|${st}" on-keydown="moveKey|${j.id}|${st}">${st}</div>`)}
        </div>`}
      </div>
    </div>
  </article>`;

const Board = s => html`
  <div class="board" key="board">
    ${STAGES.map(st => {
      const cards = inStage(s.jobs, st);
      return html`
        <section class="col c-${st} ${s.over === st ? 'over' : ''}" key="${st}" aria-label="${st}"
                 on-dragover="hover|${st}" on-drop="land|${st}">
          <header><h2>${st}</h2><span class="num">${cards.length}</span></header>
          <div class="stack">
            ${cards.map(j => Card(s, j))}
            ${!cards.length && html`<p class="none" key="none">Nothing here</p>`}
          </div>
        </section>`;
    })}
  </div>`;

function App(s) {
  return html`
    <header class="top">
      <a class="brand" href="#/">Next<span>desk</span></a>
      <nav>
        <a href="#/" class="${s.page === 'list' ? 'here' : ''}">Applications</a>
        <a href="#/board" class="${s.page === 'board' ? 'here' : ''}">Board</a>
      </nav>
      <button class="btn" on-click="openAdd">+ Add</button>
    </header>
    <main>
      ${!s.welcomed && Welcome()}
      <div class="bar" key="bar">
        <div>
          <h1>${s.page === 'list' ? 'All applications' : 'Board'}</h1>
          <p class="count">${plural(s.jobs.length)}</p>
        </div>
        ${s.jobs.length > 0 && html`<button class="quiet" on-click="openClear">Clear list</button>`}
      </div>
      ${!s.jobs.length ? Empty() : s.page === 'list' ? List(s) : Board(s)}
    </main>
    ${s.modal === 'add' && AddModal(s)}
    ${s.modal === 'clear' && ClearModal(s)}`;
}

/* ---------- actions ---------- */

function place(id, stage, beforeId) {
  const rest = inStage(s.jobs, stage).filter(j => j.id !== id);
  let at = rest.findIndex(j => j.id === beforeId);
  if (at < 0) at = rest.length;
  const job = s.jobs.find(j => j.id === id);
  job.stage = stage;
  rest.splice(at, 0, job);
  rest.forEach((j, i) => { j.pos = i + 1; });
  s.jobs = [...s.jobs];
  save();
}

const on = {
  openAdd() { s.draft = blank(); s.errors = {}; s.tried = false; s.menu = null; s.modal = 'add'; s.focus = 'in-title'; },
  openClear() { s.modal = 'clear'; },
  closeModal() { s.modal = null; s.menu = null; },
  veil(ev, el) { if (ev.target === el) on.closeModal(); },
  type(ev, el, name) {
    s.draft = { ...s.draft, [name]: el.value };
    if (s.tried) s.errors = check(s.draft, s.jobs).errors;
  },
  toggleMenu(ev, el, name) { s.menu = s.menu === name ? null : name; },
  pick(ev, el, name, value) { s.draft = { ...s.draft, [name]: value }; s.menu = null; },
  pickerKey(ev, el, name) {
    const options = name === 'field' ? FIELDS : STAGES;
    const i = options.indexOf(s.draft[name]);
    if (ev.key === 'Enter' || ev.key === ' ') { ev.preventDefault(); on.toggleMenu(ev, el, name); }
    if (ev.key === 'ArrowDown' && i < options.length - 1) { ev.preventDefault(); s.draft = { ...s.draft, [name]: options[i + 1] }; }
    if (ev.key === 'ArrowUp' && i > 0) { ev.preventDefault(); s.draft = { ...s.draft, [name]: options[i - 1] }; }
  },
  submit(ev) {
    ev.preventDefault();
    s.tried = true;
    const { errors, pay } = check(s.draft, s.jobs);
    s.errors = errors;
    if (errors.title || errors.pay) { s.focus = errors.title ? 'in-title' : 'in-pay'; return; }
    const { field, stage } = s.draft;
    const pos = 1 + Math.max(0, ...inStage(s.jobs, stage).map(j => j.pos));
    const job = { id: 'a' + Date.now().toString(36), title: s.draft.title.trim(), company: s.draft.company.trim(), field, pay, stage, pos };
    s.jobs = [...s.jobs, job];
    s.modal = null;
    save();
  },
  clearAll() { s.jobs = []; s.modal = null; save(); },
  loadExamples() { s.jobs = examples(); save(); },
  gotIt() { s.welcomed = true; save(); },
  move(ev, el, id, stage) { s.menu = null; place(id, stage); },
  moveKey(ev, el, id, stage) { if (ev.key === 'Enter' || ev.key === ' ') { ev.preventDefault(); on.move(ev, el, id, stage); } },
  lift(ev, el, id) { ev.dataTransfer.setData('text/plain', id); ev.dataTransfer.effectAllowed = 'move'; s.dragging = id; s.menu = null; },
  letGo() { s.dragging = null; s.over = null; },
  hover(ev, el, stage) { ev.preventDefault(); if (s.over !== stage) s.over = stage; },
  land(ev, el, stage) {
    ev.preventDefault();
    const id = s.dragging || ev.dataTransfer.getData('text/plain');
    const below = [...el.querySelectorAll('.card')].find(c => {
      const box = c.getBoundingClientRect();
      return c.getAttribute('key') !== id && ev.clientY < box.top + box.height / 2;
    });
    s.dragging = null; s.over = null;
    if (s.jobs.some(j => j.id === id)) place(id, stage, below && below.getAttribute('key'));
  }
};

const s = mount({
  root: document.getElementById('app'),
  state: {
    jobs: saved.jobs || examples(), welcomed: !!saved.welcomed, page: page(),
    modal: null, menu: null, draft: blank(), errors: {}, tried: false, dragging: null, over: null, focus: null
  },
  view: App,
  on,
  after(st) {
    if (!st.focus) return;
    const el = document.getElementById(st.focus);
    st.focus = null;
    if (el) el.focus();
  }
});

window.addEventListener('hashchange', () => { s.page = page(); s.menu = null; });
document.addEventListener('click', ev => {
  if (s.menu && !ev.target.closest('.picker, .mover')) s.menu = null;
});
document.addEventListener('keydown', ev => {
  if (ev.key !== 'Escape') return;
  if (s.menu) s.menu = null; else s.modal = null;
});
