var orders = readOrders();
var picked = '', measure = 'count';

function figures(list) {
  var c = list.map(function (o) { return o.cents; });
  var sum = c.reduce(function (a, b) { return a + b; }, 0);
  return { n: c.length, sum: sum, avg: c.length ? sum / c.length : null, hi: c.length ? Math.max.apply(null, c) : null, lo: c.length ? Math.min.apply(null, c) : null };
}
function of(r) { return figures(orders.filter(function (o) { return !r || o.region === r; })); }
function money(c) { return c === null ? '–' : euro(c); }

function chartOf(m) { measure = m; paint(); }

function paint() {
  var pick = byId('pick');
  pick.textContent = '';
  [''].concat(REGIONS).forEach(function (r) {
    pick.appendChild(box('pill' + (r === picked ? ' on' : ''), r || 'All regions', function () { picked = r; paint(); }));
  });

  var f = of(picked);
  byId('scope').textContent = picked ? 'Figures for ' + picked : 'Figures for all regions';
  var cards = byId('cards');
  cards.textContent = '';
  [['Number of orders', f.n], ['Total', euro(f.sum)], ['Average', money(f.avg)], ['Highest', money(f.hi)], ['Lowest', money(f.lo)]].forEach(function (p) {
    var c = box('card');
    c.appendChild(box('k', p[0]));
    c.appendChild(box('v', p[1]));
    cards.appendChild(c);
  });

  var g = byId('grid');
  g.textContent = '';
  g.appendChild(box('gh', 'Region'));
  g.appendChild(box('gh n', 'Orders'));
  g.appendChild(box('gh n', 'Average'));
  (picked ? [picked] : REGIONS).forEach(function (r) {
    var x = of(r);
    g.appendChild(box('', r));
    g.appendChild(box('n', x.n));
    g.appendChild(box('n', money(x.avg)));
  });

  byId('swCount').className = 'pill' + (measure === 'count' ? ' on' : '');
  byId('swAvg').className = 'pill' + (measure === 'avg' ? ' on' : '');
  byId('chartTitle').textContent = measure === 'count' ? 'Number of orders by region' : 'Average order total by region';
  var vals = REGIONS.map(function (r) { var x = of(r); return measure === 'count' ? x.n : x.avg; });
  var top = Math.max.apply(null, vals.concat(1));
  var chart = byId('chart');
  chart.textContent = '';
  REGIONS.forEach(function (r, i) {
    var line = box('barline'), w = box('bw'), b = box('bar' + (picked && picked !== r ? ' dim' : ''));
    b.style.width = (vals[i] || 0) / top * 100 + '%';
    w.appendChild(b);
    w.appendChild(box('bv', measure === 'count' ? vals[i] : money(vals[i])));
    line.appendChild(box('bn', r));
    line.appendChild(w);
    chart.appendChild(line);
  });
}

window.onpageshow = function (e) { if (e.persisted) { orders = readOrders(); paint(); } };
paint();
