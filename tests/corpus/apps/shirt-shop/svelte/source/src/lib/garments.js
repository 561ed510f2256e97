export const DEPARTMENTS = ['Women', 'Men', 'Kids', 'Accessories'];

// price in cents; ratings are the stars other customers have given
export const GARMENTS = [
  { id: 1, title: 'Heavy Oxford Shirt', department: 'Men', price: 6900, stock: 8, shape: 'shirt', color: '#7f9bb3', ratings: [5, 5, 4, 4, 5] },
  { id: 2, title: 'Linen Summer Dress', department: 'Women', price: 9800, stock: 4, shape: 'dress', color: '#c9a27a', ratings: [4, 5, 3] },
  { id: 3, title: 'Organic Cotton T-Shirt', department: 'Men', price: 2900, stock: 20, shape: 'tee', color: '#5f7a63', ratings: [4, 4, 5, 3, 4, 5] },
  { id: 4, title: 'Merino Roll-Neck', department: 'Women', price: 11900, stock: 3, shape: 'jumper', color: '#8a3f2b', ratings: [5, 5, 5, 4] },
  { id: 5, title: 'Double-Knee Dungarees', department: 'Kids', price: 4450, stock: 6, shape: 'trousers', color: '#46617f', ratings: [5, 4] },
  { id: 6, title: 'Waxed Field Jacket', department: 'Men', price: 18900, stock: 2, shape: 'jacket', color: '#6b6a43', ratings: [5, 4, 5] },
  { id: 7, title: 'Ribbed Wool Beanie', department: 'Accessories', price: 2450, stock: 12, shape: 'hat', color: '#b5673c', ratings: [3, 4, 4] },
  { id: 8, title: 'High-Rise Selvedge Jeans', department: 'Women', price: 12900, stock: 5, shape: 'trousers', color: '#2f4563', ratings: [4, 5, 4, 4] },
  { id: 9, title: 'Boiled Wool Cardigan', department: 'Women', price: 13500, stock: 0, shape: 'jacket', color: '#77667f', ratings: [5, 5, 4] },
  { id: 10, title: 'Striped Breton Top', department: 'Kids', price: 2650, stock: 9, shape: 'tee', color: '#5877a8', ratings: [] },
  { id: 11, title: 'Lambswool Scarf', department: 'Accessories', price: 4900, stock: 7, shape: 'scarf', color: '#a34a4a', ratings: [4, 5] },
  { id: 12, title: 'Corduroy Trousers', department: 'Men', price: 8900, stock: 6, shape: 'trousers', color: '#8c6a45', ratings: [4, 3, 4] },
  { id: 13, title: 'Quilted Play Jacket', department: 'Kids', price: 5990, stock: 1, shape: 'jacket', color: '#c28a2c', ratings: [5, 4, 4] },
  { id: 14, title: 'Pleated Midi Skirt', department: 'Women', price: 7900, stock: 5, shape: 'skirt', color: '#4f6f6a', ratings: [3, 4] },
  { id: 15, title: 'Fisherman Sweater', department: 'Men', price: 14900, stock: 0, shape: 'jumper', color: '#cdbfa6', ratings: [5, 5, 5, 5] },
  { id: 16, title: 'Three Pairs of Darned-Toe Socks', department: 'Accessories', price: 1995, stock: 30, shape: 'socks', color: '#6d7d4f', ratings: [4, 4, 5, 2, 4] },
];
