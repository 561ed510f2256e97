// order = the order of the printed programme
const SHOWS = [
  { id: 1, name: 'The Miller\'s Five Daughters', stage: 'Town Hall Stage', mood: 'Comedy', price: 18, mins: 110, line: 'A dowry for one, five weddings and a mill that stands still.' },
  { id: 2, name: 'Brass under the Linden', stage: 'Linden Square', mood: 'Music', price: 0, mins: 60, line: 'The fire brigade band, with the new tuba at last.' },
  { id: 3, name: 'Night Train to Oberwalden', stage: 'Old Station', mood: 'Thriller', price: 22.5, mins: 95, line: 'Played in a real carriage. Nobody gets off before the end.' },
  { id: 4, name: 'The Snail Who Was Late', stage: 'Puppet Barn', mood: 'For children', price: 6, mins: 40, line: 'From three years on, grown-ups sit at the back.' },
  { id: 5, name: 'Winter Journey', stage: 'St. Anne\'s Chapel', mood: 'Music', price: 26, mins: 75, line: 'Schubert for baritone and a very cold organ loft.' },
  { id: 6, name: 'Open Mic at the Station', stage: 'Old Station', mood: 'Comedy', price: 5, mins: 120, line: 'Seven minutes each. Kind heckling only.' },
  { id: 7, name: 'A Doll\'s House', stage: 'Town Hall Stage', mood: 'Drama', price: 24, mins: 130, line: 'Ibsen with the upper school, and the door really slams.' },
  { id: 8, name: 'Shadow Play: The Fox King', stage: 'Puppet Barn', mood: 'For children', price: 7.5, mins: 50, line: 'Paper, lamps and a fox who wants to be good.' },
  { id: 9, name: 'Accordion Battle', stage: 'Linden Square', mood: 'Music', price: 12, mins: 90, line: 'Four villages, four accordions, one wreath of sausages.' },
  { id: 10, name: 'Letters from the Quarry', stage: 'St. Anne\'s Chapel', mood: 'Drama', price: 14, mins: 80, line: 'Read by the grandchildren of those who wrote them.' },
  { id: 11, name: 'Dance till the Hens Wake', stage: 'Town Hall Stage', mood: 'Dance', price: 10, mins: 180, line: 'Polka, swing and a break for soup.' }
];
const TIMES = ['10:00', '12:30', '15:00', '17:30'];
