var page = document.getElementById('page'), notice = document.getElementById('notice'), btnUndo = document.getElementById('btnUndo');
var sortBy = 'none', pendingNotice = '';

function esc(s) { return String(s).replace(/[&<>"']/g, function (c) { return '&#' + c.charCodeAt(0) + ';'; }); }
function tell(text) { notice.textContent = text; notice.hidden = !text; }
function go(hash, text) {
  pendingNotice = text || '';
  if (location.hash === hash) route(); else location.hash = hash;
}
function options(list, chosen) {
  return list.map(function (s) { return '<option' + (s === chosen ? ' selected' : '') + '>' + esc(s) + '</option>'; }).join('');
}

function registerPage() {
  var rows = Store.rows(), sum = 0;
  rows.forEach(function (r) { sum += r.hours; });
  if (sortBy !== 'none') rows.sort(function (a, b) {
    return sortBy === 'hours' || sortBy === 'no' ? a[sortBy] - b[sortBy] : a[sortBy].localeCompare(b[sortBy]);
  });
  function head(key, text) { return '<th><button class="sort" data-sort="' + key + '">' + text + (sortBy === key ? ' ▲' : '') + '</button></th>'; }
  page.innerHTML = '<h1>Task register</h1><p>Number of tasks: <b>' + rows.length + '</b></p>' +
    '<table class="grid"><thead><tr>' + head('no', 'No.') + head('title', 'Title') + head('area', 'Area') +
    head('hours', 'Est. (hours)') + head('state', 'Status') + '<th>Actions</th></tr></thead><tbody>' +
    rows.map(function (r) {
      return '<tr data-no="' + r.no + '"><td data-h="No.">' + r.no + '</td><td data-h="Title">' + esc(r.title) + '</td><td data-h="Area">' + esc(r.area) +
        '</td><td class="num" data-h="Est. (hours)">' + r.hours.toFixed(1) + '</td><td data-h="Status">' + r.state +
        '</td><td class="act"><button data-do="edit">Edit</button> ' + moreMenu(r) + '</td></tr>';
    }).join('') + '</tbody><tfoot><tr><td colspan="3">Total</td><td class="num">' + sum.toFixed(1) + '</td><td colspan="2"></td></tr></tfoot></table>';
}
function moreMenu(r) {
  return '<details class="more"><summary>More ▾</summary><div>' + Store.STATES.filter(function (s) { return s !== r.state; }).map(function (s) {
    return '<button data-do="state" data-state="' + s + '">Set to ' + s + '</button>';
  }).join('') + '<button data-do="delete">Delete row…</button></div></details>';
}
function boardPage() {
  var rows = Store.rows(), by = Store.STATES.map(function (s) { return rows.filter(function (r) { return r.state === s; }); });
  page.innerHTML = '<h1>Board</h1><table class="board"><thead><tr>' + Store.STATES.map(function (s, i) {
    return '<th>' + s + ': ' + by[i].length + '</th>';
  }).join('') + '</tr></thead><tbody><tr>' + Store.STATES.map(function (s, i) {
    return '<td data-drop="' + s + '" data-h="' + s + ': ' + by[i].length + '">' + by[i].map(function (r) {
      return '<table class="slip" draggable="true" data-no="' + r.no + '"><tr><td colspan="2">' + esc(r.title) + '</td></tr><tr><td>' + esc(r.area) +
        '</td><td class="num">' + r.hours.toFixed(1) + ' hours</td></tr><tr><td><select data-do="pick" title="Status">' + options(Store.STATES, s) +
        '</select></td><td class="num"><button data-do="edit">Edit</button> <button data-do="delete">Delete</button></td></tr></table>';
    }).join('') + '</td>';
  }).join('') + '</tr></tbody></table>';
}
var cameFrom = '#/tasks';
function formPage(r) {
  page.innerHTML = '<h1>' + (r ? 'Edit task no. ' + r.no : 'New entry') + '</h1><form novalidate><table class="form">' +
    '<tr><td><label for="title">Title *</label></td><td><input type="text" id="title"></td></tr>' +
    '<tr><td><label for="area">Area *</label></td><td><input type="text" id="area"></td></tr>' +
    '<tr><td><label for="hours">Estimate (hours) *</label></td><td><input type="number" id="hours" min="0.1" step="any"></td></tr>' +
    '<tr><td><label for="state">Status</label></td><td><select id="state">' + options(Store.STATES, r ? r.state : 'To do') + '</select></td></tr>' +
    '<tr><td></td><td><input type="submit" value="Save changes"> <input type="button" id="back" value="Cancel"></td></tr></table><div class="bad" role="alert"></div></form>';
  var f = page.querySelector('form'), no = r ? r.no : null;
  var field = function (id) { return page.querySelector('#' + id); };
  if (r) { field('title').value = r.title; field('area').value = r.area; field('hours').value = r.hours; }
  field('title').focus();
  field('back').onclick = function () { go(cameFrom); };
  f.onsubmit = function (e) {
    e.preventDefault();
    var v = { title: field('title').value.trim(), area: field('area').value.trim(), hours: parseFloat(field('hours').value), state: field('state').value };
    var errors = Store.check(v, no);
    if (errors.length) { page.querySelector('.bad').innerText = errors.join('\n'); return; }
    if (no === null) { Store.add(v); go(cameFrom, 'Entry "' + v.title + '" has been added.'); }
    else go(cameFrom, Store.update(no, v) ? 'Task no. ' + no + ' has been amended.' : 'Nothing was changed.');
  };
}

function route() {
  var h = location.hash || '#/tasks', m = h.match(/^#\/edit\/(\d+)$/);
  tell(pendingNotice);
  pendingNotice = '';
  btnUndo.disabled = !Store.canUndo();
  document.querySelectorAll('.menu a').forEach(function (a) { a.className = a.getAttribute('href') === h ? 'here' : ''; });
  if (m && Store.get(+m[1])) return formPage(Store.get(+m[1]));
  if (h === '#/new') return formPage(null);
  cameFrom = h === '#/board' ? h : '#/tasks';
  if (h === '#/board') boardPage(); else registerPage();
}
function setState(no, state) {
  var r = Store.get(no);
  if (r && Store.update(no, { state: state })) pendingNotice = 'Task no. ' + no + ' is now "' + state + '".';
  route();
}
function undo() {
  var text = Store.undo();
  if (text === null) return;
  pendingNotice = 'Reverted: ' + text;
  route();
}

page.addEventListener('click', function (e) {
  var s = e.target.closest('[data-sort]');
  if (s) { sortBy = sortBy === s.dataset.sort ? 'none' : s.dataset.sort; return route(); }
  var b = e.target.closest('button[data-do]');
  if (!b) return;
  if (b.closest('details')) b.closest('details').open = false;
  var no = +b.closest('[data-no]').dataset.no;
  if (b.dataset.do === 'edit') go('#/edit/' + no);
  if (b.dataset.do === 'state') setState(no, b.dataset.state);
  if (b.dataset.do === 'delete' && window.confirm('Delete task no. ' + no + ' "' + Store.get(no).title + '"?')) {
    Store.remove(no);
    pendingNotice = 'Task no. ' + no + ' has been deleted.';
    route();
  }
});
document.addEventListener('click', function (e) {
  document.querySelectorAll('details.more[open]').forEach(function (d) { if (!d.contains(e.target)) d.open = false; });
});
page.addEventListener('change', function (e) {
  if (e.target.dataset.do === 'pick') setState(+e.target.closest('[data-no]').dataset.no, e.target.value);
});
page.addEventListener('dragstart', function (e) {
  var s = e.target.closest('.slip');
  if (s) e.dataTransfer.setData('text/plain', s.dataset.no);
});
page.addEventListener('dragover', function (e) {
  var t = e.target.closest('[data-drop]');
  page.querySelectorAll('.target').forEach(function (x) { if (x !== t) x.classList.remove('target'); });
  if (t) { e.preventDefault(); t.classList.add('target'); }
});
page.addEventListener('drop', function (e) {
  var t = e.target.closest('[data-drop]');
  if (!t) return;
  e.preventDefault();
  setState(+e.dataTransfer.getData('text/plain'), t.dataset.drop);
});
btnUndo.addEventListener('click', undo);
document.addEventListener('keydown', function (e) {
  if ((e.ctrlKey || e.metaKey) && !e.shiftKey && e.key.toLowerCase() === 'z' && !/^(text|number)$/.test(e.target.type || '')) { e.preventDefault(); undo(); }
});
window.addEventListener('hashchange', route);
route();
