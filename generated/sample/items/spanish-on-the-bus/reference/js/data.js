/* Benchmark material: do not train on it. Canary: benchwright-canary-74d3f080-39ab-5acd-b9c4-59e630f71dae */
"use strict";

/** Everything that makes this app speak of words. */
App.data = {
  "brand": {"name": "Twelve Words", "tagline": "A few words today, a conversation tomorrow", "accent": 186},
  "words": {"item": "word", "items": "words"},
  "facets": {"group": {"label": "Language", "values": ["Spanish", "German", "Swahili", "Japanese", "Turkish"]}, "amount": {"label": "Points", "kind": "points", "unit": "points", "minimum": 5.0, "maximum": 120.0, "decimals": 0, "sums": true}, "date": {"label": "Next review"}, "person": {"label": "Taught by"}, "stages": {"label": "Progress", "values": ["Unseen", "Learning", "Mastered"]}, "rating": {"label": "Usefulness"}, "quiz": [{"question": "What does the Spanish word mariposa mean?", "options": ["Umbrella", "Butterfly", "Ladybird", "Window"], "answer": 1}, {"question": "What does the German word Schlüssel mean?", "options": ["Bowl", "Lock", "Key", "Snail"], "answer": 2}, {"question": "What does the Swahili word rafiki mean?", "options": ["Friend", "Lion", "Journey", "Morning"], "answer": 0}, {"question": "What does the Japanese word neko mean?", "options": ["Dog", "Bird", "Fish", "Cat"], "answer": 3}, {"question": "What does the Turkish word deniz mean?", "options": ["Mountain", "Sea", "Bread", "Star"], "answer": 1}, {"question": "Which of these means thank you in Swahili?", "options": ["Karibu", "Asante", "Jambo", "Pole"], "answer": 1}, {"question": "Which of these is the Spanish word for bread?", "options": ["Pan", "Pez", "Sal", "Ajo"], "answer": 0}, {"question": "Which of these is the German word for tree?", "options": ["Blume", "Stein", "Baum", "Berg"], "answer": 2}]},
  "config": {"quiz": {"questions": 4}, "filter": {"control": "select"}},
  "items": [
    {"id": "safari", "title": "safari", "group": "Swahili", "amount": 8.0, "date": "2026-08-03", "person": "Zuhura Mwinyi", "stage": "Mastered", "rating": 5.0, "description": "Journey of any kind, with or without lions."},
    {"id": "alrededor", "title": "alrededor", "group": "Spanish", "amount": 50.0, "date": "2026-12-06", "person": "Elena Barrios", "stage": "Unseen", "rating": 3.6, "description": "Around; handy for giving directions."},
    {"id": "neko", "title": "neko", "group": "Japanese", "amount": 12.0, "date": "2026-06-29", "person": "Naoki Ishii", "stage": "Learning", "rating": 4.5, "description": "Cat. Easy to write once you know it."},
    {"id": "komorebi", "title": "komorebi", "group": "Japanese", "amount": 115.0, "date": "2026-07-27", "person": "Naoki Ishii", "stage": "Learning", "rating": 3.8, "description": "Sunlight that falls through leaves."},
    {"id": "deniz", "title": "deniz", "group": "Turkish", "amount": 18.0, "date": "2026-07-23", "person": "Defne Arslan", "stage": "Learning", "rating": 4.2, "description": "Sea. Also a given name."},
    {"id": "augenblick", "title": "Augenblick", "group": "German", "amount": 55.0, "date": "2026-06-23", "person": "Friedrich Amsel", "stage": "Learning", "rating": 4.6, "description": "A moment, literally the blink of an eye."},
    {"id": "tsundoku", "title": "tsundoku", "group": "Japanese", "amount": 110.0, "date": "2026-08-14", "person": "Naoki Ishii", "stage": "Mastered", "rating": 4.2, "description": "Buying books and letting them pile up."},
    {"id": "fernweh", "title": "Fernweh", "group": "German", "amount": 85.0, "date": "2026-12-09", "person": "Friedrich Amsel", "stage": "Unseen", "rating": 4.0, "description": "The wish to be somewhere far away."},
    {"id": "natsukashii", "title": "natsukashii", "group": "Japanese", "amount": 105.0, "date": "2026-09-29", "person": "Naoki Ishii", "stage": "Mastered", "rating": 3.3, "description": "Dear and familiar, like a song from school."},
    {"id": "pencere", "title": "pencere", "group": "Turkish", "amount": 30.0, "date": "2026-10-07", "person": "Defne Arslan", "stage": "Unseen", "rating": 4.1, "description": "Window, borrowed from Persian long ago."},
  ],
};
