import { figures, percent, stations, terrains } from './data.js';
import { el, fillTerrains } from './dom.js';

const terrain = document.querySelector('#terrain');
const overview = document.querySelector('#figures');
const table = document.querySelector('#by-terrain');

function render() {
  const chosen = terrain.value;
  const all = stations();
  const { count, average, highest, lowest } = figures(chosen ? all.filter((s) => s.terrain === chosen) : all);

  overview.replaceChildren(
    ...[
      ['Number of stations', String(count)],
      ['Average humidity', percent(average)],
      ['Highest humidity', percent(highest)],
      ['Lowest humidity', percent(lowest)],
    ].map(([name, value]) => el('div', { class: 'panel' }, el('dt', {}, name), el('dd', {}, value))),
  );

  table.tBodies[0].replaceChildren(
    ...(chosen ? [chosen] : terrains()).map((name) => {
      const part = figures(all.filter((s) => s.terrain === name));
      return el('tr', {},
        el('th', { scope: 'row' }, name),
        el('td', { class: 'num' }, String(part.count)),
        el('td', { class: 'num' }, percent(part.average)));
    }),
  );
}

fillTerrains(terrain, terrains(), 'All terrains');
terrain.addEventListener('change', render);
render();
