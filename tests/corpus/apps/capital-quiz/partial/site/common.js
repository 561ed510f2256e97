// shared by all pages
var DEFAULTS = [
  { title: 'Paris', kind: 'capital', points: 5 },
  { title: 'Tokyo', kind: 'capital', points: 10 },
  { title: 'Buenos Aires', kind: 'capital', points: 15 },
  { title: 'Cairo', kind: 'capital', points: 10 },
  { title: 'Helsinki', kind: 'capital', points: 15 },
  { title: 'Mount Fuji', kind: 'mountain', points: 20 },
  { title: 'Mont Blanc', kind: 'mountain', points: 15 },
  { title: 'Loch Ness', kind: 'lake', points: 25 },
  { title: 'Rhine', kind: 'river', points: 10 },
  { title: 'Sahara', kind: 'desert', points: 10 },
  { title: 'Easter Island', kind: 'island', points: 40 },
  { title: 'Great Barrier Reef', kind: 'reef', points: 30 }
];
function getPlaces() {
  var x = localStorage.getItem('mc_places');
  return x ? JSON.parse(x) : DEFAULTS.slice();
}
function setPlaces(p) { localStorage.setItem('mc_places', JSON.stringify(p)); }
function getFavs() { return JSON.parse(localStorage.getItem('mc_favs') || '[]'); }
function h(s) { return ('' + s).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;'); }

function row(p) {
  var on = getFavs().indexOf(p.title) >= 0;
  return '<div class="row"><span class="t">' + h(p.title) + '</span> <span class="k">' + h(p.kind) + '</span> <span class="p">' + p.points +
    ' points</span> <span class="heart" data-t="' + h(p.title) + '" onclick="fav(this)">' + (on ? '♥' : '♡') + '</span></div>';
}
function fav(el) {
  var f = getFavs(), t = el.getAttribute('data-t'), i = f.indexOf(t);
  if (i >= 0) f.splice(i, 1); else f.push(t);
  localStorage.setItem('mc_favs', JSON.stringify(f));
  el.innerHTML = i >= 0 ? '♡' : '♥';
}
function menu(cur) {
  var items = [['index.html', 'Home'], ['quiz.html', 'Quiz'], ['timer.html', 'Timer'], ['favs.html', 'Favourites (' + getFavs().length + ')']];
  var out = '<b>MERIDIAN CLUB</b> ';
  for (var i = 0; i < items.length; i++) out += '<a href="' + items[i][0] + '"' + (items[i][0] == cur ? ' class="cur"' : '') + '>' + items[i][1] + '</a> ';
  document.getElementById('menu').innerHTML = out;
}
