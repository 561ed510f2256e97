var log = [
  { t: 'Intervals on the track', s: 'Running', m: 44 },
  { t: 'Erg pyramid', s: 'Rowing', m: 36 },
  { t: 'Boulder night', s: 'Climbing', m: 95 },
  { t: 'Col de la Croix', s: 'Cycling', m: 172 },
  { t: 'Recovery jog', s: 'Running', m: 29 },
  { t: 'Ridge walk with Tomas', s: 'Hiking', m: 210 },
  { t: 'Zwift race', s: 'Cycling', m: 51 },
  { t: 'River eight, steady state', s: 'Rowing', m: 78 },
  { t: 'Lead wall, 5 routes', s: 'Climbing', m: 120 },
  { t: 'Tempo 8k', s: 'Running', m: 40 },
  { t: 'Waterfall trail', s: 'Hiking', m: 134 },
  { t: 'Night ride with lights', s: 'Cycling', m: 66 },
  { t: 'Fingerboard session', s: 'Climbing', m: 26 },
  { t: 'Long run, canal', s: 'Running', m: 88 },
  { t: 'Technique paddle', s: 'Rowing', m: 47 },
  { t: 'Dog loop, extended', s: 'Hiking', m: 61 }
];
var ICON = { Running: 'run', Cycling: 'bike', Rowing: 'row', Climbing: 'climb', Hiking: 'hike', Other: 'other' };
var sort = 'none', only = null, mode = 'n', query = '';

