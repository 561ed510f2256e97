const word = (title, language, points, meaning, teacher, review) => ({ id: crypto.getRandomValues(new Uint32Array(1))[0].toString(36), title, language, points, meaning, teacher, review });

const starterWords = () => [
  word('Takk', 'Icelandic', 5, 'thank you', 'Sigrún', '2026-11-23'),
  word('Craic', 'Irish', 20, 'good fun and good talk', 'Aoife', '2026-11-25'),
  word('Hiraeth', 'Welsh', 35, 'homesickness for a place you cannot return to', 'Gwen', '2026-11-24'),
  word('Asante', 'Swahili', 5, 'thank you', 'Juma', '2026-11-26'),
  word('Ubuntu', 'Zulu', 30, 'I am because we are', 'Thandi', '2026-11-28'),
  word('Tarab', 'Arabic', 40, 'being carried away by music', 'Layla', '2026-11-27'),
  word('Jugaad', 'Hindi', 25, 'a clever makeshift solution', 'Ravi', '2026-11-29'),
  word('Sisu', 'Finnish', 30, 'grit, not giving up', 'Mikko', '2026-11-30'),
  word('Mamihlapinatapai', 'Yaghan', 80, 'a look shared by two who both hope the other begins', 'Cristina', '2026-12-01'),
  word('Tingo', 'Rapa Nui', 45, 'to borrow things one by one until nothing is left', 'Tiare', '2026-12-02'),
  word('Pochemuchka', 'Russian', 30, 'a child that keeps asking why', 'Olga', '2026-12-03'),
  word('Gigil', 'Tagalog', 20, 'the urge to squeeze something cute', 'Maricel', '2026-12-04'),
  word('Aloha', 'Hawaiian', 5, 'hello, goodbye and love', 'Keoni', '2026-12-05'),
];

const questions = [
  { text: 'How do you thank someone in Icelandic?', options: ['Asante', 'Takk', 'Sisu', 'Aloha'], answer: 'Takk' },
  { text: '“Jugaad” is …', options: ['a makeshift solution', 'a mountain pass', 'a kind of tea', 'a greeting'], answer: 'a makeshift solution' },
  { text: 'Which word is about music?', options: ['Tingo', 'Gigil', 'Tarab', 'Craic'], answer: 'Tarab' },
  { text: 'A child that keeps asking “why?” is a …', options: ['Hiraeth', 'Ubuntu', 'Takk', 'Pochemuchka'], answer: 'Pochemuchka' },
];
