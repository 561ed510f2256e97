// subject → colour and icon (24 × 24, stroked)
const SUBJECTS = {
  Languages: ['#4f7cac', 'M4 5h11v8H9l-3 3v-3H4zM17 9h3v7h-2v3l-3-3h-4'],
  Crafts: ['#b5683a', 'M14 4l6 6-3 3-6-6zM11 9L4 16v4h4l7-7'],
  Kitchen: ['#a8443f', 'M4 11h16v3a6 6 0 0 1-6 6h-4a6 6 0 0 1-6-6zM8 8c0-2 2-2 2-4M13 8c0-2 2-2 2-4'],
  Computers: ['#3f8577', 'M4 5h16v11H4zM9 20h6M12 16v4'],
  Music: ['#7a5aa6', 'M9 18V6l10-2v12M9 18a2.5 2.5 0 1 1-2.5-2.5A2.5 2.5 0 0 1 9 18zM19 16a2.5 2.5 0 1 1-2.5-2.5A2.5 2.5 0 0 1 19 16z'],
  Body: ['#5c8a3c', 'M12 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM4 10h16M12 10v5M12 15l-4 6M12 15l4 6'],
  Money: ['#8f7a2a', 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM15 8.5a4 4 0 1 0 0 7M7.5 11h5M7.5 13.5h5']
};

// title | subject | evenings | weekday and time | teacher | room | fee | starts | text
const COURSES = `
Italian for the Piazza|Languages|12|Mon 18:30|Chiara Bellini|204|138|11 Jan|Order, ask, joke: spoken Italian from the first evening. No grammar tables before the third week, promised.
Spanish from Zero|Languages|15|Tue 19:00|Andrés Molina|204|165|12 Jan|A full term for people who have never said a word of Spanish. Small groups, a lot of talking, a film at the end.
French Conversation|Languages|10|Wed 18:30|Odile Renard|205|118|13 Jan|For those who once learnt it and lost it. We talk about the news, food and neighbours.
Portuguese in a Month|Languages|4|Thu 18:00|Inês Couto|205|59|4 Feb|Four dense evenings before your holiday: greetings, numbers, trains, dinner.
Sign Language Basics|Languages|8|Mon 19:00|Marek Dunaj|103|89|1 Feb|Finger alphabet, first hundred signs and a lot about the culture behind them.
English for the Office|Languages|10|Thu 19:30|Paula Whitcombe|206|125|14 Jan|Mails, calls and meetings without sweating. Bring your own examples.
Greek Letters and Words|Languages|6|Fri 18:00|Eleni Vasilaki|206|74|15 Jan|Read every sign in Athens after three evenings, order your dinner after six.
Bookbinding by Hand|Crafts|5|Tue 18:00|Henrike Moll|Workshop 1|95|19 Jan|Fold, sew, glue. You take home three notebooks and one proper hardcover.
Wooden Spoons|Crafts|3|Fri 18:30|Tom Ashdown|Workshop 2|66|5 Feb|Green wood, a knife, a hook knife and patience. Plasters are provided.
Sewing: a Skirt that Fits|Crafts|7|Wed 19:00|Nadia Sabri|Workshop 1|112|20 Jan|Measure, cut and sew one skirt from your own fabric, zip included.
Pottery at the Wheel|Crafts|9|Thu 18:30|Yuki Tanabe|Cellar|149|14 Jan|Centre the clay, pull up the walls, throw away the first ten. Firing included.
Mending Club|Crafts|2|Mon 18:00|Nadia Sabri|Workshop 1|24|18 Jan|Darning, patching and invisible stitches for your favourite clothes.
Repair your Bike|Crafts|4|Tue 19:00|Jonas Petri|Yard|58|2 Mar|Brakes, gears, flat tyres. Come with your own bike, leave with clean hands.
Sourdough Bread|Kitchen|3|Wed 18:00|Agnes Fuhr|Kitchen|69|27 Jan|Start a starter, keep it alive and bake a loaf that cracks. Tasting every evening.
Weeknight Indian|Kitchen|5|Thu 18:30|Rohan Mehta|Kitchen|98|21 Jan|Five dals, five vegetables, five breads — each ready in forty minutes.
Knife Skills|Kitchen|1|Fri 18:00|Bastien Roy|Kitchen|32|29 Jan|One evening, one onion after the other. Sharpening stone included.
Cheese at Home|Kitchen|2|Tue 18:30|Agnes Fuhr|Kitchen|45|9 Feb|Ricotta and mozzarella on the first evening, a young pressed cheese on the second.
Vegetarian Feasts|Kitchen|6|Mon 18:30|Lila Okafor|Kitchen|119|18 Jan|Menus for eight without anybody missing the roast.
Spreadsheets without Fear|Computers|6|Mon 18:30|Gregor Hahn|PC 1|84|11 Jan|Sums, filters and pivot tables with data from real life: rent, running, recipes.
First Steps in Python|Computers|14|Wed 18:30|Samira Haddad|PC 1|172|13 Jan|Variables to small programs. You finish with a bot that sorts your photographs.
Make your own Website|Computers|8|Thu 18:00|Samira Haddad|PC 2|109|14 Jan|HTML and CSS by hand. No kit, no cloud, a page that will still work in twenty years.
Safe Online|Computers|2|Tue 18:30|Gregor Hahn|PC 2|22|26 Jan|Passwords, backups, scams. Bring your telephone and your questions.
Photo Editing|Computers|5|Fri 18:30|Ilse Brandt|PC 1|79|22 Jan|Crop, correct, stop in time. With free software.
Choir for Everyone|Music|16|Tue 19:30|Daniel Osei|Hall|96|12 Jan|No audition. Pop, folk and one Bach chorale until the concert in May.
Ukulele in Ten Evenings|Music|10|Wed 19:00|Kim Laurens|301|115|13 Jan|Four strings, four chords, two hundred songs.
Reading Music|Music|4|Mon 18:00|Daniel Osei|301|48|8 Feb|What all those dots mean, sung, clapped and written.
Hand Drums|Music|6|Fri 19:00|Aminata Sow|Hall|82|15 Jan|Djembe for beginners. Instruments are here; earplugs too.
Yoga after Work|Body|12|Mon 20:00|Vera Lind|Gym|108|11 Jan|Slow sequences for people who sit all day. Mats are there.
Swing Dance|Body|8|Thu 20:00|Max & Rosie Keller|Hall|99|21 Jan|Lindy hop, no partner needed, we change partners all the time anyway.
A Better Back|Body|6|Tue 18:00|Vera Lind|Gym|62|19 Jan|Thirty exercises you can do without equipment, at home or in the lift.
Self-defence|Body|5|Wed 20:00|Ruth Amsel|Gym|70|3 Feb|Voice, distance, exits; and a handful of moves you will remember.
Bookkeeping Basics|Money|11|Tue 18:30|Frauke Ebel|102|145|12 Jan|Debit, credit, annual accounts for small firms and clubs.
Your Tax Return|Money|3|Thu 18:30|Frauke Ebel|102|39|18 Feb|We fill in the forms together. Bring the shoebox.
Saving and Investing|Money|4|Wed 18:30|Piotr Zielny|102|52|24 Feb|Interest, funds, fees. No products are sold here.
`.trim().split('\n').map(line => {
  const [title, subject, evenings, when, teacher, room, fee, starts, text] = line.split('|');
  const slug = title.toLowerCase().replace(/[^a-z]+/g, '-').replace(/^-|-$/g, '');
  return { slug, title, subject, evenings: +evenings, when, teacher, room, fee: +fee, starts, text };
});
