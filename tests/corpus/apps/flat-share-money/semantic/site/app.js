'use strict';

const CATEGORIES = ['Rent & bills', 'Groceries', 'Household', 'Eating out', 'Repairs', 'Fun'];

const SAMPLE = [
  ['Rent November', 'Rent & bills', 1480],
  ['Saturday market', 'Groceries', 38.4],
  ['Washing powder and sponges', 'Household', 17.85],
  ['Pizza after the move', 'Eating out', 46.5],
  ['New shower hose', 'Repairs', 22.99],
  ['Electricity instalment', 'Rent & bills', 92],
  ['Weekly shop', 'Groceries', 81.27],
  ['Board game for the kitchen table', 'Fun', 34.95],
  ['Internet', 'Rent & bills', 39.99],
  ['Light bulbs, "warm white"', 'Household', 12.6],
  ['Coffee beans, 2 kg', 'Groceries', 29.8],
  ['Film night snacks', 'Fun', 15.2],
  ['Plumber, blocked sink', 'Repairs', 128],
  ['Sunday brunch', 'Eating out', 63.4],
  ['Vegetable box', 'Groceries', 24.5],
  ['Bin bags', 'Household', 4.49],
];

// ---------------------------------------------------------------- storage

const STORE = 'coincidence.expenses';

function load() {
  try {
    const saved = JSON.parse(localStorage.getItem(STORE));
    if (Array.isArray(saved)) return saved;
  } catch (e) { /* unreadable storage: start again with the samples */ }
  return SAMPLE.map(([title, category, amount], i) => ({ id: i + 1, title, category, amount }));
}

function save() {
  localStorage.setItem(STORE, JSON.stringify(expenses));
}

let expenses = load();
const filters = { category: '', max: '' };
let measure = 'count';

// ---------------------------------------------------------------- helpers

const $ = (selector, root = document) => root.querySelector(selector);
const euro = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' });
const plural = (n) => `${n} ${n === 1 ? 'expense' : 'expenses'}`;

