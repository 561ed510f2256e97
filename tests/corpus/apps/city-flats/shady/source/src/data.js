export const settings = ['Seaside', 'Hills', 'Village', 'Forest'];
export const times = ['17:00', '18:30', '20:00'];

// eight houses; the start page shows six of them a second time to reach 14
export const houses = [
  { id: 1, title: 'Plover House', setting: 'Seaside', price: 79, host: 'Grace Penrose', free: 'tomorrow', text: 'A whitewashed house behind the dunes with kippers for breakfast.' },
  { id: 2, title: 'Fern & Fiddle', setting: 'Hills', price: 66, host: 'Alun Howells', free: 'this Friday', text: 'Music most evenings, walks from the door, a drying room.' },
  { id: 3, title: 'The Bread Oven', setting: 'Village', price: 54, host: 'Marie Fabre', free: 'next Monday', text: 'Sleep above the old village oven, warm floors in every season.' },
  { id: 4, title: 'Owl Post', setting: 'Forest', price: 92, host: 'Stig Dahl', free: 'next Saturday', text: 'A former forester’s lodge. Owls included.' },
  { id: 5, title: 'Tide Table', setting: 'Seaside', price: 118, host: 'Núria Vidal', free: 'tonight', text: 'Three rooms and one long table, where dinner follows the tide.' },
  { id: 6, title: 'Top of the Lane', setting: 'Hills', price: 49, host: 'Edith Kerr', free: 'tonight', text: 'The last house before the moor, with the first tea after it.' },
  { id: 7, title: 'Chapel Rooms', setting: 'Village', price: 85, host: 'Josef Lang', free: 'in two weeks', text: 'Coloured light in the mornings and a bell that no longer rings.' },
  { id: 8, title: 'Moss Cabin', setting: 'Forest', price: 71, host: 'Kaisa Niemi', free: 'this Sunday', text: 'One cabin, one stove, one lake a short walk away.' },
];

export const listed = [...houses, ...houses.slice(0, 6)];
