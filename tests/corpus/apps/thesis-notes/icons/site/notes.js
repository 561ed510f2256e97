// What a new notebook contains.
const SAMPLES = [
  { title: 'On walking without a destination', notebook: 'Walks', minutes: 4, fav: true, text: 'The route decides itself at every corner. I notice that I think in the rhythm of my steps, and that a sentence which does not survive two hundred metres was not worth keeping.' },
  { title: 'What a margin is for', notebook: 'Thesis', minutes: 7, fav: false, text: 'Chapter two argues with its footnotes. Perhaps the argument should move up into the text, and the text down. A margin is the place where a reader becomes a writer.' },
  { title: 'Grandfather\'s radio', notebook: 'Memory', minutes: 3, fav: true, text: 'It hummed before it spoke. The dial glowed green, and all the cities were written on it, Hilversum next to Tromsø, as though one could move there with a finger.' },
  { title: 'Three kinds of silence', notebook: 'Essays', minutes: 9, fav: false, text: 'The silence before an answer. The silence after one. And the silence in a room in which nobody is expecting anything, which is the only one that rests you.' },
  { title: 'Reading list for the winter', notebook: 'Books', minutes: 2, fav: false, text: 'Montaigne again, slowly. The letters of Tove Jansson. Something about moss. One crime novel for the train.' },
  { title: 'Objections from my supervisor', notebook: 'Thesis', minutes: 5, fav: false, text: 'She says: too many examples, too little claim. She is right. State the claim in one line and let each example earn its keep.' },
  { title: 'The baker at half past five', notebook: 'Walks', minutes: 1, fav: false, text: 'The only lit window in the street. He waves with a floury hand, as if we both were guilty of something.' },
  { title: 'Why I stopped underlining', notebook: 'Books', minutes: 6, fav: true, text: 'Underlining says: somebody clever was here. Copying a passage by hand says: I was here. The second takes longer and stays longer.' },
  { title: 'Dream of the long corridor', notebook: 'Memory', minutes: 2, fav: false, text: 'Every door had my handwriting on it, but I could not read it. I woke up content.' },
  { title: 'A letter I will not send', notebook: 'Essays', minutes: 8, fav: false, text: 'Dear M., you asked whether I was angry. I was not; I was busy finding the word for it, and by the time I had it, it was no longer true.' },
  { title: 'Ideas for the last chapter', notebook: 'Thesis', minutes: 12, fav: false, text: 'End with the archive, not with the theory. Let the boxes speak. Consider closing on the blank page in folder nineteen.' }
];
