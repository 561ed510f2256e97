'use strict';
const $ = (id) => document.getElementById(id);

/* ---------- data ---------- */
const SAMPLE = [
  ['Lisbon', 'Capital', 20], ['Nairobi', 'Capital', 30], ['Ulaanbaatar', 'Capital', 60], ['Wellington', 'Capital', 35],
  ['Danube', 'River', 25], ['Mekong', 'River', 40], ['Kilimanjaro', 'Mountain', 30], ['Aconcagua', 'Mountain', 55],
  ['Zanzibar', 'Island', 35], ['Svalbard', 'Island', 50], ['Lake Titicaca', 'Lake', 45], ['Lake Baikal', 'Lake', 40],
  ['Atacama', 'Desert', 45], ['Timbuktu', 'City', 60],
].map(([title, kind, points], i) => ({ id: 'p' + (i + 1), title, kind, points }));

const QUESTIONS = [
  ['Australia', 'Canberra', 'Sydney', 'Melbourne', 'Perth'],
  ['Canada', 'Ottawa', 'Toronto', 'Montreal', 'Vancouver'],
  ['Portugal', 'Lisbon', 'Porto', 'Faro', 'Coimbra'],
  ['Turkey', 'Ankara', 'Istanbul', 'Izmir', 'Bursa'],
  ['Brazil', 'Brasília', 'Rio de Janeiro', 'São Paulo', 'Salvador'],
  ['Kenya', 'Nairobi', 'Mombasa', 'Kisumu', 'Kampala'],
  ['Mongolia', 'Ulaanbaatar', 'Astana', 'Darkhan', 'Bishkek'],
  ['Morocco', 'Rabat', 'Casablanca', 'Marrakesh', 'Fez'],
  ['New Zealand', 'Wellington', 'Auckland', 'Dunedin', 'Christchurch'],
  ['Vietnam', 'Hanoi', 'Hue', 'Da Nang', 'Ho Chi Minh City'],
];

function read(key, fallback) {
  try { return JSON.parse(localStorage.getItem(key)) ?? fallback; } catch { return fallback; }
}
function write(key, value) {
  try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* private mode: keep in memory */ }
}
let places = read('meridian.places', SAMPLE);
let hearts = new Set(read('meridian.hearts', []));

/* ---------- overview and favourites ---------- */
function heartButton(place) {
  const on = hearts.has(place.id);
  const b = document.createElement('button');
  b.type = 'button';
  b.className = 'heart';
  b.textContent = on ? '♥' : '♡';
  b.dataset.heart = place.id;
  b.setAttribute('aria-pressed', on);
  b.setAttribute('aria-label', `Favourite: ${place.title}`);
  return b;
}

function cell(tag, text, label) {
  const c = document.createElement(tag);
  c.textContent = text;
  if (label) c.dataset.label = label;
  return c;
}

function render() {
  const term = $('search').value.trim().toLowerCase();
  const hits = places.filter((p) => (p.title + ' ' + p.kind).toLowerCase().includes(term));
  $('total').textContent = term
    ? `${hits.length} of ${places.length} places shown`
    : `${places.length} places to discover`;
  $('places-body').replaceChildren(...hits.map((p) => {
    const tr = document.createElement('tr');
    const th = cell('th', p.title);
    th.scope = 'row';
    const td = document.createElement('td');
    td.className = 'h';
    td.append(heartButton(p));
    tr.append(th, cell('td', p.kind, 'Kind'), cell('td', p.points, 'Points'), td);
    return tr;
  }));
  $('places-table').hidden = hits.length === 0;
  $('no-match').hidden = hits.length > 0;
  $('no-match').textContent = hits.length ? '' : `No place matches “${$('search').value.trim()}”.`;

  const favs = places.filter((p) => hearts.has(p.id));
  $('fav-count').textContent = favs.length;
  $('fav-empty').hidden = favs.length > 0;
  $('fav-list').replaceChildren(...favs.map((p) => {
    const li = document.createElement('li');
    li.append(cell('span', `${p.title} – ${p.kind}, ${p.points} points`), heartButton(p));
    return li;
  }));
}

document.addEventListener('click', (e) => {
  const b = e.target.closest('[data-heart]');
  if (!b) return;
  const id = b.dataset.heart;
  const home = b.closest('section');
  hearts.has(id) ? hearts.delete(id) : hearts.add(id);
  write('meridian.hearts', [...hearts]);
  render();
  (home.querySelector(`[data-heart="${id}"]`) || $('content')).focus();
});
$('search').addEventListener('input', render);
$('search-form').addEventListener('submit', (e) => e.preventDefault());

/* ---------- adding ---------- */
function fail(field, message) {
  $('e-' + field).textContent = message;
  $('f-' + field).setAttribute('aria-invalid', message !== '');
}
$('open-add').addEventListener('click', () => {
  $('add-form').reset();
  fail('title', ''); fail('points', '');
  $('add-dialog').showModal();
});
$('add-cancel').addEventListener('click', () => $('add-dialog').close());
$('add-form').addEventListener('submit', (e) => {
  e.preventDefault();
  const title = $('f-title').value.trim().replace(/\s+/g, ' ');
  const raw = $('f-points').value.trim();
  const points = Number(raw);
  const taken = places.some((p) => p.title.toLowerCase() === title.toLowerCase());
  const titleError = !title ? 'Please enter a title.' : taken ? `There is already a place called “${title}”.` : '';
  const pointsError = raw === '' ? 'Please enter the points as a number.'
    : points < 0 ? 'Points must not be negative.'
      : !Number.isInteger(points) ? 'Points must be a whole number.' : '';
  fail('title', titleError);
  fail('points', pointsError);
  if (titleError) return $('f-title').focus();
  if (pointsError) return $('f-points').focus();
  places.push({ id: 'p' + Date.now(), title, kind: $('f-kind').value, points });
  write('meridian.places', places);
  $('add-dialog').close();
  $('search').value = '';
  render();
});

