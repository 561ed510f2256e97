export const SLOTS = ['17:00', '18:30', '20:00'];
export const MAX_COMMENT_LENGTH = 300;

// "ratings" are example votes of other visitors, so that the averages have something to show.
export const events = [
  { id: 1, name: 'A Midsummer Night’s Row', kind: 'Play', price: 15, ratings: [5, 4, 4] },
  { id: 2, name: 'The Velvet Trio', kind: 'Jazz', price: 12, ratings: [5, 5] },
  { id: 3, name: 'Grandpa’s Suitcase', kind: 'Puppets', price: 6, ratings: [4, 5, 3, 4] },
  { id: 4, name: 'Stand Up, Sit Down', kind: 'Comedy', price: 11.5, ratings: [3, 4] },
  { id: 5, name: 'Carmen in Ninety Minutes', kind: 'Opera', price: 27, ratings: [] },
  { id: 6, name: 'Feet on Fire', kind: 'Dance', price: 19, ratings: [4] },
  { id: 7, name: 'Poems after Dark', kind: 'Reading', price: 5, ratings: [5, 3] },
  { id: 8, name: 'The Miller’s Daughter', kind: 'Musical', price: 24, ratings: [4, 4, 5] },
  { id: 9, name: 'Murder at Table Nine', kind: 'Play', price: 17, ratings: [2, 4, 5] },
  { id: 10, name: 'Town Choir: Summer Songs', kind: 'Choir', price: 8, ratings: [] },
  { id: 11, name: 'Cards, Coins and Rabbits', kind: 'Magic', price: 13.5, ratings: [3] },
  { id: 12, name: 'Open Stage Wednesday', kind: 'Open mic', price: 4, ratings: [4, 2] },
  { id: 13, name: 'Drums from Three Rivers', kind: 'Concert', price: 16, ratings: [5] },
  { id: 14, name: 'The Last Train to Anywhere', kind: 'Play', price: 18, ratings: [4, 3, 3] },
];

export const findEvent = (id) => events.find((e) => e.id === id);

export const formatPrice = (price) => `${price.toFixed(2)} €`;

export const count = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;

export function isoDay(d) {
  return [d.getFullYear(), d.getMonth() + 1, d.getDate()].map((n) => String(n).padStart(2, '0')).join('-');
}

export function formatDay(iso) {
  const [y, m, d] = iso.split('-').map(Number);
  return new Date(y, m - 1, d).toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
}
