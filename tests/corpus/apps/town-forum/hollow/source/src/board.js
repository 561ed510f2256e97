export const topics = ['Traffic', 'Garden', 'Animals', 'Noise', 'Sharing'];

export const questions = [
  ['Whose turn is it to sweep the arcade?', 'Sharing', 21, 3],
  ['Can we get a zebra crossing at the kiosk?', 'Traffic', 63, 8],
  ['Which tree may I plant by the fence?', 'Garden', 14, 2],
  ['Who owns the rooster on Vine Street?', 'Animals', 52, 11],
  ['Is leaf blowing allowed before eight?', 'Noise', 47, 6],
  ['Does anybody have a cargo bike to share?', 'Sharing', 29, 4],
  ['When will the roadworks on the bridge end?', 'Traffic', 38, 5],
  ['How do I keep snails off the lettuce?', 'Garden', 18, 7],
  ['Where do the swifts nest this year?', 'Animals', 24, 1],
  ['May the band rehearse in the old school?', 'Noise', 33, 9],
  ['Is there a tool library nearby?', 'Sharing', 41, 3],
  ['Why is the bus stop gone?', 'Traffic', 57, 6],
  ['Who swaps tomato seedlings?', 'Garden', 12, 2],
  ['Has anybody lost a tortoise?', 'Animals', 69, 14],
].map(([title, topic, votes, comments], i) => ({ id: i + 1, title, topic, votes, comments }));

// what is shown as "comments" under whichever question is opened
export const cannedComments = [
  ['Greta', 'Good question, I have been wondering as well.'],
  ['Milan', 'Ask at the town hall, room 12. They were very kind.'],
  ['Aunt Bea', 'We solved this in 2009, let me look for the papers.'],
];

// the picture of a result list: used for every search and every filter
export const cannedHits = questions.slice(3, 6);
