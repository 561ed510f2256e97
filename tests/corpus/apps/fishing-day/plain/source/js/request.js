import { events, findEvent, saveRequest } from './store.js';
import { header, showError, el, price, longDate } from './page.js';

header();

const DRAFT = 'gatherly.draft';
const form = document.getElementById('form');
const { event, name, email } = {
  event: form.querySelector('#event'), name: form.querySelector('#name'), email: form.querySelector('#email'),
};
const sections = [...form.querySelectorAll('[data-step]')];
const steps = [...document.querySelectorAll('#steps li')];
const back = document.getElementById('back');
const next = document.getElementById('next');
const thanks = document.getElementById('thanks');
let step = 0;

event.append(new Option('Please choose …', ''), ...events().map((e) => new Option(`${e.title} – ${price(e.price)}`, e.id)));

// What was typed survives a reload, too.
const draft = JSON.parse(sessionStorage.getItem(DRAFT) || '{}');
event.value = new URLSearchParams(location.search).get('event') || draft.event || '';
if (event.selectedIndex < 0) event.value = '';
name.value = draft.name || '';
email.value = draft.email || '';
form.addEventListener('input', () => {
  sessionStorage.setItem(DRAFT, JSON.stringify({ event: event.value, name: name.value, email: email.value }));
});

const checks = {
  event: () => showError(event, event.value ? '' : 'Please choose an event.'),
  name: () => showError(name, name.value.trim() ? '' : 'Please enter your name.'),
  email: () => {
    const value = email.value.trim();
    if (!value) return showError(email, 'Please enter your e-mail address.');
    const good = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value) && !email.validity.typeMismatch;
    return showError(email, good ? '' : 'This is not a valid e-mail address, e.g. anna@example.org.');
  },
};
const fieldsOf = [['event'], ['name', 'email'], []];
for (const id of Object.keys(checks)) {
  const input = form.querySelector(`#${id}`);
  input.addEventListener('input', () => { if (input.closest('.bad')) checks[id](); });
}

function show(n, focus = true) {
  step = n;
  sections.forEach((s, i) => { s.hidden = i !== n; });
  steps.forEach((li, i) => {
    li.className = i === n ? 'now' : i < n ? 'done' : '';
    if (i === n) li.setAttribute('aria-current', 'step'); else li.removeAttribute('aria-current');
  });
  back.hidden = n === 0;
  next.textContent = n === 2 ? 'Send request' : 'Next';
  if (n === 2) summarise();
  if (focus) sections[n].querySelector('h2').focus();
}

function summarise() {
  const e = findEvent(event.value);
  const lines = [
    ['Event', e.title], ['Takes place on', longDate(e.date)], ['Ticket price', price(e.price)],
    ['Name', name.value.trim()], ['E-mail', email.value.trim()],
  ];
  document.getElementById('summary').replaceChildren(
    ...lines.flatMap(([k, v]) => [el('dt', { textContent: k }), el('dd', { textContent: v })]));
}

form.addEventListener('submit', (e) => {
  e.preventDefault();
  const wrong = fieldsOf[step].filter((id) => !checks[id]());
  if (wrong.length) return form.querySelector(`#${wrong[0]}`).focus();
  if (step < 2) return show(step + 1);
  const chosen = findEvent(event.value);
  saveRequest({ event: chosen.id, name: name.value.trim(), email: email.value.trim(), at: new Date().toISOString() });
  document.getElementById('thanks-text').textContent =
    `We have your request for “${chosen.title}”, ${name.value.trim()}, and will answer to ${email.value.trim()}.`;
  sessionStorage.removeItem(DRAFT);
  form.hidden = true;
  document.getElementById('steps').hidden = true;
  thanks.hidden = false;
  thanks.querySelector('h2').focus();
});

back.addEventListener('click', () => show(step - 1));

document.getElementById('again').addEventListener('click', () => {
  event.value = '';
  form.hidden = false;
  document.getElementById('steps').hidden = false;
  thanks.hidden = true;
  show(0);
});

show(0, false);
