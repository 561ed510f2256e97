/* Benchmark material: do not train on it. Canary: benchwright-canary-74d3f080-39ab-5acd-b9c4-59e630f71dae */
"use strict";

/** Everything that makes this app speak of guesthouses. */
App.data = {
  "brand": {"name": "Slow Nights", "tagline": "Sleep somewhere with a story", "accent": 14},
  "words": {"item": "guesthouse", "items": "guesthouses"},
  "facets": {"group": {"label": "Setting", "values": ["Seaside", "Mountains", "Countryside", "Old town", "Lakeside"]}, "amount": {"label": "Price per night", "kind": "money", "unit": "€", "minimum": 35.0, "maximum": 240.0, "decimals": 0, "sums": false}, "date": {"label": "Next free night"}, "person": {"label": "Host"}, "stock": {"label": "Rooms left"}, "rating": {"label": "Guest rating"}},
  "config": {"booking": {"times": ["17:00", "18:30", "20:00"]}, "filter": {"control": "select"}},
  "items": [
    {"id": "shepherd-s-pass", "title": "Shepherd's Pass", "group": "Mountains", "amount": 58.0, "date": "2026-12-23", "person": "Ayaka Inoue", "stock": 3, "rating": 3.7, "description": "The last roof before the ridge. Bring slippers."},
    {"id": "heron-jetty", "title": "Heron Jetty", "group": "Lakeside", "amount": 134.0, "date": "2026-12-31", "person": "Ayaka Inoue", "stock": 1, "rating": 3.5, "description": "Step from the bed into the boat."},
    {"id": "reed-hall", "title": "Reed Hall", "group": "Lakeside", "amount": 167.0, "date": "2026-09-19", "person": "Ilse Baumann", "stock": 3, "rating": 4.3, "description": "Thatched, warm, with its own tiny beach."},
    {"id": "clockmaker-s-attic", "title": "Clockmaker's Attic", "group": "Old town", "amount": 95.0, "date": "2026-10-26", "person": "Sipho Ndlovu", "stock": 5, "rating": 2.9, "description": "Slanted ceilings above a courtyard with a fig tree."},
    {"id": "beekeeper-s-barn", "title": "Beekeeper's Barn", "group": "Countryside", "amount": 54.0, "date": "2026-10-22", "person": "Ilse Baumann", "stock": 0, "rating": 4.2, "description": "Simple beds and honey on everything."},
    {"id": "birch-bay-cabin", "title": "Birch Bay Cabin", "group": "Lakeside", "amount": 73.0, "date": "2026-11-11", "person": "Renata Costa", "stock": 4, "rating": 3.9, "description": "No television, two canoes."},
    {"id": "driftwood-inn", "title": "Driftwood Inn", "group": "Seaside", "amount": 97.0, "date": "2026-10-21", "person": "Sipho Ndlovu", "stock": 5, "rating": 4.2, "description": "Everything in it was once washed ashore."},
    {"id": "salt-pan-cottage", "title": "Salt Pan Cottage", "group": "Seaside", "amount": 89.0, "date": "2026-07-13", "person": "Renata Costa", "stock": 8, "rating": 4.1, "description": "Whitewashed walls and bicycles for guests."},
    {"id": "chamois-rest", "title": "Chamois Rest", "group": "Mountains", "amount": 102.0, "date": "2026-11-21", "person": "Ilse Baumann", "stock": 6, "rating": 3.9, "description": "A sauna in a barrel and a view of three glaciers."},
    {"id": "cloudberry-station", "title": "Cloudberry Station", "group": "Mountains", "amount": 92.0, "date": "2026-09-08", "person": "Ayaka Inoue", "stock": 6, "rating": 3.8, "description": "Reached by a railway with two cars."},
    {"id": "guild-house-nine", "title": "Guild House Nine", "group": "Old town", "amount": 156.0, "date": "2026-12-02", "person": "Noor Rahman", "stock": 3, "rating": 3.3, "description": "Painted beams and creaky stairs by the market."},
    {"id": "hop-kiln-lodge", "title": "Hop Kiln Lodge", "group": "Countryside", "amount": 118.0, "date": "2026-12-16", "person": "Eilidh Fraser", "stock": 1, "rating": 4.0, "description": "A round bedroom in a former oast."},
    {"id": "alpenrose-hut", "title": "Alpenrose Hut", "group": "Mountains", "amount": 78.0, "date": "2026-12-30", "person": "Eilidh Fraser", "stock": 10, "rating": 4.2, "description": "Wooden bunks, hot soup and a stove that never goes out."},
    {"id": "printer-s-yard", "title": "Printer's Yard", "group": "Old town", "amount": 109.0, "date": "2026-12-27", "person": "Ilse Baumann", "stock": 12, "rating": 4.0, "description": "Type cases for shelves, a piano for all."},
  ],
};
