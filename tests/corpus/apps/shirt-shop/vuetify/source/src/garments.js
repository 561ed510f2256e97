// price in cents; ratings = stars other customers have given so far
export const garments = [
  { id: 1, title: 'Harbour Oxford Shirt', department: 'Men', price: 6900, stock: 8, shape: 'shirt', cloth: '#7C9CB8', note: 'Dense organic cotton, spare buttons included', ratings: [5, 5, 4, 4, 5, 3, 5] },
  { id: 2, title: 'Linen Weekend Dress', department: 'Women', price: 11900, stock: 3, shape: 'dress', cloth: '#C9A27E', note: 'Washed European linen with deep pockets', ratings: [5, 4, 5, 5] },
  { id: 3, title: 'Everyday Crew Tee', department: 'Women', price: 2900, stock: 24, shape: 'tee', cloth: '#E1B8A6', note: 'Heavy 220 g jersey that keeps its shape', ratings: [4, 4, 3, 5, 4, 4, 5, 4, 3, 4] },
  { id: 4, title: 'Workshop Chinos', department: 'Men', price: 8900, stock: 6, shape: 'trousers', cloth: '#A98F68', note: 'Double-stitched twill, reinforced knees', ratings: [4, 5, 4] },
  { id: 5, title: 'Lambswool Roll Neck', department: 'Women', price: 12900, stock: 2, shape: 'jumper', cloth: '#8F5B57', note: 'Fully fashioned in one piece, no side seams', ratings: [5, 5, 5, 4, 5] },
  { id: 6, title: 'Puddle Dungarees', department: 'Kids', price: 4500, stock: 11, shape: 'dungarees', cloth: '#5E7F8F', note: 'Grow-with-me straps and turn-up hems', ratings: [5, 4] },
  { id: 7, title: 'Ridge Waxed Jacket', department: 'Men', price: 21900, stock: 0, shape: 'jacket', cloth: '#59604A', note: 'Can be re-waxed for decades', ratings: [5, 5, 4, 5, 5, 5] },
  { id: 8, title: 'Striped Breton Top', department: 'Women', price: 4900, stock: 14, shape: 'stripe', cloth: '#EAE1D1', note: 'Knitted in Brittany from combed cotton', ratings: [4, 3, 4, 5] },
  { id: 9, title: 'Merino Walking Socks', department: 'Accessories', price: 1600, stock: 40, shape: 'socks', cloth: '#9C6B4A', note: 'Five-year darning promise', ratings: [5, 5, 5, 4, 5, 5, 4, 5] },
  { id: 10, title: 'Fisherman Jumper', department: 'Men', price: 13900, stock: 5, shape: 'jumper', cloth: '#3F5873', note: 'Undyed lanolin-rich wool, cable knit', ratings: [4, 5, 5] },
  { id: 11, title: 'Garden Tea Skirt', department: 'Women', price: 7400, stock: 1, shape: 'skirt', cloth: '#87946B', note: 'Mid-length, elastic back, generous hem', ratings: [3, 4] },
  { id: 12, title: 'Tumble Tee for Kids', department: 'Kids', price: 1900, stock: 18, shape: 'tee', cloth: '#D9B24C', note: 'Soft neck rib, no labels that itch', ratings: [] },
  { id: 13, title: 'Herringbone Scarf', department: 'Accessories', price: 5200, stock: 7, shape: 'scarf', cloth: '#A15E45', note: 'Woven from recycled wool', ratings: [4, 4, 5] },
  { id: 14, title: 'Snug Fleece Hoodie', department: 'Kids', price: 3900, stock: 0, shape: 'hoodie', cloth: '#7F6E98', note: 'Brushed organic cotton, elbow patches', ratings: [5, 4, 4, 5] },
  { id: 15, title: 'Ribbed Watch Cap', department: 'Accessories', price: 2400, stock: 9, shape: 'cap', cloth: '#4E6A5A', note: 'Double layer, fits all heads', ratings: [4] },
  { id: 16, title: 'Selvedge Straight Jeans', department: 'Men', price: 12500, stock: 4, shape: 'trousers', cloth: '#3C4E6B', note: '14 oz denim with free repairs', ratings: [5, 4, 5, 5, 4] },
]

export const departments = ['Women', 'Men', 'Kids', 'Accessories']
