export const artworks = [
  ['Harbour Wall, Winter', 'Eleanor Pask', 'Oil', 130, 'Painted on the spot with frozen fingers.'],
  ['The Lamplighter’s Door', 'Eleanor Pask', 'Oil', 115, 'The last green door in Cable Lane.'],
  ['Woman Mending a Kite', 'Obi Nwosu', 'Oil', 150, 'My aunt, who never lost a kite.'],
  ['Slack Water', 'Fionn Garrity', 'Watercolour', 40, ''],
  ['Three Gulls and a Chip', 'Fionn Garrity', 'Watercolour', 32.5, 'A study in greed.'],
  ['Thunder beyond the Dunes', 'Agnes Holm', 'Watercolour', 47, ''],
  ['Market, Saturday', 'Rosa Ilincic', 'Screen print', 24, 'Four colours, forty copies.'],
  ['Bicycle Lesson', 'Rosa Ilincic', 'Screen print', 24, ''],
  ['Sardines', 'Kit Delaney', 'Linocut', 18, 'Printed with the back of a spoon.'],
  ['Fox at the Bins', 'Kit Delaney', 'Linocut', 21, ''],
  ['Dry Dock no. 2', 'Hamid Rezaei', 'Photograph', 65, 'Thirty seconds at f/11.'],
  ['Barber’s Mirror', 'Hamid Rezaei', 'Photograph', 58, ''],
  ['Aunt Lou Laughing', 'Hamid Rezaei', 'Photograph', 52, ''],
  ['Thistles', 'Agnes Holm', 'Pencil', 15, 'From a sketchbook kept in a coat pocket.'],
  ['Hands of a Cellist', 'Obi Nwosu', 'Pencil', 29.9, ''],
].map(([title, artist, medium, price, story]) => ({ title, artist, medium, price, story }));

// [position of the artwork, name, comment]
export const remarks = [
  [1, 'Sylvie', 'I can feel the wind in this one.'],
  [1, 'Gordon M.', 'Where exactly did you stand? By the old crane?'],
  [5, 'Tamsin', 'That is my chip.'],
  [9, 'Joost', 'A spoon! I would never have guessed.'],
  [11, 'Gordon M.', 'I worked in this dock for twenty years. Thank you.'],
  [15, 'Mireille', 'Such attention in those fingers.'],
];
