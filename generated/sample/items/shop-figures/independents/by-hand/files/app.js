/* Benchmark material: do not train on it. Canary: benchwright-canary-74d3f080-39ab-5acd-b9c4-59e630f71dae */
'use strict';
(function () {
  var ORDERS = window.LEDGERLIGHT_ORDERS;
  var REGIONS = Array.from(new Set(ORDERS.map(function (o) { return o.region; }))).sort(function (a, b) { return a.localeCompare(b, 'en'); });
  var byId = function (id) { return document.getElementById(id); };
  var money = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' });
  function euros(cents) { return money.format(Math.round(cents) / 100); }
  function plural(n, one, many) { return n + ' ' + (n === 1 ? one : many); }
  function make(tag, props, children) {
    var node = document.createElement(tag);
    Object.keys(props || {}).forEach(function (k) {
      if (k === 'class') node.className = props[k];
      else if (k === 'text') node.textContent = props[k];
      else node.setAttribute(k, props[k]);
    });
    (children || []).forEach(function (c) { node.append(c); });
    return node;
  }
  function fill(node, children) { node.replaceChildren.apply(node, children); }
  function setText(node, text) { if (node.textContent !== text) node.textContent = text; }
  function announce(text) {
    var box = byId('announcer');
    box.textContent = '';
    setTimeout(function () { box.textContent = text; }, 50);
  }

  [byId('region'), byId('stat-region')].forEach(function (select) {
    REGIONS.forEach(function (r) { select.append(make('option', { value: r, text: r })); });
  });

  /* ---------- Orders ---------- */
  var sort = byId('sort'), region = byId('region'), maximum = byId('maximum'), maximumError = byId('maximum-error');

  /* Reads an amount as people type it: 500, 1250.50, 1,250.50, 1.250,50, 1.250, "€ 900".
     Gives cents, null for nothing typed, NaN for what is no amount. */
  function readAmount(typed) {
    var s = typed.replace(/[\s\u00A0\u202F€']/g, '').replace(/eur(os?)?/i, '');
    if (typed.trim() === '') return null;
    if (/^[0-9]{1,3}(,[0-9]{3})+(\.[0-9]*)?$/.test(s)) s = s.replace(/,/g, '');
    else if (/^[0-9]{1,3}(\.[0-9]{3})+,[0-9]*$/.test(s) || /^[1-9][0-9]{0,2}(\.[0-9]{3})+$/.test(s)) s = s.replace(/\./g, '').replace(',', '.');
    else s = s.replace(',', '.');
    if (!/^([0-9]+\.?[0-9]*|\.[0-9]+)$/.test(s)) return NaN;
    return Math.floor(Number(s) * 100 + 1e-6);
  }

  var COMPARE = {
    'total-up': function (a, b) { return a.cents - b.cents; },
    'total-down': function (a, b) { return b.cents - a.cents; },
    title: function (a, b) { return a.title.localeCompare(b.title, 'en', { sensitivity: 'base', numeric: true }); }
  };

  function drawOrders() {
    var max = readAmount(maximum.value);
    var wrong = Number.isNaN(max);
    setText(maximumError, wrong ? 'Please type an amount in euros, such as 500 or 1,250.50. Until then no maximum is used.' : '');
    if (wrong) maximum.setAttribute('aria-invalid', 'true'); else maximum.removeAttribute('aria-invalid');

    var shown = ORDERS.filter(function (o) {
      return (!region.value || o.region === region.value) && (max === null || wrong || o.cents <= max);
    });
    if (COMPARE[sort.value]) shown.sort(COMPARE[sort.value]);

    fill(byId('order-rows'), shown.map(function (o) {
      return make('tr', {}, [make('th', { scope: 'row', text: o.title }), make('td', { text: o.region }), make('td', { class: 'num', text: euros(o.cents) })]);
    }));
    var filtered = region.value !== '' || (max !== null && !wrong);
    setText(byId('order-count'), filtered ? shown.length + ' of ' + plural(ORDERS.length, 'order', 'orders') : plural(ORDERS.length, 'order', 'orders'));
    byId('order-empty').hidden = shown.length > 0;
    byId('order-panel').hidden = shown.length === 0;

    var title = byId('col-title'), total = byId('col-total');
    title.removeAttribute('aria-sort'); total.removeAttribute('aria-sort');
    if (sort.value === 'title') title.setAttribute('aria-sort', 'ascending');
    if (sort.value === 'total-up') total.setAttribute('aria-sort', 'ascending');
    if (sort.value === 'total-down') total.setAttribute('aria-sort', 'descending');
  }

  sort.addEventListener('change', function () {
    drawOrders();
    announce('Sorted: ' + sort.selectedOptions[0].textContent + '.');
  });
  region.addEventListener('change', drawOrders);
  maximum.addEventListener('input', drawOrders);
  byId('filters').addEventListener('submit', function (event) { event.preventDefault(); drawOrders(); });
  byId('clear').addEventListener('click', function () {
    region.value = '';
    maximum.value = '';
    drawOrders();
    announce('Filters cleared.');
  });

  /* ---------- Statistics ---------- */
  var statRegion = byId('stat-region');

  function summary(orders) {
    var s = { count: orders.length, total: 0, high: null, low: null };
    orders.forEach(function (o) {
      s.total += o.cents;
      if (!s.high || o.cents > s.high.cents) s.high = o;
      if (!s.low || o.cents < s.low.cents) s.low = o;
    });
    s.average = s.count ? s.total / s.count : 0;
    return s;
  }
  function inRegion(r) { return ORDERS.filter(function (o) { return o.region === r; }); }

  function drawStatistics() {
    var r = statRegion.value;
    var s = summary(r ? inRegion(r) : ORDERS);
    byId('figures-title').textContent = r ? 'Region ' + r : 'All regions';
    function figure(name, value, which) {
      var parts = [make('dt', { text: name }), make('dd', { class: 'value', text: value })];
      if (which) parts.push(make('dd', { class: 'which', text: which }));
      return make('div', {}, parts);
    }
    fill(byId('figures'), [
      figure('Number of orders', String(s.count)),
      figure('Total', euros(s.total)),
      figure('Average order total', euros(s.average)),
      figure('Highest order total', euros(s.high.cents), s.high.title),
      figure('Lowest order total', euros(s.low.cents), s.low.title)
    ]);
    fill(byId('region-rows'), (r ? [r] : REGIONS).map(function (name) {
      var one = summary(inRegion(name));
      return make('tr', {}, [make('th', { scope: 'row', text: name }), make('td', { class: 'num', text: String(one.count) }), make('td', { class: 'num', text: euros(one.average) })]);
    }));
    return s;
  }
  statRegion.addEventListener('change', function () {
    var s = drawStatistics();
    announce((statRegion.value ? 'Region ' + statRegion.value : 'All regions') + ': ' + plural(s.count, 'order', 'orders') + ', average ' + euros(s.average) + '.');
  });

  /* ---------- Chart ---------- */
  var measure = 'count';
  var MEASURES = {
    count: { caption: 'Number of orders by region', value: function (s) { return s.count; }, text: function (s) { return plural(s.count, 'order', 'orders'); } },
    average: { caption: 'Average order total by region', value: function (s) { return s.average; }, text: function (s) { return euros(s.average); } }
  };
  var bars = REGIONS.map(function (name) {
    var s = summary(inRegion(name));
    var bar = make('span', { class: 'bar' });
    var value = make('span', { class: 'bar-value' });
    byId('bars').append(make('li', {}, [make('span', { class: 'bar-name', text: name }), make('span', { class: 'bar-track', 'aria-hidden': 'true' }, [bar]), value]));
    return { s: s, bar: bar, value: value };
  });
  var measureButtons = Array.from(document.querySelectorAll('[data-measure]'));

  function drawChart() {
    var m = MEASURES[measure];
    var top = Math.max.apply(null, bars.map(function (b) { return m.value(b.s); })) || 1;
    byId('chart-caption').textContent = m.caption;
    bars.forEach(function (b) {
      b.bar.style.width = (m.value(b.s) / top * 100) + '%';
      b.value.textContent = m.text(b.s);
    });
    measureButtons.forEach(function (b) { b.setAttribute('aria-pressed', String(b.dataset.measure === measure)); });
  }
  measureButtons.forEach(function (b) {
    b.addEventListener('click', function () {
      measure = b.dataset.measure;
      drawChart();
      announce('The bars show: ' + MEASURES[measure].caption + '.');
    });
  });

  /* ---------- Pages ---------- */
  var TITLES = { orders: 'Orders – Ledgerlight', statistics: 'Statistics – Ledgerlight', chart: 'Chart – Ledgerlight' };
  function show(moveFocus) {
    var wanted = location.hash.slice(1);
    var page = Object.prototype.hasOwnProperty.call(TITLES, wanted) ? wanted : 'orders';
    Object.keys(TITLES).forEach(function (p) { byId('page-' + p).hidden = p !== page; });
    document.querySelectorAll('nav [data-page]').forEach(function (a) {
      if (a.dataset.page === page) a.setAttribute('aria-current', 'page'); else a.removeAttribute('aria-current');
    });
    document.title = TITLES[page];
    if (moveFocus) {
      window.scrollTo(0, 0);
      byId(page + '-title').focus({ preventScroll: true });
    }
  }
  byId('skip').addEventListener('click', function (event) {
    event.preventDefault();
    byId('main').focus();
    byId('main').scrollIntoView();
  });
  window.addEventListener('hashchange', function () { show(true); });

  drawOrders();
  drawStatistics();
  drawChart();
  show(false);
})();
