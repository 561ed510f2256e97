var EVENTS = [
  ['Summer Serenade', 'Concert', 18, 'Town Music Society', '2026-09-12', 'The string orchestra plays Dvořák and Suk in the courtyard. Bring a cushion.'],
  ['The Miser', 'Theatre', 22, 'Gatherly Players', '2026-09-18', 'Molière’s comedy about money and those who sit on it, in a new translation.'],
  ['Bread, Salt and Stories', 'Reading', 8, 'Public Library', '2026-09-20', 'Three authors of the region read from their new books. With bread and salt.'],
  ['Jazz at the Mill', 'Concert', 15, 'Mill Association', '2026-09-25', 'The Lindqvist Quartet on the small stage, two sets with a break.'],
  ['Puppets for Breakfast', 'Children', 6.5, 'Wooden Heads', '2026-09-27', 'A puppet show for everybody over four. Cocoa is included.'],
  ['Choir Night', 'Concert', 12, 'St. Anne’s Choir', '2026-10-02', 'Sixty voices, from Tallis to Tavener.'],
  ['Open Stage', 'Comedy', 5, 'Gatherly Hall', '2026-10-09', 'Ten people, ten minutes each. You decide who comes back.'],
  ['Swan Lake, Abridged', 'Dance', 24, 'Ballet School North', '2026-10-16', 'The pupils dance the great scenes in seventy minutes.'],
  ['Silent Film with Organ', 'Film', 10, 'Film Club', '2026-10-23', 'Buster Keaton in The General, with live organ.'],
  ['Quiz Evening', 'Comedy', 7, 'Gatherly Hall', '2026-10-30', 'Six rounds in teams of up to five.'],
  ['The Lighthouse Keeper', 'Theatre', 20, 'Gatherly Players', '2026-11-06', 'A chamber play for two actors and a storm.'],
  ['Folk Dance for All', 'Dance', 9, 'Folk Circle', '2026-11-13', 'Steps are shown first. Flat shoes, please.'],
  ['Winter Poetry', 'Reading', 8, 'Public Library', '2026-11-27', 'Poems by candlelight with cello.'],
  ['Advent Brass', 'Concert', 14, 'Town Music Society', '2026-12-04', 'Brass from the balcony, and punch in the foyer afterwards.']
].map(function (e, i) { return { id: i + 1, title: e[0], kind: e[1], price: e[2], organiser: e[3], date: e[4], text: e[5] }; });
