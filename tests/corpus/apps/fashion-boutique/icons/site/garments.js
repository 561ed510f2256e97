/* The collection. Prices in cents, so that nothing gets lost when adding up. */
const GARMENTS = [
  { id: 'harbour-overshirt', title: 'Harbour Overshirt', dep: 'Shirts', price: 8900, stock: 4, maker: 'Atelier Brun, Porto', added: '2026-09-14', shape: 'shirt', tint: '#5b7a8c', stuff: 'Brushed organic cotton, 240 g', text: 'Between a shirt and a jacket. Horn buttons, two chest pockets, elbows lined twice so that they outlive the fashion.' },
  { id: 'field-tee', title: 'Field Tee', dep: 'Shirts', price: 2900, stock: 12, maker: 'Knopf & Faden, Leipzig', added: '2026-10-02', shape: 'tee', tint: '#c9b79c', stuff: 'Organic cotton jersey, 200 g', text: 'A heavy T-shirt that keeps its collar. Sewn with double seams and washed once before it gets to you.' },
  { id: 'stripe-tee', title: 'Quay Stripe Tee', dep: 'Shirts', price: 3450, stock: 0, maker: 'Knopf & Faden, Leipzig', added: '2026-08-21', shape: 'tee', tint: '#6d86b3', stuff: 'Cotton and linen', text: 'The striped one everybody asks about. Woven stripes, so they do not fade.' },
  { id: 'mill-trousers', title: 'Mill Trousers', dep: 'Trousers', price: 9500, stock: 5, maker: 'Tessitura Valle, Biella', added: '2026-07-30', shape: 'trousers', tint: '#6b6257', stuff: 'Cotton twill, 310 g', text: 'Straight, high waist, deep pockets. Comes with 4 cm of spare hem.' },
  { id: 'dyer-jeans', title: "Dyer's Jeans", dep: 'Trousers', price: 11900, stock: 2, maker: 'Okada Denim, Kojima', added: '2026-10-18', shape: 'trousers', tint: '#34507a', stuff: 'Selvedge denim, 13 oz', text: 'Raw denim, dyed fourteen times. Gets better for about ten years, then we patch it free of charge.' },
  { id: 'garden-shorts', title: 'Garden Shorts', dep: 'Trousers', price: 4900, stock: 7, maker: 'Atelier Brun, Porto', added: '2026-05-11', shape: 'shorts', tint: '#7d8f63', stuff: 'Ripstop cotton', text: 'For kneeling, climbing and sitting on walls. Elastic at the back, drawstring in front.' },
  { id: 'fisher-jumper', title: "Fisher's Jumper", dep: 'Knitwear', price: 12900, stock: 3, maker: 'Inis Wool Co-op, Galway', added: '2026-10-25', shape: 'jumper', tint: '#38506b', stuff: 'Undyed wool, five-ply', text: 'Knitted in one piece, without side seams. A card of matching darning wool comes with it.' },
  { id: 'cloud-cardigan', title: 'Cloud Cardigan', dep: 'Knitwear', price: 10450, stock: 1, maker: 'Inis Wool Co-op, Galway', added: '2026-11-03', shape: 'jumper', tint: '#b8a5b4', stuff: 'Lambswool', text: 'Soft, wide, with pockets big enough for a paperback.' },
  { id: 'library-dress', title: 'Library Dress', dep: 'Dresses', price: 13900, stock: 4, maker: 'Maison Lune, Lyon', added: '2026-09-29', shape: 'dress', tint: '#8a4b4b', stuff: 'Linen and Tencel', text: 'A shirt dress with a belt, a collar and — of course — pockets.' },
  { id: 'market-dress', title: 'Market Dress', dep: 'Dresses', price: 7900, stock: 6, maker: 'Maison Lune, Lyon', added: '2026-06-08', shape: 'dress', tint: '#c98b4a', stuff: 'Washed linen', text: 'Loose, knee-length, easy to bike in.' },
  { id: 'rain-coat', title: 'Three-Season Coat', dep: 'Coats', price: 21900, stock: 2, maker: 'Norrsken Ytter, Umeå', added: '2026-10-30', shape: 'coat', tint: '#4d5b4a', stuff: 'Waxed cotton', text: 'Keeps the rain out and can be waxed again every autumn. The lining buttons out.' },
  { id: 'chore-coat', title: 'Chore Coat', dep: 'Coats', price: 14500, stock: 0, maker: 'Tessitura Valle, Biella', added: '2026-08-02', shape: 'coat', tint: '#3d5f8f', stuff: 'Moleskin cotton', text: 'Four pockets, one collar, no nonsense.' }
];

const SHAPES = {
  tee: 'M22 16l-14 8 5 14 9-4v34h36V34l9 4 5-14-14-8c-4 8-32 8-36 0z',
  shirt: 'M24 14L10 24 6 60l9 2 6-26v36h38V36l6 26 9-2-4-36-14-10-16 10z',
  trousers: 'M24 10h32l5 62H45l-5-42-5 42H19z',
  shorts: 'M22 20h36l6 36H43l-3-16-3 16H16z',
  jumper: 'M28 14L14 20 5 60l11 4 6-22v28h36V42l6 22 11-4-9-40-14-6c-5 6-19 6-24 0z',
  dress: 'M28 8l4 14-4 12-14 38h52L52 34l-4-12 4-14h-6c-2 8-10 8-12 0z',
  coat: 'M28 8L14 16 6 58l10 3 5-22-3 36h19V24h6v51h19l-3-36 5 22 10-3-8-42-14-8-12 10z'
};
