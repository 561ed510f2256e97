// Fourteen sample questions. Comments: [name, text].
export default [
  ['Who fixes bicycles near the station?', 'Services', 23, 'Mel', 'My back wheel wobbles and the shop on Elm Road closed in May.', [['Otto', 'Try the shed behind the library on Saturdays.'], ['Bea', 'Otto is right, they take donations only.']]],
  ['Is the playground on Fern Street safe again?', 'Families', 41, 'Jana', 'There was tape round the slide for weeks.', [['Council desk', 'The slide was repaired on Monday.']]],
  ['Lost: grey cat with one white paw', 'Pets', 58, 'Ruben', 'Answers to Biscuit. Last seen by the allotments.', [['Ivy', 'I saw a grey cat near number 40 this morning.']]],
  ['When is the bulky waste collected?', 'Town', 17, 'Pat', 'The calendar online says “soon”.', []],
  ['Anyone up for a street breakfast in June?', 'Events', 36, 'Noor', 'One long table, everybody brings something. I can ask for the permit.', [['Dev', 'We bring two benches!'], ['Mel', 'Coffee for thirty is on me.']]],
  ['Which dentist takes new patients?', 'Services', 12, 'Sofia', 'Just moved in, and everyone says they are full.', []],
  ['Why are the street lamps on at noon?', 'Town', 29, 'Harald', 'Third day in a row on Mill Lane.', [['Jana', 'I reported it, they are testing the new sensors.']]],
  ['Babysitter for Thursday evenings?', 'Families', 8, 'Kim', 'Two children, 4 and 7, both like dinosaurs.', []],
  ['Where may dogs run free?', 'Pets', 33, 'Ludo', 'The signs by the river disagree with each other.', [['Ruben', 'Only the fenced meadow, the rest is on the lead.']]],
  ['Who has a ladder of six metres to lend?', 'Lending', 5, 'Bea', 'For one gutter, one afternoon.', []],
  ['Is there a choir that takes beginners?', 'Events', 19, 'Tilda', 'I can hold a tune on good days.', [['Noor', 'Tuesdays at seven in the old school.']]],
  ['Tomato seedlings to give away – interested?', 'Lending', 27, 'Ivy', 'I have forty too many. Bring your own pots.', []],
  ['Can the bakery open earlier on Sundays?', 'Services', 47, 'Dev', 'Eight is late for people with toddlers. Vote if you agree!', [['Kim', 'Very much so.']]],
  ['How loud may the summer fair be?', 'Events', 14, 'Harald', 'Last year it went on until two.', []]
].map(([title, topic, votes, by, text, comments], i) => ({
  id: i + 1, title, topic, votes, by, text, comments: comments.map(([name, text]) => ({ name, text }))
}))
