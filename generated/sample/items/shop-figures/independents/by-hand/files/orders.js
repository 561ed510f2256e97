/* Benchmark material: do not train on it. Canary: benchwright-canary-74d3f080-39ab-5acd-b9c4-59e630f71dae */
'use strict';
/* Example orders, in the order they came in. Amounts in cents, so that sums are exact. */
window.LEDGERLIGHT_ORDERS = [
  { title: 'Wedding invitations, letterpress', region: 'North', cents: 128450 },
  { title: 'Dotted notebooks A5', region: 'West', cents: 64800 },
  { title: 'Gift wrap, botanical rolls', region: 'South', cents: 39275 },
  { title: 'Kraft mailing envelopes', region: 'East', cents: 21990 },
  { title: 'Museum shop postcards', region: 'Central', cents: 87600 },
  { title: 'Advent calendars', region: 'South', cents: 214300 },
  { title: 'Bakery paper bags', region: 'North', cents: 45120 },
  { title: 'Letterhead for a law firm', region: 'West', cents: 98000 },
  { title: 'Origami paper assortment', region: 'East', cents: 18650 },
  { title: 'Year planners, wall size', region: 'North', cents: 156725 },
  { title: 'Thank-you cards with foil', region: 'Central', cents: 32940 },
  { title: 'School exercise books', region: 'South', cents: 275080 },
  { title: 'Seed paper tags', region: 'West', cents: 14780 },
  { title: 'Hotel menu covers', region: 'South', cents: 119900 },
  { title: 'Watercolour pads', region: 'East', cents: 73515 },
  { title: 'Conference folders', region: 'North', cents: 182000 }
];
