'use strict';
// The address carries everything: #/stations?terrain=Urban&max=60&sort=hum_asc&page=2
var REGISTER = document.getElementById('register-data').textContent.trim().split('\n').map(function (line) {
  var f = line.trim().split(';');
  return { no: f[0], title: f[1], terrain: f[2], humidity: parseInt(f[3], 10), keeper: f[4] };
});
var ROWS = 5;
var TERRAINS = REGISTER.map(function (s) { return s.terrain; }).filter(function (t, i, a) { return a.indexOf(t) === i; }).sort();
var SORTS = [['', 'Register order'], ['hum_asc', 'Humidity, low to high'], ['hum_desc', 'Humidity, high to low'], ['title', 'Title, A to Z']];
var chart = 'count';
var out = document.getElementById('view');

function esc(s) { return String(s).replace(/[&<>"]/g, function (c) { return { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }[c]; }); }
function byId(id) { return document.getElementById(id); }

function where() {
  var parts = location.hash.replace(/^#\/?/, '').split('?');
  var q = new URLSearchParams(parts[1] || '');
  var max = q.get('max');
  return {
    path: parts[0] || 'stations',
    terrain: TERRAINS.indexOf(q.get('terrain')) >= 0 ? q.get('terrain') : '',
    max: max === null || max === '' || isNaN(max) ? '' : Number(max),
    sort: q.get('sort') || '',
    page: Math.max(1, parseInt(q.get('page'), 10) || 1)
  };
}
function link(w, change) {
  var n = Object.assign({}, w, change || {}), q = new URLSearchParams();
  ['terrain', 'max', 'sort'].forEach(function (k) { if (n[k] !== '') q.set(k, n[k]); });
  if (n.page > 1) q.set('page', n.page);
  var s = q.toString();
  return '#/' + n.path + (s ? '?' + s : '');
}
function go(w, change) { location.hash = link(w, change); }

function select(w) {
  var list = REGISTER.filter(function (s) {
    return (w.terrain === '' || s.terrain === w.terrain) && (w.max === '' || s.humidity <= w.max);
  });
  if (w.sort === 'hum_asc') list.sort(function (a, b) { return a.humidity - b.humidity; });
  if (w.sort === 'hum_desc') list.sort(function (a, b) { return b.humidity - a.humidity; });
  if (w.sort === 'title') list.sort(function (a, b) { return a.title < b.title ? -1 : 1; });
  return list;
}

function terrainTable() {
  var rows = TERRAINS.map(function (t) {
    var of = REGISTER.filter(function (s) { return s.terrain === t; });
    var sum = of.reduce(function (n, s) { return n + s.humidity; }, 0);
    return { t: t, v: chart === 'count' ? of.length : Math.round(sum / of.length * 10) / 10 };
  });
  var most = Math.max.apply(null, rows.map(function (r) { return r.v; }));
  return '<h2>By terrain: ' + (chart === 'count' ? 'number of stations' : 'average humidity') + '</h2>' +
    '<div class="strip"><button type="button" id="swap">' + (chart === 'count' ? 'Show average humidity' : 'Show number of stations') + '</button></div>' +
    '<table><thead><tr><th>Terrain</th><th class="n">' + (chart === 'count' ? 'Stations' : 'Avg %') + '</th><th>Bar</th></tr></thead><tbody>' +
    rows.map(function (r) {
      return '<tr><td>' + esc(r.t) + '</td><td class="n">' + r.v + (chart === 'count' ? '' : ' %') + '</td><td class="graph"><div style="width:' + (r.v / most * 100) + '%"></div></td></tr>';
    }).join('') + '</tbody></table>';
}
function wireSwap() { byId('swap').onclick = function () { chart = chart === 'count' ? 'avg' : 'count'; render(); byId('swap').focus(); }; }

function pageStations(w) {
  var list = select(w), pages = Math.max(1, Math.ceil(list.length / ROWS)), page = Math.min(w.page, pages);
  var from = (page - 1) * ROWS, shown = list.slice(from, from + ROWS), on = w.terrain !== '' || w.max !== '';
  var cond = [];
  if (w.terrain !== '') cond.push('terrain = ' + w.terrain);
  if (w.max !== '') cond.push('humidity ≤ ' + w.max + ' %');
  out.innerHTML = '<h1>Station register (' + REGISTER.length + ' stations)</h1>' +
    '<div class="strip"><label>Order <select id="sort">' + SORTS.map(function (o) {
      return '<option value="' + o[0] + '"' + (o[0] === w.sort ? ' selected' : '') + '>' + o[1] + '</option>';
    }).join('') + '</select></label>' +
    '<button type="button" id="tofilter">Set filter...</button>' +
    '<button type="button" id="all"' + (on ? '' : ' disabled') + '>Remove filter</button>' +
    '<span>Filter: ' + (on ? esc(cond.join(' and ')) : 'none') + '</span></div>' +
    '<table><thead><tr><th class="wide">No.</th><th>Title</th><th>Terrain</th><th class="n">Humidity</th><th>Row</th></tr></thead><tbody>' +
    (shown.length ? shown.map(function (s) {
      return '<tr><td class="wide">' + s.no + '</td><td>' + esc(s.title) + '</td><td>' + esc(s.terrain) + '</td><td class="n">' + s.humidity + ' %</td>' +
        '<td><select class="rowmenu" data-no="' + s.no + '" aria-label="Actions for ' + esc(s.title) + '"><option value="">...</option><option value="open">Open record</option><option value="terrain">Only ' + esc(s.terrain) + '</option><option value="max">Up to ' + s.humidity + ' %</option></select></td></tr>';
    }).join('') : '<tr><td colspan="5" class="empty">No stations match the filter. Change it or remove it.</td></tr>') +
    '</tbody></table>' +
    '<div class="strip below"><button type="button" id="back"' + (page <= 1 ? ' disabled' : '') + '>&lt; Previous</button>' +
    '<button type="button" id="fwd"' + (page >= pages ? ' disabled' : '') + '>Next &gt;</button>' +
    '<span>Page ' + page + ' of ' + pages + '</span><span class="fill"></span><span>' +
    (list.length ? 'Rows ' + (from + 1) + '-' + (from + shown.length) + ' of ' : '') + list.length + (on ? ' matching, ' : ' rows, ') + REGISTER.length + ' stations in total</span></div>' + terrainTable();
  byId('sort').onchange = function () { go(w, { sort: this.value, page: 1 }); };
  byId('tofilter').onclick = function () { go(w, { path: 'filter', page: 1 }); };
  byId('all').onclick = function () { go(w, { terrain: '', max: '', page: 1 }); };
  byId('back').onclick = function () { go(w, { page: page - 1 }); };
  byId('fwd').onclick = function () { go(w, { page: page + 1 }); };
  out.querySelectorAll('.rowmenu').forEach(function (m) {
    m.onchange = function () {
      var s = REGISTER.find(function (x) { return x.no === m.dataset.no; });
      if (m.value === 'open') location.hash = '#/station/' + s.no;
      if (m.value === 'terrain') go(w, { terrain: s.terrain, page: 1 });
      if (m.value === 'max') go(w, { max: s.humidity, page: 1 });
      m.value = '';
    };
  });
  wireSwap();
}

function pageFilter(w) {
  out.innerHTML = '<h1>Set filter</h1><form class="page"><p><label for="ft">Terrain</label><select id="ft"><option value="">(any)</option>' +
    TERRAINS.map(function (t) { return '<option' + (t === w.terrain ? ' selected' : '') + '>' + esc(t) + '</option>'; }).join('') +
    '</select></p><p><label for="fm">Highest humidity, %</label><input id="fm" type="number" min="0" max="100" step="any" value="' + w.max + '"> <small>empty = no limit</small></p>' +
    '<p><button>Apply</button> <button type="button" id="cancel">Cancel</button></p></form>';
  out.querySelector('form').onsubmit = function (e) {
    e.preventDefault();
    go(w, { path: 'stations', terrain: byId('ft').value, max: byId('fm').value, page: 1 });
  };
  byId('cancel').onclick = function () { go(w, { path: 'stations' }); };
}

function pageRecord(no) {
  var s = REGISTER.find(function (x) { return x.no === no; });
  if (!s) { out.innerHTML = '<p class="empty">There is no station ' + esc(no) + '.</p><p><a href="#/stations">Back to the register</a></p>'; return; }
  out.innerHTML = '<h1>' + esc(s.title) + '</h1><table style="max-width:420px"><tbody>' +
    [['No.', s.no], ['Title', s.title], ['Terrain', s.terrain], ['Humidity', s.humidity + ' %'], ['Looked after by', s.keeper]].map(function (r) {
      return '<tr><th>' + r[0] + '</th><td>' + esc(r[1]) + '</td></tr>';
    }).join('') + '</tbody></table><p><button type="button" onclick="history.back()">Back</button></p>';
}

function render() {
  var w = where(), had = document.activeElement && document.activeElement.id;
  document.querySelectorAll('#top a').forEach(function (a) { a.className = a.getAttribute('href') === '#/' + w.path ? 'here' : ''; });
  if (w.path === 'filter') pageFilter(w);
  else if (w.path === 'terrain') { out.innerHTML = '<h1>Terrain (' + REGISTER.length + ' stations)</h1>' + terrainTable(); wireSwap(); }
  else if (w.path.indexOf('station/') === 0) pageRecord(w.path.slice(8));
  else pageStations(w);
  if (had && byId(had)) byId(had).focus();   // the page is written anew: keep the keyboard where it was
}

// the dark setting is a cookie of one year
var box = byId('dark');
box.checked = /(^|; )swn_dark=1/.test(document.cookie);
document.body.classList.toggle('dark', box.checked);
box.onchange = function () {
  document.cookie = 'swn_dark=' + (box.checked ? 1 : 0) + ';max-age=31536000;path=/;samesite=lax';
  document.body.classList.toggle('dark', box.checked);
};
window.addEventListener('hashchange', render);
render();
