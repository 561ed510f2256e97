function inDays(n) {
  const d = new Date()
  d.setDate(d.getDate() + n)
  return isoDate(d)
}

function isoDate(d) {
  return `${d.getFullYear()}-${String(d.getMonth() + 1).padStart(2, '0')}-${String(d.getDate()).padStart(2, '0')}`
}

export const KINDS = ['Concert', 'Theatre', 'Comedy', 'Film', 'Children', 'Talk', 'Dance']

export function exampleEvents() {
  return [
    { id: 'brass-on-the-square', title: 'Brass on the Square', kind: 'Concert', price: 12, organiser: 'Town Band of 1887', date: inDays(9), text: 'Forty players, one fountain and a programme from marches to film music. In bad weather it moves into the hall.' },
    { id: 'the-cherry-orchard', title: 'The Cherry Orchard', kind: 'Theatre', price: 18.5, organiser: 'Old Mill Players', date: inDays(14), text: 'Chekhov’s last play with a local cast. Two hours and twenty minutes with one interval.' },
    { id: 'tea-cake-and-murder', title: 'Tea, Cake and Murder', kind: 'Theatre', price: 24, organiser: 'Old Mill Players', date: inDays(16), text: 'A whodunit between the courses: guests at the tables vote for the culprit. Cake is included.' },
    { id: 'late-laughs', title: 'Late Laughs', kind: 'Comedy', price: 15, organiser: 'Cellar Stage', date: inDays(20), text: 'Five comedians, ten minutes each, and a host who loses control of it. From 16 years.' },
    { id: 'string-quartet-by-candlelight', title: 'String Quartet by Candlelight', kind: 'Concert', price: 21, organiser: 'St Anne’s Chamber Music', date: inDays(23), text: 'Haydn and Ravel in the chapel, lit by two hundred candles. Seats are not numbered.' },
    { id: 'the-paper-dragon', title: 'The Paper Dragon', kind: 'Children', price: 6.5, organiser: 'Puppet Workshop', date: inDays(27), text: 'A puppet play about a dragon who is afraid of fire. For children from four, about 45 minutes.' },
    { id: 'silent-film-live-piano', title: 'Silent Film, Live Piano', kind: 'Film', price: 11, organiser: 'Film Club Lantern', date: inDays(30), text: 'A restored comedy from 1926, with music improvised at the grand piano.' },
    { id: 'night-of-the-stars', title: 'Night of the Stars', kind: 'Talk', price: 8, organiser: 'Adult Education Centre', date: inDays(34), text: 'An astronomer explains what can be seen above the town this month. Telescopes are set up in the yard afterwards.' },
    { id: 'swing-social', title: 'Swing Social', kind: 'Dance', price: 10, organiser: 'Dance Circle Eastside', date: inDays(37), text: 'A taster lesson at seven, then dancing to a seven-piece band until midnight. No partner needed.' },
    { id: 'songs-of-nine-countries', title: 'Songs of Nine Countries', kind: 'Concert', price: 14, organiser: 'Community Choir', date: inDays(41), text: 'Sixty voices sing folk songs from the fjords to the Black Sea. The last three are for everybody.' },
    { id: 'letters-from-the-coast', title: 'Letters from the Coast', kind: 'Talk', price: 7.5, organiser: 'Town Library', date: inDays(45), text: 'The author reads from her new novel and answers questions. Signed copies are for sale in the foyer.' },
    { id: 'open-stage-music-words-and-nonsense', title: 'Open Stage: Music, Words and Nonsense', kind: 'Comedy', price: 5, organiser: 'Cellar Stage', date: inDays(48), text: 'Anyone may perform for seven minutes. Sign up at the door until half past seven.' },
    { id: 'hansel-and-gretel', title: 'Hansel and Gretel', kind: 'Children', price: 9, organiser: 'Touring Opera Company', date: inDays(52), text: 'The opera in a shortened version for families, with a chamber orchestra in front of the stage.' },
    { id: 'first-steps-a-ballet-evening', title: 'First Steps: A Ballet Evening', kind: 'Dance', price: 26, organiser: 'Regional Dance Theatre', date: inDays(60), text: 'Three short pieces by young choreographers. An introduction is given half an hour before it starts.' }
  ]
}
