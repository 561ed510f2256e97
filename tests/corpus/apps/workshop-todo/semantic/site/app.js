'use strict';
const KEY = 'small-steps-v1';
const COLUMNS = [['todo', 'To do'], ['doing', 'Doing'], ['done', 'Done']];
const SAMPLE = [
  ['Draft the spring newsletter', 'Communication', 3, 'todo'],
  ['Call the printing house', 'Communication', 0.5, 'done'],
  ['Sort the tool cupboard', 'Workshop', 2, 'todo'],
  ['Repair the band saw guard', 'Workshop', 4, 'doing'],
  ['Order sandpaper and glue', 'Purchasing', 1, 'todo'],
  ['Compare two dust extractors', 'Purchasing', 2.5, 'doing'],
  ['Write offer for the Keller family', 'Customers', 1.5, 'todo'],
  ['Visit the bakery for measurements', 'Customers', 2, 'todo'],
  ['Send reminder for invoice 118', 'Office', 0.5, 'done'],
  ['Plan the holiday calendar', 'Office', 1, 'todo'],
  ['Prepare Monday meeting', 'Office', 1, 'doing'],
  ['Take photos of the oak table', 'Communication', 1.5, 'done'],
  ['Introduce Mira to the lathe', 'Team', 3, 'todo'],
];
const $ = (id) => document.getElementById(id);
const dialogOpen = () => document.querySelector('dialog[open]') !== null;

let tasks, history;
function load() {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY));
    if (saved && Array.isArray(saved.tasks)) { ({ tasks, history } = saved); return; }
  } catch { /* unreadable: start afresh */ }
  tasks = SAMPLE.map(([title, area, hours, status], i) => ({ id: i + 1, title, area, hours, status }));
  history = [];
}
function store() {
  try { localStorage.setItem(KEY, JSON.stringify({ tasks, history })); } catch { /* private mode */ }
}
/** Every change passes here: the state before it goes on the history. */
function change(what, next) {
  history.push({ what, tasks });
  tasks = next;
  store();
  render();
  $('status').textContent = what;
}
function undo() {
  const last = history.pop();
  if (!last) return;
  tasks = last.tasks;
  store();
  render();
  $('status').textContent = 'Undone: ' + last.what;
}

function el(tag, props = {}, ...children) {
  const node = Object.assign(document.createElement(tag), props);
  node.append(...children);
  return node;
}
const hoursText = (h) => `${h} h`;
const nameOf = (status) => COLUMNS.find(([key]) => key === status)[1];
const fact = (term, value) => el('div', {}, el('dt', { textContent: term }), el('dd', { textContent: value }));
function buttonsFor(task) {
  const edit = el('button', { type: 'button', textContent: 'Edit', onclick: () => openForm(task) });
  edit.setAttribute('aria-label', `Edit ${task.title}`);
  const del = el('button', { type: 'button', textContent: 'Delete', onclick: () => askDelete(task) });
  del.setAttribute('aria-label', `Delete ${task.title}`);
  return el('div', { className: 'buttons' }, edit, del);
}

function render() {
  const page = location.hash === '#/board' ? 'board' : 'list';
  $('page-list').hidden = page !== 'list';
  $('page-board').hidden = page !== 'board';
  document.title = page === 'list' ? 'Small Steps – all tasks' : 'Small Steps – board';
  document.querySelectorAll('[data-nav]').forEach((a) => {
    if (a.dataset.nav === page) a.setAttribute('aria-current', 'page'); else a.removeAttribute('aria-current');
  });
  $('undo').disabled = history.length === 0;
  $('undo').title = history.length ? `Takes back: ${history.at(-1).what} (Ctrl+Z)` : 'Nothing to undo';
  $('total').textContent = tasks.length === 1 ? '1 task' : `${tasks.length} tasks`;
  $('task-list').replaceChildren(...tasks.map((task) => el('li', {}, el('article', {},
    el('h3', { textContent: task.title }),
    el('dl', {}, fact('Area', task.area), fact('Estimate', hoursText(task.hours)), fact('Column', nameOf(task.status))),
    buttonsFor(task)))));
  if (!tasks.length) $('task-list').append(el('li', { textContent: 'No tasks yet. Add the first one.' }));
  $('columns').replaceChildren(...COLUMNS.map(column));
}
function column([key, label]) {
  const mine = tasks.filter((t) => t.status === key);
  const heading = el('h3', { id: 'col-' + key }, el('span', { textContent: label }), el('span', { textContent: `(${mine.length})` }));
  const section = el('section', { className: 'column' }, heading, el('ul', {}, ...mine.map(card)));
  section.setAttribute('aria-labelledby', heading.id);
  section.addEventListener('dragover', (e) => { e.preventDefault(); section.classList.add('over'); });
  section.addEventListener('dragleave', () => section.classList.remove('over'));
  section.addEventListener('drop', (e) => {
    e.preventDefault();
    section.classList.remove('over');
    move(Number(e.dataTransfer.getData('text/plain')), key);
  });
  return section;
}
function card(task) {
  const select = el('select', { id: 'move-' + task.id }, ...COLUMNS.map(([key, label]) =>
    el('option', { value: key, textContent: label, selected: key === task.status })));
  select.onchange = () => { move(task.id, select.value); $('move-' + task.id)?.focus(); };
  const article = el('article', { draggable: true }, el('h4', { textContent: task.title }),
    el('dl', {}, fact('Area', task.area), fact('Estimate', hoursText(task.hours))),
    el('div', {}, el('label', { htmlFor: select.id, textContent: 'Column ' }), select), buttonsFor(task));
  article.addEventListener('dragstart', (e) => {
    e.dataTransfer.setData('text/plain', String(task.id));
    article.classList.add('dragging');
  });
  article.addEventListener('dragend', () => article.classList.remove('dragging'));
  return el('li', {}, article);
}
function move(id, status) {
  const task = tasks.find((t) => t.id === id);
  if (!task || task.status === status) return;
  change(`“${task.title}” moved to ${nameOf(status)}`, tasks.map((t) => (t.id === id ? { ...t, status } : t)));
}

