import { figures, percent, stations, terrains } from './data.js';
import { el } from './dom.js';

const bars = document.querySelector('#bars');
const title = document.querySelector('#chart-title');
const buttons = document.querySelectorAll('[data-show]');

const VIEWS = {
  count: { title: 'Stations by terrain', value: (f) => f.count, text: String },
  average: { title: 'Average humidity by terrain', value: (f) => f.average, text: percent, top: 100 },
};

function render(show) {
  const view = VIEWS[show];
  const all = stations();
  const data = terrains().map((name) => ({ name, value: view.value(figures(all.filter((s) => s.terrain === name))) }));
  const top = view.top ?? Math.max(...data.map((d) => d.value));

  title.textContent = view.title;
  buttons.forEach((b) => b.setAttribute('aria-pressed', String(b.dataset.show === show)));
  bars.replaceChildren(
    ...data.map(({ name, value }) =>
      el('li', {},
        el('span', { class: 'name' }, name),
        el('span', { class: 'lane' },
          el('span', { class: 'bar', style: `--share:${value / top}` }),
          el('span', { class: 'value' }, view.text(value))))),
  );
}

buttons.forEach((b) => b.addEventListener('click', () => render(b.dataset.show)));
render('count');
