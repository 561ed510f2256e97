'use strict';

// Games, their ratings and the board.

const library = {
  games: recall('games', FIRST_GAMES.map((game, i) => ({ id: i + 1, ...game }))),
  player: recall('player', PLAYERS[0]),
};

function saveLibrary() {
  remember('games', library.games);
  remember('player', library.player);
}

function ratingText(game) {
  const values = Object.values(game.ratings);
  if (!values.length) return 'Not rated yet';
  const average = values.reduce((sum, v) => sum + v, 0) / values.length;
  return `${average.toFixed(1)} of 5 (${values.length} ${values.length === 1 ? 'rating' : 'ratings'})`;
}

function starMeter(game) {
  const values = Object.values(game.ratings);
  const average = values.length ? values.reduce((sum, v) => sum + v, 0) / values.length : 0;
  const meter = make('span', { class: 'meter', 'aria-hidden': 'true' });
  meter.style.setProperty('--share', average / 5 * 100 + '%');
  return meter;
}

/* ---- list ---- */

function drawGames() {
  const n = library.games.length;
  $('game-count').textContent = `${n} ${n === 1 ? 'game' : 'games'}`;
  $('player').value = library.player;

  $('game-list').replaceChildren(...library.games.map((game) => {
    const own = game.ratings[library.player];
    return make('li', {}, make('article', { 'aria-labelledby': `game-${game.id}` }, [
      make('h2', { id: `game-${game.id}` }, game.title),
      make('dl', {}, [
        make('div', {}, [make('dt', {}, 'Kind'), make('dd', {}, game.kind)]),
        make('div', {}, [make('dt', {}, 'Playing time'), make('dd', {}, `${game.minutes} min`)]),
      ]),
      make('p', { class: 'rating' }, [starMeter(game), ratingText(game)]),
      make('button', {
        type: 'button', id: `rate-${game.id}`, 'aria-label': `${own ? 'Change your rating of' : 'Rate'} ${game.title}`,
        onclick: () => openRating(game),
      }, own ? `Your rating: ${own} ★` : 'Rate'),
    ]));
  }));
}

$('player').append(...PLAYERS.map((name) => make('option', {}, name)));
$('player').addEventListener('change', () => {
  library.player = $('player').value;
  saveLibrary();
  drawGames();
});

/* ---- rating ---- */

let rated = null;

function openRating(game) {
  rated = game;
  $('rate-form').reset();
  const own = game.ratings[library.player];
  if (own) $('rate-form').elements.stars.value = String(own);
  $('rate-title').textContent = game.title;
  $('rate-legend').textContent = own
    ? `${library.player}, you gave ${own} of 5. A new rating takes its place.`
    : `How do you like it, ${library.player}?`;
  $('rate-dialog').showModal();
}

$('rate-form').addEventListener('submit', () => {
  rated.ratings[library.player] = Number($('rate-form').elements.stars.value);
  saveLibrary();
  drawGames();
  setTimeout(() => $(`rate-${rated.id}`).focus());
});

/* ---- new game ---- */

$('g-kind').append(...KINDS.map((kind) => make('option', {}, kind)));

$('new-game').addEventListener('click', () => {
  $('game-form').reset();
  $('game-dialog').showModal();
});

$('g-title').addEventListener('input', () => $('g-title').setCustomValidity(
  $('g-title').value && !$('g-title').value.trim() ? 'Please enter a title.' : ''));

$('game-form').addEventListener('submit', () => {
  library.games.push({
    id: Math.max(0, ...library.games.map((g) => g.id)) + 1,
    title: $('g-title').value.trim(),
    kind: $('g-kind').value,
    minutes: Number($('g-minutes').value),
    column: 'Wanted',
    ratings: {},
  });
  saveLibrary();
  drawGames();
});

for (const button of document.querySelectorAll('[data-close]')) {
  button.addEventListener('click', () => button.closest('dialog').close());
}

/* ---- board ---- */

let carried = null;

function drawBoard() {
  $('board').replaceChildren(...COLUMNS.map((name, i) => {
    const games = library.games.filter((g) => g.column === name);
    const column = make('section', { class: 'column', 'aria-labelledby': `column-${i}` }, [
      make('h2', { id: `column-${i}` }, `${name} (${games.length})`),
      games.length ? make('ul', {}, games.map(boardCard)) : make('p', { class: 'bare' }, 'Empty'),
    ]);
    column.addEventListener('dragover', (event) => {
      if (!carried) return;
      event.preventDefault();
      column.classList.add('target');
    });
    column.addEventListener('dragleave', (event) => {
      if (!column.contains(event.relatedTarget)) column.classList.remove('target');
    });
    column.addEventListener('drop', (event) => {
      event.preventDefault();
      column.classList.remove('target');
      if (carried) send(carried, name);
      carried = null;
    });
    return column;
  }));
}

function boardCard(game) {
  const card = make('article', { draggable: 'true', 'aria-labelledby': `card-${game.id}` }, [
    make('h3', { id: `card-${game.id}` }, game.title),
    make('p', {}, `${game.kind}, ${game.minutes} min`),
    make('div', { class: 'sends', role: 'group', 'aria-label': `Move ${game.title}` },
      COLUMNS.filter((name) => name !== game.column).map((name) =>
        make('button', { type: 'button', onclick: () => send(game, name, true) }, `→ ${name}`))),
  ]);
  card.addEventListener('dragstart', (event) => {
    carried = game;
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', game.title);
  });
  card.addEventListener('dragend', () => { carried = null; });
  return make('li', {}, card);
}

function send(game, column, byButton) {
  if (game.column === column) return;
  game.column = column;
  saveLibrary();
  drawBoard();
  $('board-news').textContent = `${game.title} moved to ${column}.`;
  if (byButton) $(`card-${game.id}`).closest('article').querySelector('button').focus();
}
