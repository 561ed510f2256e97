// The programme a first-time visitor sees.
export const KINDS = ['Concert', 'Theatre', 'Comedy', 'Cabaret', 'Dance', 'Reading', 'Film', 'Family', 'Market', 'Talk'];

export const EXAMPLES = [
  { id: 'harbour-brass', title: 'Harbour Brass', kind: 'Concert', price: 18, organiser: 'Gatherly Music Society', date: '2027-02-06', about: 'Fourteen players, one very loud hall. The town brass band opens the year with film tunes, marches and a slow waltz for the brave.' },
  { id: 'salt-smoke-and-silence', title: 'Salt, Smoke and Silence', kind: 'Theatre', price: 24.5, organiser: 'Quayside Players', date: '2027-02-13', about: 'Three sisters inherit a smokehouse and a debt. A quiet family drama in two acts, with an interval.' },
  { id: 'the-last-bus-home', title: 'The Last Bus Home', kind: 'Comedy', price: 15, organiser: 'Laugh Cellar', date: '2027-02-20', about: 'Marta Venn talks about night buses, neighbours and the noble art of missing both.' },
  { id: 'paper-lantern-parade', title: 'Paper Lantern Parade', kind: 'Family', price: 4, organiser: 'Gatherly Town Library', date: '2027-02-28', about: 'Fold a lantern in the foyer, then walk it round the square. For children from four, with a grown-up each.' },
  { id: 'evening-of-tango', title: 'Evening of Tango', kind: 'Dance', price: 21, organiser: 'Studio Compás', date: '2027-03-07', about: 'A show by two couples and a quintet, and an open floor afterwards. Beginners get a free lesson at seven.' },
  { id: 'poems-pints-and-parsnips', title: 'Poems, Pints and Parsnips', kind: 'Reading', price: 9.5, organiser: 'The Allotment Press', date: '2027-03-12', about: 'Six local writers read what grew over the winter. Soup is included in the ticket.' },
  { id: 'nosferatu-with-organ', title: 'Nosferatu, with Organ', kind: 'Film', price: 12, organiser: 'Gatherly Film Club', date: '2027-03-20', about: 'The silent classic of 1922 on the big screen, with Henrik Oster improvising at the hall organ.' },
  { id: 'velvet-and-sequins', title: 'Velvet & Sequins', kind: 'Cabaret', price: 27, organiser: 'Red Curtain Company', date: '2027-03-28', about: 'Songs, acrobatics and a magician who admits everything. Tables seat four; drinks are served throughout.' },
  { id: 'spring-record-fair', title: 'Spring Record Fair', kind: 'Market', price: 3, organiser: 'Groove Corner', date: '2027-04-04', about: 'Thirty tables of vinyl and cassettes. Bring your own records and sell them at the swap table for free.' },
  { id: 'how-rivers-remember', title: 'How Rivers Remember', kind: 'Talk', price: 8, organiser: 'Friends of the Ember', date: '2027-04-10', about: 'Geologist Dr Ines Falk reads two thousand years of floods from a handful of mud.' },
  { id: 'strings-at-dusk', title: 'Strings at Dusk', kind: 'Concert', price: 22, organiser: 'Ember Valley Quartet', date: '2027-04-18', about: 'Haydn, Bartók and a new piece by the cellist, played by candlelight on the small stage.' },
  { id: 'the-bear-who-lost-monday', title: 'The Bear Who Lost Monday', kind: 'Family', price: 7.5, organiser: 'Thimble Puppets', date: '2027-04-25', about: 'A puppet play in fifty minutes about a bear, a calendar and a very helpful snail.' },
  { id: 'an-inspector-comes-late', title: 'An Inspector Comes Late', kind: 'Theatre', price: 19, organiser: 'Quayside Players', date: '2027-05-08', about: 'A murder mystery in which the audience decides who did it. No two evenings end the same way.' },
  { id: 'open-stage-night', title: 'Open Stage Night', kind: 'Comedy', price: 5, organiser: 'Laugh Cellar', date: '2027-05-15', about: 'Ten acts, seven minutes each. Sign up at the door if you dare; applause is guaranteed.' },
];
