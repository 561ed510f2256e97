const APPLICATIONS = [
  ['Product Designer, Lumen Labs', 'Design', 4100, 'Interviewing'],
  ['Frontend Developer, Kite & Co', 'Engineering', 4650, 'Applied'],
  ['Ward Coordinator, St. Anne', 'Health', 3300, 'Applied'],
  ['Language Teacher, Openhouse', 'Education', 2950, 'Offered'],
  ['Route Planner, Northbound', 'Logistics', 3150, 'Applied'],
  ['Illustrator, Paperboat', 'Design', 2700, 'Applied'],
  ['Test Engineer, Ferrous', 'Engineering', 4200, 'Interviewing'],
  ['School Librarian, Elm Grove', 'Education', 2600, 'Applied'],
];
const LANES = [
  { name: 'Applied', count: 7 },
  { name: 'Interviewing', count: 4 },
  { name: 'Offered', count: 3 },
];

const $ = (id) => document.getElementById(id);

function toast(text, tone = 'good') {
  const el = document.createElement('div');
  el.className = `toast toast--${tone}`;
  el.textContent = text;
  $('toasts').append(el);
  setTimeout(() => el.remove(), 3000);
}

function show(name) {
  ['list', 'board', 'wiped'].forEach((v) => $(`view-${v}`).classList.toggle('view--off', v !== name));
  document.querySelectorAll('.side__item[data-view]').forEach((i) =>
    i.classList.toggle('side__item--active', i.dataset.view === name));
}

// ---------- rendering
$('rows').innerHTML = APPLICATIONS.map(([title, field, pay, lane]) => `
  <div class="row">
    <div class="row__mark row__mark--${field.toLowerCase()}">${title[0]}</div>
    <div class="row__main"><div class="row__title">${title}</div><div class="row__field">${field}</div></div>
    <div class="row__lane">${lane}</div>
    <div class="row__pay">€${pay.toLocaleString('en')} <span>/ month</span></div>
  </div>`).join('');

$('lanes').innerHTML = LANES.map(({ name, count }) => `
  <div class="lane" data-lane="${name}">
    <div class="lane__head">${name}<span class="lane__count">${count}</span></div>
    ${APPLICATIONS.filter((a) => a[3] === name).map(([title, field, pay]) => `
      <div class="card" draggable="true">
        <div class="card__title">${title}</div>
        <div class="card__sub">${field} · €${pay}</div>
        <div class="card__move" title="Move to the next column">⇢</div>
      </div>`).join('')}
  </div>`).join('');

// ---------- navigation
document.querySelectorAll('.side__item[data-view]').forEach((i) => (i.onclick = () => show(i.dataset.view)));
$('gotit').onclick = () => $('welcome').remove();

// ---------- new application
$('open').onclick = () => $('veil').classList.remove('veil--off');
$('cancel').onclick = () => $('veil').classList.add('veil--off');
$('sheet').onsubmit = (e) => {
  e.preventDefault();
  const button = e.target.querySelector('button');
  button.textContent = 'Saving…';
  setTimeout(() => {
    button.textContent = 'Save application';
    e.target.reset();
    $('veil').classList.add('veil--off');
    toast('Application saved ✓');
  }, 500);
};

// ---------- board
document.querySelectorAll('.card').forEach((card) => {
  card.ondragstart = () => card.classList.add('card--lifted');
  card.ondragend = () => card.classList.remove('card--lifted');
});
document.querySelectorAll('.card__move').forEach((m) => {
  m.onclick = () => {
    const from = m.closest('.lane').dataset.lane;
    const next = LANES[(LANES.findIndex((l) => l.name === from) + 1) % LANES.length].name;
    m.parentElement.classList.add('card--pulse');
    setTimeout(() => m.parentElement.classList.remove('card--pulse'), 400);
    toast(`Moved to ${next}`);
  };
});
document.querySelectorAll('.lane').forEach((lane) => {
  lane.ondragover = (e) => { e.preventDefault(); lane.classList.add('lane--over'); };
  lane.ondragleave = () => lane.classList.remove('lane--over');
  lane.ondrop = (e) => {
    e.preventDefault();
    lane.classList.remove('lane--over');
    toast(`Moved to ${lane.dataset.lane}`);
  };
});

// ---------- clear and examples
$('clear').onclick = () => {
  if (!confirm('Remove all applications? This cannot be undone.')) return;
  show('wiped');
  toast('All applications removed', 'bad');
};
$('examples').onclick = () => {
  show('list');
  toast('Examples loaded');
};
$('more').onclick = () => {
  $('more').textContent = 'Loading…';
  setTimeout(() => ($('more').textContent = 'Load 6 more'), 900);
};
