const app = document.getElementById('app');
const drawer = document.getElementById('drawer');
const toastBox = document.getElementById('toast');

const COLUMNS = [
  ['wanted', 'Wanted'],
  ['shelf', 'On the shelf'],
  ['lent', 'Lent out']
];

const stored = localStorage.getItem('turn-order');
let games = stored ? JSON.parse(stored) : GAMES;
const save = () => localStorage.setItem('turn-order', JSON.stringify(games));

const icon = (name) => `<svg class="ic"><use href="#i-${name}"/></svg>`;
const find = (id) => games.find((g) => g.id === id);

let toastTimer;
function toast(text) {
  toastBox.textContent = text;
  toastBox.classList.add('up');
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => toastBox.classList.remove('up'), 2200);
}

/* ------------------------------------------------ games */

function average(g) {
  if (!g.votes.length) return '–';
  return (g.votes.reduce((a, b) => a + b, 0) / g.votes.length).toFixed(1);
}

function stars(g) {
  const full = Math.round(Number(average(g))) || 0;
  let out = '';
  for (let n = 1; n <= 5; n++) {
    out += `<button class="star ${n <= full ? 'lit' : ''}" data-act="rate" data-id="${g.id}" data-n="${n}" title="${n} of 5">${icon('star')}</button>`;
  }
  return out;
}

function gamesView() {
  return `
    <div class="head">
      <h1>Games</h1>
      <p>${games.length} games for the weekend</p>
    </div>
    <div class="grid">
      ${games.map((g) => `
        <article class="game k-${g.kind.slice(0, 3).toLowerCase()}">
          <div class="lid">${icon('meeple')}
            <button class="round info" data-act="info" data-id="${g.id}" title="More">${icon('info')}</button>
          </div>
          <div class="body">
            <h2>${g.name}</h2>
            <p class="facts"><span class="kind">${g.kind}</span><span>${g.minutes} min</span></p>
            <div class="rating">
              <span class="stars">${stars(g)}</span>
              <span class="avg"><b>${average(g)}</b> · ${g.votes.length} ${g.votes.length === 1 ? 'vote' : 'votes'}</span>
            </div>
          </div>
        </article>`).join('')}
    </div>`;
}

function openDrawer(g) {
  drawer.innerHTML = `
    <button class="round" data-act="close" title="Close">${icon('close')}</button>
    <h2>${g.name}</h2>
    <p>${g.about}</p>
    <p class="facts"><span class="kind">${g.kind}</span><span>${g.minutes} min</span><span>${g.players} players</span></p>`;
  drawer.classList.add('open');
}

/* ------------------------------------------------ board */

function boardView() {
  return `
    <div class="head"><h1>Board</h1><p>What we have, what we want and what is with friends</p></div>
    <div class="columns">
      ${COLUMNS.map(([id, name], i) => {
        const mine = games.filter((g) => g.col === id);
        return `
        <section class="column">
          <h2>${name} <span>${mine.length}</span></h2>
          ${mine.map((g) => `
            <div class="piece" draggable="true">
              <span class="grip">${icon('grip')}</span>
              <span class="piece-name">${g.name}<small>${g.kind}, ${g.minutes} min</small></span>
              <span class="moves">
                ${i > 0 ? `<button class="round" data-act="move" data-id="${g.id}" data-to="${COLUMNS[i - 1][0]}" title="To: ${COLUMNS[i - 1][1]}">${icon('left')}</button>` : ''}
                ${i < 2 ? `<button class="round" data-act="move" data-id="${g.id}" data-to="${COLUMNS[i + 1][0]}" title="To: ${COLUMNS[i + 1][1]}">${icon('right')}</button>` : ''}
              </span>
            </div>`).join('')}
        </section>`;
      }).join('')}
    </div>`;
}

/* ------------------------------------------------ timer */

const FULL = 10 * 60;
const timer = { left: FULL, handle: null, started: false };

const clock = (s) => String(Math.floor(s / 60)).padStart(2, '0') + ':' + String(s % 60).padStart(2, '0');

function tick() {
  timer.left--;
  if (timer.left <= 0) {
    timer.left = 0;
    stopTimer();
    timer.started = false;
    if (location.hash === '#timer') render();
  }
  showTime();
}

