const sampleNotes = () => [
  { id: 1, title: 'On walking without a destination', notebook: 'Morning pages', minutes: 4, fav: true,
    text: 'The route only becomes visible afterwards, like a sentence you did not know you were writing.' },
  { id: 2, title: 'Footnotes are where authors confess', notebook: 'Thesis', minutes: 11, fav: false,
    text: 'Chapter two keeps shrinking while its footnotes grow. Perhaps they are the chapter.' },
  { id: 3, title: 'Three kinds of silence', notebook: 'Morning pages', minutes: 2, fav: false,
    text: 'Before speaking, after speaking, and instead of it.' },
  { id: 4, title: 'Questions for Professor Amsel', notebook: 'Thesis', minutes: 6, fav: false,
    text: 'Is a diary a source or a witness? And who may cross-examine it?' },
  { id: 5, title: 'Bread as a clock', notebook: 'Kitchen', minutes: 3, fav: true,
    text: 'Sourdough does not care for deadlines, but it does keep time.' },
  { id: 6, title: 'What grandmother called the sea', notebook: 'Family', minutes: 8, fav: false,
    text: 'She said “the big quiet”, though she had only heard it in storms.' },
  { id: 7, title: 'A list of doors', notebook: 'Loose sheets', minutes: 1, fav: false,
    text: 'The blue one in Porto. The one that never shut. The one I should have knocked on.' }
];
