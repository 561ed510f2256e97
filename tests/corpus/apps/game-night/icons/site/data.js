// What is on the shelf when the library opens for the first time.
// votes: who gave how many stars.
const START = {
  me: 'Robin',
  people: ['Robin', 'Mina', 'Oskar', 'Grandma Lou', 'Teo'],
  games: [
    { id: 'lantern', name: 'Lantern Harbour', kind: 'Family', min: 45, where: 'shelf', icon: '☀', votes: { Mina: 5, Oskar: 4 } },
    { id: 'goats', name: 'Mountain Goats', kind: 'Dice', min: 20, where: 'shelf', icon: '⚄', votes: { Teo: 3, Mina: 4, 'Grandma Lou': 5 } },
    { id: 'railway', name: 'Night Railway', kind: 'Strategy', min: 90, where: 'lent', icon: '⚙', votes: { Oskar: 5 } },
    { id: 'whisper', name: 'Whispering Woods', kind: 'Co-operative', min: 60, where: 'wanted', icon: '♣', votes: {} },
    { id: 'pickle', name: 'Pickle Panic', kind: 'Party', min: 15, where: 'shelf', icon: '☺', votes: { Teo: 5, Oskar: 2 } },
    { id: 'potions', name: 'Potion Peddlers', kind: 'Card game', min: 30, where: 'lent', icon: '⚗', votes: { 'Grandma Lou': 3 } },
    { id: 'reef', name: 'Coral & Claw', kind: 'Family', min: 40, where: 'shelf', icon: '♆', votes: {} },
    { id: 'atlas', name: 'Paper Atlas', kind: 'Strategy', min: 120, where: 'wanted', icon: '✦', votes: { Mina: 4, Teo: 4, Oskar: 5 } },
    { id: 'owl', name: 'Owl Post', kind: 'Card game', min: 25, where: 'lent', icon: '☾', votes: { Mina: 3 } },
    { id: 'heist', name: 'The Quiet Heist', kind: 'Co-operative', min: 75, where: 'shelf', icon: '♦', votes: { Teo: 4 } }
  ]
};

const QUESTIONS = [
  { q: 'How many dots are on an ordinary six-sided die altogether?', a: ['18', '21', '24'], right: 1 },
  { q: 'How many squares does a chessboard have?', a: ['64', '72', '81', '100'], right: 0 },
  { q: 'Which of these games is played with black and white stones?', a: ['Backgammon', 'Mahjong', 'Go'], right: 2 },
  { q: 'What does a "meeple" usually stand for?', a: ['A coin', 'A player\'s figure', 'A dice tower', 'The rule book'], right: 1 }
];
