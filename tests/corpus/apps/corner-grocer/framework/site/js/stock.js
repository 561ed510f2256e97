// What is on the shelves this week. Prices in pence. votes = [number of people, sum of their stars]
export const SHELF = [
  { id: 'asparagus', title: 'Wye Valley asparagus', aisle: 'Vegetables', unit: '250 g bunch', price: 340, stock: 9, votes: [5, 23], from: 'Chinn’s, 11 miles' },
  { id: 'eggs', title: 'Free-range eggs', aisle: 'Dairy & eggs', unit: 'half dozen', price: 225, stock: 24, votes: [15, 71], from: 'Pound Farm, 3 miles' },
  { id: 'sourdough', title: 'Malted sourdough', aisle: 'Bakery', unit: '800 g loaf', price: 420, stock: 5, votes: [8, 37], from: 'Mill Lane Bakehouse, 1 mile' },
  { id: 'cheddar', title: 'Cave-aged cheddar', aisle: 'Dairy & eggs', unit: '200 g wedge', price: 565, stock: 12, votes: [11, 52], from: 'Hollow Dairy, 14 miles' },
  { id: 'carrots', title: 'Bunched carrots', aisle: 'Vegetables', unit: 'bunch', price: 160, stock: 30, votes: [4, 17], from: 'Lower Field, 4 miles' },
  { id: 'sausages', title: 'Pork and apple sausages', aisle: 'Butcher', unit: 'pack of six', price: 595, stock: 8, votes: [7, 32], from: 'Rudge & Son, 6 miles' },
  { id: 'strawberries', title: 'Strawberries', aisle: 'Fruit', unit: '400 g punnet', price: 380, stock: 0, votes: [13, 61], from: 'Hill Top, 5 miles' },
  { id: 'honey', title: 'Heather honey', aisle: 'Larder', unit: '340 g jar', price: 725, stock: 7, votes: [6, 29], from: 'Moorside Apiary, 18 miles' },
  { id: 'milk', title: 'Jersey whole milk', aisle: 'Dairy & eggs', unit: '1 litre bottle', price: 185, stock: 20, votes: [10, 46], from: 'Hollow Dairy, 14 miles' },
  { id: 'potatoes', title: 'Maris Piper potatoes', aisle: 'Vegetables', unit: '2 kg sack', price: 275, stock: 16, votes: [6, 25], from: 'Lower Field, 4 miles' },
  { id: 'chicken', title: 'Whole pasture chicken', aisle: 'Butcher', unit: 'about 1.8 kg', price: 1450, stock: 3, votes: [5, 24], from: 'Pound Farm, 3 miles' },
  { id: 'apples', title: 'Discovery apples', aisle: 'Fruit', unit: '1 kg bag', price: 310, stock: 14, votes: [3, 12], from: 'Old Orchard, 2 miles' },
  { id: 'chutney', title: 'Green tomato chutney', aisle: 'Larder', unit: '280 g jar', price: 450, stock: 0, votes: [3, 13], from: 'Mrs Keane’s kitchen, 2 miles' },
  { id: 'croissants', title: 'Butter croissants', aisle: 'Bakery', unit: 'box of four', price: 520, stock: 2, votes: [0, 0], from: 'Mill Lane Bakehouse, 1 mile' },
];
export const byId = Object.fromEntries(SHELF.map((p) => [p.id, p]));
