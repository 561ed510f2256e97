// price in pence; votes = how many people gave 1,2,3,4,5 stars so far
var GOODS = [
  { id: 'carrot',  title: 'Bunched carrots',            aisle: 'Vegetables', price: 165, stock: 18, farm: 'Hollow Brook Farm, per bunch',   votes: [0, 1, 2, 6, 9] },
  { id: 'sour',    title: 'Sourdough loaf',             aisle: 'Bakery',     price: 420, stock: 6,  farm: 'Wickham Mill, 800 g',            votes: [1, 0, 1, 7, 22] },
  { id: 'milk',    title: 'Whole milk',                 aisle: 'Dairy',      price: 145, stock: 24, farm: 'Penfold Dairy, 1 litre glass',   votes: [0, 0, 3, 8, 14] },
  { id: 'eggs',    title: 'Free-range eggs',            aisle: 'Eggs',       price: 280, stock: 9,  farm: 'Tilly’s Hens, half dozen',       votes: [0, 1, 1, 4, 19] },
  { id: 'rasp',    title: 'Raspberries',                aisle: 'Fruit',      price: 350, stock: 0,  farm: 'Marsh End Fruit, 250 g punnet',  votes: [0, 0, 1, 3, 8] },
  { id: 'ched',    title: 'Mature cheddar',             aisle: 'Dairy',      price: 595, stock: 7,  farm: 'Penfold Dairy, 300 g wedge',     votes: [0, 0, 2, 5, 11] },
  { id: 'potato',  title: 'Jersey Royal potatoes',      aisle: 'Vegetables', price: 310, stock: 15, farm: 'Hollow Brook Farm, 1.5 kg bag',  votes: [0, 2, 4, 6, 5] },
  { id: 'honey',   title: 'Wildflower honey',           aisle: 'Pantry',     price: 720, stock: 5,  farm: 'Orchard Hives, 340 g jar',       votes: [0, 0, 0, 2, 13] },
  { id: 'apple',   title: 'Cox apples',                 aisle: 'Fruit',      price: 240, stock: 20, farm: 'Marsh End Fruit, 1 kg',          votes: [1, 1, 3, 9, 6] },
  { id: 'saus',    title: 'Pork and leek sausages',     aisle: 'Butcher',    price: 545, stock: 3,  farm: 'Grange Butchers, pack of six',   votes: [0, 1, 0, 5, 10] },
  { id: 'chard',   title: 'Rainbow chard',              aisle: 'Vegetables', price: 195, stock: 11, farm: 'Hollow Brook Farm, 300 g',       votes: [0, 0, 0, 0, 0] },
  { id: 'butter',  title: 'Salted butter',              aisle: 'Dairy',      price: 325, stock: 1,  farm: 'Penfold Dairy, 250 g roll',      votes: [0, 0, 0, 1, 0] },
  { id: 'chutney', title: 'Green tomato chutney',       aisle: 'Pantry',     price: 385, stock: 8,  farm: 'Mrs Audley’s Kitchen, 280 g',    votes: [0, 1, 2, 3, 3] },
  { id: 'juice',   title: 'Cloudy apple juice',         aisle: 'Drinks',     price: 360, stock: 12, farm: 'Marsh End Fruit, 750 ml',        votes: [0, 0, 1, 6, 7] }
];
