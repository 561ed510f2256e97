/* Benchmark material: do not train on it. Canary: benchwright-canary-3440ab0a-7164-559d-b17b-85a431f3d5c1 */
"use strict";

/** Everything that makes this app speak of guesthouses. */
App.data = {
  "brand": {"name": "Slow Nights", "tagline": "Sleep somewhere with a story", "accent": 14},
  "words": {"item": "guesthouse", "items": "guesthouses"},
  "facets": {"group": {"label": "Setting", "values": ["Seaside", "Mountains", "Countryside", "Old town", "Lakeside"]}, "amount": {"label": "Price per night", "kind": "money", "unit": "€", "minimum": 35.0, "maximum": 240.0, "decimals": 0, "sums": false}, "date": {"label": "Next free night"}, "person": {"label": "Host"}, "stock": {"label": "Rooms left"}, "rating": {"label": "Guest rating"}},
  "config": {"booking": {"times": ["17:00", "18:30", "20:00"]}, "filter": {"control": "select"}},
  "items": [
    {"id": "driftwood-inn", "title": "Driftwood Inn", "group": "Seaside", "amount": 97.0, "date": "2026-10-21", "person": "Sipho Ndlovu", "stock": 5, "rating": 4.2, "description": "Everything in it was once washed ashore."},
    {"id": "reed-hall", "title": "Reed Hall", "group": "Lakeside", "amount": 167.0, "date": "2026-09-19", "person": "Ilse Baumann", "stock": 3, "rating": 4.3, "description": "Thatched, warm, with its own tiny beach."},
    {"id": "heron-jetty", "title": "Heron Jetty", "group": "Lakeside", "amount": 134.0, "date": "2026-12-31", "person": "Ayaka Inoue", "stock": 1, "rating": 3.5, "description": "Step from the bed into the boat."},
    {"id": "anchor-and-fig", "title": "Anchor and Fig", "group": "Seaside", "amount": 104.0, "date": "2026-11-29", "person": "Giorgos Pappas", "stock": 3, "rating": 4.2, "description": "A terrace for late suppers above the fishing boats."},
    {"id": "beekeeper-s-barn", "title": "Beekeeper's Barn", "group": "Countryside", "amount": 54.0, "date": "2026-10-22", "person": "Ilse Baumann", "stock": 0, "rating": 4.2, "description": "Simple beds and honey on everything."},
    {"id": "hop-kiln-lodge", "title": "Hop Kiln Lodge", "group": "Countryside", "amount": 118.0, "date": "2026-12-16", "person": "Eilidh Fraser", "stock": 1, "rating": 4.0, "description": "A round bedroom in a former oast."},
    {"id": "mirror-shore", "title": "Mirror Shore", "group": "Lakeside", "amount": 121.0, "date": "2026-10-07", "person": "Giorgos Pappas", "stock": 12, "rating": 3.8, "description": "Quiet on weekdays, swans all year."},
    {"id": "coral-steps", "title": "Coral Steps", "group": "Seaside", "amount": 188.0, "date": "2026-11-16", "person": "Noor Rahman", "stock": 6, "rating": 4.7, "description": "Seven rooms cut into the cliff."},
    {"id": "salt-pan-cottage", "title": "Salt Pan Cottage", "group": "Seaside", "amount": 89.0, "date": "2026-07-13", "person": "Renata Costa", "stock": 8, "rating": 4.1, "description": "Whitewashed walls and bicycles for guests."},
    {"id": "lantern-alley", "title": "Lantern Alley", "group": "Old town", "amount": 127.0, "date": "2026-11-05", "person": "Giorgos Pappas", "stock": 9, "rating": 3.8, "description": "Paper screens and a bath made of cedar."},
    {"id": "casa-do-farol", "title": "Casa do Farol", "group": "Seaside", "amount": 112.0, "date": "2026-11-22", "person": "Noor Rahman", "stock": 8, "rating": 4.9, "description": "Six rooms beneath the lighthouse, breakfast with sea fog."},
    {"id": "riad-of-the-weavers", "title": "Riad of the Weavers", "group": "Old town", "amount": 86.0, "date": "2026-06-26", "person": "Eilidh Fraser", "stock": 11, "rating": 3.6, "description": "Tiles, mint tea and a roof for stargazing."},
    {"id": "bear-creek-refuge", "title": "Bear Creek Refuge", "group": "Mountains", "amount": 69.0, "date": "2026-10-14", "person": "Giorgos Pappas", "stock": 4, "rating": 4.1, "description": "Star maps in every room."},
    {"id": "printer-s-yard", "title": "Printer's Yard", "group": "Old town", "amount": 109.0, "date": "2026-12-27", "person": "Ilse Baumann", "stock": 12, "rating": 4.0, "description": "Type cases for shelves, a piano for all."},
  ],
};
