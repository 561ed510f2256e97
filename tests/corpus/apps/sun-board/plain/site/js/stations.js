import { addStations, forgetImported, importedCount, percent, plural, stations, terrains } from './data.js';
import { readStations } from './csv.js';
import { el, fillTerrains } from './dom.js';

const form = document.querySelector('#filters');
const terrain = document.querySelector('#terrain');
const highest = document.querySelector('#highest');
const highestValue = document.querySelector('#highest-value');
const count = document.querySelector('#count');
const list = document.querySelector('#list');
const nothing = document.querySelector('#nothing');
const file = document.querySelector('#file');
const result = document.querySelector('#import-result');
const forget = document.querySelector('#forget');

function row({ title, terrain: kind, humidity }) {
  const meter = el('span', { class: 'meter', 'aria-hidden': 'true' }, el('span', { style: `width:${humidity}%` }));
  return el('tr', {},
    el('th', { scope: 'row' }, title),
    el('td', {}, kind),
    el('td', { class: 'num' }, percent(humidity), meter));
}

function render() {
  const all = stations();
  const shown = all.filter((s) => (!terrain.value || s.terrain === terrain.value) && s.humidity <= Number(highest.value));
  const filtered = terrain.value !== '' || Number(highest.value) < 100;

  highestValue.textContent = `${highest.value} %`;
  count.textContent = filtered ? `${shown.length} of ${plural(all.length, 'station')}` : plural(all.length, 'station');
  list.tBodies[0].replaceChildren(...shown.map(row));
  list.hidden = shown.length === 0;
  nothing.hidden = shown.length > 0;
  forget.hidden = importedCount() === 0;
}

form.addEventListener('input', render);
form.addEventListener('submit', (e) => e.preventDefault());
form.addEventListener('reset', () => setTimeout(render)); // after the fields have got their old values

file.addEventListener('change', async () => {
  const [chosen] = file.files;
  if (!chosen) return;
  let text;
  try {
    text = await chosen.text();
  } catch {
    result.replaceChildren(el('p', { class: 'bad', role: 'alert' }, `“${chosen.name}” could not be read.`));
    return;
  } finally {
    file.value = ''; // so that the same file can be chosen again
  }

  const { refused, stations: taken, problems } = readStations(text);
  if (refused) {
    result.replaceChildren(el('p', { class: 'bad', role: 'alert' }, `“${chosen.name}” was refused: ${refused}. Nothing was imported.`));
    return;
  }

  addStations(taken);
  fillTerrains(terrain, terrains(), 'All');
  render();
  result.replaceChildren(el('p', { class: 'good' }, `${plural(taken.length, 'station')} imported from “${chosen.name}”.`));
  if (problems.length) {
    result.append(
      el('p', { class: 'bad' }, `${plural(problems.length, 'line')} left out:`),
      el('ul', {}, ...problems.map(({ line, why }) => el('li', {}, `Line ${line}: ${why}.`))),
    );
  }
});

forget.addEventListener('click', () => {
  const n = importedCount();
  forgetImported();
  fillTerrains(terrain, terrains(), 'All');
  render();
  result.replaceChildren(el('p', {}, `${plural(n, 'imported station')} removed.`));
});

fillTerrains(terrain, terrains(), 'All');
form.reset(); // browsers keep field values over a reload
render();
