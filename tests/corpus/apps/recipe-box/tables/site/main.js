var page = document.getElementById('page');
var recipes = [], votes = {}, comments = [];
var filter = { q: '', course: '' }, sort = { by: 'no', dir: 1 };

function esc(s) { return String(s).replace(/[&<>"']/g, function (c) { return '&#' + c.charCodeAt(0) + ';'; }); }
function find(no) { return recipes.filter(function (r) { return r.no === Number(no); })[0]; }
function nComments(no) { return comments.filter(function (c) { return c.no === no; }).length; }
function count(r) { return r.votes + (votes[r.no] ? 1 : 0); }
function average(r) { return count(r) ? (r.sum + (votes[r.no] || 0)) / count(r) : 0; }
function reload() {
  return Promise.all([all('recipes'), all('votes'), all('comments')]).then(function (a) {
    recipes = a[0]; comments = a[2]; votes = {};
    a[1].forEach(function (v) { votes[v.no] = v.stars; });
  });
}
function rateSelect(r) {
  var o = '<option value="">rate…</option>';
  for (var n = 1; n <= 5; n++) o += '<option value="' + n + '"' + (votes[r.no] === n ? ' selected' : '') + '>' + '★'.repeat(n) + ' ' + n + '</option>';
  return '<select data-rate="' + r.no + '" aria-label="Rate ' + esc(r.title) + '">' + o + '</select>';
}
function gave(r) { return votes[r.no] ? 'You gave ' + votes[r.no] + ' ★' : ''; }

/* ---- list ---- */
function listPage() {
  var courses = recipes.map(function (r) { return r.course; }).filter(function (c, i, a) { return a.indexOf(c) === i; }).sort();
  page.innerHTML = '<h2>Recipe register: <span id="total">' + recipes.length + '</span> recipes</h2>' +
    '<div class="tools"><span>Find: <input type="text" id="q" size="24" placeholder="title, course or cook"></span>' +
    '<span>Course: <select id="fc"><option value="">(all)</option>' + courses.map(function (c) { return '<option>' + esc(c) + '</option>'; }).join('') + '</select></span>' +
    '<span id="shown"></span></div>' +
    '<table class="grid main"><thead><tr><th data-s="no">No.</th><th data-s="title">Title</th><th data-s="course">Course</th><th data-s="min">Cooking time (min)</th><th data-s="avg">Average</th><th data-s="cnt">Ratings</th><th>Your rating</th><th>Comments</th></tr></thead><tbody id="rows"></tbody></table>';
  var q = document.getElementById('q'), fc = document.getElementById('fc');
  q.value = filter.q; fc.value = filter.course;
  q.oninput = function () { filter.q = q.value; rows(); };
  fc.onchange = function () { filter.course = fc.value; rows(); };
  page.querySelectorAll('th[data-s]').forEach(function (th) {
    th.onclick = function () { sort = { by: th.dataset.s, dir: sort.by === th.dataset.s ? -sort.dir : 1 }; rows(); };
  });
  rows();
}
function rows() {
  var q = filter.q.trim().toLowerCase();
  var hit = recipes.filter(function (r) {
    return (!filter.course || r.course === filter.course) && [r.title, r.course, r.cook].join(' ').toLowerCase().indexOf(q) >= 0;
  });
  function key(r) { return sort.by === 'avg' ? average(r) : sort.by === 'cnt' ? count(r) : r[sort.by]; }
  hit.sort(function (a, b) { return (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0) * sort.dir; });
  document.getElementById('shown').textContent = hit.length + ' of ' + recipes.length + ' shown';
  document.getElementById('rows').innerHTML = hit.map(function (r) {
    return '<tr><td data-h="No." class="num">' + r.no + '</td><td data-h="Title"><a href="#/recipe/' + r.no + '">' + esc(r.title) + '</a></td><td data-h="Course">' + esc(r.course) +
      '</td><td data-h="Cooking time (min)" class="num">' + r.min + '</td><td data-h="Average" class="num">' + (count(r) ? average(r).toFixed(2) : '–') + '</td><td data-h="Ratings" class="num">' + count(r) +
      '</td><td data-h="Your rating"><span>' + rateSelect(r) + ' ' + gave(r) + '</span></td><td data-h="Comments"><button type="button" data-go="#/recipe/' + r.no + '/comments">Comments (' + nComments(r.no) + ')</button></td></tr>';
  }).join('') || '<tr><td colspan="8">No entries match “' + esc(filter.q) + '”.</td></tr>';
}

/* ---- single pages ---- */
function recipePage(r) {
  page.innerHTML = '<p><a href="#/list">&lt;&lt; Back to the register</a></p><h2>' + r.no + ' ' + esc(r.title) + '</h2><table class="grid">' +
    [['Course', r.course], ['Cooking time', r.min + ' minutes'], ['Cook', r.cook], ['Shared on', r.shared], ['Description', r.text]].map(function (x) {
      return '<tr><th>' + x[0] + '</th><td>' + esc(x[1]) + '</td></tr>';
    }).join('') + '<tr><th>Rating</th><td>' + (count(r) ? average(r).toFixed(2) + ' average, ' + count(r) + ' ratings' : 'not rated') + '</td></tr><tr><th>Your rating</th><td>' + rateSelect(r) + ' ' + gave(r) +
    '</td></tr></table><p><button type="button" data-go="#/recipe/' + r.no + '/comments">Comments (' + nComments(r.no) + ')</button></p>';
}
function commentsPage(r) {
  var mine = comments.filter(function (c) { return c.no === r.no; });
  page.innerHTML = '<p><a href="#/list">&lt;&lt; Back to the register</a> | <a href="#/recipe/' + r.no + '">' + esc(r.title) + '</a></p><h2>Comments (' + mine.length + '): ' + esc(r.title) + '</h2><table class="grid"><tr><th>Name</th><th>Comment</th></tr>' +
    (mine.map(function (c) { return '<tr><td>' + esc(c.name) + '</td><td>' + esc(c.text) + '</td></tr>'; }).join('') || '<tr><td colspan="2">none yet</td></tr>') +
    '</table><form id="cf"><table class="form"><tr><td><label for="cn">Name</label></td><td><input id="cn" size="30"></td></tr><tr><td><label for="ct">Comment</label></td><td><input id="ct" size="60" maxlength="100" style="max-width:70vw"> (max. 100 characters)</td></tr></table><div class="err" id="ce"></div><input type="submit" value="Submit"></form>';
  document.getElementById('cf').onsubmit = function (e) {
    e.preventDefault();
    var name = document.getElementById('cn').value.trim(), text = document.getElementById('ct').value.trim();
    var bad = !name ? 'Name is missing.' : !text ? 'Comment is empty.' : text.length > 100 ? 'Comment is longer than 100 characters.' : '';
    document.getElementById('ce').textContent = bad;
    if (!bad) write('comments', { no: r.no, name: name, text: text }).then(route);
  };
}
function newPage() {
  page.innerHTML = '<h2>New entry</h2><form id="nf"><table class="form">' + [['title', 'Title'], ['course', 'Course'], ['min', 'Cooking time (min)'], ['cook', 'Cook'], ['text', 'Description']].map(function (f) {
    return '<tr><td><label for="n-' + f[0] + '">' + f[1] + '</label></td><td>' + (f[0] === 'text' ? '<textarea id="n-text" cols="40" rows="3"></textarea>' : '<input id="n-' + f[0] + '"' + (f[0] === 'min' ? ' type="number" min="1"' : '') + '>') + '</td></tr>';
  }).join('') + '</table><div class="err" id="ne"></div><input type="submit" value="Save entry"> <a href="#/list">Cancel</a></form>';
  document.getElementById('nf').onsubmit = function (e) {
    e.preventDefault();
    var v = {};
    ['title', 'course', 'min', 'cook', 'text'].forEach(function (k) { v[k] = document.getElementById('n-' + k).value.trim(); });
    if (!v.title || !v.course || !v.cook || !v.text) { document.getElementById('ne').textContent = 'All fields must be filled in.'; return; }
    if (!(Number(v.min) >= 1)) { document.getElementById('ne').textContent = 'Cooking time must be 1 minute or more.'; return; }
    v.min = Math.round(Number(v.min)); v.sum = 0; v.votes = 0;
    v.no = Math.max.apply(null, recipes.map(function (r) { return r.no; })) + 1;
    v.shared = new Date().toLocaleDateString('sv-SE');
    write('recipes', v).then(function () { location.hash = '#/list'; });
  };
}
function resetPage() {
  page.innerHTML = '<h2>Reset data</h2><p>Do you really want to go back to the ' + SEED.length + ' sample entries? All your ratings, comments and entries are deleted.</p><button type="button" id="ry">Reset now</button> <button type="button" data-go="#/list">No, back</button>';
  document.getElementById('ry').onclick = function () { resetDb().then(function () { filter = { q: '', course: '' }; location.hash = '#/list'; }); };
}
function route() {
  var h = location.hash.split('/');
  return reload().then(function () {
    if (h[1] === 'new') return newPage();
    if (h[1] === 'reset') return resetPage();
    if (h[1] === 'recipe') {
      var r = find(h[2]);
      if (!r) { page.innerHTML = '<p>No such entry. <a href="#/list">Back to the register</a></p>'; return; }
      return h[3] === 'comments' ? commentsPage(r) : recipePage(r);
    }
    listPage();
  });
}
page.addEventListener('change', function (e) {
  var no = e.target.dataset.rate;
  if (!no || !e.target.value) return;
  write('votes', { no: Number(no), stars: Number(e.target.value) }).then(reload).then(function () {
    if (document.getElementById('rows')) rows(); else recipePage(find(no));
  });
});
page.addEventListener('click', function (e) { if (e.target.dataset.go) location.hash = e.target.dataset.go; });
window.addEventListener('hashchange', route);

/* ---- timer: stays in the bar, whichever page is open ---- */
var T = { left: 300000, end: 0, run: null };
function b(id) { return document.getElementById('t-' + id); }
function face() {
  var s = Math.ceil(T.left / 1000);
  document.getElementById('clk').textContent = ('0' + Math.floor(s / 60)).slice(-2) + ':' + ('0' + s % 60).slice(-2);
  b('start').disabled = T.run !== null || T.left !== 300000;
  b('pause').disabled = T.run === null;
  b('cont').disabled = T.run !== null || T.left === 300000 || T.left === 0;
}
function stop() { clearInterval(T.run); T.run = null; }
function go() {
  T.end = Date.now() + T.left;
  T.run = setInterval(function () {
    T.left = Math.max(0, T.end - Date.now());
    if (!T.left) { stop(); b('msg').textContent = 'Time is up.'; }
    face();
  }, 250);
  face();
}
b('start').onclick = b('cont').onclick = go;
b('pause').onclick = function () { T.left = Math.max(1, T.end - Date.now()); stop(); face(); };
b('reset').onclick = function () { stop(); T.left = 300000; b('msg').textContent = ''; face(); };
openDb().then(route);
