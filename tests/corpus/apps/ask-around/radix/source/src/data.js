export const TOPICS = ['Borrow & lend', 'Garden', 'House & repairs', 'Children', 'Pets', 'Getting around', 'Get-togethers', 'Other']

const c = (name, text) => ({ id: crypto.randomUUID?.() ?? String(Math.random()), name, text })

export const seedQuestions = () => [
  { id: 'q1', title: 'Who can lend me a tall ladder on Saturday?', topic: 'Borrow & lend', votes: 12, comments: [c('Marta', 'Ours is 4.5 metres, pick it up any time after ten.'), c('Mr Okafor', 'I have a roof hook too if you need one.')] },
  { id: 'q2', title: 'Which plumber comes out at short notice?', topic: 'House & repairs', votes: 31, comments: [c('Jonas', 'Brandt & Daughter were here within two hours.')] },
  { id: 'q3', title: 'Is anyone going to the recycling centre this week?', topic: 'Getting around', votes: 7, comments: [] },
  { id: 'q4', title: 'What is eating my courgettes?', topic: 'Garden', votes: 18, comments: [c('Ines', 'Slugs. Go out with a torch after dark and you will see.'), c('Paul', 'Coffee grounds around the stems helped us.'), c('Sadia', 'Or a saucer of beer!')] },
  { id: 'q5', title: 'Could somebody feed two cats in the first week of August?', topic: 'Pets', votes: 9, comments: [c('Lena (11)', 'I would love to! My mum says yes.')] },
  { id: 'q6', title: 'Are there free places in the playgroup at St Anne’s?', topic: 'Children', votes: 5, comments: [] },
  { id: 'q7', title: 'When is the street party this year?', topic: 'Get-togethers', votes: 42, comments: [c('Committee', 'Second Saturday in September, from three.'), c('Tom', 'I will bring the long tables again.')] },
  { id: 'q8', title: 'Does anyone have spare tomato seedlings?', topic: 'Garden', votes: 14, comments: [] },
  { id: 'q9', title: 'Who knows how to bleed an old radiator?', topic: 'House & repairs', votes: 16, comments: [c('Greta', 'You need a square key, I have one to lend.')] },
  { id: 'q10', title: 'Has anybody seen a grey tabby called Miso?', topic: 'Pets', votes: 27, comments: [] },
  { id: 'q11', title: 'Can we share a car to the late shift at the hospital?', topic: 'Getting around', votes: 11, comments: [c('Nadia', 'I drive Mondays and Thursdays at 21:15.')] },
  { id: 'q12', title: 'Where can children learn to swim nearby?', topic: 'Children', votes: 20, comments: [] },
  { id: 'q13', title: 'May I borrow a sewing machine for one evening?', topic: 'Borrow & lend', votes: 3, comments: [] },
  { id: 'q14', title: 'Would you join a monthly board game night?', topic: 'Get-togethers', votes: 24, comments: [c('Ravi', 'Yes! Fridays suit us best.')] },
]
