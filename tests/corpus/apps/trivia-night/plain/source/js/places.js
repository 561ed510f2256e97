/** Sample data: title, kind, points. */
export const places = [
  ['Lake Titicaca', 'Lake', 30],
  ['Mount Kilimanjaro', 'Mountain', 25],
  ['Reykjavík', 'City', 20],
  ['Okavango Delta', 'River', 45],
  ['Socotra', 'Island', 60],
  ['Lake Baikal', 'Lake', 15],
  ['Matterhorn', 'Mountain', 15],
  ['Samarkand', 'City', 40],
  ['Mekong', 'River', 25],
  ['Tristan da Cunha', 'Island', 70],
  ['Namib', 'Desert', 35],
  ['Valparaíso', 'City', 35],
  ['Aconcagua', 'Mountain', 40],
  ['Zanzibar', 'Island', 30],
  ['Atacama', 'Desert', 30],
  ['Danube', 'River', 10]
].map(([title, kind, points]) => ({ title, kind, points }))
