// Warmlead - everything in one file, plain DOM
var COLS = ['Contacted', 'Negotiating', 'Won'];
var KEY = 'wl.leads.v1';
var seed = [
  ['Brand refresh for Oakline Coffee', 'Food & Drink', 4800, 0],
  ['Website, shop and blog for Petal & Stem', 'Retail', 7200, 1],
  ['Annual report layout, Hallam Trust', 'Non-profit', 3100, 2],
  ['Packaging for Drift Kombucha', 'Food & Drink', 5600, 0],
  ['Onboarding screens for Tally', 'Software', 12500, 1],
  ['Trade fair booth, Nordbau', 'Construction', 9800, 0],
  ['Logo for Dr. Ruiz Dental', 'Health', 1500, 2],
  ['Icon set for Parcelbee', 'Software', 2400, 0],
  ['Menu design "Le Petit Four"', 'Food & Drink', 900, 2],
  ['Signage for Riverside Clinic', 'Health', 6400, 1],
  ['Campaign posters, Clean Lakes', 'Non-profit', 2750, 0],
  ['Design system for Ledgerly', 'Software', 18000, 1],
  ['Showroom graphics for Beam & Brick', 'Construction', 4300, 0],
  ['Lookbook for Marlow Knitwear', 'Retail', 3600, 2],
  ['Newsletter templates for Yogalab', 'Health', 1200, 0]
];
var leads, nextId, query = '', asking = null, formOpen = false, picked = '';

function load() {
  try { leads = JSON.parse(localStorage.getItem(KEY)); } catch (e) { leads = null; }
  if (!Array.isArray(leads)) {
    leads = seed.map(function (s, i) { return { id: i + 1, title: s[0], industry: s[1], value: s[2], col: s[3] }; });
  }
  nextId = leads.reduce(function (m, l) { return Math.max(m, l.id); }, 0) + 1;
}
function save() { try { localStorage.setItem(KEY, JSON.stringify(leads)); } catch (e) {} }
function $(id) { return document.getElementById(id); }
function mk(cls, text, click, tag) {
  var e = document.createElement(tag || 'div');
  if (cls) e.className = cls;
  if (text != null) e.textContent = text;
  if (click) e.onclick = click;
  return e;
}
function money(n) {
  return '$' + n.toLocaleString('en-US', { minimumFractionDigits: n % 1 ? 2 : 0, maximumFractionDigits: 2 });
}
function shown() {
  var q = query.trim().toLowerCase();
  return leads.filter(function (l) { return !q || (l.title + '\n' + l.industry).toLowerCase().indexOf(q) >= 0; });
}

/* ---------- overview ---------- */
function drawCount() {
  $('cnt').textContent = leads.length;
  $('cntw').textContent = leads.length === 1 ? 'lead' : 'leads';
  $('found').textContent = query.trim() ? shown().length + ' of ' + leads.length + ' found' : '';
}
var formEl = null;
function drawRows() {
  drawCount();
  var box = $('rows');
  box.innerHTML = '';
  if (formOpen) box.appendChild(formEl || (formEl = makeForm()));
  var list = shown();
  if (!list.length) {
    box.appendChild(mk('none', query.trim() ? 'Nothing matches "' + query.trim() + '".' : 'No leads yet.'));
  }
  list.forEach(function (l) {
    var row = mk('row');
    if (asking === l.id) {
      row.className = 'row ask';
      row.appendChild(mk('t', 'Really throw away "' + l.title + '"?'));
      row.appendChild(mk('btn', 'Yes, throw away', function () { remove(l.id); }));
      row.appendChild(mk('btn ghost', 'No, keep it', function () { asking = null; drawRows(); }));
    } else {
      var t = mk('t', l.title);
      t.appendChild(mk('i', l.industry || 'no industry', null, 'span'));
      row.appendChild(t);
      row.appendChild(mk('v', money(l.value), null, 'span'));
      row.appendChild(mk('x', 'delete', function () { asking = l.id; drawRows(); }, 'span'));
    }
    box.appendChild(row);
  });
}
function remove(id) {
  leads = leads.filter(function (l) { return l.id !== id; });
  asking = null;
  save();
  drawRows();
}

/* ---------- inline form ---------- */
function makeForm() {
  var row = mk('row form');
  function field(ph, mode) {
    var f = mk('f'), i = document.createElement('input'), b = mk('bad');
    i.placeholder = ph;
    if (mode) i.inputMode = mode;
    i.onkeydown = function (e) { if (e.key === 'Enter') go(); if (e.key === 'Escape') close(); };
    f.appendChild(i); f.appendChild(b); row.appendChild(f);
    return { val: function () { return i.value.trim(); }, el: i,
      say: function (m) { b.textContent = m || ''; f.className = m ? 'f wrong' : 'f'; return !m; } };
  }
  var ti = field('What is the job?'), ind = field('Industry'), va = field('Deal value, $', 'decimal');
  function close() { formOpen = false; formEl = null; $('plus').textContent = '+ new lead'; drawRows(); }
  function go() {
    var t = ti.val(), raw = va.val().replace(/^(-?)\s*\$\s*/, '$1').replace(/,(?=\d{3}(\D|$))/g, ''), n = Number(raw);
    var same = leads.some(function (l) { return l.title.toLowerCase() === t.toLowerCase(); });
    var a = ti.say(!t ? 'A title is needed.' : same ? 'There is already a lead with this title.' : '');
    var b = va.say(!raw ? 'A deal value is needed.' : !isFinite(n) || !/^-?\d*\.?\d+$/.test(raw) ? 'Please write a number, like 2500.'
      : n < 0 ? 'The value can not be negative.' : '');
    if (!a || !b) { (a ? va : ti).el.focus(); return; }
    leads.unshift({ id: nextId++, title: t, industry: ind.val() || 'Other', value: Math.round(n * 100) / 100, col: 0 });
    save();
    query = ''; $('q').value = '';
    close();
  }
  row.appendChild(mk('btn', 'put on list', go));
  row.appendChild(mk('btn ghost', 'never mind', close));
  setTimeout(function () { ti.el.focus(); }, 0);
  return row;
}
$('plus').onclick = function () {
  formOpen = !formOpen; formEl = null;
  this.textContent = formOpen ? 'close form' : '+ new lead';
  drawRows();
};
$('q').oninput = function () { query = this.value; asking = null; drawRows(); };

