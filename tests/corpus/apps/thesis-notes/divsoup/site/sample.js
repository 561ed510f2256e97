function sampleNotes() {
  return [
    { id: 1, title: 'Why I write before breakfast', notebook: 'Mornings', minutes: 4, fav: true, text: 'Before the day has an opinion, I still have mine. Three pages, no phone, no plan.' },
    { id: 2, title: 'On the word "enough"', notebook: 'Loose thoughts', minutes: 2, fav: false, text: 'It comes from a root that means to reach. Funny: today it is the word for stopping.' },
    { id: 3, title: 'Chapter two, the knot', notebook: 'Thesis', minutes: 11, fav: false, text: 'The archive contradicts the interviews. What if both are right, but about different years?' },
    { id: 4, title: 'A walk along the canal', notebook: 'Outside', minutes: 6, fav: false, text: 'Two herons, one of them pretending to be a post. The lock keeper waters his tomatoes at six.' },
    { id: 5, title: 'What Grandmother said about soup', notebook: 'Family', minutes: 3, fav: true, text: 'You cannot hurry it and you cannot leave it. Same with people, she said.' },
    { id: 6, title: 'Reading list for the winter', notebook: 'Books', minutes: 1, fav: false, text: 'Sebald again, slowly. Then something with jokes.' },
    { id: 7, title: 'Questions for Professor Adler', notebook: 'Thesis', minutes: 5, fav: false, text: 'Is a footnote allowed to doubt the sentence it hangs on?' },
    { id: 8, title: 'The neighbour\'s piano', notebook: 'Loose thoughts', minutes: 2, fav: false, text: 'Always the same bar, always the same mistake. I would miss the mistake.' },
    { id: 9, title: 'Notes on forgetting', notebook: 'Thesis', minutes: 9, fav: false, text: 'An archive is also a list of what somebody decided to lose.' },
    { id: 10, title: 'Rain, third day', notebook: 'Outside', minutes: 0, fav: false, text: 'Still.' }
  ];
}
