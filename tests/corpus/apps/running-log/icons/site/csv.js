// reads a small CSV: first line must name exactly title and duration
function splitRow(row, sep) {
  var cells = [], now = '', q = false;
  for (var i = 0; i < row.length; i++) {
    var ch = row.charAt(i);
    if (ch === '"') {
      if (q && row.charAt(i + 1) === '"') { now += '"'; i++; } else q = !q;
    } else if (ch === sep && !q) { cells.push(now.trim()); now = ''; }
    else now += ch;
  }
  cells.push(now.trim());
  return q ? null : cells;
}

function readWorkouts(text) {
  var rows = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  var first = 0;
  while (first < rows.length && !rows[first].trim()) first++;
  if (first === rows.length) return { wrong: true, head: '' };
  var sep = [',', ';', '\t'].find(function (s) { return rows[first].indexOf(s) >= 0; }) || ',';
  var head = (splitRow(rows[first], sep) || []).map(function (c) { return c.toLowerCase(); });
  if (head.slice().sort().join('|') !== 'duration|title') return { wrong: true, head: rows[first].trim() };
  var ti = head.indexOf('title'), du = head.indexOf('duration');
  var good = [], bad = [];
  for (var n = first + 1; n < rows.length; n++) {
    if (!rows[n].trim()) continue;
    var c = splitRow(rows[n], sep);
    var min = c && c.length === 2 && /^\d+([.,]\d+)?$/.test(c[du]) ? Number(c[du].replace(',', '.')) : 0;
    if (!c || c.length !== 2 || !c[ti] || min <= 0) bad.push(n + 1);
    else good.push({ t: c[ti], s: 'Other', m: min });
  }
  return { good: good, bad: bad };
}