/* ---------- csv ---------- */
function cell(s) { s = String(s); return /[",\r\n]/.test(s) ? '"' + s.replace(/"/g, '""') + '"' : s; }
$('csv').onclick = function () {
  var lines = ['Title,Industry,Deal value'].concat(shown().map(function (l) {
    return [l.title, l.industry, l.value].map(cell).join(',');
  }));
  var a = document.createElement('a');
  a.href = URL.createObjectURL(new Blob([lines.join('\r\n') + '\r\n'], { type: 'text/csv;charset=utf-8' }));
  a.download = 'warmlead.csv';
  document.body.appendChild(a); a.click(); a.remove();
  setTimeout(function () { URL.revokeObjectURL(a.href); }, 2000);
};

/* ---------- board ---------- */
var dragId = null;
function move(id, c) {
  if (c < 0 || c >= COLS.length) return;
  leads.forEach(function (l) { if (l.id === id) l.col = c; });
  save();
  drawBoard();
}
function drawBoard() {
  var box = $('cols');
  box.innerHTML = '';
  COLS.forEach(function (name, c) {
    var mine = leads.filter(function (l) { return l.col === c; });
    var col = mk('col'), h = mk('h');
    h.appendChild(mk('', name, null, 'span'));
    h.appendChild(mk('', mine.length, null, 'span'));
    col.appendChild(h);
    mine.forEach(function (l) {
      var k = mk('card', l.title), s = mk('sub');
      k.draggable = true;
      k.ondragstart = function (e) { dragId = l.id; e.dataTransfer.setData('text/plain', String(l.id)); };
      k.ondragend = function () { dragId = null; };
      s.appendChild(mk('', money(l.value), null, 'span'));
      if (c > 0) s.appendChild(mk('arr', '←', function () { move(l.id, c - 1); }, 'span'));
      if (c < 2) s.appendChild(mk('arr', '→', function () { move(l.id, c + 1); }, 'span'));
      k.appendChild(s);
      col.appendChild(k);
    });
    col.ondragover = function (e) { if (dragId !== null) { e.preventDefault(); col.classList.add('over'); } };
    col.ondragleave = function (e) { if (!col.contains(e.relatedTarget)) col.classList.remove('over'); };
    col.ondrop = function (e) { e.preventDefault(); var id = dragId; dragId = null; if (id !== null) move(id, c); };
    box.appendChild(col);
  });
}

/* ---------- statistics ---------- */
function sum(a) { return a.reduce(function (s, l) { return s + l.value; }, 0); }
function drawNumbers() {
  var names = leads.map(function (l) { return l.industry; }).filter(function (n, i, a) { return a.indexOf(n) === i; }).sort();
  if (names.indexOf(picked) < 0) picked = '';
  var chips = $('chips'), tiles = $('tiles'), tbl = $('tbl');
  chips.innerHTML = tiles.innerHTML = tbl.innerHTML = '';
  [''].concat(names).forEach(function (n) {
    chips.appendChild(mk('chip' + (n === picked ? ' on' : ''), n || 'Everything', function () { picked = n; drawNumbers(); }, 'span'));
  });
  var set = leads.filter(function (l) { return !picked || l.industry === picked; });
  var vals = set.map(function (l) { return l.value; });
  [['Leads', set.length], ['Total', money(sum(set))],
   ['Average', set.length ? money(sum(set) / set.length) : '–'],
   ['Highest', set.length ? money(Math.max.apply(null, vals)) : '–'],
   ['Lowest', set.length ? money(Math.min.apply(null, vals)) : '–']].forEach(function (p) {
    var t = mk('tile');
    t.appendChild(mk('c', p[0])); t.appendChild(mk('n', p[1])); tiles.appendChild(t);
  });
  function tr(cls, cells) {
    var r = mk(cls);
    cells.forEach(function (c) { r.appendChild(mk('', c, null, 'span')); });
    tbl.appendChild(r);
  }
  tr('tr hd', ['Industry', 'Leads', 'Average']);
  (picked ? [picked] : names).forEach(function (n) {
    var g = leads.filter(function (l) { return l.industry === n; });
    tr('tr', [n, g.length, money(sum(g) / g.length)]);
  });
}

/* ---------- pages ---------- */
var draw = { home: drawRows, kanban: drawBoard, numbers: drawNumbers };
document.querySelectorAll('.nav').forEach(function (n) {
  n.onclick = function () {
    document.querySelectorAll('.nav').forEach(function (m) { m.className = m === n ? 'nav on' : 'nav'; });
    document.querySelectorAll('.page').forEach(function (p) { p.className = p.id === n.dataset.go ? 'page' : 'page off'; });
    asking = null;
    draw[n.dataset.go]();
  };
});
load();
drawRows();
