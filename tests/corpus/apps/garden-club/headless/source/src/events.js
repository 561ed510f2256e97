export const TIMES = ['17:00', '18:30', '20:00'];

export const EVENTS = [
  { id: 'e01', title: 'The Lighthouse Keeper', kind: 'Theatre', stage: 'Old Corn Hall', price: 18 },
  { id: 'e02', title: 'Brass in the Courtyard', kind: 'Concert', stage: 'Town Hall Courtyard', price: 12 },
  { id: 'e03', title: 'Laughing Gas', kind: 'Comedy', stage: 'Cellar Stage', price: 14.5 },
  { id: 'e04', title: 'Swan, Unfolded', kind: 'Dance', stage: 'Old Corn Hall', price: 22 },
  { id: 'e05', title: 'The Fox and the Moon', kind: 'Puppet show', stage: 'Little House', price: 7.5 },
  { id: 'e06', title: 'Silent Film with Piano', kind: 'Film', stage: 'Lantern Cinema', price: 9 },
  { id: 'e07', title: 'Three Sisters, One Kitchen', kind: 'Theatre', stage: 'Cellar Stage', price: 16 },
  { id: 'e08', title: 'Strings at Dusk', kind: 'Concert', stage: 'St Anne’s Chapel', price: 20 },
  { id: 'e09', title: 'Made Up on the Spot', kind: 'Improv', stage: 'Cellar Stage', price: 10 },
  { id: 'e10', title: 'The Pirate Queen', kind: 'Musical', stage: 'Old Corn Hall', price: 26 },
  { id: 'e11', title: 'Letters from the Harbour', kind: 'Reading', stage: 'Lantern Cinema', price: 6 },
  { id: 'e12', title: 'Now You See It', kind: 'Magic', stage: 'Little House', price: 13 },
  { id: 'e13', title: 'Tango for Beginners’ Hearts', kind: 'Dance', stage: 'Town Hall Courtyard', price: 15 },
  { id: 'e14', title: 'The Baker’s Opera', kind: 'Opera', stage: 'St Anne’s Chapel', price: 28.5 },
];

export const eventById = (id) => EVENTS.find((event) => event.id === id);

const euroFormat = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' });
export const euros = (amount) => euroFormat.format(amount);

export const plural = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;
