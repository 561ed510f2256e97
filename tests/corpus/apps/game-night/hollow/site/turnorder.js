const { h, mount } = meeple;

const games = [
  { name: 'Harbour Masters', kind: 'Strategy', minutes: 90, stars: 4.3, raters: 12, place: 'On the shelf' },
  { name: 'Goblin Market', kind: 'Card game', minutes: 30, stars: 3.8, raters: 9, place: 'Lent out' },
  { name: 'Seven Lighthouses', kind: 'Cooperative', minutes: 60, stars: 4.7, raters: 21, place: 'On the shelf' },
  { name: 'Turnip Tycoon', kind: 'Family', minutes: 45, stars: 3.2, raters: 5, place: 'Wanted' },
  { name: 'Word Weavers', kind: 'Party', minutes: 20, stars: 4.0, raters: 14, place: 'Lent out' },
  { name: 'Rails of the North', kind: 'Strategy', minutes: 120, stars: 4.5, raters: 8, place: 'Wanted' },
  { name: 'Llama Stampede', kind: 'Family', minutes: 25, stars: 3.6, raters: 11, place: 'On the shelf' },
  { name: 'The Quiet Forest', kind: 'Cooperative', minutes: 40, stars: 4.1, raters: 7, place: 'On the shelf' },
];
const columns = [['Wanted', 2], ['On the shelf', 4], ['Lent out', 2]];
const quiz = [
  ['Which piece moves only diagonally in chess?', ['Rook', 'Bishop', 'Knight']],
  ['How many dots are there on a die altogether?', ['18', '21', '24']],
  ['Which game is played with 28 dominoes?', ['Double-six', 'Rummy', 'Backgammon']],
  ['Where does the game of Go come from?', ['Japan', 'China', 'India']],
];

const start = { page: 'games', note: '', timer: 'ready', question: 0, answered: false };

function update(s, [what, value]) {
  switch (what) {
    case 'page': return { ...start, page: value };
    case 'rate': return { ...s, note: `Thank you! Your ${value} ${value === 1 ? 'star counts' : 'stars count'}.` };
    case 'move': return { ...s, note: `Game moved ${value}.` };
    case 'timer': return { ...s, timer: value };
    case 'answer': return { ...s, answered: true };
    case 'next': return { ...s, question: s.question + 1, answered: false };
    case 'again': return { ...s, question: 0, answered: false };
    default: return s;
  }
}

// ---------- the pages
function Games(s, go) {
  return h('section', null,
    h('h2', null, 'The shelf ', h('span.pill', null, `${games.length} games`)),
    h('div.boxes', null, games.map((g) => h('div.box', null,
      h('span.lid', { style: `--hue:${g.name.length * 47 % 360}` }, g.name[0]),
      h('div.words', null,
        h('b', null, g.name),
        h('span', null, `${g.kind}, ${g.minutes} minutes`),
        h('span.stars', null, [1, 2, 3, 4, 5].map((n) =>
          h('i', { class: n <= Math.round(g.stars) ? 'full' : '', onclick: () => go(['rate', n]), title: `Rate ${n}` }, '★'))),
        h('small', null, `Average ${g.stars.toFixed(1)} · ${g.raters} have rated`))))));
}

function Board(s, go) {
  return h('section', null,
    h('h2', null, 'Board'),
    h('div.table', null, columns.map(([place, count], at) => h('div.heap', {
      ondragover: (e) => e.preventDefault(),
      ondrop: (e) => { e.preventDefault(); go(['move', `to ${place}`]); },
    },
    h('h3', null, `${place} (${count})`),
    games.filter((g) => g.place === place).map((g) => h('div.token', { draggable: 'true' },
      h('span', null, g.name),
      h('span.arrows', null,
        at > 0 && h('button', { onclick: () => go(['move', `to ${columns[at - 1][0]}`]) }, '◀'),
        at < 2 && h('button', { onclick: () => go(['move', `to ${columns[at + 1][0]}`]) }, '▶'))))))));
}

function Timer(s, go) {
  const says = { ready: 'Ready when you are', running: 'Counting down …', paused: 'Paused' }[s.timer];
  return h('section.middle', null,
    h('h2', null, 'Timer'),
    h(`div.clock.${s.timer}`, null, h('div.sand'), h('span.digits', null, '10:00')),
    h('p', null, says),
    h('p.keys', null,
      s.timer === 'ready' && h('button.chunky', { onclick: () => go(['timer', 'running']) }, 'Start'),
      s.timer === 'running' && h('button.chunky', { onclick: () => go(['timer', 'paused']) }, 'Pause'),
      s.timer === 'paused' && h('button.chunky', { onclick: () => go(['timer', 'running']) }, 'Resume'),
      h('button.chunky.pale', { onclick: () => go(['timer', 'ready']) }, 'Reset')),
    h('p.faint', null, 'A gong and the words “Time is up!” tell you when the turn is over.'));
}

function Quiz(s, go) {
  if (s.question === quiz.length) {
    return h('section.middle', null,
      h('h2', null, 'Quiz'),
      h('p.final', null, 'Final score: 3 of 4'),
      h('p', null, 'A true friend of the table!'),
      h('button.chunky', { onclick: () => go(['again']) }, 'Play again'));
  }
  const [ask, options] = quiz[s.question];
  return h('section.middle', null,
    h('h2', null, 'Quiz'),
    h('p.faint', null, `Question ${s.question + 1} of 4 · Score: ${Math.min(3, s.question + (s.answered ? 1 : 0))}`),
    h('p.ask', null, ask),
    h('div.options', null, options.map((o) => h('button', { onclick: () => go(['answer']), disabled: s.answered }, o))),
    s.answered && h('p.verdict', null, 'Correct'),
    s.answered && h('button.chunky', { onclick: () => go(['next']) }, s.question === 3 ? 'See the final score' : 'Next question'));
}

const pages = { games: ['Games', Games], board: ['Board', Board], timer: ['Timer', Timer], quiz: ['Quiz', Quiz] };

mount(document.getElementById('app'), start, update, (s, go) => h('div.felt', null,
  h('header', null,
    h('div.name', null, '⚃ Turn Order'),
    h('p', null, 'The lending library for weekends'),
    h('nav', null, Object.entries(pages).map(([id, [label]]) =>
      h('button', { class: id === s.page ? 'on' : '', onclick: () => go(['page', id]) }, label)))),
  s.note && h('div.note', null, s.note),
  pages[s.page][1](s, go)));
