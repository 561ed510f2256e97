'use strict';
const room = document.querySelector('#room');
const talk = document.querySelector('#talk');

function enter() {
  const board = location.hash === '#/board';
  room.replaceChildren(document.querySelector(board ? '#board-page' : '#list-page').content.cloneNode(true));
  document.querySelectorAll('nav a').forEach((a) => a.classList.toggle('here', (a.hash === '#/board') === board));
}
addEventListener('hashchange', enter);
enter();

// the order of the list
room.addEventListener('change', (e) => {
  if (e.target.id === 'order') {
    const wall = room.querySelector('.wall');
    wall.classList.add('shuffle');
    setTimeout(() => wall.classList.remove('shuffle'), 350);
    room.querySelector('#ordered').textContent = e.target.value ? `Sorted: ${e.target.value}` : 'Back in the original order';
    return;
  }
  const slip = e.target.closest('.slip');
  if (slip) confirmMove(slip, e.target.value);
});

function confirmMove(slip, place) {
  slip.querySelector('.done')?.remove();
  slip.insertAdjacentHTML('beforeend', `<p class="done">✓ Moved to ${place}</p>`);
}

// dragging
let held = null;
room.addEventListener('dragstart', (e) => { held = e.target.closest('.slip'); });
room.addEventListener('dragover', (e) => { if (e.target.closest('.pillars > section')) e.preventDefault(); });
room.addEventListener('drop', (e) => {
  const pillar = e.target.closest('.pillars > section');
  if (!pillar || !held) return;
  e.preventDefault();
  confirmMove(held, pillar.querySelector('h3').firstChild.textContent.trim());
  held = null;
});

// comments
room.addEventListener('click', (e) => {
  const button = e.target.closest('.q button');
  if (!button) return;
  talk.querySelector('.about').textContent = button.parentElement.querySelector('h3').textContent;
  talk.querySelector('output').textContent = '';
  talk.showModal();
});
document.querySelector('#speak').addEventListener('submit', (e) => {
  e.preventDefault();
  e.target.reset();
  e.target.querySelector('output').textContent = 'Your comment was posted. Thank you!';
});
