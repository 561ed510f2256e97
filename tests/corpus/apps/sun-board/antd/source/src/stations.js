export const NO_TERRAIN = 'Not stated';

export const EXAMPLES = [
  { title: 'Gull Point Lighthouse', terrain: 'Coast', humidity: 84 },
  { title: 'Harbour Wall', terrain: 'Coast', humidity: 81 },
  { title: 'Saltgrass Dunes', terrain: 'Coast', humidity: 77 },
  { title: 'Millbrook Weir', terrain: 'Valley', humidity: 72 },
  { title: 'Lower Orchard', terrain: 'Valley', humidity: 68 },
  { title: 'Ferry Meadow', terrain: 'Valley', humidity: 74.5 },
  { title: 'Vicarage Garden', terrain: 'Valley', humidity: 66 },
  { title: 'Kestrel Tor', terrain: 'Mountain', humidity: 48 },
  { title: 'Shepherd’s Pass', terrain: 'Mountain', humidity: 53.5 },
  { title: 'Slate Quarry Ridge', terrain: 'Mountain', humidity: 44 },
  { title: 'Old Beech Stand', terrain: 'Forest', humidity: 79 },
  { title: 'Fernhollow', terrain: 'Forest', humidity: 88 },
  { title: 'Station Road Roof', terrain: 'Town', humidity: 57 },
  { title: 'Library Courtyard', terrain: 'Town', humidity: 55 },
  { title: 'Tram Depot', terrain: 'Town', humidity: 51.5 },
  { title: 'Primary School Yard', terrain: 'Town', humidity: 59 },
  { title: 'Waterworks Tower', terrain: 'Town', humidity: 62.5 },
].map((station, index) => ({ id: `s${index + 1}`, ...station }));

const number = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });
export const percent = (value) => `${number.format(value)} %`;
export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

export function terrainsOf(stations) {
  const names = [...new Set(stations.map((s) => s.terrain))].sort((a, b) => a.localeCompare(b));
  // stations without a terrain come last
  return names.filter((n) => n !== NO_TERRAIN).concat(names.includes(NO_TERRAIN) ? [NO_TERRAIN] : []);
}

export function figures(stations) {
  if (!stations.length) return { count: 0, average: null, highest: null, lowest: null };
  const sorted = [...stations].sort((a, b) => a.humidity - b.humidity);
  return {
    count: stations.length,
    average: stations.reduce((sum, s) => sum + s.humidity, 0) / stations.length,
    lowest: sorted[0],
    highest: sorted[sorted.length - 1],
  };
}

export function byTerrain(stations) {
  return terrainsOf(stations).map((terrain) => ({
    terrain,
    ...figures(stations.filter((s) => s.terrain === terrain)),
  }));
}
