/* Benchmark material: do not train on it. Canary: benchwright-canary-54f33f73-f259-521c-8b2d-6e6eb287a1d6 */
"use strict";

/** Everything that makes this app speak of words. */
App.data = {
  "brand": {"name": "Twelve Words", "tagline": "A few words today, a conversation tomorrow", "accent": 186},
  "words": {"item": "word", "items": "words"},
  "facets": {"group": {"label": "Language", "values": ["Spanish", "German", "Swahili", "Japanese", "Turkish"]}, "amount": {"label": "Points", "kind": "points", "unit": "points", "minimum": 5.0, "maximum": 120.0, "decimals": 0, "sums": true}, "date": {"label": "Next review"}, "person": {"label": "Taught by"}, "stages": {"label": "Progress", "values": ["Unseen", "Learning", "Mastered"]}, "rating": {"label": "Usefulness"}, "quiz": [{"question": "What does the Spanish word mariposa mean?", "options": ["Umbrella", "Butterfly", "Ladybird", "Window"], "answer": 1}, {"question": "What does the German word Schlüssel mean?", "options": ["Bowl", "Lock", "Key", "Snail"], "answer": 2}, {"question": "What does the Swahili word rafiki mean?", "options": ["Friend", "Lion", "Journey", "Morning"], "answer": 0}, {"question": "What does the Japanese word neko mean?", "options": ["Dog", "Bird", "Fish", "Cat"], "answer": 3}, {"question": "What does the Turkish word deniz mean?", "options": ["Mountain", "Sea", "Bread", "Star"], "answer": 1}, {"question": "Which of these means thank you in Swahili?", "options": ["Karibu", "Asante", "Jambo", "Pole"], "answer": 1}, {"question": "Which of these is the Spanish word for bread?", "options": ["Pan", "Pez", "Sal", "Ajo"], "answer": 0}, {"question": "Which of these is the German word for tree?", "options": ["Blume", "Stein", "Baum", "Berg"], "answer": 2}]},
  "config": {"quiz": {"questions": 4}, "filter": {"control": "select"}},
  "items": [
    {"id": "regenschirm", "title": "Regenschirm", "group": "German", "amount": 35.0, "date": "2026-08-31", "person": "Zuhura Mwinyi", "stage": "Learning", "rating": 4.5, "description": "Umbrella, literally a rain screen."},
    {"id": "schl-ssel", "title": "Schlüssel", "group": "German", "amount": 65.0, "date": "2026-11-26", "person": "Friedrich Amsel", "stage": "Unseen", "rating": 3.8, "description": "Key, for doors and for music."},
    {"id": "chakula", "title": "chakula", "group": "Swahili", "amount": 55.0, "date": "2026-10-04", "person": "Friedrich Amsel", "stage": "Unseen", "rating": 3.6, "description": "Food. Ask for it and you will get plenty."},
    {"id": "augenblick", "title": "Augenblick", "group": "German", "amount": 60.0, "date": "2026-06-23", "person": "Friedrich Amsel", "stage": "Learning", "rating": 4.6, "description": "A moment, literally the blink of an eye."},
    {"id": "pole-pole", "title": "pole pole", "group": "Swahili", "amount": 45.0, "date": "2026-07-01", "person": "Friedrich Amsel", "stage": "Mastered", "rating": 4.6, "description": "Slowly, slowly. Good advice on any mountain."},
    {"id": "rafiki", "title": "rafiki", "group": "Swahili", "amount": 25.0, "date": "2026-08-23", "person": "Elena Barrios", "stage": "Unseen", "rating": 4.1, "description": "Friend. Heard at every market stall."},
    {"id": "feierabend", "title": "Feierabend", "group": "German", "amount": 50.0, "date": "2026-08-12", "person": "Zuhura Mwinyi", "stage": "Learning", "rating": 3.9, "description": "The moment when work ends and the evening begins."},
    {"id": "madrugada", "title": "madrugada", "group": "Spanish", "amount": 15.0, "date": "2026-07-31", "person": "Zuhura Mwinyi", "stage": "Learning", "rating": 3.3, "description": "The hours between midnight and dawn."},
    {"id": "nyumbani", "title": "nyumbani", "group": "Swahili", "amount": 40.0, "date": "2026-06-17", "person": "Elena Barrios", "stage": "Learning", "rating": 4.2, "description": "At home."},
    {"id": "alrededor", "title": "alrededor", "group": "Spanish", "amount": 10.0, "date": "2026-12-06", "person": "Zuhura Mwinyi", "stage": "Unseen", "rating": 3.6, "description": "Around; handy for giving directions."},
  ],
};
