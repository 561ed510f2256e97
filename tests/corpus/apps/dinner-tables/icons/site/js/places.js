// free: how many days ahead the next free evening lies
export const places = [
  { n: 1, title: 'Pho Corner', kind: 'Vietnamese', price: 19, chef: 'Linh Tran', free: 1, about: 'Broth that simmers for eighteen hours. Arrive hungry and leave with spice on your sleeves.' },
  { n: 2, title: 'Tinto y Tapas', kind: 'Spanish', price: 34, chef: 'Rafael Ibarra', free: 2, about: 'Anchovies, croquetas and forty wines by the glass. The bar is for standing, the back room for lingering.' },
  { n: 3, title: 'Zum Hirschen', kind: 'German', price: 28, chef: 'Annegret Vogt', free: 1, about: 'Venison from the nearby forest and dumplings as big as fists.' },
  { n: 4, title: 'El Molcajete', kind: 'Mexican', price: 26, chef: 'Xochitl Ramos', free: 3, about: 'Corn is ground every morning. The mole takes three days and thirty ingredients.' },
  { n: 5, title: 'Hanoi Nights', kind: 'Vietnamese', price: 31, chef: 'Quang Pham', free: 4, about: 'Street food by lantern light, with grilled fish and dill as the house dish.' },
  { n: 6, title: 'Marisol', kind: 'Spanish', price: 47, chef: 'Carmen Oliva', free: 2, about: 'Rice cooked over orange wood for two or more. Paella needs forty minutes, so bring company.' },
  { n: 7, title: 'Gusto Verde', kind: 'Vegetarian', price: 36, chef: 'Tilda Brandt', free: 1, about: 'Seven courses from the roof garden. Nothing on the plate has travelled far.' },
  { n: 8, title: 'Beet & Barley', kind: 'Vegetarian', price: 24, chef: 'Joss Whitlock', free: 5, about: 'Grains, roots and pickles in a former dairy.' },
  { n: 9, title: 'Cantina Azul', kind: 'Mexican', price: 39, chef: 'Memo Castellanos', free: 6, about: 'Pacific ceviches and a long list of mezcal. The blue tiles are from Puebla.' },
  { n: 10, title: 'Atelier Roux', kind: 'French', price: 76, chef: 'Blaise Roux', free: 9, about: 'Nine courses, two hours and a half, one star. Jackets are welcome and never required.' },
  { n: 11, title: 'Chez Odile', kind: 'French', price: 42, chef: 'Odile Marchand', free: 2, about: 'Duck confit and gratin as at home, if home were in Périgord.' },
  { n: 12, title: 'Brauhaus Krone', kind: 'German', price: 22, chef: 'Dieter Lang', free: 1, about: 'Its own lager from copper kettles and pork knuckle with crackling. Long tables, new friends.' },
];
