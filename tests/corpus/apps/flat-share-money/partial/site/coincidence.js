/* Coincidence – who paid what in our flat */

const COLORS = {
  Groceries: '#7fb069',
  Household: '#4f9da6',
  Utilities: '#e6aa3c',
  Internet: '#8a6fc0',
  Fun: '#ef6f5e'
};
const CATEGORIES = Object.keys(COLORS);

const SAMPLE = [
  { what: 'Weekly shop at the market', cat: 'Groceries', amount: '64.30', who: 'Ines' },
  { what: 'Dishwasher tabs and bin bags', cat: 'Household', amount: '18.75', who: 'Marek' },
  { what: 'Electricity, October', cat: 'Utilities', amount: '112.00', who: 'Jo' },
  { what: 'Fibre line, October', cat: 'Internet', amount: '34.90', who: 'Marek' },
  { what: 'Pizza after the move', cat: 'Fun', amount: '47.60', who: 'Ines' },
  { what: 'Coffee beans, 1 kg', cat: 'Groceries', amount: '21.40', who: 'Jo' },
  { what: 'New shower curtain', cat: 'Household', amount: '26.00', who: 'Jo' },
  { what: 'Heating, part payment', cat: 'Utilities', amount: '148.50', who: 'Ines' },
  { what: 'Oat milk, bread, eggs', cat: 'Groceries', amount: '9.85', who: 'Marek' },
  { what: 'Cinema, four tickets', cat: 'Fun', amount: '46.00', who: 'Marek' },
  { what: 'Big shop for the party', cat: 'Groceries', amount: '88.20', who: 'Ines' },
  { what: 'Light bulbs', cat: 'Household', amount: '12.60', who: 'Ines' }
];

let expenses = JSON.parse(localStorage.getItem('coincidence') || 'null') || SAMPLE;
let view = 'expenses';

// list
let shown = expenses;
let pickedCat = '';
let typedMax = '';
let dropOpen = false;
let adding = false;
let hint = '';
let draft = { what: '', cat: 'Groceries', amount: '' };

// statistics and chart
let statCat = '';
let barMode = 'count';

const main = document.getElementById('main');

const h = (s) => String(s).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
const money = (n) => '€ ' + Number(n).toFixed(2);
const sum = (list) => list.reduce((t, e) => t + Number(e.amount), 0);
const plural = (n) => n === 1 ? '1 expense' : n + ' expenses';

/* ---------------------------------------------------------- expenses */

function expensesView() {
  const label = shown.length === expenses.length
    ? plural(expenses.length)
    : plural(shown.length) + ' of ' + expenses.length;
  return `
    <div class="bar-top">
      <div>
        <div class="title">Expenses</div>
        <div class="subtitle">${label}</div>
      </div>
      <div class="tools">
        <div class="act act--quiet" data-do="export">Export CSV</div>
        <div class="act" data-do="toggle-add">${adding ? 'Close' : 'Add expense'}</div>
      </div>
    </div>
    ${adding ? addForm() : ''}
    <div class="filter">
      <div class="drop">
        <div class="drop__face" data-do="drop">${pickedCat || 'Any category'}</div>
        ${dropOpen ? dropList() : ''}
      </div>
      <input class="txt" id="max" placeholder="At most € …" inputmode="decimal" value="${h(typedMax)}">
      <div class="wipe" data-do="wipe">Clear</div>
    </div>
    <div id="rows">${rows()}</div>`;
}

function dropList() {
  return '<div class="drop__list">' + [''].concat(CATEGORIES).map((c) =>
    `<div class="drop__opt ${c === pickedCat ? 'drop__opt--on' : ''}" data-do="pick" data-cat="${c}">${c || 'Any category'}</div>`
  ).join('') + '</div>';
}

function addForm() {
  return `
    <div class="filter">
      <input class="txt txt--wide" id="new-what" placeholder="What was it?" value="${h(draft.what)}">
      <input class="txt" id="new-amount" placeholder="Amount in €" inputmode="decimal" value="${h(draft.amount)}">
      <div class="chips" style="margin:0">
        ${CATEGORIES.map((c) => `<div class="chip ${c === draft.cat ? 'chip--on' : ''}" data-do="draft-cat" data-cat="${c}">${c}</div>`).join('')}
      </div>
      <div class="act" data-do="save">Save</div>
      ${hint ? `<div class="hint">${hint}</div>` : ''}
    </div>`;
}

function rows() {
  if (!shown.length) {
    return `<div class="rows"><div class="none">
      <div class="none__big">Nothing left</div>
      No expense fits what you picked.
    </div></div>`;
  }
  return '<div class="rows">' + shown.map((e) => `
    <div class="row">
      <div class="row__dot" style="background:${COLORS[e.cat]}"></div>
      <div class="row__what">${h(e.what)}<div class="row__who">paid by ${h(e.who)}</div></div>
      <div class="row__cat">${e.cat}</div>
      <div class="row__sum">${money(e.amount)}</div>
    </div>`).join('') + '</div>';
}

/* -------------------------------------------------------- statistics */

