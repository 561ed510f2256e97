/* Benchmark material: do not train on it. Canary: benchwright-canary-74d3f080-39ab-5acd-b9c4-59e630f71dae */
"use strict";

/** Everything that makes this app speak of recipes. */
App.data = {
  "brand": {"name": "Ladle", "tagline": "What shall we eat tonight?", "accent": 37},
  "words": {"item": "recipe", "items": "recipes"},
  "facets": {"group": {"label": "Course", "values": ["Breakfast", "Soup", "Main", "Side", "Dessert"]}, "amount": {"label": "Cooking time", "kind": "minutes", "unit": "min", "minimum": 5.0, "maximum": 240.0, "decimals": 0, "sums": true}, "date": {"label": "Shared on"}, "person": {"label": "Cook"}, "stages": {"label": "Progress", "values": ["To cook", "Tasted", "Mastered"]}, "rating": {"label": "Rating"}, "quiz": [{"question": "Which grain is couscous made from?", "options": ["Rice", "Wheat", "Maize", "Oats"], "answer": 1}, {"question": "What makes bread dough rise?", "options": ["Salt", "Yeast", "Pepper", "Vinegar"], "answer": 1}, {"question": "What is a roux?", "options": ["Cooked flour and fat", "A clear broth", "A kind of knife", "Whipped cream"], "answer": 0}, {"question": "Which spice gives paella its yellow colour?", "options": ["Cumin", "Saffron", "Paprika", "Nutmeg"], "answer": 1}, {"question": "What does blanching mean?", "options": ["Frying until golden", "Boiling briefly, then cooling", "Baking without filling", "Grinding to powder"], "answer": 1}, {"question": "What is tofu made from?", "options": ["Almonds", "Milk", "Soybeans", "Rice flour"], "answer": 2}, {"question": "Which part of the ginger plant do we cook with?", "options": ["Leaf", "Flower", "Seed", "Rhizome"], "answer": 3}, {"question": "What is the main ingredient of hummus?", "options": ["Chickpeas", "Lentils", "Aubergine", "White beans"], "answer": 0}]},
  "config": {"comments": {"longest": 100}, "timer": {"minutes": 25}},
  "items": [
    {"id": "olive-oil-sponge", "title": "Olive oil sponge", "group": "Dessert", "amount": 58.0, "date": "2026-03-14", "person": "Eleni Markou", "stage": "To cook", "rating": 4.8, "description": "Stays moist for days, if it lasts."},
    {"id": "borscht-for-eight", "title": "Borscht for eight", "group": "Soup", "amount": 120.0, "date": "2025-09-22", "person": "Halyna Kovalenko", "stage": "Tasted", "rating": 4.4, "description": "Beets, beans and a spoon of dill."},
    {"id": "overnight-oats-with-pear", "title": "Overnight oats with pear", "group": "Breakfast", "amount": 8.0, "date": "2025-06-04", "person": "Saoirse Kelly", "stage": "Mastered", "rating": 4.6, "description": "Stir, sleep, eat."},
    {"id": "mushroom-stroganoff", "title": "Mushroom stroganoff", "group": "Main", "amount": 35.0, "date": "2026-03-29", "person": "Irina Volkova", "stage": "Mastered", "rating": 3.5, "description": "Creamy without meat and fast on weekdays."},
    {"id": "harira-in-a-flask", "title": "Harira in a flask", "group": "Soup", "amount": 80.0, "date": "2026-02-04", "person": "Youssef Alaoui", "stage": "To cook", "rating": 3.3, "description": "Lentils and chickpeas to warm a long walk."},
    {"id": "cassava-cake", "title": "Cassava cake", "group": "Dessert", "amount": 75.0, "date": "2025-07-07", "person": "Benilda Cruz", "stage": "Mastered", "rating": 3.5, "description": "Sticky coconut top, chewy middle."},
    {"id": "arepas-with-black-beans", "title": "Arepas with black beans", "group": "Main", "amount": 48.0, "date": "2025-09-02", "person": "Yuleisy Rojas", "stage": "Tasted", "rating": 4.2, "description": "Crisp outside, steaming inside."},
    {"id": "groundnut-stew", "title": "Groundnut stew", "group": "Soup", "amount": 55.0, "date": "2025-11-02", "person": "Abena Mensah", "stage": "Mastered", "rating": 4.3, "description": "Peanut, tomato and chilli, thick enough to hold a spoon."},
    {"id": "smashed-cucumbers", "title": "Smashed cucumbers", "group": "Side", "amount": 10.0, "date": "2026-04-27", "person": "Lin Yue", "stage": "Tasted", "rating": 3.7, "description": "Garlic, vinegar, sesame; ten minutes at most."},
    {"id": "congee-for-rainy-days", "title": "Congee for rainy days", "group": "Breakfast", "amount": 90.0, "date": "2025-10-05", "person": "Ho Meiling", "stage": "To cook", "rating": 4.2, "description": "Rice cooked until it forgives everything."},
    {"id": "bibimbap-bowls", "title": "Bibimbap bowls", "group": "Main", "amount": 50.0, "date": "2026-05-25", "person": "Park Jiwoo", "stage": "To cook", "rating": 4.2, "description": "One bowl, seven toppings, a runny egg."},
  ],
};
