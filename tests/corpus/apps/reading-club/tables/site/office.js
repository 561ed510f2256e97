/* The Longer Read - register. Plain functions, no library. */
var STORE = 'tlr_register_v1';
var register = [];
var openRow = 0;      /* number of the article whose comments are unfolded */
var editNo = 0;       /* number of the article in the form, 0 = new entry */
var draft = { name: '', text: '' };

function el(id) { return document.getElementById(id); }

function fresh() {
  var out = [];
  for (var i = 0; i < SAMPLE.length; i++) {
    var p = SAMPLE[i].split('|');
    out.push({ no: i + 1, title: p[0], author: p[1], section: p[2], time: parseInt(p[3], 10), fav: false, comments: (SAMPLE_COMMENTS[i + 1] || []).slice() });
  }
  return out;
}

function readStore() {
  var text = null;
  try { text = localStorage.getItem(STORE); } catch (e) { }
  register = text ? JSON.parse(text) : fresh();
}

function writeStore() {
  try { localStorage.setItem(STORE, JSON.stringify(register)); } catch (e) { say('Data cannot be stored in this browser.', true); }
}

function say(text, bad) {
  el('status').textContent = text;
  el('status').className = bad ? 'status bad' : 'status';
}

function find(no) {
  for (var i = 0; i < register.length; i++) if (register[i].no === no) return register[i];
  return null;
}

function td(row, head, cls) {
  var c = row.insertCell(-1);
  if (head) c.setAttribute('data-h', head);
  if (cls) c.className = cls;
  return c;
}

function btn(cell, text, fn, cls) {
  var b = document.createElement('button');
  b.type = 'button';
  b.textContent = text;
  if (cls) b.className = cls;
  b.onclick = fn;
  cell.appendChild(b);
  cell.appendChild(document.createTextNode(' '));
  return b;
}

function page() {
  var h = location.hash.replace('#', '');
  if (h === 'favourites' || h === 'new') return h;
  if (/^edit-\d+$/.test(h) && find(parseInt(h.slice(5), 10))) return 'edit';
  return 'list';
}

function selection() {
  var words = el('filter').value.toLowerCase().trim();
  var favOnly = page() === 'favourites';
  var list = register.filter(function (a) {
    if (favOnly && !a.fav) return false;
    return (a.title + ' ' + a.author + ' ' + a.section).toLowerCase().indexOf(words) >= 0;
  });
  var order = el('order').value;
  list.sort(function (a, b) {
    if (order === 'title') return a.title.localeCompare(b.title);
    if (order === 'section') return a.section.localeCompare(b.section) || a.no - b.no;
    if (order === 'short') return a.time - b.time;
    if (order === 'long') return b.time - a.time;
    return a.no - b.no;
  });
  return list;
}

function counts() {
  var favs = register.filter(function (a) { return a.fav; }).length;
  el('total').textContent = 'Number of articles: ' + register.length;
  el('m-fav').textContent = 'Favourites (' + favs + ')';
  return favs;
}

function fillTable() {
  var body = el('rows');
  var list = selection();
  var favs = counts();
  var onFav = page() === 'favourites';
  body.innerHTML = '';
  el('caption').textContent = onFav ? 'Favourites' : 'All articles';
  el('hits').textContent = el('filter').value.trim() ? list.length + ' row(s) shown' : '';
  if (!list.length) {
    var r = body.insertRow(-1), c = td(r);
    c.colSpan = 7;
    c.textContent = onFav && !favs ? 'The list of favourites is empty.' : 'No matching entry for "' + el('filter').value.trim() + '".';
  }
  list.forEach(function (a, i) {
    var row = body.insertRow(-1);
    if (i % 2) row.className = 'odd';
    td(row, 'No.', 'num').textContent = a.no;
    td(row).appendChild(document.createElement('b')).textContent = a.title;
    td(row, 'Author').textContent = a.author || '-';
    td(row, 'Section').textContent = a.section;
    td(row, 'Reading time', 'num').textContent = a.time + ' min.';
    var h = btn(td(row, 'Fav.'), a.fav ? '\u2665' : '\u2661', function () {
      a.fav = !a.fav;
      writeStore();
      say('No. ' + a.no + (a.fav ? ' marked as favourite.' : ' is no longer a favourite.'));
      fillTable();
    }, 'heart');
    h.title = a.fav ? 'Unmark' : 'Mark as favourite';
    var act = td(row, '', 'act');
    btn(act, 'Edit', function () { location.hash = 'edit-' + a.no; });
    btn(act, 'Comments (' + a.comments.length + ')', function () {
      openRow = openRow === a.no ? 0 : a.no;
      draft = { name: '', text: '' };
      fillTable();
    });
    if (openRow === a.no) commentRow(body, a);
  });
}

