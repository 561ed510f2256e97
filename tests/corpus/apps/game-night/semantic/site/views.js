'use strict';

// One section per address: #games, #shelf, #timer, #quiz.

const VIEWS = { games: drawGames, shelf: drawBoard, timer: drawTimer, quiz: drawQuiz };

function showView() {
  const wanted = location.hash.slice(1);
  const name = Object.hasOwn(VIEWS, wanted) ? wanted : 'games';
  for (const key in VIEWS) $('view-' + key).hidden = key !== name;
  for (const link of document.querySelectorAll('nav a')) {
    if (link.hash === '#' + name) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  VIEWS[name]();
  document.title = $('h-' + name).textContent + ' | Turn Order';
}

window.addEventListener('hashchange', () => {
  for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close();
  showView();
  window.scrollTo(0, 0);
});
showView();
