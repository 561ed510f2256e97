/* Benchmark material: do not train on it. Canary: benchwright-canary-74d3f080-39ab-5acd-b9c4-59e630f71dae */
"use strict";

/** Everything that makes this app speak of tasks. */
App.data = {
  "brand": {"name": "Donelist", "tagline": "See what is next, then do it", "accent": 203},
  "words": {"item": "task", "items": "tasks"},
  "facets": {"group": {"label": "Area", "values": ["Website", "Office", "Events", "Finance", "Hiring"]}, "amount": {"label": "Estimate", "kind": "hours", "unit": "h", "minimum": 0.5, "maximum": 24.0, "decimals": 1, "sums": true}, "date": {"label": "Due"}, "person": {"label": "Assignee"}, "stages": {"label": "Status", "values": ["To do", "Doing", "Done"]}},
  "config": {"create": {"place": "dialog"}},
  "items": [
    {"id": "repair-the-meeting-room-blinds", "title": "Repair the meeting-room blinds", "group": "Office", "amount": 0.5, "date": "2026-08-11", "person": "Ngozi Eze", "stage": "To do", "description": "The left one hangs by a thread."},
    {"id": "compare-insurance-offers", "title": "Compare insurance offers", "group": "Finance", "amount": 5.0, "date": "2026-06-21", "person": "Lars Holmgren", "stage": "Doing", "description": "Three quotes are in the shared folder."},
    {"id": "reconcile-travel-receipts", "title": "Reconcile travel receipts", "group": "Finance", "amount": 3.5, "date": "2026-07-22", "person": "Priya Menon", "stage": "To do", "description": "Match the card statement against the paper slips from spring."},
    {"id": "rewrite-the-welcome-page", "title": "Rewrite the welcome page", "group": "Website", "amount": 6.5, "date": "2026-07-17", "person": "Mei Tanaka", "stage": "Doing", "description": "The first paragraph should say what we do before why."},
    {"id": "fix-broken-footer-links", "title": "Fix broken footer links", "group": "Website", "amount": 0.7, "date": "2026-03-13", "person": "Lars Holmgren", "stage": "Done", "description": "Two of them lead to last year's catalogue."},
    {"id": "label-the-archive-boxes", "title": "Label the archive boxes", "group": "Office", "amount": 3.8, "date": "2026-03-04", "person": "Priya Menon", "stage": "Done", "description": "Year and topic on two sides, so that shelves can be turned."},
    {"id": "confirm-the-jazz-trio", "title": "Confirm the jazz trio", "group": "Events", "amount": 1.2, "date": "2026-08-20", "person": "Priya Menon", "stage": "Doing", "description": "They need two sockets and a shaded corner."},
    {"id": "water-rota-for-june", "title": "Water rota for June", "group": "Office", "amount": 0.6, "date": "2026-03-06", "person": "Daniel Cohen", "stage": "Done", "description": "Who looks after the ferns while the office is half empty."},
    {"id": "rehearse-the-keynote", "title": "Rehearse the keynote", "group": "Events", "amount": 2.4, "date": "2026-08-21", "person": "Mei Tanaka", "stage": "To do", "description": "Out loud, with the clock running."},
    {"id": "replace-the-coffee-grinder", "title": "Replace the coffee grinder", "group": "Office", "amount": 0.9, "date": "2026-03-27", "person": "Daniel Cohen", "stage": "Done", "description": "The old one squeals; keep the burrs."},
    {"id": "call-referees", "title": "Call referees", "group": "Hiring", "amount": 2.8, "date": "2026-06-17", "person": "Ngozi Eze", "stage": "Doing", "description": "Two short calls for each finalist."},
  ],
};
