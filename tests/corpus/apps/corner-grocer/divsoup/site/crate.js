var PER = 5;
var SORTS = [['start', 'Shop order'], ['up', 'Price: low to high'], ['down', 'Price: high to low'], ['az', 'Title A–Z']];
var sort = 'start', page = 1;
var said = '', saidBad = false, typed = '';

function load(key, other) {
  try { var v = JSON.parse(localStorage.getItem(key)); return v === null ? other : v; } catch (e) { return other; }
}
function keep(key, value) { try { localStorage.setItem(key, JSON.stringify(value)); } catch (e) {} }

var cart, mine, coupon;
function readAll() {
  cart = load('cornercrate-pieces', {});      // id -> pieces
  mine = load('cornercrate-my-stars', {});    // id -> 1..5
  coupon = load('cornercrate-welcome', false);
}
readAll();

function el(id) { return document.getElementById(id); }
function good(id) { return GOODS.filter(function (g) { return g.id === id; })[0]; }
function pounds(p) { return '£' + (p / 100).toFixed(2); }
function pcs(n) { return n + (n === 1 ? ' piece' : ' pieces'); }

var timer;
function note(text) {
  el('note').textContent = text;
  el('note').style.display = 'block';
  clearTimeout(timer);
  timer = setTimeout(function () { el('note').style.display = 'none'; }, 2600);
}

function lines() { return GOODS.filter(function (g) { return cart[g.id] > 0; }); }
function sums() {
  var n = 0, sub = 0;
  lines().forEach(function (g) { n += cart[g.id]; sub += cart[g.id] * g.price; });
  var off = coupon ? Math.round(sub / 10) : 0;
  return { n: n, sub: sub, off: off, due: sub - off };
}
function rating(g) {
  var n = 0, s = 0;
  g.votes.forEach(function (v, i) { n += v; s += v * (i + 1); });
  if (mine[g.id]) { n++; s += mine[g.id]; }
  return { n: n, avg: n ? s / n : 0 };
}

function sorted() {
  var a = GOODS.slice();
  if (sort === 'up') a.sort(function (x, y) { return x.price - y.price; });
  if (sort === 'down') a.sort(function (x, y) { return y.price - x.price; });
  if (sort === 'az') a.sort(function (x, y) { return x.title.localeCompare(y.title); });
  return a;
}
function pages() { return Math.ceil(GOODS.length / PER); }

function itemHtml(g) {
  var r = rating(g), have = cart[g.id] || 0, my = mine[g.id] || 0, stars = '', i;
  for (i = 1; i <= 5; i++)
    stars += '<span class="star' + (i <= my ? ' lit' : '') + '" data-do="rate" data-id="' + g.id + '" data-n="' + i + '">' + (i <= my ? '★' : '☆') + '</span>';
  var button;
  if (!g.stock) button = '<div class="btn off">Sold out</div>';
  else if (have >= g.stock) button = '<div class="btn off" data-do="add" data-id="' + g.id + '">No more left</div>';
  else button = '<div class="btn" data-do="add" data-id="' + g.id + '">Add to crate</div>';
  return '<div class="item"><div class="left">' +
    '<div class="name">' + g.title + '</div>' +
    '<div><span class="aisle">' + g.aisle + '</span><span class="farm">' + g.farm + '</span></div>' +
    '<div class="soft">' + (r.n ? 'Average ' + r.avg.toFixed(1) + ' of 5 · ' + r.n + (r.n === 1 ? ' rating' : ' ratings') : 'No ratings yet') + '</div>' +
    '<div class="stars">' + (my ? 'You gave ' : 'Rate it ') + stars + '</div>' +
    '</div><div class="right">' +
    '<div class="price">' + pounds(g.price) + '</div>' +
    (g.stock ? '<div class="soft">' + g.stock + ' in stock</div>' : '<div class="gone">0 in stock</div>') +
    button + (have ? '<div class="soft">' + have + ' in your crate</div>' : '') +
    '</div></div>';
}

function drawShop() {
  el('count').textContent = GOODS.length + ' products in all';
  el('sorts').innerHTML = SORTS.map(function (s) {
    return '<div class="sort' + (s[0] === sort ? ' on' : '') + '" data-do="sort" data-by="' + s[0] + '">' + s[1] + '</div>';
  }).join('');
  el('shelf').innerHTML = sorted().slice((page - 1) * PER, page * PER).map(itemHtml).join('');
  el('where').textContent = 'Page ' + page + ' of ' + pages() + ' · ' + GOODS.length + ' products';
  el('prev').className = 'btn' + (page === 1 ? ' off' : '');
  el('next').className = 'btn' + (page === pages() ? ' off' : '');
}

function totalsHtml(s) {
  return '<div class="t"><span>' + pcs(s.n) + '</span><span>' + pounds(s.sub) + '</span></div>' +
    (coupon ? '<div class="t"><span>WELCOME, 10% off</span><span>−' + pounds(s.off) + '</span></div>' : '') +
    '<div class="t big"><span>Total</span><span>' + pounds(s.due) + '</span></div>';
}
function drawLink() {
  var s = sums();
  el('crateLink').textContent = 'Crate: ' + pcs(s.n) + ' · ' + pounds(s.due);
}