let editing = null;
function openForm(task) {
  editing = task;
  const f = $('task-form').elements;
  $('form-heading').textContent = task ? 'Edit task' : 'New task';
  f.title.value = task ? task.title : '';
  f.area.value = task ? task.area : '';
  f.hours.value = task ? task.hours : 1;
  f.status.replaceChildren(...COLUMNS.map(([value, textContent]) => el('option', { value, textContent })));
  f.status.value = task ? task.status : 'todo';
  $('areas').replaceChildren(...[...new Set(tasks.map((t) => t.area))].map((value) => el('option', { value })));
  $('form-error').hidden = true;
  $('form-dialog').showModal();
}
function refuse(message, field) {
  $('form-error').textContent = message;
  $('form-error').hidden = false;
  field.focus();
}
$('task-form').addEventListener('submit', (e) => {
  e.preventDefault();
  const f = e.target.elements;
  const title = f.title.value.trim(), area = f.area.value.trim(), hours = Number(f.hours.value);
  if (!title) return refuse('Please enter a title.', f.title);
  if (tasks.some((t) => t.id !== editing?.id && t.title.toLowerCase() === title.toLowerCase())) {
    return refuse('Another task already has this title. Please choose a different one.', f.title);
  }
  if (!area) return refuse('Please enter an area.', f.area);
  if (!(hours > 0)) return refuse('The estimate must be more than 0 hours.', f.hours);
  const values = { title, area, hours, status: f.status.value };
  $('form-dialog').close();
  if (editing) {
    if (Object.keys(values).every((k) => values[k] === editing[k])) return;
    change(`“${title}” saved`, tasks.map((t) => (t.id === editing.id ? { ...t, ...values } : t)));
  } else {
    const used = [tasks, ...history.map((h) => h.tasks)].flat().map((t) => t.id);
    change(`“${title}” added`, [...tasks, { id: Math.max(0, ...used) + 1, ...values }]);
  }
});
$('form-cancel').onclick = () => $('form-dialog').close();
$('add').onclick = () => openForm(null);

let doomed = null;
function askDelete(task) {
  doomed = task;
  $('delete-text').textContent = `“${task.title}” will be removed from the list and the board.`;
  $('delete-dialog').showModal();
}
$('delete-no').onclick = () => $('delete-dialog').close();
$('delete-yes').onclick = () => {
  $('delete-dialog').close();
  change(`“${doomed.title}” deleted`, tasks.filter((t) => t.id !== doomed.id));
};

document.querySelector(".skip").onclick = (e) => { e.preventDefault(); $("main").focus(); }; // the hash belongs to the pages
$('undo').onclick = undo;
document.addEventListener('keydown', (e) => {
  if (!(e.ctrlKey || e.metaKey) || e.shiftKey || e.key.toLowerCase() !== 'z' || dialogOpen()) return;
  e.preventDefault();
  undo();
});
window.addEventListener('hashchange', () => { render(); window.scrollTo(0, 0); });
window.addEventListener('storage', (e) => { if (e.key === KEY && !dialogOpen()) { load(); render(); } });
load();
render();
