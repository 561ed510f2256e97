/* Benchmark material: do not train on it. Canary: benchwright-canary-74d3f080-39ab-5acd-b9c4-59e630f71dae */
"use strict";

/** Everything that makes this app speak of words. */
App.data = {
  "brand": {"name": "Twelve Words", "tagline": "A few words today, a conversation tomorrow", "accent": 186},
  "words": {"item": "word", "items": "words"},
  "facets": {"group": {"label": "Language", "values": ["Spanish", "German", "Swahili", "Japanese", "Turkish"]}, "amount": {"label": "Points", "kind": "points", "unit": "points", "minimum": 5.0, "maximum": 120.0, "decimals": 0, "sums": true}, "date": {"label": "Next review"}, "person": {"label": "Taught by"}, "stages": {"label": "Progress", "values": ["Unseen", "Learning", "Mastered"]}, "rating": {"label": "Usefulness"}, "quiz": [{"question": "What does the Spanish word mariposa mean?", "options": ["Umbrella", "Butterfly", "Ladybird", "Window"], "answer": 1}, {"question": "What does the German word Schlüssel mean?", "options": ["Bowl", "Lock", "Key", "Snail"], "answer": 2}, {"question": "What does the Swahili word rafiki mean?", "options": ["Friend", "Lion", "Journey", "Morning"], "answer": 0}, {"question": "What does the Japanese word neko mean?", "options": ["Dog", "Bird", "Fish", "Cat"], "answer": 3}, {"question": "What does the Turkish word deniz mean?", "options": ["Mountain", "Sea", "Bread", "Star"], "answer": 1}, {"question": "Which of these means thank you in Swahili?", "options": ["Karibu", "Asante", "Jambo", "Pole"], "answer": 1}, {"question": "Which of these is the Spanish word for bread?", "options": ["Pan", "Pez", "Sal", "Ajo"], "answer": 0}, {"question": "Which of these is the German word for tree?", "options": ["Blume", "Stein", "Baum", "Berg"], "answer": 2}]},
  "config": {"quiz": {"questions": 4}, "filter": {"control": "select"}},
  "items": [
    {"id": "feierabend", "title": "Feierabend", "group": "German", "amount": 20.0, "date": "2026-08-12", "person": "Elena Barrios", "stage": "Learning", "rating": 3.9, "description": "The moment when work ends and the evening begins."},
    {"id": "kolay-gelsin", "title": "kolay gelsin", "group": "Turkish", "amount": 10.0, "date": "2026-12-27", "person": "Zuhura Mwinyi", "stage": "Unseen", "rating": 4.6, "description": "May it come easy: said to anyone at work."},
    {"id": "estrenar", "title": "estrenar", "group": "Spanish", "amount": 40.0, "date": "2026-07-03", "person": "Friedrich Amsel", "stage": "Mastered", "rating": 4.5, "description": "To use or wear something for the first time."},
    {"id": "nyumbani", "title": "nyumbani", "group": "Swahili", "amount": 25.0, "date": "2026-06-17", "person": "Zuhura Mwinyi", "stage": "Learning", "rating": 4.2, "description": "At home."},
    {"id": "mariposa", "title": "mariposa", "group": "Spanish", "amount": 65.0, "date": "2026-10-20", "person": "Defne Arslan", "stage": "Mastered", "rating": 4.5, "description": "Butterfly. Also a swimming stroke."},
    {"id": "g-l-msemek", "title": "gülümsemek", "group": "Turkish", "amount": 80.0, "date": "2026-08-24", "person": "Zuhura Mwinyi", "stage": "Unseen", "rating": 4.0, "description": "To smile."},
    {"id": "rafiki", "title": "rafiki", "group": "Swahili", "amount": 15.0, "date": "2026-08-23", "person": "Zuhura Mwinyi", "stage": "Unseen", "rating": 4.1, "description": "Friend. Heard at every market stall."},
    {"id": "schl-ssel", "title": "Schlüssel", "group": "German", "amount": 90.0, "date": "2026-11-26", "person": "Elena Barrios", "stage": "Unseen", "rating": 3.8, "description": "Key, for doors and for music."},
    {"id": "pole-pole", "title": "pole pole", "group": "Swahili", "amount": 35.0, "date": "2026-07-01", "person": "Friedrich Amsel", "stage": "Mastered", "rating": 4.6, "description": "Slowly, slowly. Good advice on any mountain."},
    {"id": "chakula", "title": "chakula", "group": "Swahili", "amount": 70.0, "date": "2026-10-04", "person": "Defne Arslan", "stage": "Unseen", "rating": 3.6, "description": "Food. Ask for it and you will get plenty."},
  ],
};
