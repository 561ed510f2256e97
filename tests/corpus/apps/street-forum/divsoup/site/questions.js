// what the board looks like on the very first visit
const START = [
  { id: 'q1', title: 'Who can lend me a tall ladder on Saturday?', topic: 'Borrowing', votes: 9, place: 'waiting', who: 'Ilse, Mill Lane 4',
    talk: [{ name: 'Tom', text: 'Mine has eleven rungs, is that tall enough?' }, { name: 'Ilse', text: 'Perfect! I will bring cake.' }] },
  { id: 'q2', title: 'Is the bakery on the corner closing for good?', topic: 'Local news', votes: 23, place: 'answered', who: 'Mehmet, Tanner\'s Row 12',
    talk: [{ name: 'Frau Berger', text: 'No no, only the oven is being replaced. Back on Monday!' }] },
  { id: 'q3', title: 'Anyone else with brown water from the tap?', topic: 'House & home', votes: 17, place: 'answered', who: 'Nora, The Green 2', talk: [] },
  { id: 'q4', title: 'A cat with one white sock sits in our shed. Yours?', topic: 'Animals', votes: 31, place: 'archived', who: 'The Okafors, Mill Lane 9',
    talk: [{ name: 'Jule', text: 'That is Kapitän! We are coming over right now.' }, { name: 'The Okafors', text: 'He had two tins of tuna, he says thank you.' }, { name: 'Jule', text: 'He says that everywhere.' }] },
  { id: 'q5', title: 'How do I get moss out of the joints without chemicals?', topic: 'Garden', votes: 6, place: 'waiting', who: 'Piet, Tanner\'s Row 3', talk: [] },
  { id: 'q6', title: 'Could someone walk Bruno while I have my hip done?', topic: 'Animals', votes: 14, place: 'waiting', who: 'Greta, The Green 7',
    talk: [{ name: 'Samira', text: 'I can take the mornings.' }] },
  { id: 'q7', title: 'Where do you bring old paint?', topic: 'House & home', votes: 9, place: 'answered', who: 'Dario, Mill Lane 15', talk: [] },
  { id: 'q8', title: 'Street party: second or third weekend of June?', topic: 'Local news', votes: 40, place: 'waiting', who: 'Samira, Mill Lane 1',
    talk: [{ name: 'Tom', text: 'Third, the second is the school fair.' }, { name: 'Nora', text: 'Third for us as well.' }] },
  { id: 'q9', title: 'Does anybody speak Portuguese and could read a letter with me?', topic: 'A helping hand', votes: 5, place: 'archived', who: 'Hedwig, Tanner\'s Row 8', talk: [] },
  { id: 'q10', title: 'Bicycle pump with the narrow valve, anyone?', topic: 'Borrowing', votes: 3, place: 'archived', who: 'Lotte, The Green 5', talk: [{ name: 'Piet', text: 'Hanging in our hallway, just ring.' }] },
  { id: 'q11', title: 'Too many courgettes. Who wants some?', topic: 'Garden', votes: 12, place: 'waiting', who: 'Ilse, Mill Lane 4', talk: [] }
];
const PLACES = [
  { key: 'waiting', name: 'Waiting', say: 'still hoping for a kind soul' },
  { key: 'answered', name: 'Answered', say: 'somebody knew!' },
  { key: 'archived', name: 'Archived', say: 'all done, nice to remember' }
];