function commentRow(body, a) {
  var cell = td(body.insertRow(-1), '', 'sub-cell');
  cell.colSpan = 7;
  var t = document.createElement('table');
  t.className = 'remarks';
  if (!a.comments.length) td(t.insertRow(-1)).textContent = 'No comments on this article.';
  a.comments.forEach(function (c) {
    var r = t.insertRow(-1);
    td(r).appendChild(document.createElement('b')).textContent = c[0];
    td(r).textContent = c[1];
  });
  cell.appendChild(t);
  var f = document.createElement('form');
  f.innerHTML = '<table class="form"><tr><th><label for="c-name">Name</label></th><td><input type="text" id="c-name" size="24"></td></tr>' +
    '<tr><th><label for="c-text">Comment</label></th><td><textarea id="c-text" rows="3" cols="44"></textarea><br><span class="hint">max. 200 characters</span></td></tr>' +
    '<tr><th></th><td><input type="submit" value="Add comment"></td></tr></table>';
  cell.appendChild(f);
  var name = f.querySelector('#c-name'), text = f.querySelector('#c-text');
  name.value = draft.name;
  text.value = draft.text;
  name.oninput = text.oninput = function () { draft = { name: name.value, text: text.value }; };
  f.onsubmit = function () {
    var n = name.value.trim(), x = text.value.trim(), wrong = '';
    if (!n) wrong = 'Please enter your name.';
    else if (!x) wrong = 'The comment is empty.';
    else if (x.length > 200) wrong = 'The comment has ' + x.length + ' characters. No more than 200 are allowed.';
    if (wrong) { say(wrong, true); alert(wrong); return false; }
    a.comments.push([n, x]);
    draft = { name: n, text: '' };
    writeStore();
    say('Comment added to no. ' + a.no + '.');
    fillTable();
    return false;
  };
}

function fillForm() {
  var a = page() === 'edit' ? find(parseInt(location.hash.slice(6), 10)) : null;
  editNo = a ? a.no : 0;
  el('form-caption').textContent = a ? 'Edit entry no. ' + a.no : 'New entry';
  el('e-title').value = a ? a.title : '';
  el('e-author').value = a ? a.author : '';
  el('e-section').value = a ? a.section : 'Essay';
  el('e-time').value = a ? a.time : '';
  el('x-title').textContent = el('x-time').textContent = '';
  counts();
}

function submitEntry() {
  var title = el('e-title').value.trim(), time = el('e-time').value.trim(), wt = '', wm = '';
  if (!title) wt = 'Title is missing.';
  register.forEach(function (a) {
    if (a.no !== editNo && a.title.toLowerCase() === title.toLowerCase()) wt = 'Title already used by no. ' + a.no + '.';
  });
  if (!time) wm = 'Reading time is missing.';
  else if (/^-\s*\d/.test(time)) wm = 'Negative numbers are not allowed.';
  else if (!/^\d+$/.test(time) || +time === 0) wm = 'Enter whole minutes, 1 or more.';
  el('x-title').textContent = wt;
  el('x-time').textContent = wm;
  if (wt || wm) { say('Entry not saved. Check the remarks beside the fields.', true); return false; }
  var a = find(editNo);
  if (!a) {
    a = { no: register.reduce(function (m, b) { return Math.max(m, b.no); }, 0) + 1, fav: false, comments: [] };
    register.push(a);
  }
  a.title = title;
  a.author = el('e-author').value.trim();
  a.section = el('e-section').value;
  a.time = parseInt(time, 10);
  writeStore();
  el('filter').value = '';
  say('Entry no. ' + a.no + ' saved.');
  location.hash = 'list';
  return false;
}

function route() {
  var p = page(), form = p === 'new' || p === 'edit';
  el('page-list').style.display = form ? 'none' : '';
  el('page-form').style.display = form ? '' : 'none';
  el('m-list').className = p === 'list' ? 'cur' : '';
  el('m-fav').className = p === 'favourites' ? 'cur' : '';
  el('m-new').className = p === 'new' ? 'cur' : '';
  if (form) fillForm(); else fillTable();
}

el('entry').onsubmit = submitEntry;
el('e-cancel').onclick = function () { say('Cancelled, nothing changed.'); location.hash = 'list'; };
el('filter').oninput = fillTable;
el('order').onchange = fillTable;
el('clear').onclick = function () { el('filter').value = ''; fillTable(); };
el('restore').onclick = function () {
  if (!confirm('Replace all entries by the sample data?')) return;
  register = fresh();
  openRow = 0;
  writeStore();
  say('Sample data restored.');
  route();
};
window.onhashchange = route;
readStore();
route();
