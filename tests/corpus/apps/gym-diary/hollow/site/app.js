'use strict';
const $ = id => document.getElementById(id);

// Prepared screens. Every control leads to one of them.
const screens = {
  all: { table: 't-all', count: '14 workouts', state: 'Showing all workouts in default order.' },
  saved: { table: 't-saved', count: '15 workouts', state: 'Your new workout is on top of the list.' },
  edited: { table: 't-all', count: '14 workouts', state: 'Your changes are in the list.' },
  deleted: { table: 't-all', count: '13 workouts', state: 'The workout is gone from the list.' },
  filtered: { table: 't-filter', count: '14 workouts', state: '3 of 14 workouts fit your filters.' },
  none: { table: 't-none', count: '14 workouts', state: '0 of 14 workouts fit your filters.' }
};
function show(name) {
  const s = screens[name];
  ['t-all', 't-saved', 't-filter', 't-none'].forEach(id => { $(id).hidden = id !== s.table; });
  $('count').textContent = s.count;
  $('state').textContent = s.state;
}

let timer;
function toast(text) {
  $('toast').textContent = text;
  clearTimeout(timer);
  timer = setTimeout(() => { $('toast').textContent = ''; }, 3500);
}

// Dialogs
document.addEventListener('click', e => {
  const open = e.target.closest('[data-open]');
  if (open) $('d-' + open.dataset.open).showModal();
  const close = e.target.closest('[data-close]');
  if (close) close.closest('dialog').close();
});
const answers = {
  add: ['saved', 'Workout saved. The title is free and the duration is valid.'],
  edit: ['edited', 'Changes saved.'],
  del: ['deleted', 'Workout deleted. 13 workouts left.']
};
document.querySelectorAll('[data-canned]').forEach(form => {
  form.addEventListener('submit', () => {
    const [screen, text] = answers[form.dataset.canned];
    show(screen);
    toast(text);
    form.reset();
  });
});

// Tools
$('tools').addEventListener('submit', e => e.preventDefault());
$('sport').addEventListener('change', () => show('filtered'));
$('max').addEventListener('input', () => show('none'));
$('sort').addEventListener('change', () => {
  $('state').textContent = 'Sorted by: ' + $('sort').value + '. No workout was lost.';
});
$('clear').addEventListener('click', () => {
  $('tools').reset();
  show('all');
  toast('All filters cleared.');
});

// Tabs
function route() {
  const tab = location.hash === '#/figures' ? 'figures' : 'home';
  $('home').hidden = tab !== 'home';
  $('figures').hidden = tab !== 'figures';
  document.querySelectorAll('[data-tab]').forEach(a => {
    if (a.dataset.tab === tab) a.setAttribute('aria-current', 'page'); else a.removeAttribute('aria-current');
  });
}
window.addEventListener('hashchange', route);
route();
