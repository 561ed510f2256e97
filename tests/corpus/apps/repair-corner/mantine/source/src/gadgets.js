// Prices are in cents so that sums and the discount stay exact.
export const GADGETS = [
  { id: 'pixel-6a', name: 'Pixel 6a', category: 'Phones', price: 18900, stock: 5, grade: 'Very good', note: '128 GB, new battery, charcoal.' },
  { id: 'iphone-12-mini', name: 'iPhone 12 mini', category: 'Phones', price: 22950, stock: 2, grade: 'Good', note: '64 GB, light marks on the frame.' },
  { id: 'fairphone-4', name: 'Fairphone 4', category: 'Phones', price: 26900, stock: 0, grade: 'Very good', note: '256 GB, opens with one screwdriver.' },
  { id: 'thinkpad-x270', name: 'ThinkPad X270', category: 'Laptops', price: 24900, stock: 4, grade: 'Good', note: '12.5 inch, 16 GB memory, fresh keyboard.' },
  { id: 'macbook-air-m1', name: 'MacBook Air M1', category: 'Laptops', price: 54900, stock: 3, grade: 'Like new', note: '13 inch, 256 GB, 61 charge cycles.' },
  { id: 'latitude-5400', name: 'Latitude 5400', category: 'Laptops', price: 27450, stock: 1, grade: 'Good', note: '14 inch, 16 GB memory, new SSD.' },
  { id: 'ipad-9', name: 'iPad 9', category: 'Tablets', price: 19900, stock: 6, grade: 'Very good', note: '10.2 inch, 64 GB, with charger.' },
  { id: 'tab-s6-lite', name: 'Galaxy Tab S6 Lite', category: 'Tablets', price: 16990, stock: 3, grade: 'Good', note: '10.4 inch, pen included.' },
  { id: 'kobo-libra', name: 'Kobo Libra 2', category: 'Tablets', price: 11900, stock: 0, grade: 'Like new', note: 'E-reader, 7 inch, waterproof.' },
  { id: 'wh-1000xm3', name: 'Sony WH-1000XM3', category: 'Audio', price: 12900, stock: 4, grade: 'Very good', note: 'Noise cancelling, new ear pads.' },
  { id: 'soundlink-mini', name: 'Bose SoundLink Mini', category: 'Audio', price: 7950, stock: 7, grade: 'Good', note: 'Bluetooth speaker, new battery.' },
  { id: 'at-lp60', name: 'Audio-Technica LP60', category: 'Audio', price: 8900, stock: 2, grade: 'Very good', note: 'Turntable, new belt and stylus.' },
  { id: 'lumix-gx80', name: 'Lumix GX80', category: 'Cameras', price: 28900, stock: 2, grade: 'Very good', note: 'With 12-32 mm lens, 4,100 shots.' },
  { id: 'instax-mini-9', name: 'Instax Mini 9', category: 'Cameras', price: 4450, stock: 8, grade: 'Good', note: 'Instant camera, rollers cleaned.' },
  { id: 'switch-lite', name: 'Nintendo Switch Lite', category: 'Gaming', price: 12490, stock: 3, grade: 'Good', note: 'Both sticks replaced, turquoise.' },
  { id: 'game-boy-color', name: 'Game Boy Color', category: 'Gaming', price: 8990, stock: 1, grade: 'Restored', note: 'New backlit screen, original shell.' },
];

export const byId = Object.fromEntries(GADGETS.map((g) => [g.id, g]));

export const COUPON = { code: 'SUNDAY', percent: 15 };

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
export const money = (cents) => usd.format(cents / 100);
export const plural = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;
