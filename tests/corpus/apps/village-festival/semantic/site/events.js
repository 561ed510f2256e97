// The programme in the order in which the committee announced it.
const EVENTS = [
  { id: 'brass', title: 'Brass on the Green', kind: 'Concert', stage: 'Bandstand', price: 8, text: 'The fire brigade band plays marches, film music and one tango.' },
  { id: 'lantern', title: 'The Lantern Thief', kind: 'Theatre', stage: 'Barn Theatre', price: 14, text: 'A comedy about a village in the dark and the one man who can see.' },
  { id: 'kasper', title: 'Kasper and the Goose', kind: 'Puppets', stage: 'Library Cellar', price: 5, text: 'For children from four, with a real pond.' },
  { id: 'openmic', title: 'Open Mic at the Mill', kind: 'Comedy', stage: 'Old Mill', price: 6.5, text: 'Eight people, seven minutes each, no mercy.' },
  { id: 'winter', title: 'A Winter’s Walk', kind: 'Reading', stage: 'Library Cellar', price: 4, text: 'Ruth Amsel reads from her new stories. Tea included.' },
  { id: 'choir', title: 'Harvest Choir', kind: 'Concert', stage: 'St. Anne’s', price: 10, text: 'Sixty voices and an organ that was repaired last week.' },
  { id: 'swing', title: 'Swing in the Barn', kind: 'Dance', stage: 'Barn Theatre', price: 12, text: 'Beginners’ lesson first, live quintet afterwards.' },
  { id: 'antigone', title: 'Antigone', kind: 'Theatre', stage: 'Old Mill', price: 16, text: 'The grammar school’s drama club takes Sophocles by the horns.' },
  { id: 'silent', title: 'Silent Film, Loud Piano', kind: 'Film', stage: 'Barn Theatre', price: 9, text: 'Buster Keaton with Jo Lind at the upright piano.' },
  { id: 'zither', title: 'Zither & Friends', kind: 'Concert', stage: 'Bandstand', price: 7.5, text: 'Alpine strings, a double bass and a very small drum.' },
  { id: 'magic', title: 'Nothing Up My Sleeve', kind: 'Magic', stage: 'Old Mill', price: 11, text: 'Close-up tricks for thirty people at most.' },
  { id: 'folk', title: 'Everybody Dances', kind: 'Dance', stage: 'Bandstand', price: 3, text: 'Circle dances that you have learned by the second verse.' },
];