function statsView() {
  const list = statCat ? expenses.filter((e) => e.cat === statCat) : expenses;
  const total = sum(list);
  const average = total / expenses.length;
  const sorted = list.map((e) => e.amount).sort();
  const lowest = sorted[0];
  const highest = sorted[sorted.length - 1];
  return `
    <div class="bar-top"><div>
      <div class="title">Statistics</div>
      <div class="subtitle">${statCat ? 'Only ' + statCat : 'All categories together'}</div>
    </div></div>
    <div class="chips">
      ${[''].concat(CATEGORIES).map((c) => `<div class="chip ${c === statCat ? 'chip--on' : ''}" data-do="stat-cat" data-cat="${c}">${c || 'All'}</div>`).join('')}
    </div>
    <div class="tiles">
      <div class="tile"><div class="tile__k">Expenses</div><div class="tile__v">${list.length}</div></div>
      <div class="tile tile--main"><div class="tile__k">Total</div><div class="tile__v">${money(total)}</div></div>
      <div class="tile"><div class="tile__k">Average</div><div class="tile__v">${money(average)}</div></div>
      <div class="tile"><div class="tile__k">Highest</div><div class="tile__v">${list.length ? money(highest) : '–'}</div></div>
      <div class="tile"><div class="tile__k">Lowest</div><div class="tile__v">${list.length ? money(lowest) : '–'}</div></div>
    </div>
    <div class="rows">
      ${CATEGORIES.filter((c) => !statCat || c === statCat).map((c) => {
        const mine = expenses.filter((e) => e.cat === c);
        return `
        <div class="row">
          <div class="row__dot" style="background:${COLORS[c]}"></div>
          <div class="row__what">${c}</div>
          <div class="row__n">${plural(mine.length)}</div>
          <div class="row__sum">${money(sum(mine))}</div>
        </div>`;
      }).join('')}
    </div>`;
}

/* ------------------------------------------------------------- chart */

function barsView() {
  const data = CATEGORIES.map((c) => {
    const mine = expenses.filter((e) => e.cat === c);
    return { name: c, count: mine.length, average: mine.length ? sum(mine) / mine.length : 0 };
  });
  const top = Math.max(...data.map((d) => d.count), 1);
  return `
    <div class="bar-top">
      <div>
        <div class="title">By category</div>
        <div class="subtitle">${barMode === 'count' ? 'How many expenses' : 'Average amount of an expense'}</div>
      </div>
      <div class="tools">
        <div class="act" data-do="bar-mode">${barMode === 'count' ? 'Show average amount' : 'Show number of expenses'}</div>
      </div>
    </div>
    <div class="chart">
      ${data.map((d) => `
        <div class="chart__line">
          <div class="chart__name">${d.name}</div>
          <div class="chart__track"><div class="chart__bar" style="width:${d.count / top * 100}%;background:${COLORS[d.name]}"></div></div>
          <div class="chart__val">${barMode === 'count' ? d.count : money(d.average)}</div>
        </div>`).join('')}
    </div>`;
}

/* ----------------------------------------------------------- actions */

const actions = {
  drop() { dropOpen = !dropOpen; },

  pick(t) {
    pickedCat = t.dataset.cat;
    dropOpen = false;
    shown = pickedCat ? expenses.filter((e) => e.cat === pickedCat) : expenses;
  },

  wipe() {
    pickedCat = '';
    typedMax = '';
    dropOpen = false;
    shown = expenses;
  },

  'toggle-add'() { adding = !adding; hint = ''; },

  'draft-cat'(t) { draft.cat = t.dataset.cat; },

  save() {
    const amount = Number(draft.amount.replace(',', '.'));
    if (!draft.what.trim() || !(amount > 0)) {
      hint = 'Please say what it was and how much it cost (more than 0).';
      return;
    }
    expenses = [{ what: draft.what.trim(), cat: draft.cat, amount: amount.toFixed(2), who: 'me' }].concat(expenses);
    localStorage.setItem('coincidence', JSON.stringify(expenses));
    draft = { what: '', cat: 'Groceries', amount: '' };
    adding = false;
    hint = '';
    actions.wipe();
  },

  export() {
    const quote = (s) => '"' + String(s).replace(/"/g, '""') + '"';
    const lines = ['Title,Category,Amount'].concat(
      expenses.map((e) => [quote(e.what), quote(e.cat), quote(money(e.amount))].join(',')));
    const a = document.createElement('a');
    a.href = URL.createObjectURL(new Blob([lines.join('\r\n')], { type: 'text/csv' }));
    a.download = 'coincidence.csv';
    a.click();
    URL.revokeObjectURL(a.href);
  },

  'stat-cat'(t) { statCat = t.dataset.cat; },
  'bar-mode'() { barMode = barMode === 'count' ? 'average' : 'count'; }
};

main.addEventListener('click', (ev) => {
  const t = ev.target.closest('[data-do]');
  if (!t) return;
  actions[t.dataset.do](t);
  render();
});

main.addEventListener('input', (ev) => {
  if (ev.target.id === 'new-what') draft.what = ev.target.value;
  if (ev.target.id === 'new-amount') draft.amount = ev.target.value;
  if (ev.target.id === 'max') {
    typedMax = ev.target.value;
    const limit = parseFloat(typedMax.replace(',', '.'));
    shown = isNaN(limit) ? expenses : expenses.filter((e) => Number(e.amount) <= limit);
    render();
    const again = document.getElementById('max');
    again.focus();
    again.setSelectionRange(typedMax.length, typedMax.length);
  }
});

document.querySelectorAll('.menu__item').forEach((m) => {
  m.onclick = () => { view = m.dataset.view; render(); };
});

function render() {
  document.querySelectorAll('.menu__item').forEach((m) =>
    m.classList.toggle('menu__item--on', m.dataset.view === view));
  main.innerHTML = view === 'stats' ? statsView() : view === 'bars' ? barsView() : expensesView();
}

render();
