const KEY = 'askalong';
let questions = remember();
let order = 'start';
let open = {};        // which talks are unfolded
let unsaid = {};      // half-typed comments, so that a redraw does not swallow them
let dragged = null;

function remember() {
  const fresh = JSON.parse(JSON.stringify(START));
  let kept = null;
  try { kept = JSON.parse(localStorage.getItem(KEY)); } catch (e) {}
  if (!kept) return fresh;
  // the list itself always comes from START, we only keep place and talk of each question
  fresh.forEach(q => {
    const k = kept[q.id];
    if (!k) return;
    if (PLACES.some(p => p.key === k.place)) q.place = k.place;
    if (Array.isArray(k.talk)) q.talk = k.talk;
  });
  return fresh;
}
function keep() {
  const out = {};
  questions.forEach(q => { out[q.id] = { place: q.place, talk: q.talk }; });
  localStorage.setItem(KEY, JSON.stringify(out));
}
const byId = id => questions.find(q => q.id === id);
const clean = s => String(s).replace(/[&<>"']/g, c => '&#' + c.charCodeAt(0) + ';');
const $ = id => document.getElementById(id);

function show(where) {
  if (location.hash.slice(1) === where) paint(); else location.hash = where;
}
window.onhashchange = () => { paint(); window.scrollTo(0, 0); };

function paint() {
  const board = location.hash === '#board';
  $('tab-list').classList.toggle('tab-on', !board);
  $('tab-board').classList.toggle('tab-on', board);
  $('view').innerHTML = board ? boardHtml() : listHtml();
}

/* ------------------------------------------------ the list */

const ORDERS = [
  ['most', '♥ Most votes first', (a, b) => b.votes - a.votes],
  ['least', '♡ Fewest votes first', (a, b) => a.votes - b.votes],
  ['abc', 'A to Z', (a, b) => a.title.localeCompare(b.title, 'en', { sensitivity: 'base' })],
  ['start', '↺ As it was', null]
];

function listHtml() {
  const how = ORDERS.find(o => o[0] === order)[2];
  const list = how ? questions.slice().sort(how) : questions;
  return `
    <div class="hello">
      <div class="hello-big">Hey neighbour, what's on your mind?</div>
      <div class="muted"><span class="bold">${questions.length} questions</span> from around the corner right now</div>
    </div>
    <div class="flex wrapline gap-s mb">
      ${ORDERS.map(o => `<span class="chip ${o[0] === order ? 'chip-on' : ''}" onclick="arrange('${o[0]}')">${o[1]}</span>`).join('')}
    </div>
    ${list.map(itemHtml).join('')}`;
}
function arrange(o) { order = o; paint(); }

function itemHtml(q) {
  return `<div class="card" id="${q.id}">
    <div class="flex gap-m">
      <div class="votes"><div class="votes-n">${q.votes}</div><div class="tiny">votes</div></div>
      <div class="grow">
        <div class="q-title">${clean(q.title)}</div>
        <div class="flex wrapline gap-s center mt-s">
          <span class="topic ${topicColour(q.topic)}">${clean(q.topic)}</span>
          <span class="tiny muted">${clean(q.who)}</span>
          <span class="talk-btn" id="btn-${q.id}" onclick="unfold('${q.id}')">${talkLabel(q)}</span>
        </div>
      </div>
      ${blob(q)}
    </div>
    <div id="talk-${q.id}">${open[q.id] ? talkHtml(q) : ''}</div>
  </div>`;
}
function topicColour(t) {
  return { 'Borrowing': 'c-blue', 'Local news': 'c-rose', 'House & home': 'c-sand', 'Animals': 'c-green', 'Garden': 'c-lime' }[t] || 'c-lilac';
}

// the round coloured thing with the asker's initial
function blob(q) { return `<div class="blob ${topicColour(q.topic)}">${clean(q.who.replace('The ', '')[0])}</div>`; }

/* ------------------------------------------------ comments */

function talkLabel(q) { return `Comments <span class="talk-n">${q.talk.length}</span>`; }

function talkHtml(q) {
  const u = unsaid[q.id] || { name: '', text: '' };
  return `<div class="talk">
    ${q.talk.length ? q.talk.map(c => `<div class="said"><span class="said-who">${clean(c.name)}</span><span class="said-what">${clean(c.text)}</span></div>`).join('')
      : '<div class="muted">Nobody has said anything yet. Go on, be the first!</div>'}
    <div class="say">
      <input class="in in-name" id="name-${q.id}" placeholder="Your name" value="${clean(u.name)}" oninput="typing('${q.id}')">
      <textarea class="in in-text" id="text-${q.id}" rows="2" placeholder="Something friendly…" oninput="typing('${q.id}')">${clean(u.text)}</textarea>
      <div class="flex between center">
        <div class="tiny muted" id="left-${q.id}">${leftText(u.text)}</div>
        <div class="go" onclick="say('${q.id}')">Say it</div>
      </div>
      <div class="oops" id="oops-${q.id}"></div>
    </div>
  </div>`;
}
function leftText(t) {
  const left = 200 - t.trim().length;
  return left >= 0 ? left + ' characters left' : (-left) + ' too many';
}
function unfold(id) {
  open[id] = !open[id];
  $('talk-' + id).innerHTML = open[id] ? talkHtml(byId(id)) : '';
}
function typing(id) {
  unsaid[id] = { name: $('name-' + id).value, text: $('text-' + id).value };
  $('left-' + id).textContent = leftText(unsaid[id].text);
  $('oops-' + id).textContent = '';
}
function say(id) {
  const q = byId(id);
  const name = $('name-' + id).value.trim();
  const text = $('text-' + id).value.trim();
  const oops = !name ? 'Tell us who you are, please ☺'
    : !text ? 'You haven\'t written anything yet.'
    : text.length > 200 ? 'That\'s a bit long: 200 characters at most, please.' : '';
  if (oops) { $('oops-' + id).textContent = oops; return; }
  q.talk.push({ name, text });
  unsaid[id] = { name, text: '' };
  keep();
  $('talk-' + id).innerHTML = talkHtml(q);
  $('btn-' + id).innerHTML = talkLabel(q);
}

/* ------------------------------------------------ the board */

function boardHtml() {
  return `
    <div class="hello">
      <div class="hello-big">Where do we stand?</div>
      <div class="muted">Pull a card over to where it belongs, or tap one of the little arrows on it.</div>
    </div>
    <div class="board">
      ${PLACES.map(p => {
        const here = questions.filter(q => q.place === p.key);
        return `<div class="col col-${p.key}" ondragover="over(event, this)" ondragleave="leave(event, this)" ondrop="drop(event, '${p.key}')">
          <div class="flex between center">
            <div class="col-name">${p.name}</div><div class="col-n">${here.length}</div>
          </div>
          <div class="tiny muted mb">${p.say}</div>
          ${here.map(q => stickerHtml(q)).join('') || '<div class="col-empty">nothing here just now</div>'}
        </div>`;
      }).join('')}
    </div>`;
}
function stickerHtml(q) {
  const at = PLACES.findIndex(p => p.key === q.place);
  const arrow = (p, i) => i === at ? '' :
    `<span class="hop" onclick="move('${q.id}', '${p.key}')">${i < at ? '← ' : ''}${p.name}${i > at ? ' →' : ''}</span>`;
  return `<div class="sticker" draggable="true" ondragstart="lift(event, '${q.id}')" ondragend="letGo(this)">
    <div class="flex gap-s">${blob(q)}<div class="sticker-title">${clean(q.title)}</div></div>
    <div class="tiny muted mt-s">${clean(q.topic)} · ${q.votes} votes · ${q.talk.length} ${q.talk.length === 1 ? 'comment' : 'comments'}</div>
    <div class="flex wrapline gap-s mt-s">${PLACES.map(arrow).join('')}</div>
  </div>`;
}
function move(id, place) {
  const q = byId(id);
  if (!q || q.place === place) return;
  q.place = place;
  keep();
  paint();
}
function lift(e, id) {
  dragged = id;
  e.dataTransfer.setData('text/plain', id);
  e.dataTransfer.effectAllowed = 'move';
  e.target.classList.add('lifted');
}
function letGo(el) { dragged = null; el.classList.remove('lifted'); document.querySelectorAll('.col-over').forEach(c => c.classList.remove('col-over')); }
function over(e, col) { if (dragged) { e.preventDefault(); col.classList.add('col-over'); } }
function leave(e, col) { if (!col.contains(e.relatedTarget)) col.classList.remove('col-over'); }
function drop(e, place) {
  e.preventDefault();
  const id = dragged;
  dragged = null;
  if (id) move(id, place);
  document.querySelectorAll('.col-over').forEach(c => c.classList.remove('col-over'));
}

paint();