function el(id) { return document.getElementById(id); }
function esc(s) { return String(s).replace(/[&<>"]/g, function (c) { return '&#' + c.charCodeAt(0) + ';'; }); }
function num(n) { return (Math.round(n * 10) / 10).toString(); }
function svg(id, cls) { return '<svg class="' + (cls || '') + '"><use href="#' + id + '"/></svg>'; }
function where() { return location.hash === '#stats' ? 'stats' : 'list'; }

function figures(a) {
  var sum = 0, hi = -Infinity, lo = Infinity;
  a.forEach(function (w) { sum += w.m; hi = Math.max(hi, w.m); lo = Math.min(lo, w.m); });
  return { n: a.length, sum: sum, avg: a.length ? sum / a.length : 0, hi: a.length ? hi : 0, lo: a.length ? lo : 0 };
}
function bySport() {
  var seen = [];
  log.forEach(function (w) { if (seen.indexOf(w.s) < 0) seen.push(w.s); });
  return seen.map(function (s) {
    var f = figures(log.filter(function (w) { return w.s === s; }));
    f.s = s;
    return f;
  });
}

function listView() {
  var a = log.slice();
  if (sort === 'up') a.sort(function (x, y) { return x.m - y.m; });
  if (sort === 'down') a.sort(function (x, y) { return y.m - x.m; });
  if (sort === 'az') a.sort(function (x, y) { return x.t.toLowerCase() < y.t.toLowerCase() ? -1 : x.t.toLowerCase() > y.t.toLowerCase() ? 1 : 0; });
  if (query) a = a.filter(function (w) { return w.t.toLowerCase().indexOf(query.toLowerCase()) >= 0; });
  if (!a.length) return '<p class="none">No title like that</p>';
  return a.map(function (w) {
    return '<div class="card c-' + ICON[w.s] + '">' + svg('s-' + ICON[w.s]) +
      '<div class="what"><div class="t">' + esc(w.t) + '</div><div class="s">' + w.s + '</div></div>' +
      '<div class="m">' + num(w.m) + '<small> min</small></div></div>';
  }).join('');
}

function statsView() {
  var groups = bySport();
  var f = figures(only ? log.filter(function (w) { return w.s === only; }) : log);
  var top = Math.max.apply(null, groups.map(function (g) { return mode === 'n' ? g.n : g.avg; }));
  var html = '<div class="page"><h1>Statistics</h1><div class="picks">' +
    '<button class="ic' + (only ? '' : ' on') + '" data-only="">' + svg('i-all') + '</button>' +
    groups.map(function (g) {
      return '<button class="ic' + (only === g.s ? ' on' : '') + '" data-only="' + g.s + '">' + svg('s-' + ICON[g.s]) + '</button>';
    }).join('') + '</div><h2>' + (only || 'All sports') + '</h2><div class="tiles">' +
    [['workouts', f.n], ['min total', num(f.sum)], ['min average', num(f.avg)], ['min highest', num(f.hi)], ['min lowest', num(f.lo)]]
      .map(function (p) { return '<div><b>' + p[1] + '</b>' + p[0] + '</div>'; }).join('') + '</div>';

  html += '<div class="headrow"><h2>' + (mode === 'n' ? 'How many' : 'Average minutes') + '</h2><span class="switch">' +
    '<button class="ic' + (mode === 'n' ? ' on' : '') + '" data-mode="n">' + svg('i-hash') + '</button>' +
    '<button class="ic' + (mode === 'avg' ? ' on' : '') + '" data-mode="avg">' + svg('i-clock') + '</button></span></div><div class="chart">' +
    groups.map(function (g) {
      var v = mode === 'n' ? g.n : g.avg;
      return '<div class="b c-' + ICON[g.s] + '"><span class="n">' + g.s + '</span><span class="l"><i style="width:' +
        (v / top * 100) + '%"></i></span><span class="v">' + num(v) + '</span></div>';
    }).join('') + '</div>';

  html += '<table><tr><th>Sport</th><th>#</th><th>⌀ min</th></tr>' + groups.map(function (g) {
    return '<tr><td>' + g.s + '</td><td>' + g.n + '</td><td>' + num(g.avg) + '</td></tr>';
  }).join('') + '</table></div>';
  return html;
}

function paint() {
  var p = where();
  document.body.className = 'on-' + p;
  el('pill').textContent = log.length + ' workouts';
  el('view').innerHTML = p === 'stats' ? statsView() : listView();
  document.querySelectorAll('[data-go]').forEach(function (b) { b.classList.toggle('on', b.dataset.go === p); });
  document.querySelectorAll('[data-sort]').forEach(function (b) { b.classList.toggle('on', b.dataset.sort === sort); });
  if (p === 'stats') el('find').classList.add('hide');
}

function tell(html) { el('news').innerHTML = html; el('drawer').classList.add('open'); }

document.addEventListener('click', function (e) {
  var b = e.target.closest('button');
  if (!b) { el('pop').classList.remove('stay'); return; }
  if (b.id !== 'sortbtn') el('pop').classList.remove('stay');
  if (b.dataset.go) { location.hash = b.dataset.go === 'stats' ? 'stats' : ''; paint(); }
  else if (b.dataset.sort) { sort = b.dataset.sort; paint(); }
  else if ('only' in b.dataset) { only = b.dataset.only || null; paint(); }
  else if (b.dataset.mode) { mode = b.dataset.mode; paint(); }
  else if (b.id === 'sortbtn') el('pop').classList.toggle('stay');
  else if (b.id === 'upbtn') el('pick').click();
  else if (b.id === 'shut') el('drawer').classList.remove('open');
  else if (b.id === 'findbtn') {
    el('find').classList.toggle('hide');
    if (el('find').classList.contains('hide')) { query = el('find').value = ''; paint(); } else el('find').focus();
  }
});
el('find').addEventListener('input', function () { query = this.value.trim(); paint(); });
window.addEventListener('hashchange', function () { el('drawer').classList.remove('open'); paint(); window.scrollTo(0, 0); });

el('pick').addEventListener('change', function () {
  var file = this.files[0], box = this;
  if (!file) return;
  var r = new FileReader();
  r.onload = function () {
    var res = readWorkouts(r.result);
    box.value = '';
    if (res.wrong) {
      tell('<p class="no">✕ Needs the columns title and duration' + (res.head ? ', found: ' + esc(res.head) : '') + '. List unchanged.</p>');
      return;
    }
    log = log.concat(res.good);
    paint();
    tell('<p class="yes">✓ ' + res.good.length + (res.good.length === 1 ? ' workout' : ' workouts') + ' imported</p>' +
      (res.bad.length ? '<p class="no">✕ Bad line' + (res.bad.length > 1 ? 's' : '') + ': ' + res.bad.join(', ') + '</p>' : ''));
  };
  r.readAsText(file);
});
paint();
