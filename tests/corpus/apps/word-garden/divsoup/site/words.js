// title, language, points, meaning, example, taught by, next review
var SAMPLE = [
  ['Feierabend', 'German', 40, 'the free time once work is over', 'Endlich Feierabend!', 'Jonas Pohl', '2026-11-24'],
  ['Sobremesa', 'Spanish', 55, 'lingering and talking at the table after a meal', 'La sobremesa duró dos horas.', 'Lucía Ferrer', '2026-11-25'],
  ['Komorebi', 'Japanese', 70, 'sunlight that falls through leaves', '木漏れ日がきれいです。', 'Haruka Endo', '2026-11-23'],
  ['Flâner', 'French', 35, 'to stroll about without a goal', 'On flâne le long du canal.', 'Margot Petit', '2026-11-27'],
  ['Hygge', 'Danish', 25, 'cosiness shared with others', 'Vi hygger os i aften.', 'Søren Lund', '2026-11-28'],
  ['Saudade', 'Portuguese', 60, 'longing for something that is gone', 'Tenho saudades de ti.', 'Inês Duarte', '2026-11-24'],
  ['Meraki', 'Greek', 45, 'putting your heart into what you do', 'Μαγειρεύει με μεράκι.', 'Eleni Vlachou', '2026-12-01'],
  ['Abbiocco', 'Italian', 30, 'the sleepiness after a big meal', 'Mi è venuto l\'abbiocco.', 'Paolo Ricci', '2026-11-26'],
  ['Fika', 'Swedish', 20, 'a coffee break with something sweet', 'Ska vi ta en fika?', 'Elsa Norberg', '2026-11-30'],
  ['Keyif', 'Turkish', 50, 'quiet pleasure in the moment', 'Çay keyfi yapalım.', 'Deniz Aksoy', '2026-12-02'],
  ['Gezellig', 'Dutch', 25, 'pleasant, snug and in good company', 'Het was heel gezellig.', 'Femke Bos', '2026-11-29'],
  ['Nunchi', 'Korean', 65, 'the art of sensing what others feel', '눈치가 빨라요.', 'Park Jiwoo', '2026-12-03']
];

var QUIZ = [
  { q: 'You sit at the table long after the meal and talk. What is that in Spanish?', a: ['Sobremesa', 'Abbiocco', 'Fika'], ok: 0 },
  { q: 'Which language does "Komorebi" come from?', a: ['Korean', 'Greek', 'Japanese'], ok: 2 },
  { q: 'What does "Flâner" mean?', a: ['to fall asleep', 'to stroll without a goal', 'to brew coffee'], ok: 1 },
  { q: 'A German colleague says "Feierabend". What now?', a: ['A public holiday starts', 'Work is over for today', 'The fire alarm rings'], ok: 1 }
];
