const GAMES = [
  { id: 'harbor', name: 'Harbour Lights', kind: 'Strategy', minutes: 90, players: '2–4', col: 'shelf', votes: [5, 4, 5],
    about: 'Ship goods between six lighthouses and keep an eye on the tide.' },
  { id: 'acorn', name: 'Acorn Rush', kind: 'Family', minutes: 25, players: '2–6', col: 'lent', votes: [4, 3],
    about: 'Squirrels, dice and a very angry owl. Works from six years on.' },
  { id: 'whisper', name: 'Whisper Code', kind: 'Party', minutes: 20, players: '4–10', col: 'shelf', votes: [5, 5, 4, 4],
    about: 'Two teams, one word each, and nobody may laugh.' },
  { id: 'glacier', name: 'Glacier Nine', kind: 'Co-operative', minutes: 60, players: '1–4', col: 'wanted', votes: [],
    about: 'Bring the research station home before the ice opens.' },
  { id: 'tiles', name: 'Lisbon Tiles', kind: 'Family', minutes: 45, players: '2–4', col: 'shelf', votes: [4, 4, 5],
    about: 'Lay blue tiles, collect patterns, leave your neighbour the broken ones.' },
  { id: 'baron', name: 'Railway Barons', kind: 'Strategy', minutes: 150, players: '3–5', col: 'lent', votes: [3],
    about: 'Shares, tracks and long evenings. Bring sandwiches.' },
  { id: 'spoons', name: 'Seven Spoons', kind: 'Cards', minutes: 15, players: '3–7', col: 'shelf', votes: [2, 3, 4],
    about: 'A quick card game in which the loudest cook wins.' },
  { id: 'lantern', name: 'Lantern Parade', kind: 'Co-operative', minutes: 40, players: '2–5', col: 'wanted', votes: [5],
    about: 'Lead the children through the dark without losing a lantern.' },
  { id: 'duel', name: 'Orchard Duel', kind: 'Cards', minutes: 30, players: '2', col: 'shelf', votes: [4, 5],
    about: 'Two gardeners, one fence, forty cards.' }
];

const QUIZ = [
  { q: 'How many squares does a chess board have?', a: ['49', '64', '81', '100'], right: 1 },
  { q: 'Which game has letters with point values?', a: ['Scrabble', 'Backgammon', 'Mikado', 'Ludo'], right: 0 },
  { q: 'How many pips are on a normal six-sided die in all?', a: ['18', '20', '21', '24'], right: 2 },
  { q: 'In which game do you "go" with black and white stones?', a: ['Dominoes', 'Halma', 'Nine Men’s Morris', 'Go'], right: 3 }
];
