export const NO_TERRAIN = 'Not specified'

export const exampleStations = [
  { id: 's1', title: 'Gull Point', terrain: 'Coast', humidity: 84 },
  { id: 's2', title: 'Old Harbour Mole', terrain: 'Coast', humidity: 79 },
  { id: 's3', title: 'Saltmarsh Hide', terrain: 'Coast', humidity: 88 },
  { id: 's4', title: 'Kestrel Ridge', terrain: 'Mountain', humidity: 47 },
  { id: 's5', title: 'Summit Hut', terrain: 'Mountain', humidity: 39 },
  { id: 's6', title: 'Scree Corner', terrain: 'Mountain', humidity: 52 },
  { id: 's7', title: 'Beech Hollow', terrain: 'Forest', humidity: 73 },
  { id: 's8', title: 'Ranger Lodge', terrain: 'Forest', humidity: 69 },
  { id: 's9', title: 'Fern Gully', terrain: 'Forest', humidity: 91 },
  { id: 's10', title: 'Town Hall Roof', terrain: 'City', humidity: 55 },
  { id: 's11', title: 'Tram Depot', terrain: 'City', humidity: 51 },
  { id: 's12', title: 'Allotment 14', terrain: 'City', humidity: 58 },
  { id: 's13', title: 'School Yard East', terrain: 'City', humidity: 54 },
  { id: 's14', title: 'Long Meadow', terrain: 'Plain', humidity: 62 },
  { id: 's15', title: 'Grain Silo', terrain: 'Plain', humidity: 57 },
  { id: 's16', title: 'Windmill Cross', terrain: 'Plain', humidity: 60 },
]

export function terrainsOf(stations) {
  const known = [...new Set(stations.map((s) => s.terrain))].filter((t) => t !== NO_TERRAIN).sort()
  return stations.some((s) => s.terrain === NO_TERRAIN) ? [...known, NO_TERRAIN] : known
}

export function figures(stations) {
  if (!stations.length) return { count: 0, average: null, highest: null, lowest: null }
  let highest = stations[0]
  let lowest = stations[0]
  let sum = 0
  for (const s of stations) {
    sum += s.humidity
    if (s.humidity > highest.humidity) highest = s
    if (s.humidity < lowest.humidity) lowest = s
  }
  return { count: stations.length, average: sum / stations.length, highest, lowest }
}

export const byTerrain = (stations) =>
  terrainsOf(stations).map((terrain) => ({ terrain, ...figures(stations.filter((s) => s.terrain === terrain)) }))

export const percent = (n) => `${Number(n.toFixed(1))} %`
export const plural = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`
