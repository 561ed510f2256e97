/* IndexedDB: stores recipes, votes (one per recipe: mine) and comments */
var SEED = [
  // no, title, course, minutes, cook, shared, text, sum of stars, votes
  [101, 'Goulash', 'Main course', 120, 'E. Varga', '2023-03-04', 'Beef shin, onions in equal weight and sweet paprika. Simmer with the lid ajar.', 46, 10],
  [102, 'Waldorf Salad', 'Starter', 20, 'P. Stone', '2023-03-11', 'Apple, celery and walnuts in a light dressing. Serve cold.', 14, 4],
  [103, 'Minestrone', 'Soup', 50, 'C. Ferri', '2023-04-02', 'A soup for what the garden gives. Put a parmesan rind into the pot.', 27, 6],
  [104, 'Ratatouille', 'Main course', 60, 'J. Moreau', '2023-04-19', 'Fry each vegetable on its own, then join them. Good warm and cold.', 33, 8],
  [105, 'Fish Pie', 'Main course', 75, 'A. Douglas', '2023-05-06', 'Smoked and white fish under mashed potato. Brown it under the grill.', 20, 5],
  [106, 'Potato Dumplings', 'Side dish', 55, 'K. Bauer', '2023-05-21', 'Half raw, half boiled potatoes. Let them float, do not let them boil.', 12, 3],
  [107, 'Coleslaw', 'Side dish', 15, 'P. Stone', '2023-06-10', 'White cabbage, carrot and a sharp dressing. Needs an hour to settle.', 11, 3],
  [108, 'Gazpacho', 'Soup', 25, 'R. Molina', '2023-06-25', 'Raw tomato soup for hot days. Old bread gives it body.', 18, 4],
  [109, 'Creme Caramel', 'Dessert', 70, 'J. Moreau', '2023-07-09', 'Baked in a water bath and turned over at the table. Chill it well.', 24, 5],
  [110, 'Plum Cake', 'Dessert', 80, 'K. Bauer', '2023-08-13', 'Yeast dough with late plums. Sugar only after baking.', 36, 8],
  [111, 'Moussaka', 'Main course', 105, 'D. Pappas', '2023-09-03', 'Aubergine, lamb and a thick white sauce. Rest half an hour before cutting.', 22, 5],
  [112, 'Beef Stroganoff', 'Main course', 35, 'I. Orlova', '2023-09-17', 'Thin strips, very hot pan, sour cream at the end. With rice or noodles.', 17, 4],
  [113, 'Baba Ganoush', 'Starter', 45, 'S. Haddad', '2023-10-08', 'Aubergine burnt over the flame. Smoke is the main spice.', 19, 4],
  [114, 'Onion Tart', 'Main course', 90, 'A. Keller', '2023-10-22', 'Slow onions, cream and bacon on a thin crust. Best with new wine.', 28, 6],
  [115, 'Lemon Posset', 'Dessert', 15, 'A. Douglas', '2023-11-05', 'Cream, sugar and lemon, nothing else. Sets in three hours.', 15, 3],
  [116, 'Red Lentil Dal', 'Main course', 30, 'V. Menon', '2023-11-19', 'Lentils cooked to a cream with turmeric. Pour the spiced butter over at the end.', 44, 9]
];
var SEEDC = [[101, 'K. Bauer', 'Made it with pork, also good.'], [104, 'S. Haddad', 'Took some time but worth it.'], [104, 'P. Stone', 'Nice cold the day after.'], [116, 'I. Orlova', 'Our standard on Mondays.']];
var DB = null;
function req(r) { return new Promise(function (ok, no) { r.onsuccess = function () { ok(r.result); }; r.onerror = function () { no(r.error); }; }); }
function done(tx) { return new Promise(function (ok, no) { tx.oncomplete = function () { ok(); }; tx.onerror = tx.onabort = function () { no(tx.error); }; }); }
function seed(tx) {
  SEED.forEach(function (s) {
    tx.objectStore('recipes').put({ no: s[0], title: s[1], course: s[2], min: s[3], cook: s[4], shared: s[5], text: s[6], sum: s[7], votes: s[8] });
  });
  SEEDC.forEach(function (c) { tx.objectStore('comments').add({ no: c[0], name: c[1], text: c[2] }); });
}
function openDb() {
  var r = indexedDB.open('ladle-register', 1);
  r.onupgradeneeded = function () { // runs once only: nothing is ever seeded twice
    r.result.createObjectStore('recipes', { keyPath: 'no' });
    r.result.createObjectStore('votes', { keyPath: 'no' });
    r.result.createObjectStore('comments', { keyPath: 'id', autoIncrement: true });
    seed(r.transaction);
  };
  return req(r).then(function (db) { DB = db; });
}
function all(store) { return req(DB.transaction(store).objectStore(store).getAll()); }
function write(store, value) { var tx = DB.transaction(store, 'readwrite'); tx.objectStore(store).put(value); return done(tx); }
function resetDb() {
  var tx = DB.transaction(['recipes', 'votes', 'comments'], 'readwrite');
  ['recipes', 'votes', 'comments'].forEach(function (s) { tx.objectStore(s).clear(); });
  seed(tx);
  return done(tx);
}
