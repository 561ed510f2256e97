const KEY = 'barometer-road-imported';
export const NO_TERRAIN = 'Not stated';

const EXAMPLES = [
  ['Heron Point', 'Coast', 84],
  ['Old Lighthouse', 'Coast', 88],
  ['Ferry Landing', 'Coast', 79],
  ['Miller’s Ridge', 'Hills', 66],
  ['Beacon Hill', 'Hills', 61],
  ['Quarry Top', 'Hills', 58],
  ['Schoolyard East', 'Town', 54],
  ['Town Hall Roof', 'Town', 49],
  ['Station Square', 'Town', 52],
  ['Allotments South', 'Town', 63],
  ['Fern Hollow', 'Forest', 91],
  ['Ranger’s Hut', 'Forest', 87],
  ['Pine Crossing', 'Forest', 82],
  ['Long Meadow', 'Farmland', 71],
  ['Barley Field', 'Farmland', 68],
  ['Otter Weir', 'River valley', 93],
  ['Mill Bridge', 'River valley', 86],
].map(([title, terrain, humidity]) => ({ title, terrain, humidity }));

function readImported() {
  try {
    const list = JSON.parse(localStorage.getItem(KEY));
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

let imported = readImported();

function save() {
  try {
    localStorage.setItem(KEY, JSON.stringify(imported));
  } catch {
    // storage is off or full: the stations stay until the page is left
  }
}

export const stations = () => [...EXAMPLES, ...imported];
export const importedCount = () => imported.length;

export function addStations(list) {
  imported = [...imported, ...list];
  save();
}

export function forgetImported() {
  imported = [];
  save();
}

export const terrains = () => [...new Set(stations().map((s) => s.terrain))].sort((a, b) => a.localeCompare(b));

export function figures(list) {
  const values = list.map((s) => s.humidity);
  return {
    count: values.length,
    average: values.reduce((a, b) => a + b, 0) / values.length,
    highest: Math.max(...values),
    lowest: Math.min(...values),
  };
}

/** At most one decimal place: 71 %, 71.5 % */
export const percent = (n) => `${Number(n.toFixed(1))} %`;
export const plural = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;
