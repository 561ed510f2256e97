/* Benchmark material: do not train on it. Canary: benchwright-canary-74d3f080-39ab-5acd-b9c4-59e630f71dae */
"use strict";

/** Everything that makes this app speak of orders. */
App.data = {
  "brand": {"name": "Ledgerlight", "tagline": "Every order, one glance", "accent": 241},
  "words": {"item": "order", "items": "orders"},
  "facets": {"group": {"label": "Region", "values": ["Nordics", "Iberia", "Alps", "Baltics", "Islands"]}, "amount": {"label": "Order total", "kind": "money", "unit": "€", "minimum": 40.0, "maximum": 9800.0, "decimals": 2, "sums": true}, "date": {"label": "Ordered on"}, "person": {"label": "Sales contact"}, "stages": {"label": "Fulfilment", "values": ["Received", "Packed", "Shipped"]}, "rating": {"label": "Customer rating"}},
  "config": {"sort": {"control": "select"}, "filter": {"control": "chips"}},
  "items": [
    {"id": "saaremaa-brewery", "title": "Saaremaa Brewery", "group": "Baltics", "amount": 1520.65, "date": "2026-04-21", "person": "Katrin Egger", "stage": "Shipped", "rating": 4.6, "description": "Beer mats with local legends."},
    {"id": "innsbruck-architects", "title": "Innsbruck Architects", "group": "Alps", "amount": 1098.0, "date": "2026-05-27", "person": "Līga Ozola", "stage": "Shipped", "rating": 4.4, "description": "Tracing rolls and sketch pads."},
    {"id": "fjord-stationery", "title": "Fjord Stationery", "group": "Nordics", "amount": 1284.5, "date": "2026-03-12", "person": "Bruno Teixeira", "stage": "Shipped", "rating": 3.9, "description": "Notebooks in three sizes, lined and plain."},
    {"id": "porto-tile-studio", "title": "Porto Tile Studio", "group": "Iberia", "amount": 873.1, "date": "2026-03-02", "person": "Astrid Nyberg", "stage": "Packed", "rating": 4.1, "description": "Boxes with dividers."},
    {"id": "hotel-edelgrat", "title": "Hotel Edelgrat", "group": "Alps", "amount": 2315.6, "date": "2026-06-14", "person": "Nuala Byrne", "stage": "Packed", "rating": 2.9, "description": "Guest folders with foil print."},
    {"id": "papelaria-lisboa", "title": "Papelaria Lisboa", "group": "Iberia", "amount": 642.0, "date": "2026-03-07", "person": "Bruno Teixeira", "stage": "Received", "rating": 3.6, "description": "Gift wrap for the summer season."},
    {"id": "tallinn-music-academy", "title": "Tallinn Music Academy", "group": "Baltics", "amount": 1766.25, "date": "2026-04-15", "person": "Astrid Nyberg", "stage": "Packed", "rating": 3.6, "description": "Manuscript paper by the thousand."},
    {"id": "gozo-paper-garden", "title": "Gozo Paper Garden", "group": "Islands", "amount": 61.3, "date": "2026-03-11", "person": "Līga Ozola", "stage": "Shipped", "rating": 4.2, "description": "Seed paper for weddings."},
    {"id": "alpine-herb-cellar", "title": "Alpine Herb Cellar", "group": "Alps", "amount": 449.0, "date": "2026-05-18", "person": "Astrid Nyberg", "stage": "Received", "rating": 3.6, "description": "Tea envelopes without staples."},
    {"id": "orkney-post-rooms", "title": "Orkney Post Rooms", "group": "Islands", "amount": 520.0, "date": "2026-03-15", "person": "Bruno Teixeira", "stage": "Received", "rating": 3.8, "description": "Envelopes made from old sea charts."},
    {"id": "aarhus-children-s-museum", "title": "Aarhus Children's Museum", "group": "Nordics", "amount": 2045.9, "date": "2026-05-28", "person": "Līga Ozola", "stage": "Shipped", "rating": 4.3, "description": "Colouring rolls that cover a whole table."},
    {"id": "vilnius-pen-club", "title": "Vilnius Pen Club", "group": "Baltics", "amount": 236.7, "date": "2026-03-16", "person": "Katrin Egger", "stage": "Packed", "rating": 4.3, "description": "Anniversary diaries, hand-numbered."},
  ],
};
