/* Benchmark material: do not train on it. Canary: benchwright-canary-74d3f080-39ab-5acd-b9c4-59e630f71dae */
"use strict";

/** Everything that makes this app speak of orders. */
App.data = {
  "brand": {"name": "Ledgerlight", "tagline": "Every order, one glance", "accent": 241},
  "words": {"item": "order", "items": "orders"},
  "facets": {"group": {"label": "Region", "values": ["Nordics", "Iberia", "Alps", "Baltics", "Islands"]}, "amount": {"label": "Order total", "kind": "money", "unit": "€", "minimum": 40.0, "maximum": 9800.0, "decimals": 2, "sums": true}, "date": {"label": "Ordered on"}, "person": {"label": "Sales contact"}, "stages": {"label": "Fulfilment", "values": ["Received", "Packed", "Shipped"]}, "rating": {"label": "Customer rating"}},
  "config": {"sort": {"control": "select"}, "filter": {"control": "chips"}},
  "items": [
    {"id": "troms-school-board", "title": "Tromsø School Board", "group": "Nordics", "amount": 142.35, "date": "2026-06-01", "person": "Nuala Byrne", "stage": "Packed", "rating": 4.1, "description": "Exercise books for eleven schools."},
    {"id": "skye-craft-supply", "title": "Skye Craft Supply", "group": "Islands", "amount": 4870.0, "date": "2026-05-20", "person": "Nuala Byrne", "stage": "Received", "rating": 4.2, "description": "Loose sheets, deckle edge."},
    {"id": "davos-congress-desk", "title": "Davos Congress Desk", "group": "Alps", "amount": 3640.8, "date": "2026-05-24", "person": "Līga Ozola", "stage": "Packed", "rating": 3.9, "description": "Badges and conference pads."},
    {"id": "malm-design-week", "title": "Malmö Design Week", "group": "Nordics", "amount": 5980.4, "date": "2026-03-10", "person": "Katrin Egger", "stage": "Packed", "rating": 5.0, "description": "Programme booklets, short run."},
    {"id": "bergmann-bookshop", "title": "Bergmann Bookshop", "group": "Alps", "amount": 274.9, "date": "2026-03-08", "person": "Bruno Teixeira", "stage": "Received", "rating": 4.5, "description": "Reading journals and bookmarks."},
    {"id": "mercado-azul", "title": "Mercado Azul", "group": "Iberia", "amount": 7420.0, "date": "2026-06-12", "person": "Katrin Egger", "stage": "Received", "rating": 4.4, "description": "Price tags with string."},
    {"id": "riga-calligraphy-circle", "title": "Riga Calligraphy Circle", "group": "Baltics", "amount": 88.6, "date": "2026-04-20", "person": "Nuala Byrne", "stage": "Shipped", "rating": 4.0, "description": "Practice pads and blotting paper."},
    {"id": "amber-gift-house", "title": "Amber Gift House", "group": "Baltics", "amount": 955.2, "date": "2026-05-01", "person": "Astrid Nyberg", "stage": "Shipped", "rating": 3.1, "description": "Greeting cards with linocut birds."},
    {"id": "editorial-palmeral", "title": "Editorial Palmeral", "group": "Iberia", "amount": 187.4, "date": "2026-03-24", "person": "Katrin Egger", "stage": "Shipped", "rating": 4.3, "description": "Cover stock for two novels."},
    {"id": "faroe-knit-museum", "title": "Faroe Knit Museum", "group": "Islands", "amount": 129.95, "date": "2026-06-05", "person": "Bruno Teixeira", "stage": "Packed", "rating": 3.9, "description": "Pattern books with lay-flat binding."},
    {"id": "reykholt-farm-store", "title": "Reykholt Farm Store", "group": "Nordics", "amount": 318.75, "date": "2026-05-14", "person": "Astrid Nyberg", "stage": "Received", "rating": 4.6, "description": "Labels for jam jars."},
    {"id": "taller-rueda", "title": "Taller Rueda", "group": "Iberia", "amount": 412.55, "date": "2026-03-20", "person": "Līga Ozola", "stage": "Received", "rating": 4.4, "description": "Heavy card for a letterpress workshop."},
  ],
};
