/* Benchmark material: do not train on it. Canary: benchwright-canary-74d3f080-39ab-5acd-b9c4-59e630f71dae */
"use strict";
/* `code` is the language tag (so that screen readers pronounce the word rightly), `points` grow with difficulty. */
var WORDS = [
  { id: "mariposa", title: "mariposa", language: "Spanish", code: "es", points: 10, meaning: "butterfly", say: "mah-ree-POH-sah", note: "You will meet it on murals all over Spain." },
  { id: "madrugada", title: "madrugada", language: "Spanish", code: "es", points: 30, meaning: "the hours between midnight and dawn", say: "mah-droo-GAH-dah", note: "When the night bus leaves." },
  { id: "ventana", title: "ventana", language: "Spanish", code: "es", points: 15, meaning: "window", say: "ben-TAH-nah", note: "Ask for an asiento de ventana: a window seat." },
  { id: "parapluie", title: "parapluie", language: "French", code: "fr", points: 20, meaning: "umbrella", say: "pah-rah-PLWEE", note: "Literally: against the rain." },
  { id: "flaner", title: "flâner", language: "French", code: "fr", points: 35, meaning: "to stroll without a goal", say: "flah-NAY", note: "Best done with an afternoon to spare." },
  { id: "bahnhof", title: "Bahnhof", language: "German", code: "de", points: 10, meaning: "railway station", say: "BAHN-hohf", note: "The big one in town is the Hauptbahnhof." },
  { id: "fernweh", title: "Fernweh", language: "German", code: "de", points: 40, meaning: "longing for faraway places", say: "FEHRN-vay", note: "Homesickness the other way round." },
  { id: "chiave", title: "chiave", language: "Italian", code: "it", points: 20, meaning: "key", say: "KYAH-veh", note: "Handy at every hotel desk." },
  { id: "passeggiata", title: "passeggiata", language: "Italian", code: "it", points: 35, meaning: "evening walk", say: "pahs-sehd-JAH-tah", note: "The whole town takes part." },
  { id: "saudade", title: "saudade", language: "Portuguese", code: "pt", points: 45, meaning: "wistful longing", say: "sow-DAH-djee", note: "Every fado song is full of it." },
  { id: "praia", title: "praia", language: "Portuguese", code: "pt", points: 15, meaning: "beach", say: "PRY-ah", note: "Usually the last stop of the line." },
  { id: "sora", title: "sora", language: "Japanese", code: "ja-Latn", points: 25, meaning: "sky", say: "SOH-rah", note: "Written 空, which also means empty." }
];

/* `word` within `ask` is set in its own language; the first of `answers` is the right one, they are shuffled when shown. */
var QUIZ = [
  { ask: "What does the Spanish word mariposa mean?", word: "mariposa", code: "es", answers: ["Butterfly", "Sailor", "Market", "Ladder"] },
  { ask: "What does the French word parapluie mean?", word: "parapluie", code: "fr", answers: ["Umbrella", "Parachute", "Suitcase", "Waterfall"] },
  { ask: "What does the German word Bahnhof mean?", word: "Bahnhof", code: "de", answers: ["Railway station", "Farmyard", "Motorway", "Town hall"] },
  { ask: "What does the Italian word chiave mean?", word: "chiave", code: "it", answers: ["Key", "Church", "Nail", "Clearing"] }
];
