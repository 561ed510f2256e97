// Prices in cents. ratings: how often 1, 2, 3, 4 and 5 stars have been given.
const GARMENTS = [
  { id: 'oxford', title: 'Oxford Shirt', department: 'Women', price: 6900, stock: 8, shape: 'shirt', colour: '#8fa9bf', note: 'Organic cotton, spare buttons included', ratings: [0, 0, 1, 2, 2] },
  { id: 'linen', title: 'Linen Shirt', department: 'Men', price: 7450, stock: 5, shape: 'shirt', colour: '#c9b88f', note: 'European linen, softer with every wash', ratings: [0, 0, 0, 1, 3] },
  { id: 'tee', title: 'Heavy Cotton T-Shirt', department: 'Men', price: 2900, stock: 12, shape: 'tee', colour: '#5b6b5c', note: '240 g jersey, double-stitched hems', ratings: [0, 1, 0, 3, 2] },
  { id: 'breton', title: 'Striped Breton Top', department: 'Women', price: 3900, stock: 3, shape: 'stripe', colour: '#34495e', note: 'Knitted in Brittany, boat neck', ratings: [0, 0, 1, 1, 3] },
  { id: 'chino', title: 'Straight Chinos', department: 'Men', price: 7900, stock: 6, shape: 'trousers', colour: '#a58a62', note: 'Cotton twill, reinforced pockets', ratings: [1, 0, 1, 1, 1] },
  { id: 'denim', title: 'Selvedge Jeans', department: 'Women', price: 11900, stock: 2, shape: 'trousers', colour: '#3d5573', note: '13 oz denim, free repairs for life', ratings: [0, 0, 0, 2, 4] },
  { id: 'cardigan', title: 'Merino Cardigan', department: 'Women', price: 9800, stock: 0, shape: 'cardigan', colour: '#96524f', note: 'Mulesing-free merino, horn buttons', ratings: [0, 0, 1, 0, 3] },
  { id: 'jumper', title: 'Lambswool Jumper', department: 'Men', price: 8900, stock: 4, shape: 'jumper', colour: '#46604e', note: 'Fully fashioned in Scotland', ratings: [0, 0, 0, 3, 1] },
  { id: 'dress', title: 'Pocket Dress', department: 'Women', price: 8450, stock: 7, shape: 'dress', colour: '#6f5a7d', note: 'Cotton poplin, pockets deep enough', ratings: [0, 1, 0, 0, 4] },
  { id: 'kids-tee', title: 'Play T-Shirt', department: 'Children', price: 1650, stock: 15, shape: 'tee', colour: '#d08a4e', note: 'Room to grow, sleeves to roll', ratings: [0, 0, 1, 1, 1] },
  { id: 'dungarees', title: 'Little Dungarees', department: 'Children', price: 3990, stock: 1, shape: 'dungarees', colour: '#4c6a86', note: 'Adjustable straps, patched knees', ratings: [0, 0, 0, 1, 4] },
  { id: 'rain', title: 'Children’s Raincoat', department: 'Children', price: 4900, stock: 0, shape: 'coat', colour: '#d5ad3a', note: 'Waxed cotton, hood comes off', ratings: [0, 0, 1, 0, 0] },
  { id: 'chore', title: 'Chore Jacket', department: 'Men', price: 12500, stock: 5, shape: 'coat', colour: '#40587a', note: 'Moleskin, three patch pockets', ratings: [0, 0, 0, 1, 2] },
  { id: 'coat', title: 'Wool Overcoat', department: 'Women', price: 24900, stock: 2, shape: 'coat', colour: '#7b6a5a', note: 'Recycled wool, fully lined', ratings: [0, 0, 0, 0, 2] },
  { id: 'scarf', title: 'Woven Scarf', department: 'Accessories', price: 3450, stock: 9, shape: 'scarf', colour: '#9c5f47', note: 'Lambswool, hand-knotted fringe', ratings: [0, 0, 0, 2, 1] },
  { id: 'socks', title: 'Darned-for-Life Socks', department: 'Accessories', price: 1400, stock: 20, shape: 'socks', colour: '#58707a', note: 'Wear them out and we darn them', ratings: [] },
];

// Small drawings, one path set for each kind of garment.
const SHAPES = {
  shirt: '<path d="M36 22 20 32l-10 26 14 5 5-12v47h42V51l5 12 14-5-10-26-16-10-9 8H45z"/><path class="ink" d="M50 32v66M45 30l5 8 5-8M58 50h8"/>',
  tee: '<path d="M36 22 18 31l-8 20 14 6 5-9v50h42V48l5 9 14-6-8-20-18-9c-3 8-25 8-28 0z"/>',
  stripe: '<path d="M36 22 18 31l-8 24 14 5 5-10v48h42V50l5 10 14-5-8-24-18-9c-6 5-22 5-28 0z"/><path class="pale" d="M29 52h42M29 62h42M29 72h42M29 82h42M14 47l13 5M86 47l-13 5"/>',
  trousers: '<path d="M32 18h36l6 82H57l-7-56-7 56H26z"/><path class="ink" d="M32 26h36M50 26v18M36 26l-3 12M64 26l3 12"/>',
  cardigan: '<path d="M37 22 20 31 8 76l12 4 9-27v45h42V53l9 27 12-4-12-45-17-9-13 28z"/><path class="ink" d="M50 50v48M54 62h.1M54 74h.1M54 86h.1"/>',
  jumper: '<path d="M37 22 20 31 8 76l12 4 9-27v45h42V53l9 27 12-4-12-45-17-9c-4 6-22 6-26 0z"/><path class="ink" d="M29 92h42M9 72l12 4M91 72l-12 4"/>',
  dress: '<path d="M40 16v10c3 6 17 6 20 0V16h6v24l-5 12 17 50H22l17-50-5-12V16z"/><path class="ink" d="M39 52h22M34 70l6-4M66 70l-6-4"/>',
  dungarees: '<path d="M36 14h5v22h18V14h5v24l6 18 4 46H57l-7-34-7 34H26l4-46 6-18z"/><path class="ink" d="M42 44h16v10H42zM32 56h36"/>',
  coat: '<path d="M38 16 20 26 9 74l12 4 8-24v48h42V54l8 24 12-4-11-48-18-10-12 12z"/><path class="ink" d="M50 28v74M50 28 42 44M50 28l8 16M34 76h10M56 76h10"/>',
  scarf: '<path d="M34 14c10 8 22 8 32 0l6 10c-6 8-12 11-16 13l10 55H50l-2-30-10 38-15-5 16-56c-6-3-10-8-12-14z"/><path class="ink" d="M42 37c5 3 10 3 14 0"/>',
  socks: '<path d="M24 16h20v42L32 82c-6 10-22 4-20-6l12-18zM60 16h20v42L68 82c-6 10-22 4-20-6l12-18z"/><path class="pale" d="M24 24h20M60 24h20"/>',
};
