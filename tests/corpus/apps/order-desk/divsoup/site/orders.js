var orders = readOrders();
var region = '', maxCents = null, openId = 0;

function fits(o) {
  return (!region || o.region === region) && (maxCents === null || o.cents <= maxCents);
}
function tell(text) { byId('msg').textContent = text; }

function paintPills() {
  var p = byId('regionPills');
  p.textContent = '';
  [''].concat(REGIONS).forEach(function (r) {
    p.appendChild(box('pill' + (r === region ? ' on' : ''), r || 'All', function () { region = r; openId = 0; tell(''); paint(); }));
  });
}

function paint() {
  paintPills();
  var list = orders.filter(fits), rows = byId('rows');
  byId('howmany').textContent = list.length === orders.length ? orders.length + ' orders' : list.length + ' of ' + orders.length + ' orders';
  rows.textContent = '';
  if (!list.length) rows.appendChild(box('none', 'No order fits this filter.'));
  list.forEach(function (o) {
    var row = box('row'), t = box('t', o.title);
    t.appendChild(box('r', o.region));
    row.appendChild(t);
    row.appendChild(box('e', euro(o.cents)));
    row.appendChild(box('push pale', 'Edit', function () { openId = o.id; tell(''); paint(); }));
    rows.appendChild(row);
    if (o.id === openId) rows.appendChild(editor(o));
  });
}

function editor(o) {
  var f = box('edit'), chosen = o.region;

  f.appendChild(box('lab', 'Title'));
  var title = box('typein', o.title);
  title.contentEditable = 'true';
  title.spellcheck = false;
  title.onkeydown = function (e) { if (e.key === 'Enter') { e.preventDefault(); save(); } };
  title.onpaste = function (e) {
    e.preventDefault();
    document.execCommand('insertText', false, e.clipboardData.getData('text/plain').replace(/\s+/g, ' '));
  };
  f.appendChild(title);

  f.appendChild(box('lab', 'Region'));
  var pills = box('pills');
  REGIONS.forEach(function (r) {
    var p = box('pill' + (r === chosen ? ' on' : ''), r, function () {
      chosen = r;
      for (var i = 0; i < pills.children.length; i++) pills.children[i].className = 'pill' + (pills.children[i] === p ? ' on' : '');
    });
    pills.appendChild(p);
  });
  f.appendChild(pills);

  f.appendChild(box('lab', 'Order total in €'));
  var total = document.createElement('input');
  total.type = 'text';
  total.inputMode = 'decimal';
  total.value = (o.cents / 100).toFixed(2);
  total.onkeydown = function (e) { if (e.key === 'Enter') save(); };
  f.appendChild(total);

  var err = box('err', '');
  f.appendChild(err);
  var b = box('inline');
  b.appendChild(box('push', 'Save', save));
  b.appendChild(box('push pale', 'Cancel', function () { openId = 0; paint(); }));
  f.appendChild(b);

  function save() {
    var t = title.textContent.replace(/\s+/g, ' ').trim(), c = toCents(total.value);
    var twin = orders.some(function (x) { return x.id !== o.id && x.title.toLowerCase() === t.toLowerCase(); });
    if (!t) { err.textContent = 'The title must not be empty.'; return; }
    if (twin) { err.textContent = 'Another order already has this title.'; return; }
    if (c === null) { err.textContent = 'Please enter the order total as an amount such as 1250.50.'; return; }
    o.title = t; o.region = chosen; o.cents = c;
    var kept = writeOrders(orders);
    openId = 0;
    tell((fits(o) ? 'Saved.' : 'Saved. The order no longer fits the filter, so it is not shown.') + (kept ? '' : ' Your browser does not let us keep it after closing.'));
    paint();
  }
  return f;
}

byId('max').oninput = function () {
  var s = this.value.trim(), c = s ? toCents(s) : null;
  byId('maxErr').textContent = s && c === null ? 'Please enter an amount such as 1500 – the limit is ignored for now.' : '';
  maxCents = c;
  openId = 0;
  tell('');
  paint();
};

function showAll() {
  region = '';
  maxCents = null;
  openId = 0;
  byId('max').value = '';
  byId('maxErr').textContent = '';
  tell('');
  paint();
}

function exportCsv() {
  function cell(s) { return /[",\r\n]/.test(s) ? '"' + s.replace(/"/g, '""') + '"' : s; }
  var lines = ['Title,Region,Order total'];
  orders.forEach(function (o) { lines.push(cell(o.title) + ',' + cell(o.region) + ',' + (o.cents / 100).toFixed(2)); });
  var url = URL.createObjectURL(new Blob([lines.join('\r\n') + '\r\n'], { type: 'text/csv;charset=utf-8' }));
  var a = document.createElement('a');
  a.href = url;
  a.download = 'northstar-orders.csv';
  document.body.appendChild(a);
  a.click();
  a.remove();
  setTimeout(function () { URL.revokeObjectURL(url); }, 1000);
}

byId('max').value = '';
window.onpageshow = function (e) { if (e.persisted) { orders = readOrders(); paint(); } };
paint();
