// voltshed main.js  -- TODO clean up some day
var DEFAULT = [
  [1, 'Nintendo Switch (grey joycons)', 'gaming', 169.00, [5,5,4,4,5,3]],
  [2, 'PS4 Slim 500GB', 'gaming', 139.50, [4,4,3]],
  [3, 'Game Boy Advance SP', 'gaming', 84.90, [5,5]],
  [4, 'Galaxy S21', 'phone', 189.00, [4,3,4,4]],
  [5, 'iPhone 12 mini', 'phone', 229.00, [5,4,4]],
  [6, 'Nokia 3310 (the old one)', 'phone', 24.00, [5,5,5,5,4]],
  [7, 'HP EliteBook 840 G6', 'computer', 249.99, [4,4]],
  [8, 'Raspberry Pi 4 kit 4GB', 'computer', 49.00, [5,4,5]],
  [9, 'Mac mini late 2018', 'computer', 319.00, [3,4,5,4]],
  [10, 'Technics SL-BD20 turntable', 'hifi', 119.00, [4,5]],
  [11, 'Sonos Play:1', 'hifi', 74.00, [4]],
  [12, 'JBL Flip 4', 'hifi', 39.90, [3,4,4,2]]
];
var KEY = 'voltshed_v2';
var items = [];      // {id,t,c,p,r:[..],my:0}
var hist = [];       // json strings of items
var cat = '';
var maxp = '';
var askId = null;    // row which shows the "really?" line

function load() {
  var ok = false;
  try {
    var d = JSON.parse(localStorage.getItem(KEY));
    if (d && d.items) { items = d.items; hist = d.hist || []; ok = true; }
  } catch (e) {}
  if (!ok) {
    items = DEFAULT.map(function (x) {
      return { id: x[0], t: x[1], c: x[2], p: x[3], r: x[4], my: 0 };
    });
  }
  if (localStorage.getItem('voltshed_dark') == '1') document.body.className = 'drk';
}
function save() {
  try { localStorage.setItem(KEY, JSON.stringify({ items: items, hist: hist.slice(-100) })); } catch (e) {}
}
function remember() { hist.push(JSON.stringify(items)); }

function el(cls, txt, fn) {
  var d = document.createElement('div');
  d.className = cls;
  if (txt !== undefined && txt !== null) d.textContent = txt;
  if (fn) d.onclick = fn;
  return d;
}
function sp(cls, txt, fn) {
  var s = document.createElement('span');
  s.className = cls;
  s.textContent = txt;
  if (fn) s.onclick = fn;
  return s;
}
function $(id) { return document.getElementById(id); }
function find(id) {
  for (var i = 0; i < items.length; i++) if (items[i].id == id) return items[i];
  return null;
}

// ---------- actions ----------
function doRate(id, n) {
  var it = find(id);
  if (!it || it.my == n) return;
  remember();
  it.my = n;
  save();
  draw();
}
function askDel(id) { askId = id; draw(); }
function noDel() { askId = null; draw(); }
function yesDel(id) {
  remember();
  items = items.filter(function (x) { return x.id != id; });
  askId = null;
  save();
  draw();
}
function doUndo() {
  if (!hist.length) return;
  items = JSON.parse(hist.pop());
  askId = null;
  save();
  draw();
}
function toggleDark() {
  var on = document.body.className != 'drk';
  document.body.className = on ? 'drk' : '';
  try { localStorage.setItem('voltshed_dark', on ? '1' : '0'); } catch (e) {}
}
function pickCat(c) { cat = c; askId = null; draw(); }
function onPrice(inp) { maxp = inp.value; askId = null; draw(); }
function clearAll() {
  cat = '';
  maxp = '';
  $('maxp').value = '';
  askId = null;
  draw();
}

// ---------- drawing ----------
function limit() {
  var s = maxp.replace(/[$\s]/g, '').replace(',', '.');
  if (s == '') return null;
  var n = parseFloat(s);
  return isNaN(n) ? null : n;
}
function matches(it) {
  if (cat && it.c != cat) return false;
  var l = limit();
  if (l !== null && it.p > l) return false;
  return true;
}
function avgOf(it) {
  var all = it.my ? it.r.concat([it.my]) : it.r;
  var s = 0;
  for (var i = 0; i < all.length; i++) s += all[i];
  return { n: all.length, a: all.length ? (s / all.length).toFixed(2) : '-' };
}
function drawChips() {
  var box = $('chips');
  box.innerHTML = '';
  var seen = [''];
  DEFAULT.forEach(function (x) { if (seen.indexOf(x[2]) < 0) seen.push(x[2]); });
  seen.forEach(function (c) {
    box.appendChild(sp('chip' + (c == cat ? ' sel' : ''), c || 'any kind', function () { pickCat(c); }));
  });
}
function drawRow(it) {
  var r = el('row' + (askId == it.id ? ' asking' : ''));
  var l = el('c1');
  l.appendChild(el('nm', it.t));
  l.appendChild(el('ct', it.c));
  r.appendChild(l);

  var m = el('c2');
  var av = avgOf(it);
  m.appendChild(el('avg', 'avg ' + av.a + ' / ' + av.n + (av.n == 1 ? ' rating' : ' ratings')));
  var st = el('sts');
  for (var i = 1; i <= 5; i++) {
    (function (n) {
      st.appendChild(sp('st' + (n <= it.my ? ' on' : ''), n <= it.my ? '★' : '☆', function () { doRate(it.id, n); }));
    })(i);
  }
  st.appendChild(sp('mine', it.my ? 'you: ' + it.my : 'rate it'));
  m.appendChild(st);
  r.appendChild(m);

  r.appendChild(el('c3', '$' + it.p.toFixed(2)));
  r.appendChild(el('c4 x', 'delete', function () { askDel(it.id); }));

  if (askId == it.id) {
    var q = el('qq');
    q.appendChild(sp('qtxt', 'really delete "' + it.t + '"?'));
    q.appendChild(el('b red', 'yes, delete', function () { yesDel(it.id); }));
    q.appendChild(el('b', 'no', noDel));
    r.appendChild(q);
  }
  return r;
}
function draw() {
  drawChips();
  var vis = items.filter(matches);
  var box = $('rows');
  box.innerHTML = '';
  vis.forEach(function (it) { box.appendChild(drawRow(it)); });
  if (!vis.length) {
    box.appendChild(el('none', items.length ? 'Nothing fits. Pay more or pick another kind :)' : 'The shed is empty.'));
  }
  $('cnt').textContent = vis.length;
  $('cntTxt').textContent = vis.length == items.length
    ? (items.length == 1 ? 'gadget' : 'gadgets')
    : '/ ' + items.length + ' gadgets';
  $('undoBtn').className = hist.length ? 'undo2' : 'undo2 off';
  $('undoBtn').innerHTML = '&#8630; Undo' + (hist.length ? ' <span class="hn">' + hist.length + '</span>' : '');
}

document.onkeydown = function (e) {
  if ((e.ctrlKey || e.metaKey) && !e.shiftKey && (e.key == 'z' || e.key == 'Z')) {
    e.preventDefault();
    doUndo();
  }
  if (e.key == 'Escape' && askId !== null) noDel();
};

load();
$('maxp').value = '';
draw();
