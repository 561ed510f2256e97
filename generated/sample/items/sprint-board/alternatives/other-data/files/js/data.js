/* Benchmark material: do not train on it. Canary: benchwright-canary-74d3f080-39ab-5acd-b9c4-59e630f71dae */
"use strict";

/** Everything that makes this app speak of tasks. */
App.data = {
  "brand": {"name": "Donelist", "tagline": "See what is next, then do it", "accent": 203},
  "words": {"item": "task", "items": "tasks"},
  "facets": {"group": {"label": "Area", "values": ["Website", "Office", "Events", "Finance", "Hiring"]}, "amount": {"label": "Estimate", "kind": "hours", "unit": "h", "minimum": 0.5, "maximum": 24.0, "decimals": 1, "sums": true}, "date": {"label": "Due"}, "person": {"label": "Assignee"}, "stages": {"label": "Status", "values": ["To do", "Doing", "Done"]}},
  "config": {"create": {"place": "dialog"}},
  "items": [
    {"id": "plan-next-year-s-budget", "title": "Plan next year's budget", "group": "Finance", "amount": 1.5, "date": "2026-07-31", "person": "Priya Menon", "stage": "To do", "description": "Start from what we spent, then question each line."},
    {"id": "write-interview-questions", "title": "Write interview questions", "group": "Hiring", "amount": 1.8, "date": "2026-08-17", "person": "Daniel Cohen", "stage": "To do", "description": "Open questions about real work, the same for everyone."},
    {"id": "draft-the-apprentice-advert", "title": "Draft the apprentice advert", "group": "Hiring", "amount": 4.5, "date": "2026-08-23", "person": "Mei Tanaka", "stage": "Doing", "description": "Keep it to one page and name the salary."},
    {"id": "print-name-badges", "title": "Print name badges", "group": "Events", "amount": 2.5, "date": "2026-06-23", "person": "Daniel Cohen", "stage": "To do", "description": "Recycled card, large first names, no titles."},
    {"id": "add-a-search-box-to-help-pages", "title": "Add a search box to help pages", "group": "Website", "amount": 12.0, "date": "2026-06-25", "person": "Lars Holmgren", "stage": "To do", "description": "Readers ask the same six things again and again."},
    {"id": "send-thank-you-notes", "title": "Send thank-you notes", "group": "Events", "amount": 16.0, "date": "2026-08-10", "person": "Lars Holmgren", "stage": "To do", "description": "Handwritten, for the volunteers of the open day."},
    {"id": "schedule-trial-days", "title": "Schedule trial days", "group": "Hiring", "amount": 3.0, "date": "2026-07-23", "person": "Ngozi Eze", "stage": "To do", "description": "Two candidates each week, never on delivery days."},
    {"id": "compress-product-photos", "title": "Compress product photos", "group": "Website", "amount": 2.0, "date": "2026-05-24", "person": "Ngozi Eze", "stage": "Done", "description": "Pages load slowly on the train; aim for half the weight."},
    {"id": "translate-the-price-page", "title": "Translate the price page", "group": "Website", "amount": 1.0, "date": "2026-06-16", "person": "Ngozi Eze", "stage": "To do", "description": "Into Polish and Turkish; a native speaker reads it after."},
    {"id": "book-the-summer-picnic-spot", "title": "Book the summer picnic spot", "group": "Events", "amount": 0.8, "date": "2026-03-02", "person": "Priya Menon", "stage": "Done", "description": "The meadow by the boathouse needs a permit."},
    {"id": "order-standing-desks", "title": "Order standing desks", "group": "Office", "amount": 2.2, "date": "2026-08-26", "person": "Daniel Cohen", "stage": "To do", "description": "Four of them, in birch; ask for the spare-parts kit."},
  ],
};