function el(tag, attrs = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attrs)) {
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

function fillOptions(select, first) {
  const options = CATEGORIES.map((c) => el('option', { value: c }, c));
  if (first) options.unshift(el('option', { value: '' }, first));
  select.replaceChildren(...options);
}

// Sums are made in cents so that 0.1 + 0.2 stays 0.30.
function figures(list) {
  const cents = list.map((e) => Math.round(e.amount * 100));
  const total = cents.reduce((a, b) => a + b, 0);
  return {
    number: list.length,
    total: total / 100,
    average: list.length ? total / list.length / 100 : null,
    highest: list.length ? Math.max(...cents) / 100 : null,
    lowest: list.length ? Math.min(...cents) / 100 : null,
  };
}

const money = (value) => (value === null ? '–' : euro.format(value));
const inCategory = (category) => expenses.filter((e) => e.category === category);

// ---------------------------------------------------------------- expenses

function showExpenses() {
  fillOptions($('#filter-category'), 'All categories');
  $('#filter-category').value = filters.category;
  $('#filter-max').value = filters.max;

  const form = $('#filters');
  form.addEventListener('input', () => {
    filters.category = $('#filter-category').value;
    filters.max = $('#filter-max').value;
    drawList();
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', (event) => {
    event.preventDefault();
    filters.category = '';
    filters.max = '';
    $('#filter-category').value = '';
    $('#filter-max').value = '';
    drawList();
  });
  $('#add-expense').addEventListener('click', () => openForm());
  $('#export-csv').addEventListener('click', exportCsv);
  drawList();
}

function drawList() {
  const max = filters.max === '' ? Infinity : Number(filters.max);
  const shown = expenses.filter((e) =>
    (!filters.category || e.category === filters.category) && e.amount <= max);
  const filtered = filters.category !== '' || filters.max !== '';

  $('#expense-count').textContent = filtered
    ? `${shown.length} of ${plural(expenses.length)}`
    : plural(expenses.length);
  $('#filter-status').textContent = filtered ? `${plural(shown.length)} found` : '';
  $('#nothing-left').hidden = shown.length > 0;
  $('#nothing-left').textContent = expenses.length
    ? 'No expenses fit these filters. Raise the maximum or choose another category.'
    : 'Nothing spent yet. Add the first expense.';

  $('#expense-list').replaceChildren(...shown.map((e) =>
    el('li', {},
      el('article', { 'aria-labelledby': `title-${e.id}` },
        el('h2', { id: `title-${e.id}` }, e.title),
        el('p', { class: 'category', 'data-category': CATEGORIES.indexOf(e.category) }, e.category),
        el('p', { class: 'amount' }, euro.format(e.amount)),
        el('div', { class: 'row-actions' },
          el('button', { type: 'button', class: 'link', 'aria-label': `Edit ${e.title}`, onclick: () => openForm(e) }, 'Edit'),
          el('button', { type: 'button', class: 'link', 'aria-label': `Delete ${e.title}`, onclick: () => askDelete(e) }, 'Delete'))))));
}

function exportCsv() {
  const cell = (text) => (/[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);
  const rows = [['Title', 'Category', 'Amount']]
    .concat(expenses.map((e) => [e.title, e.category, e.amount.toFixed(2)]));
  const text = rows.map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n';
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = el('a', { href: url, download: 'coincidence-expenses.csv' });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// ---------------------------------------------------------------- dialogs

const formDialog = $('#expense-dialog');
const deleteDialog = $('#delete-dialog');
let editing = null;
let deleting = null;

fillOptions($('#field-category'), 'Choose…');

function openForm(expense = null) {
  editing = expense;
  $('#dialog-title').textContent = expense ? 'Edit expense' : 'Add expense';
  $('#field-title').value = expense ? expense.title : '';
  $('#field-category').value = expense ? expense.category : '';
  $('#field-amount').value = expense ? expense.amount.toFixed(2) : '';
  $('#form-error').textContent = '';
  formDialog.showModal();
}

$('#dialog-cancel').addEventListener('click', () => formDialog.close());
$('#expense-form').addEventListener('input', () => { $('#form-error').textContent = ''; });

$('#expense-form').addEventListener('submit', (event) => {
  const title = $('#field-title').value.trim();
  const category = $('#field-category').value;
  const amount = Math.round(Number($('#field-amount').value) * 100) / 100;
  const problem =
    !title ? ['#field-title', 'Please say what the money was for.'] :
    !category ? ['#field-category', 'Please choose a category.'] :
    !(amount > 0) ? ['#field-amount', 'The amount has to be more than zero.'] : null;
  if (problem) {
    event.preventDefault();
    $('#form-error').textContent = problem[1];
    $(problem[0]).focus();
    return;
  }
  if (editing) {
    Object.assign(editing, { title, category, amount });
  } else {
    const id = expenses.reduce((top, e) => Math.max(top, e.id), 0) + 1;
    expenses.unshift({ id, title, category, amount });
  }
  save();
  drawList();
});

function askDelete(expense) {
  deleting = expense;
  $('#delete-text').textContent = `“${expense.title}”, ${euro.format(expense.amount)}`;
  deleteDialog.returnValue = '';
  deleteDialog.showModal();
}

deleteDialog.addEventListener('close', () => {
  if (deleteDialog.returnValue !== 'delete') return;
  expenses = expenses.filter((e) => e !== deleting);
  save();
  drawList();
  $('#add-expense').focus();
});

// ---------------------------------------------------------------- statistics

function showStatistics(slug) {
  const category = CATEGORIES.find((c) => c === slug) || '';
  const list = category ? inCategory(category) : expenses;
  const fig = figures(list);

  $('#scope-text').textContent = category ? `Only ${category}` : 'Everything the household has spent';
  fillOptions($('#scope'), 'All categories');
  $('#scope').value = category;
  $('#scope').addEventListener('change', (event) => {
    refocus = '#scope';
    location.hash = statisticsLink(event.target.value);
  });

  $('#fig-number').textContent = fig.number;
  $('#fig-total').textContent = money(fig.total);
  $('#fig-average').textContent = money(fig.average);
  $('#fig-highest').textContent = money(fig.highest);
  $('#fig-lowest').textContent = money(fig.lowest);

  $('#lines').replaceChildren(...CATEGORIES.map((c) => {
    const line = figures(inCategory(c));
    return el('tr', { class: c === category ? 'current' : null },
      el('th', { scope: 'row' },
        el('a', { href: statisticsLink(c), 'aria-current': c === category ? 'true' : null }, c)),
      el('td', { class: 'num' }, String(line.number)),
      el('td', { class: 'num' }, money(line.total)),
      el('td', { class: 'num' }, money(line.average)));
  }));
}

const statisticsLink = (category) => '#/statistics' + (category ? '/' + encodeURIComponent(category) : '');

// ---------------------------------------------------------------- chart

function showChart() {
  $('#measure').addEventListener('click', () => {
    measure = measure === 'count' ? 'average' : 'count';
    drawChart();
  });
  drawChart();
}

function drawChart() {
  const average = measure === 'average';
  $('#measure').textContent = average ? 'Show number of expenses' : 'Show average amount';
  $('#measure').setAttribute('aria-pressed', String(average));
  $('#chart-caption').textContent = average ? 'Average amount by category' : 'Number of expenses by category';

  const data = CATEGORIES.map((c) => {
    const fig = figures(inCategory(c));
    return { name: c, value: average ? fig.average || 0 : fig.number };
  });
  const top = Math.max(...data.map((d) => d.value), 0) || 1;

  $('#bars').replaceChildren(...data.map((d, i) => {
    const bar = el('span', { class: 'bar-fill', 'data-category': i, 'aria-hidden': 'true' });
    bar.style.width = `${(d.value / top) * 100}%`;
    return el('li', {},
      el('span', { class: 'bar-name' }, d.name),
      el('span', { class: 'bar-track', 'aria-hidden': 'true' }, bar),
      el('span', { class: 'bar-value' }, average ? euro.format(d.value) : String(d.value)));
  }));
}

// ---------------------------------------------------------------- routes

const ROUTES = { expenses: showExpenses, statistics: showStatistics, chart: showChart };
let refocus = null;

function route(event) {
  if (location.hash === '#main') return;                     // the skip link
  const [name, rest] = location.hash.replace(/^#\/?/, '').split('/');
  const page = ROUTES[name] ? name : 'expenses';
  let part = '';
  try { part = decodeURIComponent(rest || ''); } catch (e) { /* a broken address: show all */ }

  const main = $('#main');
  main.replaceChildren($(`#view-${page}`).content.cloneNode(true));
  ROUTES[page](part);

  for (const link of document.querySelectorAll('nav a')) {
    if (link.getAttribute('href') === `#/${page}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  document.title = `${$('h1', main).textContent} – Coincidence`;
  if (event) {
    (refocus ? $(refocus) : main).focus();
    window.scrollTo(0, 0);
  }
  refocus = null;
}

window.addEventListener('hashchange', route);
route();
