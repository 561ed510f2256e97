/* Benchmark material: do not train on it. Canary: benchwright-canary-3440ab0a-7164-559d-b17b-85a431f3d5c1 */
"use strict";

/** Everything that makes this app speak of words. */
App.data = {
  "brand": {"name": "Twelve Words", "tagline": "A few words today, a conversation tomorrow", "accent": 186},
  "words": {"item": "word", "items": "words"},
  "facets": {"group": {"label": "Language", "values": ["Spanish", "German", "Swahili", "Japanese", "Turkish"]}, "amount": {"label": "Points", "kind": "points", "unit": "points", "minimum": 5.0, "maximum": 120.0, "decimals": 0, "sums": true}, "date": {"label": "Next review"}, "person": {"label": "Taught by"}, "stages": {"label": "Progress", "values": ["Unseen", "Learning", "Mastered"]}, "rating": {"label": "Usefulness"}, "quiz": [{"question": "What does the Spanish word mariposa mean?", "options": ["Umbrella", "Butterfly", "Ladybird", "Window"], "answer": 1}, {"question": "What does the German word Schlüssel mean?", "options": ["Bowl", "Lock", "Key", "Snail"], "answer": 2}, {"question": "What does the Swahili word rafiki mean?", "options": ["Friend", "Lion", "Journey", "Morning"], "answer": 0}, {"question": "What does the Japanese word neko mean?", "options": ["Dog", "Bird", "Fish", "Cat"], "answer": 3}, {"question": "What does the Turkish word deniz mean?", "options": ["Mountain", "Sea", "Bread", "Star"], "answer": 1}, {"question": "Which of these means thank you in Swahili?", "options": ["Karibu", "Asante", "Jambo", "Pole"], "answer": 1}, {"question": "Which of these is the Spanish word for bread?", "options": ["Pan", "Pez", "Sal", "Ajo"], "answer": 0}, {"question": "Which of these is the German word for tree?", "options": ["Blume", "Stein", "Baum", "Berg"], "answer": 2}]},
  "config": {"quiz": {"questions": 4}, "filter": {"control": "select"}},
  "items": [
    {"id": "augenblick", "title": "Augenblick", "group": "German", "amount": 75.0, "date": "2026-06-23", "person": "Zuhura Mwinyi", "stage": "Learning", "rating": 4.6, "description": "A moment, literally the blink of an eye."},
    {"id": "rafiki", "title": "rafiki", "group": "Swahili", "amount": 15.0, "date": "2026-08-23", "person": "Zuhura Mwinyi", "stage": "Unseen", "rating": 4.1, "description": "Friend. Heard at every market stall."},
    {"id": "tsundoku", "title": "tsundoku", "group": "Japanese", "amount": 35.0, "date": "2026-08-14", "person": "Zuhura Mwinyi", "stage": "Mastered", "rating": 4.2, "description": "Buying books and letting them pile up."},
    {"id": "nyumbani", "title": "nyumbani", "group": "Swahili", "amount": 60.0, "date": "2026-06-17", "person": "Zuhura Mwinyi", "stage": "Learning", "rating": 4.2, "description": "At home."},
    {"id": "sobremesa", "title": "sobremesa", "group": "Spanish", "amount": 65.0, "date": "2026-09-01", "person": "Friedrich Amsel", "stage": "Mastered", "rating": 4.4, "description": "The time spent talking after a meal."},
    {"id": "madrugada", "title": "madrugada", "group": "Spanish", "amount": 10.0, "date": "2026-07-31", "person": "Elena Barrios", "stage": "Learning", "rating": 3.3, "description": "The hours between midnight and dawn."},
    {"id": "pole-pole", "title": "pole pole", "group": "Swahili", "amount": 55.0, "date": "2026-07-01", "person": "Naoki Ishii", "stage": "Mastered", "rating": 4.6, "description": "Slowly, slowly. Good advice on any mountain."},
    {"id": "chakula", "title": "chakula", "group": "Swahili", "amount": 40.0, "date": "2026-10-04", "person": "Elena Barrios", "stage": "Unseen", "rating": 3.6, "description": "Food. Ask for it and you will get plenty."},
    {"id": "feierabend", "title": "Feierabend", "group": "German", "amount": 45.0, "date": "2026-08-12", "person": "Friedrich Amsel", "stage": "Learning", "rating": 3.9, "description": "The moment when work ends and the evening begins."},
    {"id": "regenschirm", "title": "Regenschirm", "group": "German", "amount": 110.0, "date": "2026-08-31", "person": "Friedrich Amsel", "stage": "Learning", "rating": 4.5, "description": "Umbrella, literally a rain screen."},
  ],
};
