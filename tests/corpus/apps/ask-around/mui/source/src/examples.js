export const TOPICS = [
  'Borrow & lend',
  'Garden',
  'Pets',
  'Repairs',
  'Kids & school',
  'Getting around',
  'Local tips',
  'Events',
  'Other',
];

const q = (id, title, topic, votes, comments = []) => ({
  id,
  title,
  topic,
  votes,
  comments: comments.map(([name, text], i) => ({ id: `${id}-${i + 1}`, name, text })),
});

export const EXAMPLES = [
  q('q1', 'Who can lend me a tall ladder for Saturday?', 'Borrow & lend', 7, [
    ['Petra', 'We have a 4 m one in the garage. Ring at number 12.'],
    ['Luis', 'Mine is a bit shorter, but you are welcome to it.'],
  ]),
  q('q2', 'When is the paper collected this month?', 'Local tips', 15, [
    ['Anneke', 'Second Tuesday, put it out before seven.'],
  ]),
  q('q3', 'Could somebody feed two cats in the first week of August?', 'Pets', 4),
  q('q4', 'Is there a plumber you would call again?', 'Repairs', 22, [
    ['Graham', 'Mrs Novak from Mill Lane. Came the same day and was fair.'],
    ['Sofia', 'Seconded, she fixed our boiler as well.'],
    ['Imran', 'Do not call the number on the flyer, it cost us a fortune.'],
  ]),
  q('q5', 'What grows well on a shady balcony?', 'Garden', 11, [
    ['Dora', 'Ferns, hostas and mint. The mint will take over, though.'],
  ]),
  q('q6', 'Does anyone drive to the railway station around 7:30?', 'Getting around', 6),
  q('q7', 'Which babysitters do you recommend?', 'Kids & school', 13, [
    ['Mei', 'Lena, 17, from the corner house. Our twins adore her.'],
  ]),
  q('q8', 'Has anybody seen a grey tabby with a red collar?', 'Pets', 18, [
    ['Oskar', 'Yesterday evening behind the bakery!'],
    ['Ruth', 'We will check our shed tonight.'],
  ]),
  q('q9', 'Shall we have a street party in September?', 'Events', 31, [
    ['Tom', 'Yes please. I bring the grill.'],
    ['Yasmin', 'I can ask the council about closing the road.'],
    ['Petra', 'Count us in for benches and salads.'],
    ['Graham', 'Any Saturday but the 14th.'],
  ]),
  q('q10', 'Where can I get a bicycle tyre mended nearby?', 'Repairs', 9),
  q('q11', 'Who has tomato seedlings to swap?', 'Garden', 5, [
    ['Henrik', 'Six San Marzano looking for a home.'],
  ]),
  q('q12', 'Is the footpath by the brook open again?', 'Local tips', 8),
  q('q13', 'Can someone help my father with his new phone?', 'Other', 12, [
    ['Jonas', 'Happy to, Thursday after school?'],
  ]),
  q('q14', 'Would anybody share a weekly vegetable box?', 'Other', 3),
  q('q15', 'Anyone for a walking bus to the primary school?', 'Kids & school', 17, [
    ['Mei', 'We would join from Oak Street.'],
    ['Imran', 'I can take Mondays.'],
  ]),
];
