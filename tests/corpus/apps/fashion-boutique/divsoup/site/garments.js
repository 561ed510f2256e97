// prices are in cents
var GARMENTS = [
  { id: 'harbour-overshirt', title: 'Harbour Overshirt', dept: 'Men', price: 11900, stock: 4, maker: 'Lindqvist & Daughters, Gothenburg', added: '2026-09-02', fabric: 'Waxed cotton, 310 g', hue: 205, kind: 'shirt', about: 'Cut wide enough for a jumper underneath. Horn buttons, and a spare pair sewn into the seam.' },
  { id: 'willow-cardigan', title: 'Willow Cardigan', dept: 'Women', price: 9800, stock: 2, maker: 'Strickerei Amsel, Allgäu', added: '2026-10-11', fabric: 'Undyed lambswool', hue: 88, kind: 'knit', about: 'Knitted in one piece, so no seams that could go. Send it back and we darn it for free.' },
  { id: 'market-tee', title: 'Market Tee', dept: 'Women', price: 3200, stock: 12, maker: 'Fio Claro, Porto', added: '2026-08-20', fabric: 'Organic cotton jersey', hue: 18, kind: 'tee', about: 'Our most ordinary shirt and the one that people come back for. Does not twist in the wash.' },
  { id: 'allotment-trousers', title: 'Allotment Trousers', dept: 'Men', price: 8900, stock: 0, maker: 'Fenwick Workwear, Leeds', added: '2026-06-14', fabric: 'Moleskin cotton', hue: 40, kind: 'legs', about: 'Double knees, deep pockets and a hem of five centimetres that can be let out.' },
  { id: 'puddle-dungarees', title: 'Puddle Dungarees', dept: 'Children', price: 5450, stock: 6, maker: 'Kleine Welle, Husum', added: '2026-09-28', fabric: 'Canvas with a beeswax finish', hue: 48, kind: 'legs', about: 'Three rows of buttons on the straps: they grow along for about two winters.' },
  { id: 'linden-dress', title: 'Linden Dress', dept: 'Women', price: 13400, stock: 3, maker: 'Atelier Roussel, Lyon', added: '2026-10-30', fabric: 'Washed linen', hue: 150, kind: 'dress', about: 'Pockets on both sides, a real collar and nothing that needs ironing.' },
  { id: 'ferry-beanie', title: 'Ferry Beanie', dept: 'Accessories', price: 2400, stock: 9, maker: 'Strickerei Amsel, Allgäu', added: '2026-10-11', fabric: 'Merino', hue: 0, kind: 'hat', about: 'Double layer over the ears. Keeps its shape when you stuff it into a pocket.' },
  { id: 'bridge-belt', title: 'Bridge Belt', dept: 'Accessories', price: 4900, stock: 1, maker: 'Sattlerei Ohm, Kassel', added: '2026-05-03', fabric: 'Vegetable tanned leather', hue: 24, kind: 'belt', about: 'Four millimetres thick, with a brass buckle that is screwed and not riveted.' },
  { id: 'first-jumper', title: 'First Jumper', dept: 'Children', price: 3990, stock: 5, maker: 'Strickerei Amsel, Allgäu', added: '2026-11-04', fabric: 'Merino and cotton', hue: 320, kind: 'knit', about: 'Buttons on the shoulder, long cuffs to turn up and then down again.' },
  { id: 'quarry-jeans', title: 'Quarry Jeans', dept: 'Men', price: 12500, stock: 7, maker: 'Fenwick Workwear, Leeds', added: '2026-07-19', fabric: '14 oz denim', hue: 225, kind: 'legs', about: 'Raw and unwashed. The first repair of the seat is included in the price.' },
  { id: 'gable-coat', title: 'Gable Coat', dept: 'Women', price: 24900, stock: 2, maker: 'Lindqvist & Daughters, Gothenburg', added: '2026-11-10', fabric: 'Loden wool', hue: 165, kind: 'coat', about: 'A coat for fifteen winters. The lining is buttoned in and can be replaced.' },
  { id: 'dockside-socks', title: 'Dockside Socks', dept: 'Accessories', price: 1450, stock: 20, maker: 'Fio Claro, Porto', added: '2026-08-20', fabric: 'Wool with a reinforced heel', hue: 260, kind: 'sock', about: 'Sold as a set of three, because one always disappears.' },
  { id: 'kite-raincoat', title: 'Kite Raincoat', dept: 'Children', price: 6700, stock: 0, maker: 'Kleine Welle, Husum', added: '2026-04-22', fabric: 'Recycled polyester', hue: 55, kind: 'coat', about: 'Taped seams, a hood that lets you see, and a name tag for three names.' },
  { id: 'plain-oxford', title: 'Plain Oxford', dept: 'Men', price: 7900, stock: 3, maker: 'Fio Claro, Porto', added: '2026-10-01', fabric: 'Oxford cotton', hue: 195, kind: 'shirt', about: 'The collar can be turned when it is worn. We do that for you for eight euros.' }
];
var DEPTS = ['Women', 'Men', 'Children', 'Accessories'];
var SHAPES = {
  shirt: 'M30 20 L42 15 Q50 22 58 15 L70 20 L84 42 L74 48 L69 40 L69 86 L31 86 L31 40 L26 48 L16 42 Z',
  tee: 'M30 22 L42 18 Q50 26 58 18 L70 22 L84 38 L74 46 L68 40 L68 82 L32 82 L32 40 L26 46 L16 38 Z',
  knit: 'M30 20 L43 16 L50 30 L57 16 L70 20 L86 66 L76 70 L69 48 L69 84 L31 84 L31 48 L24 70 L14 66 Z',
  legs: 'M32 14 L68 14 L74 88 L56 88 L50 40 L44 88 L26 88 Z',
  dress: 'M38 14 L44 14 Q50 22 56 14 L62 14 L66 30 L60 44 L78 88 L22 88 L40 44 L34 30 Z',
  hat: 'M20 62 Q20 24 50 22 Q80 24 80 62 L84 62 L84 76 L16 76 L16 62 Z',
  belt: 'M8 44 L92 44 L92 58 L8 58 Z M14 38 L34 38 L34 64 L14 64 Z',
  coat: 'M32 12 L44 12 L50 22 L56 12 L68 12 L84 56 L74 60 L68 44 L74 90 L26 90 L32 44 L26 60 L16 56 Z',
  sock: 'M38 12 L60 12 L60 56 L84 72 Q88 86 74 86 L44 76 Q38 72 38 60 Z'
};
