export const topics = ['Lending', 'Garden', 'Pets', 'Repairs', 'Children', 'Lost & found', 'Getting around'];

export const examples = [
  { title: 'Who can lend me a tall ladder for Saturday?', topic: 'Lending', votes: 12, comments: [
    { name: 'Marta', text: 'Ours is four metres, you can fetch it at number 14.' },
    { name: 'Idris', text: 'I can hold it for you, just knock.' },
  ] },
  { title: 'Does anybody have spare tomato seedlings?', topic: 'Garden', votes: 9, comments: [
    { name: 'Josephine', text: 'I have far too many! San Marzano and a yellow cherry kind.' },
  ] },
  { title: 'Cat sitter wanted for the last week of July', topic: 'Pets', votes: 7, comments: [] },
  { title: 'How do I stop the radiator in the stairwell from knocking?', topic: 'Repairs', votes: 15, comments: [
    { name: 'Pavel', text: 'Bleed it first. If that does not help, the valve is in backwards.' },
    { name: 'Greta', text: 'Same here in number 8, bleeding it helped.' },
    { name: 'Noor', text: 'The caretaker has the key on Tuesdays.' },
  ] },
  { title: 'Is there a playgroup on weekday mornings?', topic: 'Children', votes: 11, comments: [] },
  { title: 'Found a blue bicycle helmet by the pond, whose is it?', topic: 'Lost & found', votes: 4, comments: [
    { name: 'Tom', text: 'Could be Emil’s from the corner house, I will ask.' },
  ] },
  { title: 'Which bus gets me to the hospital before eight?', topic: 'Getting around', votes: 6, comments: [
    { name: 'Annika', text: 'The 42 at 7:12, change at the town hall.' },
  ] },
  { title: 'May I borrow a carpet cleaner?', topic: 'Lending', votes: 3, comments: [] },
  { title: 'When does the hedge along Mill Lane get trimmed?', topic: 'Garden', votes: 8, comments: [] },
  { title: 'Can somebody recommend a patient dog trainer?', topic: 'Pets', votes: 10, comments: [
    { name: 'Sunita', text: 'Mrs Okafor on Park Road. Very calm, very kind.' },
    { name: 'Leo', text: 'Seconded. Our terrier even listens now. Sometimes.' },
  ] },
  { title: 'Bicycle pump with a French valve, anyone?', topic: 'Lending', votes: 2, comments: [] },
  { title: 'Who repairs old sewing machines?', topic: 'Repairs', votes: 13, comments: [
    { name: 'Brigitte', text: 'The repair café on the first Sunday of the month.' },
  ] },
  { title: 'Are there any babysitters aged sixteen or older?', topic: 'Children', votes: 14, comments: [] },
  { title: 'Lost: one grey knitted mitten, left hand', topic: 'Lost & found', votes: 1, comments: [] },
  { title: 'Would anyone share a car to the market on Fridays?', topic: 'Getting around', votes: 5, comments: [
    { name: 'Henk', text: 'I leave at nine and have three seats.' },
  ] },
  { title: 'What can I do about slugs without poison?', topic: 'Garden', votes: 17, comments: [
    { name: 'Rosa', text: 'Copper tape round the beds and go out with a torch at ten.' },
    { name: 'Wilf', text: 'Ducks. Seriously. Ask the Hansens.' },
  ] },
];
