// Third Thread front end
const ribbon = document.getElementById('ribbon');
const found = document.getElementById('found');
const chips = [...document.querySelectorAll('.chip')];
const max = document.getElementById('max');
let timer;

function say(text) {
  ribbon.textContent = text;
  ribbon.classList.add('up');
  clearTimeout(timer);
  timer = setTimeout(() => ribbon.classList.remove('up'), 2600);
}

document.addEventListener('click', (e) => {
  const button = e.target.closest('button[data-say]');
  if (button) say(button.dataset.say);
});

document.querySelector('.coupon').addEventListener('submit', (e) => {
  e.preventDefault();
  say(e.target.dataset.say);
});

chips.forEach((chip) => chip.addEventListener('click', () => {
  chips.forEach((c) => c.classList.toggle('on', c === chip));
  found.textContent = chip === chips[0] ? '' : '3 results found';
}));

max.addEventListener('input', () => {
  found.textContent = max.value ? '3 results found' : '';
});

document.getElementById('clear').addEventListener('click', () => {
  chips.forEach((c, i) => c.classList.toggle('on', i === 0));
  max.value = '';
  found.textContent = '';
  say('Filters cleared');
});