/* ---------- quiz ---------- */
const shuffle = (a) => a.map((v) => [Math.random(), v]).sort((x, y) => x[0] - y[0]).map((x) => x[1]);
let round = null;

function startQuiz() {
  round = { list: shuffle(QUESTIONS).slice(0, 5), at: 0, score: 0, log: [] };
  $('quiz-result').hidden = true;
  $('quiz-dialog').showModal();
  ask();
}
function ask() {
  const [country, ...answers] = round.list[round.at];
  $('q-number').textContent = `Question ${round.at + 1} of 5`;
  $('q-score').textContent = round.score;
  $('q-legend').textContent = `What is the capital of ${country}?`;
  $('q-options').replaceChildren(...shuffle(answers).map((a) => {
    const label = document.createElement('label');
    const radio = Object.assign(document.createElement('input'), { type: 'radio', name: 'answer', value: a, required: true });
    label.append(radio, a);
    return label;
  }));
  $('q-feedback').textContent = '';
  $('q-feedback').className = '';
  $('q-check').hidden = false;
  $('q-next').hidden = true;
}
$('quiz-form').addEventListener('submit', (e) => {
  e.preventDefault();
  if (!$('q-next').hidden) return;
  const [country, right] = round.list[round.at];
  const given = new FormData(e.target).get('answer');
  const ok = given === right;
  if (ok) round.score += 1;
  round.log.push(`${country}: ${right}${ok ? ' ✓' : ` (you said ${given})`}`);
  $('q-score').textContent = round.score;
  $('q-feedback').textContent = ok ? 'Correct' : `Wrong – it is ${right}.`;
  $('q-feedback').className = ok ? 'good' : 'bad';
  $('q-options').querySelectorAll('input').forEach((i) => { i.disabled = true; });
  $('q-check').hidden = true;
  $('q-next').hidden = false;
  $('q-next').textContent = round.at === 4 ? 'See final score' : 'Next question';
  $('q-next').focus();
});
$('q-next').addEventListener('click', () => {
  round.at += 1;
  if (round.at < 5) return ask();
  $('quiz-dialog').close();
  $('quiz-intro').hidden = true;
  $('quiz-result').hidden = false;
  $('final-score').textContent = `${round.score} out of 5`;
  $('final-remark').textContent = round.score === 5 ? 'A perfect round!' : round.score > 2 ? 'Well travelled.' : 'Time to open the atlas.';
  $('quiz-review').replaceChildren(...round.log.map((t) => cell('li', t)));
  $('start-quiz').textContent = 'Play again';
});
$('q-quit').addEventListener('click', () => $('quiz-dialog').close());
$('start-quiz').addEventListener('click', startQuiz);

/* ---------- timer ---------- */
const FULL = 180000;
const timer = { left: FULL, end: 0, tick: null };
function paint() {
  const s = Math.ceil(timer.left / 1000);
  $('clock').textContent = String(Math.floor(s / 60)).padStart(2, '0') + ':' + String(s % 60).padStart(2, '0');
  $('clock').dateTime = `PT${s}S`;
  const running = timer.tick !== null;
  $('t-start').disabled = running || timer.left < FULL;
  $('t-pause').disabled = !running;
  $('t-resume').disabled = running || timer.left === FULL || timer.left === 0;
}
function halt() { clearInterval(timer.tick); timer.tick = null; }
function run() {
  timer.end = Date.now() + timer.left;
  timer.tick = setInterval(() => {
    timer.left = Math.max(0, timer.end - Date.now());
    if (timer.left === 0) { halt(); $('timer-msg').textContent = 'Time is up!'; }
    paint();
  }, 200);
  paint();
}
$('t-start').addEventListener('click', run);
$('t-resume').addEventListener('click', run);
$('t-pause').addEventListener('click', () => { timer.left = Math.max(1, timer.end - Date.now()); halt(); paint(); });
$('t-reset').addEventListener('click', () => { halt(); timer.left = FULL; $('timer-msg').textContent = ''; paint(); });

/* ---------- routes ---------- */
function route() {
  const name = location.hash.replace(/^#\/?/, '') || 'places';
  const known = ['places', 'quiz', 'timer', 'favourites'];
  if (name === 'content') return;
  const page = known.includes(name) ? name : 'places';
  known.forEach((n) => { $('view-' + n).hidden = n !== page; });
  document.querySelectorAll('nav a').forEach((a) => {
    const mine = a.getAttribute('href') === '#/' + (page === 'places' ? '' : page);
    mine ? a.setAttribute('aria-current', 'page') : a.removeAttribute('aria-current');
  });
  window.scrollTo(0, 0);
}
addEventListener('hashchange', route);
route();
render();
paint();
