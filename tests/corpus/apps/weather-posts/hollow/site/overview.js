const STATIONS = [
  ['Trawler Bay', 'Coastline', 83], ['Eagle Step', 'Mountains', 45], ['Mosswood', 'Forest', 86],
  ['Central Library', 'City', 48], ['Hayfield Cross', 'Lowland', 62], ['White Cliffs', 'Coastline', 77],
  ['Granite Pass', 'Mountains', 38], ['Badger Trail', 'Forest', 79], ['Riverside Flats', 'Lowland', 73],
  ['Tower Block Nine', 'City', 54], ['Anchor Wharf', 'Coastline', 80], ['Snowgate', 'Mountains', 57],
];
let rows = STATIONS.slice();
let page = 0;
const el = id => document.getElementById(id);

function paint() {
  el('list').innerHTML = rows.slice(page * 5, page * 5 + 5).map(([t, g, h]) =>
    `<div class="st"><div class="badge">${g[0]}</div><div class="grow"><b>${t}</b><span>${g}</span></div><div class="hum">${h}%</div></div>`).join('');
  el('pageinfo').textContent = `Page ${page + 1} of 3 · 12 stations in total`;
  el('prev').disabled = page === 0;
  el('next').disabled = page === 2;
}

let timer;
function toast(text) {
  el('toast').textContent = text;
  el('toast').className = 'show';
  clearTimeout(timer);
  timer = setTimeout(() => { el('toast').className = ''; }, 2400);
}

el('prev').onclick = () => { page--; paint(); };
el('next').onclick = () => { page++; paint(); };

const SAY = { up: 'Sorted by humidity, lowest first', down: 'Sorted by humidity, highest first', az: 'Sorted from A to Z', orig: 'Original order restored' };
el('sorts').onclick = e => {
  const b = e.target.closest('button');
  if (!b) return;
  el('sorts').querySelectorAll('button').forEach(x => x.classList.toggle('on', x === b));
  if (b.dataset.s === 'az') {
    rows.sort((a, c) => a[0].localeCompare(c[0]));
  }
  page = 0;
  paint();
  toast('✓ ' + SAY[b.dataset.s]);
};

el('range').oninput = () => { el('rangeval').textContent = el('range').value; };

const FOUND = { Any: 12, Coastline: 3, Mountains: 3, Forest: 2, Lowland: 2, City: 2 };
el('filters').onsubmit = e => {
  e.preventDefault();
  const t = el('terrain').value, m = el('range').value;
  el('chips').innerHTML = `<span class="chip">Terrain: ${t}</span><span class="chip">Humidity up to ${m}%</span><em>${FOUND[t]} stations match</em>`;
  page = 0;
  paint();
  toast('✓ Filters applied and saved');
};

el('reset').onclick = () => {
  el('terrain').value = 'Any';
  el('range').value = 100;
  el('rangeval').textContent = '100';
  el('chips').innerHTML = '';
  toast('✓ Showing all 12 stations');
};

document.querySelectorAll('[data-m]').forEach(b => b.onclick = () => {
  document.querySelectorAll('[data-m]').forEach(x => x.classList.toggle('on', x === b));
  document.querySelectorAll('.chart b').forEach(v => { v.textContent = v.dataset[b.dataset.m]; });
});

el('darkmode').onclick = () => {
  const on = document.body.classList.toggle('dark');
  el('darkmode').setAttribute('aria-pressed', on);
  el('darkmode').textContent = on ? 'Light mode' : 'Dark mode';
  toast('✓ Your choice has been saved');
};

paint();
