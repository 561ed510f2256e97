/* Sample data: the harder a place is to find on a blank map, the more points it brings. */
export const places = [
  ['Lake Titicaca', 'Lake', 30, 'Between Peru and Bolivia, 3,812 m above the sea'],
  ['Mount Kilimanjaro', 'Mountain', 20, 'Africa’s highest summit, in Tanzania'],
  ['Reykjavik', 'City', 15, 'The northernmost capital of a sovereign state'],
  ['Mekong', 'River', 35, 'Flows through six countries to the South China Sea'],
  ['Madagascar', 'Island', 10, 'Lies 400 km off the coast of Mozambique'],
  ['Atacama', 'Desert', 40, 'The driest non-polar desert, in northern Chile'],
  ['Lake Victoria', 'Lake', 25, 'Shared by Uganda, Kenya and Tanzania'],
  ['Aconcagua', 'Mountain', 45, 'The roof of the Americas, in Argentina'],
  ['Samarkand', 'City', 50, 'A stop on the Silk Road, in Uzbekistan'],
  ['Danube', 'River', 10, 'Passes ten countries on its way to the Black Sea'],
  ['Socotra', 'Island', 70, 'Home of the dragon blood tree, belongs to Yemen'],
  ['Taklamakan', 'Desert', 65, 'A sea of sand in north-west China'],
  ['Lake Ohrid', 'Lake', 55, 'One of Europe’s oldest, between Albania and North Macedonia'],
  ['Mount Elbrus', 'Mountain', 35, 'An old volcano in the Caucasus'],
  ['Valparaíso', 'City', 40, 'A port of stairs and funiculars in Chile'],
  ['Zambezi', 'River', 30, 'Falls 108 m at Victoria Falls'],
  ['Tristan da Cunha', 'Island', 80, 'The most remote inhabited island there is'],
  ['Gobi', 'Desert', 20, 'Cold and stony, in Mongolia and China']
].map(([title, kind, points, hint], i) => ({ id: i + 1, title, kind, points, hint }))

export const kinds = [...new Set(places.map(p => p.kind))].sort()
export const colours = { Lake: '#2a7fb8', Mountain: '#7a5c43', City: '#a6375f', River: '#14808c', Island: '#3c8a45', Desert: '#b9791a' }

export function summary(list) {
  const pts = list.map(p => p.points), total = pts.reduce((a, b) => a + b, 0)
  return {
    count: list.length, total,
    average: list.length ? (total / list.length).toFixed(1) : '–',
    highest: list.length ? Math.max(...pts) : '–',
    lowest: list.length ? Math.min(...pts) : '–'
  }
}
