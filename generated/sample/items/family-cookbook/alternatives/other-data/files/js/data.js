/* Benchmark material: do not train on it. Canary: benchwright-canary-74d3f080-39ab-5acd-b9c4-59e630f71dae */
"use strict";

/** Everything that makes this app speak of recipes. */
App.data = {
  "brand": {"name": "Ladle", "tagline": "What shall we eat tonight?", "accent": 37},
  "words": {"item": "recipe", "items": "recipes"},
  "facets": {"group": {"label": "Course", "values": ["Breakfast", "Soup", "Main", "Side", "Dessert"]}, "amount": {"label": "Cooking time", "kind": "minutes", "unit": "min", "minimum": 5.0, "maximum": 240.0, "decimals": 0, "sums": true}, "date": {"label": "Shared on"}, "person": {"label": "Cook"}, "stages": {"label": "Progress", "values": ["To cook", "Tasted", "Mastered"]}, "rating": {"label": "Rating"}, "quiz": [{"question": "Which grain is couscous made from?", "options": ["Rice", "Wheat", "Maize", "Oats"], "answer": 1}, {"question": "What makes bread dough rise?", "options": ["Salt", "Yeast", "Pepper", "Vinegar"], "answer": 1}, {"question": "What is a roux?", "options": ["Cooked flour and fat", "A clear broth", "A kind of knife", "Whipped cream"], "answer": 0}, {"question": "Which spice gives paella its yellow colour?", "options": ["Cumin", "Saffron", "Paprika", "Nutmeg"], "answer": 1}, {"question": "What does blanching mean?", "options": ["Frying until golden", "Boiling briefly, then cooling", "Baking without filling", "Grinding to powder"], "answer": 1}, {"question": "What is tofu made from?", "options": ["Almonds", "Milk", "Soybeans", "Rice flour"], "answer": 2}, {"question": "Which part of the ginger plant do we cook with?", "options": ["Leaf", "Flower", "Seed", "Rhizome"], "answer": 3}, {"question": "What is the main ingredient of hummus?", "options": ["Chickpeas", "Lentils", "Aubergine", "White beans"], "answer": 0}]},
  "config": {"comments": {"longest": 100}, "timer": {"minutes": 25}},
  "items": [
    {"id": "potato-gratin", "title": "Potato gratin", "group": "Side", "amount": 65.0, "date": "2026-05-07", "person": "Gudrun Maier", "stage": "Mastered", "rating": 4.5, "description": "Thin slices, patient oven."},
    {"id": "jollof-with-plantain", "title": "Jollof with plantain", "group": "Main", "amount": 150.0, "date": "2025-06-22", "person": "Bronwyn Hughes", "stage": "Tasted", "rating": 3.4, "description": "Smoky on the bottom, as it should be."},
    {"id": "shakshuka-with-feta", "title": "Shakshuka with feta", "group": "Breakfast", "amount": 18.0, "date": "2025-08-28", "person": "Oksana Bondar", "stage": "Tasted", "rating": 3.1, "description": "Eggs poached in pepper and tomato. Eat from the pan."},
    {"id": "green-pea-velout", "title": "Green pea velouté", "group": "Soup", "amount": 20.0, "date": "2025-12-11", "person": "Camille Roussel", "stage": "To cook", "rating": 4.2, "description": "Frozen peas, fresh mint, no shame."},
    {"id": "charred-leeks", "title": "Charred leeks", "group": "Side", "amount": 45.0, "date": "2025-08-18", "person": "Sora Kaneko", "stage": "To cook", "rating": 3.7, "description": "Black outside, silky within."},
    {"id": "rice-pudding-with-cardamom", "title": "Rice pudding with cardamom", "group": "Dessert", "amount": 60.0, "date": "2026-04-20", "person": "Yael Amir", "stage": "Mastered", "rating": 3.7, "description": "Good warm, better cold at midnight."},
    {"id": "lamb-and-apricot-tagine", "title": "Lamb and apricot tagine", "group": "Main", "amount": 22.0, "date": "2025-10-21", "person": "Folake Adeyinka", "stage": "Mastered", "rating": 3.6, "description": "Sweet and slow; the lid stays on."},
    {"id": "buckwheat-blinis", "title": "Buckwheat blinis", "group": "Breakfast", "amount": 85.0, "date": "2025-08-17", "person": "Khadija El Idrissi", "stage": "To cook", "rating": 4.9, "description": "Small, fluffy and waiting for sour cream."},
    {"id": "plum-tray-bake", "title": "Plum tray bake", "group": "Dessert", "amount": 40.0, "date": "2026-03-06", "person": "Mona Sabry", "stage": "Mastered", "rating": 4.8, "description": "Sharp fruit on soft dough."},
    {"id": "roast-carrots-and-dukkah", "title": "Roast carrots and dukkah", "group": "Side", "amount": 30.0, "date": "2025-06-16", "person": "Meera Joshi", "stage": "Tasted", "rating": 3.2, "description": "Crunchy nuts on sweet roots."},
    {"id": "miso-broth-with-clams", "title": "Miso broth with clams", "group": "Soup", "amount": 42.0, "date": "2025-06-21", "person": "Margot Lefèvre", "stage": "To cook", "rating": 3.6, "description": "Salty, light and ready before the rice is."},
  ],
};
