const $ = (s) => document.querySelector(s);

// dark mode
const dark = $('#dark');
dark.checked = document.documentElement.classList.contains('dark');
dark.addEventListener('change', () => {
  document.documentElement.classList.toggle('dark', dark.checked);
  try { localStorage.setItem('br-dark', dark.checked ? '1' : '0'); } catch (e) { /* not kept */ }
});

// pages
function route() {
  const stats = location.hash === '#statistics';
  $('#page-stations').hidden = stats;
  $('#page-statistics').hidden = !stats;
  document.querySelectorAll('nav a').forEach((a) => a.classList.toggle('here', a.hash === (stats ? '#statistics' : '#stations')));
  scrollTo(0, 0);
}
addEventListener('hashchange', route);
route();

let timer;
function note(text) {
  const box = $('#note');
  box.textContent = text;
  box.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => { box.hidden = true; }, 6000);
}

// filters
$('#filters').addEventListener('submit', (e) => e.preventDefault());
$('#terrain').addEventListener('change', () => note('Filters applied: ' + $('#terrain').value));
$('#max').addEventListener('change', () => note('Filters applied: up to ' + ($('#max').value || 100) + '% humidity'));
$('#clear').addEventListener('click', () => { $('#filters').reset(); note('Filters cleared.'); });

// import
$('#file').addEventListener('change', () => {
  if (!$('#file').files.length) return;
  note('Importing…');
  setTimeout(() => note('Import finished: 3 stations taken. Left out: line 3 (title missing), line 5 (humidity is no number).'), 700);
});

// statistics
$('#pick').addEventListener('change', () => {
  $('#picked').textContent = $('#pick').value === 'All' ? '' : 'Showing figures for ' + $('#pick').value + '.';
});
document.querySelectorAll('.seg button').forEach((b) => b.addEventListener('click', () => {
  document.querySelectorAll('.seg button').forEach((x) => x.classList.toggle('on', x === b));
}));
