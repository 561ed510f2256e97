/* Benchmark material: do not train on it. Canary: benchwright-canary-74d3f080-39ab-5acd-b9c4-59e630f71dae */
"use strict";

/** Everything that makes this app speak of guesthouses. */
App.data = {
  "brand": {"name": "Slow Nights", "tagline": "Sleep somewhere with a story", "accent": 14},
  "words": {"item": "guesthouse", "items": "guesthouses"},
  "facets": {"group": {"label": "Setting", "values": ["Seaside", "Mountains", "Countryside", "Old town", "Lakeside"]}, "amount": {"label": "Price per night", "kind": "money", "unit": "€", "minimum": 35.0, "maximum": 240.0, "decimals": 0, "sums": false}, "date": {"label": "Next free night"}, "person": {"label": "Host"}, "stock": {"label": "Rooms left"}, "rating": {"label": "Guest rating"}},
  "config": {"booking": {"times": ["17:00", "18:30", "20:00"]}, "filter": {"control": "select"}},
  "items": [
    {"id": "lavender-mill", "title": "Lavender Mill", "group": "Countryside", "amount": 86.0, "date": "2026-12-09", "person": "Noor Rahman", "stock": 12, "rating": 4.2, "description": "A stream runs beneath the breakfast room."},
    {"id": "heron-jetty", "title": "Heron Jetty", "group": "Lakeside", "amount": 69.0, "date": "2026-12-31", "person": "Sipho Ndlovu", "stock": 1, "rating": 3.5, "description": "Step from the bed into the boat."},
    {"id": "mirror-shore", "title": "Mirror Shore", "group": "Lakeside", "amount": 112.0, "date": "2026-10-07", "person": "Ayaka Inoue", "stock": 12, "rating": 3.8, "description": "Quiet on weekdays, swans all year."},
    {"id": "riad-of-the-weavers", "title": "Riad of the Weavers", "group": "Old town", "amount": 134.0, "date": "2026-06-26", "person": "Giorgos Pappas", "stock": 11, "rating": 3.6, "description": "Tiles, mint tea and a roof for stargazing."},
    {"id": "beekeeper-s-barn", "title": "Beekeeper's Barn", "group": "Countryside", "amount": 121.0, "date": "2026-10-22", "person": "Giorgos Pappas", "stock": 0, "rating": 4.2, "description": "Simple beds and honey on everything."},
    {"id": "bear-creek-refuge", "title": "Bear Creek Refuge", "group": "Mountains", "amount": 54.0, "date": "2026-10-14", "person": "Renata Costa", "stock": 4, "rating": 4.1, "description": "Star maps in every room."},
    {"id": "lantern-alley", "title": "Lantern Alley", "group": "Old town", "amount": 104.0, "date": "2026-11-05", "person": "Ilse Baumann", "stock": 9, "rating": 3.8, "description": "Paper screens and a bath made of cedar."},
    {"id": "anchor-and-fig", "title": "Anchor and Fig", "group": "Seaside", "amount": 92.0, "date": "2026-11-29", "person": "Eilidh Fraser", "stock": 3, "rating": 4.2, "description": "A terrace for late suppers above the fishing boats."},
    {"id": "casa-do-farol", "title": "Casa do Farol", "group": "Seaside", "amount": 82.0, "date": "2026-11-22", "person": "Noor Rahman", "stock": 8, "rating": 4.9, "description": "Six rooms beneath the lighthouse, breakfast with sea fog."},
    {"id": "cloudberry-station", "title": "Cloudberry Station", "group": "Mountains", "amount": 127.0, "date": "2026-09-08", "person": "Giorgos Pappas", "stock": 6, "rating": 3.8, "description": "Reached by a railway with two cars."},
    {"id": "walnut-farm", "title": "Walnut Farm", "group": "Countryside", "amount": 118.0, "date": "2026-08-15", "person": "Ayaka Inoue", "stock": 12, "rating": 4.6, "description": "Wake to hens; dinner at one long table."},
    {"id": "coral-steps", "title": "Coral Steps", "group": "Seaside", "amount": 188.0, "date": "2026-11-16", "person": "Eilidh Fraser", "stock": 6, "rating": 4.7, "description": "Seven rooms cut into the cliff."},
    {"id": "hop-kiln-lodge", "title": "Hop Kiln Lodge", "group": "Countryside", "amount": 143.0, "date": "2026-12-16", "person": "Giorgos Pappas", "stock": 1, "rating": 4.0, "description": "A round bedroom in a former oast."},
    {"id": "old-dairy", "title": "Old Dairy", "group": "Countryside", "amount": 64.0, "date": "2026-11-12", "person": "Noor Rahman", "stock": 5, "rating": 3.4, "description": "Thick walls and a very good cheese board."},
  ],
};