function drawCrate() {
  var s = sums(), h = '<div class="h">Your crate</div>';
  if (!s.n) {
    h += '<div class="empty">Your crate is empty.<br><br><div class="btn" data-do="shop">Have a look round the shop</div></div>';
    el('crate').innerHTML = h;
    return;
  }
  lines().forEach(function (g) {
    var n = cart[g.id];
    h += '<div class="line"><div class="what"><b>' + g.title + '</b><div class="soft">' + pounds(g.price) + ' each · ' + g.stock + ' in stock</div></div>' +
      '<div class="step"><div class="pm" data-do="less" data-id="' + g.id + '">−</div>' +
      '<input type="text" inputmode="numeric" data-qty="' + g.id + '" value="' + n + '">' +
      '<div class="pm' + (n >= g.stock ? ' off' : '') + '" data-do="add" data-id="' + g.id + '">+</div></div>' +
      '<div class="sum">' + pounds(n * g.price) + '</div>' +
      '<div class="btn plain" data-do="drop" data-id="' + g.id + '">Remove</div></div>';
  });
  h += '<div class="coupon"><span>Got a coupon?</span><input id="code" type="text" maxlength="30" autocomplete="off"><div class="btn" data-do="redeem">Use it</div></div>' +
    '<div class="said ' + (saidBad ? 'bad' : 'good') + '">' + said + '</div>' +
    '<div class="totals" id="totals">' + totalsHtml(s) + '</div>' +
    '<div class="btn plain" data-do="shop">‹ Back to the shop</div>';
  el('crate').innerHTML = h;
  el('code').value = typed;
}

function draw() {
  var inCrate = location.hash === '#crate';
  drawLink();
  el('shop').style.display = inCrate ? 'none' : 'block';
  el('crate').style.display = inCrate ? 'block' : 'none';
  if (inCrate) drawCrate(); else drawShop();
}

function setPieces(id, n) {
  if (n > 0) cart[id] = n; else delete cart[id];
  keep('cornercrate-pieces', cart);
}
function redeem() {
  var code = typed.trim();
  saidBad = true;
  if (!code) said = 'Please type a code first.';
  else if (code.toUpperCase() !== 'WELCOME') said = 'Sorry, we don’t know that code.';
  else if (coupon) said = 'WELCOME is already taken off, it only counts once.';
  else {
    coupon = true; saidBad = false; typed = '';
    keep('cornercrate-welcome', true);
    said = 'Welcome! 10% is off your total.';
  }
}

var DO = {
  shop: function () { said = ''; typed = ''; location.hash = ''; window.scrollTo(0, 0); },
  crate: function () { said = ''; typed = ''; location.hash = 'crate'; window.scrollTo(0, 0); },
  sort: function (d) { sort = d.by; page = 1; },
  prev: function () { if (page > 1) page--; },
  next: function () { if (page < pages()) page++; },
  add: function (d) {
    var g = good(d.id), n = cart[g.id] || 0;
    if (n >= g.stock) return note(g.stock ? 'We only have ' + g.stock + ' of ' + g.title + '.' : g.title + ' is sold out.');
    setPieces(g.id, n + 1);
  },
  less: function (d) { setPieces(d.id, (cart[d.id] || 0) - 1); },
  drop: function (d) { setPieces(d.id, 0); note(good(d.id).title + ' taken out.'); },
  redeem: redeem,
  rate: function (d) {
    mine[d.id] = +d.n;
    keep('cornercrate-my-stars', mine);
  }
};

document.body.addEventListener('click', function (e) {
  var t = e.target.closest('[data-do]');
  if (!t) return;
  DO[t.dataset.do](t.dataset);
  draw();
});
el('crate').addEventListener('input', function (e) { if (e.target.id === 'code') typed = e.target.value; });
el('crate').addEventListener('keydown', function (e) {
  if (e.key !== 'Enter') return;
  if (e.target.id === 'code') { redeem(); draw(); el('code').focus(); }
  else if (e.target.dataset.qty) e.target.blur();
});
// patched in place: a full redraw here would swallow a click or focus made while leaving the field
el('crate').addEventListener('change', function (e) {
  var box = e.target, id = box.dataset.qty;
  if (!id) return;
  var g = good(id), v = box.value.trim();
  if (!/^\d+$/.test(v)) note('Please give a whole number of pieces.');
  else if (+v > g.stock) { note('We only have ' + g.stock + ' of ' + g.title + '.'); setPieces(id, g.stock); }
  else setPieces(id, +v);
  var n = cart[id] || 0, line = box.closest('.line');
  drawLink();
  if (!n) { note(g.title + ' taken out.'); setTimeout(draw, 0); return; }
  box.value = n;
  box.nextSibling.className = 'pm' + (n >= g.stock ? ' off' : '');
  line.querySelector('.sum').textContent = pounds(n * g.price);
  el('totals').innerHTML = totalsHtml(sums());
});
window.addEventListener('hashchange', draw);
window.addEventListener('storage', function () { readAll(); draw(); });
draw();