function stopTimer() {
  clearInterval(timer.handle);
  timer.handle = null;
}

function showTime() {
  const face = document.getElementById('clock');
  if (!face) return;
  face.textContent = clock(timer.left);
  document.getElementById('ring').style.setProperty('--part', timer.left / FULL * 360 + 'deg');
}

function timerView() {
  const main = timer.handle
    ? `<button class="big" data-act="pause" title="Pause">${icon('pause')}</button>`
    : `<button class="big" data-act="start" title="${timer.started ? 'Resume' : 'Start'}">${icon('play')}</button>`;
  return `
    <div class="head center"><h1>Timer</h1><p>For slow thinkers</p></div>
    <div class="ring" id="ring" style="--part:${timer.left / FULL * 360}deg"><div class="clock" id="clock">${clock(timer.left)}</div></div>
    <div class="knobs">${main}<button class="big pale" data-act="reset" title="Reset">${icon('reset')}</button></div>`;
}

/* ------------------------------------------------ quiz */

const quiz = { at: 0, score: 0, picked: null, final: null };

function quizView() {
  if (quiz.at >= QUIZ.length) {
    return `
      <div class="head center"><h1>Quiz</h1></div>
      <div class="sheet center">
        <p>Your final score</p>
        <p class="result">${quiz.final} / ${QUIZ.length}</p>
        <button class="wide" data-act="again">${icon('reset')} Play again</button>
      </div>`;
  }
  const item = QUIZ[quiz.at];
  const done = quiz.picked !== null;
  return `
    <div class="head center"><h1>Quiz</h1><p>Question ${quiz.at + 1} of ${QUIZ.length} · Score ${quiz.score}</p></div>
    <div class="sheet">
      <p class="question">${item.q}</p>
      ${item.a.map((text, i) => {
        const mark = done && i === item.right ? 'good' : done && i === quiz.picked ? 'bad' : '';
        return `<button class="answer ${mark}" data-act="answer" data-i="${i}" ${done ? 'disabled' : ''}>${text}</button>`;
      }).join('')}
      ${done ? `
        <div class="verdict">
          <b class="${quiz.picked === item.right ? 'yes' : 'no'}">${quiz.picked === item.right ? 'Correct' : 'Wrong'}</b>
          <button class="wide" data-act="next">${quiz.at === QUIZ.length - 1 ? 'See result' : 'Next'} ${icon('right')}</button>
        </div>` : ''}
    </div>`;
}

/* ------------------------------------------------ clicks */

const acts = {
  rate(d) {
    const g = find(d.id);
    g.votes.push(Number(d.n));
    save();
    toast('Thanks! ' + d.n + (d.n === '1' ? ' star' : ' stars') + ' for ' + g.name);
  },
  info(d) { openDrawer(find(d.id)); },
  close() { drawer.classList.remove('open'); },
  move(d) {
    const g = find(d.id);
    g.col = d.to;
    save();
    toast(g.name + ' moved');
  },
  start() {
    if (timer.left === 0) timer.left = FULL;
    timer.started = true;
    timer.handle = setInterval(tick, 1000);
  },
  pause() { stopTimer(); },
  reset() {
    timer.left = FULL;
    if (!timer.handle) timer.started = false;
  },
  answer(d) {
    quiz.picked = Number(d.i);
    if (quiz.at === QUIZ.length - 1) quiz.final = quiz.score;
    if (quiz.picked === QUIZ[quiz.at].right) quiz.score++;
  },
  next() { quiz.at++; quiz.picked = null; },
  again() { quiz.at = 0; quiz.picked = null; }
};

document.addEventListener('click', (e) => {
  const b = e.target.closest('[data-act]');
  if (!b) return;
  acts[b.dataset.act](b.dataset);
  render();
});

/* ------------------------------------------------ start */

const VIEWS = { games: gamesView, board: boardView, timer: timerView, quiz: quizView };

function render() {
  const name = location.hash.slice(1) in VIEWS ? location.hash.slice(1) : 'games';
  app.innerHTML = VIEWS[name]();
  document.querySelectorAll('.nav a').forEach((a) => {
    a.classList.toggle('here', a.getAttribute('href') === '#' + name);
  });
}

window.addEventListener('hashchange', () => { acts.close(); render(); });
render();
