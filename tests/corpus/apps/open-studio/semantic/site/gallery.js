import { artworks as sampleWorks, remarks as sampleRemarks } from './samples.js';

const $ = selector => document.querySelector(selector);
const euros = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' });
const tidy = text => text.trim().replace(/\s+/g, ' ');
const alike = (a, b) => tidy(a).toLowerCase() === tidy(b).toLowerCase();

/* ----- IndexedDB; the samples are put in once, when the database is created ----- */
const database = new Promise((resolve, reject) => {
  const request = indexedDB.open('gallery-nook', 1);
  request.onupgradeneeded = () => {
    const db = request.result, works = db.createObjectStore('artworks', { keyPath: 'id', autoIncrement: true });
    const remarks = db.createObjectStore('remarks', { keyPath: 'id', autoIncrement: true });
    sampleWorks.forEach(work => works.add(work));
    sampleRemarks.forEach(([artwork, name, text], i) => remarks.add({ artwork, name, text, when: Date.UTC(2024, 3, 2 + i * 5) }));
  };
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
const everything = async store => {
  const db = await database;
  return new Promise((ok, no) => { const r = db.transaction(store).objectStore(store).getAll(); r.onsuccess = () => ok(r.result); r.onerror = () => no(r.error); });
};
const insert = async (store, record) => {
  const db = await database;
  return new Promise((ok, no) => {
    const t = db.transaction(store, 'readwrite');
    const r = t.objectStore(store).add(record);
    t.oncomplete = () => ok(r.result);
    t.onerror = t.onabort = () => no(t.error);
  });
};

let works = [], remarks = [], current = null;
async function load() { [works, remarks] = await Promise.all([everything('artworks'), everything('remarks')]); draw(); }

/* ----- small element builder ----- */
function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/* ----- list ----- */
const mediaInUse = () => [...new Set(works.map(w => w.medium))].sort((a, b) => a.localeCompare(b));
function drawList() {
  const medium = $('#by-medium').value, field = $('#by-price');
  const limit = field.value === '' ? Infinity : field.valueAsNumber;
  const chosen = works.filter(w => (!medium || w.medium === medium) && w.price <= limit);
  $('#tally').value = chosen.length === works.length ? `${works.length} artworks`
    : chosen.length ? `${chosen.length} of ${works.length} artworks`
    : `None of the ${works.length} artworks fits. Choose another medium, a higher price, or remove the filters.`;
  $('#list').replaceChildren(...chosen.map(work => {
    const n = remarks.filter(r => r.artwork === work.id).length;
    const talk = make('button', { type: 'button', textContent: n === 0 ? 'Comment' : n === 1 ? '1 comment' : `${n} comments`, onclick: () => openTalk(work) });
    talk.setAttribute('aria-label', `${talk.textContent} – ${work.title}`);
    talk.dataset.work = work.id;
    return make('li', {}, make('article', {},
      make('h3', { textContent: work.title }),
      make('p', { className: 'artist' }, 'by ', make('cite', { textContent: work.artist })),
      ...(work.story ? [make('p', { textContent: work.story })] : []),
      make('dl', {}, make('div', {}, make('dt', { textContent: 'Medium' }), make('dd', { textContent: work.medium })),
        make('div', {}, make('dt', { textContent: 'Print' }), make('dd', {}, make('data', { value: work.price, textContent: euros.format(work.price) })))),
      talk));
  }));
}
function draw() {
  const select = $('#by-medium'), chosen = select.value;
  select.replaceChildren(new Option('All media', ''), ...mediaInUse().map(m => new Option(m, m)));
  select.value = chosen;
  $('#media').replaceChildren(...mediaInUse().map(m => make('option', { value: m })));
  drawList();
  drawChart();
}

/* ----- chart: SVG in real pixels, so that the letters keep their size on a phone ----- */
function drawChart() {
  const svg = $('#chart'), width = Math.max(240, svg.parentElement.clientWidth), line = 36;
  const counts = mediaInUse().map(m => [m, works.filter(w => w.medium === m).length]).sort((a, b) => b[1] - a[1]);
  const labels = width < 480 ? 116 : 180, most = Math.max(1, ...counts.map(c => c[1])), room = width - labels - 36;
  const node = (name, attributes, text) => {
    const n = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const key in attributes) n.setAttribute(key, attributes[key]);
    if (text !== undefined) n.textContent = text;
    return n;
  };
  svg.setAttribute('width', width);
  svg.setAttribute('height', counts.length * line);
  svg.replaceChildren(...counts.flatMap(([medium, n], i) => [
    node('text', { x: labels - 8, y: i * line + 23, 'text-anchor': 'end' }, medium.length > 15 && width < 480 ? medium.slice(0, 14) + '…' : medium),
    node('rect', { x: labels, y: i * line + 5, height: line - 10, width: n / most * room }),
    node('text', { x: labels + n / most * room + 8, y: i * line + 23, class: 'value' }, n),
  ]));
  $('#chart-caption').textContent = `How many artworks the gallery holds in each medium (${works.length} in all).`;
}

/* ----- forms ----- */
function complain(form, problems) {
  for (const box of form.querySelectorAll('.error')) {
    const field = form.elements[box.id.replace('-error', '')];
    box.textContent = problems[field.name] ?? '';
    field.setAttribute('aria-invalid', String(field.name in problems));
  }
  form.querySelector('[aria-invalid=true]')?.focus();
  return Object.keys(problems).length > 0;
}
function trouble(error) {
  $('#trouble p').textContent = `The browser refused to store it (${error?.message ?? error}). Please check that site data is allowed and that there is room left.`;
  $('#trouble').showModal();
}
document.querySelectorAll('dialog .close').forEach(b => b.addEventListener('click', () => b.closest('dialog').close()));

const addForm = $('#add form');
$('#open-add').addEventListener('click', () => { addForm.reset(); complain(addForm, {}); $('#add').showModal(); });
addForm.addEventListener('submit', async event => {
  event.preventDefault();
  const f = addForm.elements, title = tidy(f.title.value), artist = tidy(f.artist.value), medium = tidy(f.medium.value), price = f.price.valueAsNumber;
  const problems = {};
  if (!title) problems.title = 'The artwork needs a title.';
  else if (works.some(w => alike(w.title, title) && alike(w.artist, artist))) problems.title = 'This artist already shows a work with that title.';
  if (!artist) problems.artist = 'Who made it?';
  if (!medium) problems.medium = 'Which medium is it?';
  else if (!/\p{L}/u.test(medium)) problems.medium = 'A medium has letters in it.';
  if (f.price.validity.badInput || (f.price.value !== '' && Number.isNaN(price))) problems.price = 'The price has to be a number.';
  else if (f.price.value === '') problems.price = 'What does a print cost?';
  else if (price < 0) problems.price = 'A price below zero is not possible.';
  else if (price > 99999) problems.price = 'That is more than this gallery can sell.';
  else if (f.price.validity.stepMismatch) problems.price = 'Cents have two decimals.';
  if (complain(addForm, problems)) return;
  const known = mediaInUse().find(m => alike(m, medium));
  const record = { title, artist, medium: known ?? medium[0].toUpperCase() + medium.slice(1), price, story: tidy(f.story.value) };
  const button = addForm.querySelector('[type=submit]');
  button.disabled = true;
  try {
    await insert('artworks', record);
    $('#search').reset();
    await load();
    $('#add').close();
    $('#list').lastElementChild.scrollIntoView({ block: 'center' });
  } catch (error) { trouble(error); } finally { button.disabled = false; }
});

const talkForm = $('#talk form');
function drawTalk() {
  const list = remarks.filter(r => r.artwork === current.id).reverse();
  $('#remarks').replaceChildren(...list.map(r => make('li', {}, make('p', { textContent: r.text }),
    make('footer', {}, make('cite', { textContent: r.name }), ', ', make('time', { dateTime: new Date(r.when).toISOString(), textContent: new Date(r.when).toLocaleDateString('en-GB', { dateStyle: 'medium' }) })))));
  $('#talk-heading').textContent = list.length ? `Comments on “${current.title}”` : `No comments on “${current.title}” yet`;
}
function openTalk(work) { current = work; talkForm.reset(); complain(talkForm, {}); drawTalk(); $('#talk').showModal(); }
$('#talk').addEventListener('close', () => $(`button[data-work="${current.id}"]`)?.focus());
talkForm.addEventListener('submit', async event => {
  event.preventDefault();
  const f = talkForm.elements, name = tidy(f.visitor.value), text = f.remark.value.trim(), problems = {};
  if (!name) problems.visitor = 'Please sign with your name.';
  if (!text) problems.remark = 'Please write something first.';
  if (complain(talkForm, problems)) return;
  try {
    await insert('remarks', { artwork: current.id, name, text, when: Date.now() });
    f.remark.value = '';
    await load();
    drawTalk();
  } catch (error) { trouble(error); }
});

$('#search').addEventListener('input', drawList);
$('#search').addEventListener('submit', event => event.preventDefault());
$('#search').addEventListener('reset', () => setTimeout(drawList));
new ResizeObserver(drawChart).observe($('figure'));
load().catch(trouble);
