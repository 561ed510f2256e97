const KEY = 'turn-order-v1';
const COLS = [['wanted', 'Wanted'], ['shelf', 'On the shelf'], ['lent', 'Lent out']];
const $ = (s, el = document) => el.querySelector(s);
const $$ = (s, el = document) => [...el.querySelectorAll(s)];
const esc = s => String(s).replace(/[&<>"]/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }[c]));
const svg = id => `<svg><use href="#i-${id}"/></svg>`;

let state = load();

function load() {
  try {
    const s = JSON.parse(localStorage.getItem(KEY));
    if (s && Array.isArray(s.games)) return s;
  } catch (e) { /* fall through to the sample shelf */ }
  return structuredClone(START);
}
function save() { localStorage.setItem(KEY, JSON.stringify(state)); }

function toast(text, cls = '') {
  const el = document.createElement('div');
  el.className = 'toast ' + cls;
  el.textContent = text;
  if ($$('.toast').length > 1) $('.toast').remove();
  $('.toasts').append(el);
  setTimeout(() => el.classList.add('gone'), 2600);
  setTimeout(() => el.remove(), 3000);
}

const find = id => state.games.find(g => g.id === id);
const mins = m => m < 60 ? `${m} min` : `${Math.floor(m / 60)} h${m % 60 ? ' ' + (m % 60) + ' min' : ''}`;
const plural = (n, one, many) => `${n} ${n === 1 ? one : many}`;

function score(g) {
  const v = Object.values(g.votes);
  return { n: v.length, avg: v.length ? v.reduce((a, b) => a + b, 0) / v.length : 0 };
}

/* ---------- games ---------- */
function scoreHtml(g) {
  const { n, avg } = score(g);
  if (!n) return '<span class="none">not rated yet</span>';
  return `<b>${avg.toFixed(1)}</b><i class="meter" style="--p:${avg * 20}%"></i><span>${plural(n, 'rating', 'ratings')}</span>`;
}
function starsHtml(g) {
  const mine = g.votes[state.me] || 0;
  return [1, 2, 3, 4, 5].map(k =>
    `<button class="star${k <= mine ? ' lit' : ''}" data-k="${k}" title="${plural(k, 'star', 'stars')}">${svg('star')}</button>`).join('');
}
function viewGames(v) {
  v.innerHTML = `
    <div class="head"><h1>All games</h1><span class="pill">${plural(state.games.length, 'game', 'games')}</span></div>
    <div class="grid">${[...state.games].sort((a, b) => a.name.localeCompare(b.name)).map(g => `
      <article class="card" data-id="${g.id}">
        <div class="art">${g.icon}<em class="spot ${g.where}">${COLS.find(c => c[0] === g.where)[1]}</em></div>
        <h3>${esc(g.name)}</h3>
        <p class="facts"><span>${g.kind}</span><span>${svg('clock')}${mins(g.min)}</span></p>
        <div class="score">${scoreHtml(g)}</div>
        <div class="reveal"><small>${esc(state.me)}:</small><div class="stars">${starsHtml(g)}</div></div>
      </article>`).join('')}</div>`;
  v.onclick = e => {
    const b = e.target.closest('.star');
    if (!b) return;
    const card = b.closest('.card'), g = find(card.dataset.id), k = +b.dataset.k;
    const before = g.votes[state.me];
    g.votes[state.me] = k;
    save();
    $('.score', card).innerHTML = scoreHtml(g);
    $$('.star', card).forEach((s, i) => s.classList.toggle('lit', i < k));
    toast(before ? `${g.name}: changed from ${before} to ${k}` : `${g.name}: ${plural(k, 'star', 'stars')} from ${state.me}`);
  };
}

/* ---------- board ---------- */
function move(id, to) {
  const g = find(id);
  if (!g || g.where === to || !COLS.some(c => c[0] === to)) return;
  g.where = to;
  // the newcomer goes to the end of its column
  state.games = [...state.games.filter(x => x !== g), g];
  save();
  viewBoard($('#view'));
  toast(`${g.name} → ${COLS.find(c => c[0] === to)[1]}`);
}
function viewBoard(v) {
  v.innerHTML = `<div class="head"><h1>Where is it?</h1></div><div class="board">${COLS.map(([key, label], i) => {
    const list = state.games.filter(g => g.where === key);
    return `<section class="col" data-col="${key}">
      <h2>${label}<span class="num">${list.length}</span></h2>
      ${list.map(g => `
        <div class="tile" draggable="true" data-id="${g.id}">
          <span class="ico">${g.icon}</span>
          <div><strong>${esc(g.name)}</strong><small>${g.kind} · ${mins(g.min)}</small></div>
          <span class="acts">
            ${i > 0 ? `<button data-to="${COLS[i - 1][0]}" title="Move to ${COLS[i - 1][1]}">${svg('left')}</button>` : ''}
            ${i < 2 ? `<button data-to="${COLS[i + 1][0]}" title="Move to ${COLS[i + 1][1]}">${svg('right')}</button>` : ''}
          </span>
        </div>`).join('') || '<p class="blank">Nothing here</p>'}
    </section>`;
  }).join('')}</div>`;
  v.onclick = e => {
    const b = e.target.closest('.acts button');
    if (b) move(b.closest('.tile').dataset.id, b.dataset.to);
  };
  $$('.tile', v).forEach(t => {
    t.ondragstart = e => { e.dataTransfer.setData('text/plain', t.dataset.id); e.dataTransfer.effectAllowed = 'move'; t.classList.add('drag'); };
    t.ondragend = () => { t.classList.remove('drag'); $$('.col').forEach(c => c.classList.remove('over')); };
  });
  $$('.col', v).forEach(c => {
    c.ondragover = e => { e.preventDefault(); c.classList.add('over'); };
    c.ondragleave = e => { if (!c.contains(e.relatedTarget)) c.classList.remove('over'); };
    c.ondrop = e => { e.preventDefault(); c.classList.remove('over'); move(e.dataTransfer.getData('text/plain'), c.dataset.col); };
  });
}

/* ---------- timer ---------- */
const FULL = 600;
const timer = { left: FULL, mode: 'idle', end: 0, tick: null };   // idle | run | hold | done

function timerStep() {
  timer.left = Math.max(0, Math.ceil((timer.end - Date.now()) / 1000));
  if (timer.left === 0) {
    clearInterval(timer.tick);
    timer.mode = 'done';
    toast('Time is up!', 'loud');
    if (location.hash === '#timer') viewTimer($('#view'));
    return;
  }
  paintTimer();
}
function timerGo() {
  timer.end = Date.now() + timer.left * 1000;
  timer.mode = 'run';
  clearInterval(timer.tick);
  timer.tick = setInterval(timerStep, 200);
}
function timerHold() { clearInterval(timer.tick); timer.mode = 'hold'; }
function timerReset() { clearInterval(timer.tick); timer.mode = 'idle'; timer.left = FULL; }

function paintTimer() {
  const el = $('.digits');
  if (!el) return;
  const m = Math.floor(timer.left / 60), s = timer.left % 60;
  el.textContent = `${String(m).padStart(2, '0')}:${String(s).padStart(2, '0')}`;
  $('.dial').style.setProperty('--a', (timer.left / FULL * 360) + 'deg');
}
function viewTimer(v) {
  const main = {
    idle: `<button class="big go" title="Start">${svg('play')}</button>`,
    run: `<button class="big hold" title="Pause">${svg('pause')}</button>`,
    hold: `<button class="big go" title="Resume">${svg('play')}</button>`,
    done: ''
  }[timer.mode];
  v.innerHTML = `
    <div class="head"><h1>Round timer</h1></div>
    <div class="clock ${timer.mode}">
      <div class="dial"><div class="digits"></div></div>
      <p class="say">${{ idle: 'Ready when you are', run: 'Thinking time…', hold: 'Paused', done: 'Time is up!' }[timer.mode]}</p>
      <div class="row">${main}<button class="big back" title="Reset">${svg('reset')}</button></div>
    </div>`;
  paintTimer();
  v.onclick = e => {
    const b = e.target.closest('.big');
    if (!b) return;
    if (b.matches('.go')) timerGo();
    else if (b.matches('.hold')) timerHold();
    else timerReset();
    viewTimer(v);
  };
}

/* ---------- quiz ---------- */
let quiz = { at: 0, points: 0, picked: null };

function viewQuiz(v) {
  const total = QUESTIONS.length;
  if (quiz.at >= total) {
    v.innerHTML = `
      <div class="head"><h1>Table talk quiz</h1></div>
      <div class="sheet end"><div class="trophy">${quiz.points === total ? '♛' : quiz.points > 1 ? '♞' : '♟'}</div>
        <p>Final score</p><p class="final">${quiz.points} / ${total}</p>
        <button class="big again" title="Play again">${svg('reset')}</button></div>`;
  } else {
    const it = QUESTIONS[quiz.at], done = quiz.picked !== null;
    v.innerHTML = `
      <div class="head"><h1>Table talk quiz</h1><span class="pill">Score ${quiz.points}</span></div>
      <div class="sheet">
        <div class="dots">${QUESTIONS.map((_, i) => `<i class="${i < quiz.at ? 'past' : i === quiz.at ? 'now' : ''}"></i>`).join('')}</div>
        <small>Question ${quiz.at + 1} of ${total}</small>
        <h2>${esc(it.q)}</h2>
        <div class="answers">${it.a.map((a, i) => `<button class="ans ${done ? (i === it.right ? 'good' : i === quiz.picked ? 'bad' : '') : ''}" data-i="${i}" ${done ? 'disabled' : ''}>${esc(a)}</button>`).join('')}</div>
        ${done ? `<div class="verdict ${quiz.picked === it.right ? 'good' : 'bad'}"><span>${quiz.picked === it.right ? 'Correct' : 'Wrong'}</span>
          <button class="big next">${svg('right')}</button></div>` : ''}
      </div>`;
  }
  v.onclick = e => {
    const a = e.target.closest('.ans');
    if (a && quiz.picked === null) {
      quiz.picked = +a.dataset.i;
      if (quiz.picked === QUESTIONS[quiz.at].right) quiz.points++;
    } else if (e.target.closest('.next')) { quiz.at++; quiz.picked = null; }
    else if (e.target.closest('.again')) quiz = { at: 0, points: 0, picked: null };
    else return;
    viewQuiz(v);
  };
}

/* ---------- people drawer ---------- */
function drawer(open) { document.body.classList.toggle('open', open); }
function paintPeople() {
  $('.who').textContent = state.me.slice(0, 1).toUpperCase();
  $('.people').innerHTML = state.people.map((p, i) =>
    `<button class="${p === state.me ? 'on' : ''}" data-p="${i}"><b>${esc(p.slice(0, 1).toUpperCase())}</b>${esc(p)}</button>`).join('');
}
function become(name) {
  state.me = name;
  save(); paintPeople(); drawer(false); route();
  toast(`Hello ${name}!`);
}
$('.who').onclick = () => drawer(true);
$('.shade').onclick = () => drawer(false);
document.addEventListener('keydown', e => { if (e.key === 'Escape') drawer(false); });
$('.people').onclick = e => { const b = e.target.closest('button'); if (b) become(state.people[+b.dataset.p]); };
$('.add-person').onsubmit = e => {
  e.preventDefault();
  const inp = $('.add-person input'), name = inp.value.trim();
  if (!name) return toast('A name, please', 'warn');
  const known = state.people.find(p => p.toLowerCase() === name.toLowerCase());
  if (!known) state.people.push(name);
  inp.value = '';
  become(known || name);
};

/* ---------- routing ---------- */
const VIEWS = { games: viewGames, board: viewBoard, timer: viewTimer, quiz: viewQuiz };
function route() {
  const name = VIEWS[location.hash.slice(1)] ? location.hash.slice(1) : 'games';
  $$('.tabs a').forEach(a => a.classList.toggle('on', a.hash === '#' + name));
  const v = $('#view');
  v.onclick = null;
  VIEWS[name](v);
}
addEventListener('hashchange', () => { scrollTo(0, 0); route(); });
paintPeople();
route();
