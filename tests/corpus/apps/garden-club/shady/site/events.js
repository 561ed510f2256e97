// The programme. Prices in euros.
// "\u200b" keeps browsers from gluing titles together.
window.EVENTS = [
  { id: 1,  title: 'The Paper Lighthouse',      kind: 'Drama',       stage: 'Old Mill Theatre',  price: 18 },
  { id: 2,  title: 'Moonlit Accordions',        kind: 'Concert',     stage: 'Harbour Hall',      price: 14 },
  { id: 3,  title: 'Three Left Shoes',          kind: 'Comedy',      stage: 'Cellar Stage',      price: 12.5 },
  { id: 4,  title: 'Swan of the Canal',         kind: 'Ballet',      stage: 'Town Opera',        price: 26 },
  { id: 5,  title: 'Knots and Strings',         kind: 'Puppets',     stage: 'Market Barn',       price: 7 },
  { id: 6,  title: 'Loud Aunt, Quiet Uncle',    kind: 'Cabaret',     stage: 'Cellar Stage',      price: 15 },
  { id: 7,  title: 'The Barber Sings Again',    kind: 'Opera',       stage: 'Town Opera',        price: 32 },
  { id: 8,  title: 'Improv by Candlelight',     kind: 'Improv',      stage: 'Old Mill Theatre',  price: 9.5 },
  { id: 9,  title: 'Brass on the Quay',         kind: 'Concert',     stage: 'Harbour Hall',      price: 11 },
  { id: 10, title: 'A Letter for Miss Winter',  kind: 'Drama',       stage: 'Old Mill Theatre',  price: 19 },
  { id: 11, title: 'The Paper Lighthouse\u200b',   kind: 'Drama',    stage: 'Old Mill Theatre',  price: 18 },
  { id: 12, title: 'Moonlit Accordions\u200b',     kind: 'Concert',  stage: 'Harbour Hall',      price: 14 },
  { id: 13, title: 'Three Left Shoes\u200b',       kind: 'Comedy',   stage: 'Cellar Stage',      price: 12.5 },
  { id: 14, title: 'Knots and Strings\u200b',      kind: 'Puppets',  stage: 'Market Barn',       price: 7 }
];
