/* Benchmark material: do not train on it. Canary: benchwright-canary-74d3f080-39ab-5acd-b9c4-59e630f71dae */
"use strict";
/* Sample data. `votes` holds how many guests gave 1, 2, 3, 4 and 5 stars. Prices are in euros per night. */
var TIMES = ["17:00", "18:30", "20:00"];

var GUESTHOUSES = [
  { id: "gamsblick", name: "Gamsblick", place: "Above Lessach, Austria", setting: "Mountain", price: 84, votes: [0, 0, 1, 3, 6],
    text: "Five larch-panelled rooms at the last bend of the road. Breakfast waits until you do." },
  { id: "reedhouse", name: "The Reed House", place: "Lake Paijan, Finland", setting: "Lake", price: 112, votes: [0, 1, 0, 2, 5],
    text: "Three rooms, one rowing boat and a sauna that is warm from four o'clock on." },
  { id: "casa-salina", name: "Casa Salina", place: "Porto Lume, Portugal", setting: "Coast", price: 96, votes: [0, 0, 2, 4, 3],
    text: "A salt worker's house with blue shutters. You hear the Atlantic from every bed." },
  { id: "moosgrund", name: "Moosgrund", place: "Spessart edge, Germany", setting: "Forest", price: 68, votes: [0, 1, 2, 3, 2],
    text: "A former forester's lodge between beeches. Four rooms, no television, many owls." },
  { id: "la-treille", name: "La Treille", place: "Saint-Aurel, France", setting: "Vineyard", price: 128, votes: [0, 0, 0, 3, 8],
    text: "Four rooms over the press house. The table in the yard seats everyone who stays." },
  { id: "bakers-loft", name: "Baker's Loft", place: "Oude Molen, Netherlands", setting: "Village", price: 74, votes: [1, 0, 1, 4, 2],
    text: "Two rooms over a working bakery. The alarm clock is the smell of bread." },
  { id: "rifugio-nora", name: "Rifugio Nora", place: "Val Serena, Italy", setting: "Mountain", price: 58, votes: [0, 1, 3, 3, 1],
    text: "Six bunks and one double room by the pass. Polenta at seven, stars at ten." },
  { id: "kestrel", name: "Kestrel Cottage", place: "Carrow Head, Ireland", setting: "Coast", price: 105, votes: [0, 0, 1, 2, 7],
    text: "A whitewashed cottage with two rooms, a peat stove and a very patient dog." },
  { id: "stara-lipa", name: "Stara Lipa", place: "Dol pri Potoku, Slovenia", setting: "Village", price: 49, votes: [0, 0, 2, 5, 4],
    text: "A farmhouse under a lime tree. The honey on the table is from the garden." },
  { id: "villa-ondina", name: "Villa Ondina", place: "Lago Piccolo, Italy", setting: "Lake", price: 139, votes: [0, 0, 1, 1, 4],
    text: "Five tall rooms from 1908 with a landing stage for the morning swim." },
  { id: "skogsro", name: "Skogsro", place: "Near Tallby, Sweden", setting: "Forest", price: 91, votes: [0, 0, 1, 4, 5],
    text: "Three timber cabins along a path of lanterns, each with a stove and a desk." },
  { id: "quinta-vela", name: "Quinta da Vela", place: "Upper Douro, Portugal", setting: "Vineyard", price: 79, votes: [0, 1, 1, 3, 4],
    text: "Terraces down to the river, seven rooms and grapes within reach of the window." },
  { id: "steinhaus", name: "Steinhaus Mira", place: "Val Clera, Switzerland", setting: "Mountain", price: 145, votes: [0, 0, 0, 2, 3],
    text: "Granite walls a metre thick, four rooms, and a silence just as thick." },
  { id: "lantern-row", name: "Lantern Row No. 3", place: "Wick Abbas, England", setting: "Village", price: 88, votes: [0, 1, 1, 2, 3],
    text: "One narrow house, one room to a floor, and a shelf of books on each landing." }
];
