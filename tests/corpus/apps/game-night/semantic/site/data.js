'use strict';

const COLUMNS = ['Wanted', 'On the shelf', 'Lent out'];
const KINDS = ['Family', 'Strategy', 'Cooperative', 'Party', 'Cards', 'Two players'];
const PLAYERS = ['Robin', 'Amara', 'Jonas', 'Granny Liv', 'Theo'];

const FIRST_GAMES = [
  { title: 'Harbour Lights', kind: 'Strategy', minutes: 90, column: 'On the shelf', ratings: { Amara: 5, Jonas: 4, Theo: 4 } },
  { title: 'Goat on the Roof', kind: 'Family', minutes: 25, column: 'On the shelf', ratings: { 'Granny Liv': 5, Robin: 4 } },
  { title: 'The Last Lighthouse', kind: 'Cooperative', minutes: 60, column: 'Lent out', ratings: { Jonas: 3, Amara: 4 } },
  { title: 'Seven Spoons', kind: 'Cards', minutes: 15, column: 'On the shelf', ratings: { Theo: 2 } },
  { title: 'Whisper Market', kind: 'Party', minutes: 40, column: 'Wanted', ratings: {} },
  { title: 'Duel of Gardens', kind: 'Two players', minutes: 35, column: 'Lent out', ratings: { Robin: 5, Amara: 5 } },
  { title: 'Night Train North', kind: 'Strategy', minutes: 120, column: 'Wanted', ratings: { Jonas: 5 } },
  { title: 'Soup!', kind: 'Family', minutes: 20, column: 'On the shelf', ratings: { 'Granny Liv': 3, Theo: 4, Jonas: 1 } },
  { title: 'Cave Choir', kind: 'Cooperative', minutes: 45, column: 'On the shelf', ratings: {} },
  { title: 'Paper Kingdoms', kind: 'Cards', minutes: 50, column: 'Lent out', ratings: { Amara: 3 } },
  { title: 'Draw the Dragon', kind: 'Party', minutes: 30, column: 'Wanted', ratings: { Theo: 5, Robin: 4 } },
];

const QUIZ = [
  { ask: 'How many squares does a chessboard have?', answers: ['49', '64', '81'], right: 1 },
  { ask: 'What do opposite sides of a normal die add up to?', answers: ['Six', 'Seven', 'Eight'], right: 1 },
  { ask: 'In which game do you mill three men in a row?', answers: ['Nine Men’s Morris', 'Backgammon', 'Halma'], right: 0 },
  { ask: 'How many cards does a standard deck have without jokers?', answers: ['48', '50', '52', '54'], right: 2 },
];

/* ---- small helpers that all pages use ---- */

const $ = (id) => document.getElementById(id);

function make(tag, attributes = {}, children = []) {
  const node = document.createElement(tag);
  for (const name in attributes) {
    if (name === 'onclick') node.onclick = attributes.onclick;
    else if (attributes[name] !== undefined) node.setAttribute(name, attributes[name]);
  }
  node.append(...[].concat(children));
  return node;
}

function recall(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem('turn-order:' + key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function remember(key, value) {
  localStorage.setItem('turn-order:' + key, JSON.stringify(value));
}
