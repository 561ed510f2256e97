// votes: what earlier customers gave. The visitor's own rating is kept apart, in "mine".
const STOCK = [
  { id: 'x270',     title: 'Lenovo ThinkPad X270',          category: 'Laptops',  price: 219, votes: [5, 4, 4, 5] },
  { id: 'air13',    title: 'MacBook Air 13" (2020)',        category: 'Laptops',  price: 549, votes: [5, 5, 4] },
  { id: 'lat7400',  title: 'Dell Latitude 7400',            category: 'Laptops',  price: 289, votes: [3, 4] },
  { id: 'pixel6',   title: 'Google Pixel 6',                category: 'Phones',   price: 199, votes: [4, 4, 3, 5, 4] },
  { id: 'se2022',   title: 'iPhone SE (2022)',              category: 'Phones',   price: 239, votes: [4, 5] },
  { id: 'fair4',    title: 'Fairphone 4',                   category: 'Phones',   price: 310, votes: [5, 3, 4] },
  { id: 'wh3',      title: 'Sony WH-1000XM3 headphones',    category: 'Audio',    price: 129, votes: [5, 5, 5, 4] },
  { id: 'boom2',    title: 'UE Boom 2 speaker',             category: 'Audio',    price: 59,  votes: [4, 3] },
  { id: 'denon',    title: 'Denon PMA-520 amplifier',       category: 'Audio',    price: 165, votes: [] },
  { id: 'a6000',    title: 'Sony Alpha 6000 with 16–50 mm', category: 'Cameras',  price: 345, votes: [5, 4, 4] },
  { id: 'g7x',      title: 'Canon PowerShot G7 X',          category: 'Cameras',  price: 259, votes: [4] },
  { id: 'ipad8',    title: 'iPad, 8th generation',          category: 'Tablets',  price: 179, votes: [4, 4, 2] },
  { id: 'kobo',     title: 'Kobo Clara HD reader',          category: 'Tablets',  price: 69,  votes: [5, 5, 4, 4, 5] },
  { id: 'u2415',    title: 'Dell UltraSharp U2415 monitor', category: 'Monitors', price: 119, votes: [4, 5, 3] },
];
