import { KINDS } from './data.js';
import { addEvent, titleTaken } from './store.js';
import { header, showError, el } from './page.js';

header();

const form = document.getElementById('form');
const { title, kind, price, organiser, date, about } = form.elements;
kind.append(...KINDS.map((k) => el('option', { textContent: k })));

function checkTitle() {
  const value = title.value.trim();
  if (!value) return showError(title, 'Please enter a title.');
  if (titleTaken(value)) return showError(title, 'There is already an event with this title.');
  return showError(title, '');
}

function checkPrice() {
  if (price.validity.badInput) return showError(price, 'The ticket price must be a number.');
  if (price.value === '') return showError(price, 'Please enter the ticket price (0 if it is free).');
  const number = Number(price.value);
  if (!Number.isFinite(number)) return showError(price, 'The ticket price must be a number.');
  if (number < 0) return showError(price, 'The ticket price cannot be negative.');
  return showError(price, '');
}

// Once a field was refused, its message follows what is typed.
title.addEventListener('input', () => { if (title.closest('.bad')) checkTitle(); });
price.addEventListener('input', () => { if (price.closest('.bad')) checkPrice(); });

form.addEventListener('submit', (e) => {
  e.preventDefault();
  const ok = [checkTitle(), checkPrice()];
  if (!ok[0]) return title.focus();
  if (!ok[1]) return price.focus();
  const event = addEvent({
    title: title.value.trim(),
    kind: kind.value,
    price: Math.round(Number(price.value) * 100) / 100,
    organiser: organiser.value.trim(),
    date: date.value,
    about: about.value.trim(),
  });
  sessionStorage.setItem('gatherly.added', event.title);
  location.href = 'index.html';
});
