/* Benchmark material: do not train on it. Canary: benchwright-canary-3440ab0a-7164-559d-b17b-85a431f3d5c1 */
"use strict";

/** Everything that makes this app speak of guesthouses. */
App.data = {
  "brand": {"name": "Slow Nights", "tagline": "Sleep somewhere with a story", "accent": 14},
  "words": {"item": "guesthouse", "items": "guesthouses"},
  "facets": {"group": {"label": "Setting", "values": ["Seaside", "Mountains", "Countryside", "Old town", "Lakeside"]}, "amount": {"label": "Price per night", "kind": "money", "unit": "€", "minimum": 35.0, "maximum": 240.0, "decimals": 0, "sums": false}, "date": {"label": "Next free night"}, "person": {"label": "Host"}, "stock": {"label": "Rooms left"}, "rating": {"label": "Guest rating"}},
  "config": {"booking": {"times": ["17:00", "18:30", "20:00"]}, "filter": {"control": "select"}},
  "items": [
    {"id": "clockmaker-s-attic", "title": "Clockmaker's Attic", "group": "Old town", "amount": 73.0, "date": "2026-10-26", "person": "Ayaka Inoue", "stock": 5, "rating": 2.9, "description": "Slanted ceilings above a courtyard with a fig tree."},
    {"id": "heron-jetty", "title": "Heron Jetty", "group": "Lakeside", "amount": 64.0, "date": "2026-12-31", "person": "Sipho Ndlovu", "stock": 1, "rating": 3.5, "description": "Step from the bed into the boat."},
    {"id": "old-dairy", "title": "Old Dairy", "group": "Countryside", "amount": 156.0, "date": "2026-11-12", "person": "Ilse Baumann", "stock": 5, "rating": 3.4, "description": "Thick walls and a very good cheese board."},
    {"id": "birch-bay-cabin", "title": "Birch Bay Cabin", "group": "Lakeside", "amount": 134.0, "date": "2026-11-11", "person": "Noor Rahman", "stock": 4, "rating": 3.9, "description": "No television, two canoes."},
    {"id": "beekeeper-s-barn", "title": "Beekeeper's Barn", "group": "Countryside", "amount": 82.0, "date": "2026-10-22", "person": "Renata Costa", "stock": 0, "rating": 4.2, "description": "Simple beds and honey on everything."},
    {"id": "walnut-farm", "title": "Walnut Farm", "group": "Countryside", "amount": 54.0, "date": "2026-08-15", "person": "Sipho Ndlovu", "stock": 12, "rating": 4.6, "description": "Wake to hens; dinner at one long table."},
    {"id": "shepherd-s-pass", "title": "Shepherd's Pass", "group": "Mountains", "amount": 78.0, "date": "2026-12-23", "person": "Ilse Baumann", "stock": 3, "rating": 3.7, "description": "The last roof before the ridge. Bring slippers."},
    {"id": "alpenrose-hut", "title": "Alpenrose Hut", "group": "Mountains", "amount": 102.0, "date": "2026-12-30", "person": "Renata Costa", "stock": 10, "rating": 4.2, "description": "Wooden bunks, hot soup and a stove that never goes out."},
    {"id": "guild-house-nine", "title": "Guild House Nine", "group": "Old town", "amount": 143.0, "date": "2026-12-02", "person": "Sipho Ndlovu", "stock": 3, "rating": 3.3, "description": "Painted beams and creaky stairs by the market."},
    {"id": "chamois-rest", "title": "Chamois Rest", "group": "Mountains", "amount": 58.0, "date": "2026-11-21", "person": "Eilidh Fraser", "stock": 6, "rating": 3.9, "description": "A sauna in a barrel and a view of three glaciers."},
    {"id": "cloudberry-station", "title": "Cloudberry Station", "group": "Mountains", "amount": 118.0, "date": "2026-09-08", "person": "Ayaka Inoue", "stock": 6, "rating": 3.8, "description": "Reached by a railway with two cars."},
    {"id": "driftwood-inn", "title": "Driftwood Inn", "group": "Seaside", "amount": 97.0, "date": "2026-10-21", "person": "Eilidh Fraser", "stock": 5, "rating": 4.2, "description": "Everything in it was once washed ashore."},
    {"id": "hop-kiln-lodge", "title": "Hop Kiln Lodge", "group": "Countryside", "amount": 95.0, "date": "2026-12-16", "person": "Ayaka Inoue", "stock": 1, "rating": 4.0, "description": "A round bedroom in a former oast."},
    {"id": "lavender-mill", "title": "Lavender Mill", "group": "Countryside", "amount": 92.0, "date": "2026-12-09", "person": "Noor Rahman", "stock": 12, "rating": 4.2, "description": "A stream runs beneath the breakfast room."},
  ],
};
