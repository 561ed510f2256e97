(function () {
  var stage = document.getElementById('stage');
  var filter = { dept: '', max: '' };
  var cart = load();          // { lines: { id: qty }, code: '' | 'SUNDAY' }
  var flash = {};             // small notes under a button, by garment id
  var couponNote = null;      // { text, bad }

  function load() {
    try {
      var c = JSON.parse(localStorage.getItem('third-thread-bag'));
      if (c && c.lines) {
        Object.keys(c.lines).forEach(function (id) {
          var g = find(id), q = Math.floor(c.lines[id]);
          if (!g || !(q > 0) || g.stock < 1) delete c.lines[id];
          else c.lines[id] = Math.min(q, g.stock);
        });
        return { lines: c.lines, code: c.code === 'SUNDAY' ? 'SUNDAY' : '' };
      }
    } catch (e) { /* unreadable bag: start with an empty one */ }
    return { lines: {}, code: '' };
  }
  function save() { localStorage.setItem('third-thread-bag', JSON.stringify(cart)); }
  function find(id) { return GARMENTS.filter(function (g) { return g.id === id; })[0]; }
  function euro(cents) { return '€ ' + (cents / 100).toFixed(2); }
  function qty(id) { return cart.lines[id] || 0; }
  function pieces() { return Object.keys(cart.lines).reduce(function (n, id) { return n + cart.lines[id]; }, 0); }
  function go(to) { location.hash = to; }
  function niceDate(iso) {
    return new Date(iso + 'T12:00').toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
  }

  // box('a__b', 'text' | node | [nodes], onclick) - the only building brick here
  function box(cls, inside, click, tag) {
    var el = document.createElement(tag || 'div');
    el.className = cls;
    [].concat(inside == null ? [] : inside).forEach(function (x) {
      if (x) el.appendChild(typeof x === 'string' ? document.createTextNode(x) : x);
    });
    if (click) el.addEventListener('click', click);
    return el;
  }
  function span(cls, inside, click) { return box(cls, inside, click, 'span'); }

  function picture(g, cls) {
    var el = box(cls);
    el.style.background = 'hsl(' + g.hue + ' 30% 90%)';
    el.innerHTML = '<svg viewBox="0 0 100 100"><path d="' + SHAPES[g.kind] + '" fill="hsl(' + g.hue + ' 32% 46%)"/></svg>';
    return el;
  }

  /* ---------- bag ---------- */
  function put(g) {
    if (g.stock < 1) return;
    if (qty(g.id) >= g.stock) {
      flash[g.id] = g.stock === 1 ? 'The last one is already in your bag' : 'All ' + g.stock + ' we have are in your bag';
    } else {
      cart.lines[g.id] = qty(g.id) + 1;
      flash[g.id] = 'In your bag: ' + qty(g.id);
      save();
    }
    draw();
  }
  function setQty(g, n) {
    if (n > g.stock) {
      flash[g.id] = 'Only ' + g.stock + ' in stock';
      n = g.stock;
    } else {
      delete flash[g.id];
    }
    if (n < 1) { delete cart.lines[g.id]; } else { cart.lines[g.id] = n; }
    if (!pieces()) { cart.code = ''; couponNote = null; }
    save();
    draw();
  }
  function redeem(raw) {
    var code = raw.trim().toUpperCase();
    if (!code) couponNote = { bad: true, text: 'Type a code first.' };
    else if (code !== 'SUNDAY') couponNote = { bad: true, text: 'We do not know the code “' + raw.trim() + '”.' };
    else if (cart.code) couponNote = { bad: true, text: 'SUNDAY is already taken off, it counts once per bag.' };
    else { cart.code = code; couponNote = { text: 'Thank you! 10% are off.' }; save(); }
    draw();
  }

  function adder(g) {
    if (g.stock < 1) return box('add add--off', 'Sold out');
    return box('add', 'Put in bag', function () { put(g); });
  }
  function stockText(g) {
    if (!g.stock) return 'none left';
    return g.stock === 1 ? 'last one' : g.stock + ' in stock';
  }

  /* ---------- list ---------- */
  function parseMax(s) {
    s = s.trim().replace('€', '').replace(',', '.').trim();
    if (!s) return null;
    return /^\d+(\.\d*)?$/.test(s) ? Math.round(parseFloat(s) * 100) : NaN;
  }
  function drawList() {
    var rail = box('rail');
    [''].concat(DEPTS).forEach(function (d) {
      rail.appendChild(span('rail__dept' + (filter.dept === d ? ' rail__dept--on' : ''), d || 'Everything', function () {
        filter.dept = d; drawList();
      }));
    });
    var field = document.createElement('input');
    field.className = 'rail__max';
    field.placeholder = 'up to … €';
    field.inputMode = 'decimal';
    field.value = filter.max;
    field.addEventListener('input', function () { filter.max = field.value; fill(); });
    rail.appendChild(field);
    rail.appendChild(span('rail__clear', 'Clear all', function () {
      filter = { dept: '', max: '' }; drawList();
    }));

    var count = box('count'), hint = box('hint'), grid = box('grid');
    function fill() {
      var max = parseMax(filter.max);
      hint.textContent = max !== max ? 'Please give the price as a number, e.g. 60 or 59.90' : '';
      var hits = GARMENTS.filter(function (g) {
        return (!filter.dept || g.dept === filter.dept) && (max === null || max !== max || g.price <= max);
      });
      count.textContent = hits.length + (hits.length === 1 ? ' garment' : ' garments');
      grid.textContent = '';
      if (!hits.length) {
        grid.appendChild(box('grid__none', [box('grid__none-big', 'Nothing left on the rail'),
          box('', 'No garment fits this department and price. Try a little more, or clear it all.')]));
      }
      hits.forEach(function (g) { grid.appendChild(card(g)); });
    }
    fill();
    stage.replaceChildren(count, rail, hint, grid);
  }
  function card(g) {
    return box('piece' + (g.stock ? '' : ' piece--gone'), [
      picture(g, 'piece__pic'),
      box('piece__body', [
        box('piece__title', g.title, function () { go('/garment/' + g.id); }),
        box('piece__row', [span('piece__dept', g.dept), span('piece__price', euro(g.price))]),
        box('piece__stock', stockText(g)),
        adder(g),
        box('piece__note', flash[g.id] || '')
      ])
    ]);
  }

  /* ---------- one garment ---------- */
  function drawOne(id) {
    var g = find(id);
    var back = box('back', '← back to all garments', function () { go('/'); });
    if (!g) {
      stage.replaceChildren(back, box('grid__none', 'We do not carry this garment (any more).'));
      return;
    }
    function fact(k, v) { return box('fact', [span('fact__k', k), span('fact__v', v)]); }
    stage.replaceChildren(back, box('one', [
      picture(g, 'one__pic'),
      box('one__text', [
        box('one__title', g.title),
        box('one__price', euro(g.price)),
        box('one__about', g.about),
        fact('Department', g.dept), fact('Maker', g.maker), fact('Fabric', g.fabric),
        fact('Stock', stockText(g)), fact('Added on', niceDate(g.added)),
        adder(g),
        box('piece__note', flash[g.id] || '')
      ])
    ]));
  }

  /* ---------- bag page ---------- */
  function drawBag() {
    var back = box('back', '← keep looking', function () { go('/'); });
    var ids = Object.keys(cart.lines);
    if (!ids.length) {
      stage.replaceChildren(back, box('bag__head', 'Your bag'), box('grid__none', 'Still empty. Nothing wrong with that.'));
      return;
    }
    var sum = 0;
    var lines = box('bag__lines', ids.map(function (id) {
      var g = find(id), n = qty(id);
      sum += g.price * n;
      return box('line', [
        picture(g, 'line__pic'),
        box('line__what', [
          box('line__title', g.title, function () { go('/garment/' + id); }),
          box('line__each', euro(g.price) + ' each'),
          box('line__note', flash[id] && n >= g.stock ? 'Only ' + g.stock + ' in stock' : '')
        ]),
        box('step', [
          span('step__b', '−', function () { setQty(g, n - 1); }),
          span('step__n', String(n)),
          span('step__b' + (n >= g.stock ? ' step__b--end' : ''), '+', function () { setQty(g, n + 1); })
        ]),
        box('line__sum', euro(g.price * n)),
        box('line__out', 'take out', function () { setQty(g, 0); })
      ]);
    }));
    var off = cart.code ? Math.round(sum * 0.1) : 0;
    var field = document.createElement('input');
    field.className = 'coupon__in';
    field.placeholder = 'Coupon';
    field.addEventListener('keydown', function (e) { if (e.key === 'Enter') redeem(field.value); });
    stage.replaceChildren(back, box('bag__head', 'Your bag'), lines, box('bag__bottom', [
      box('coupon', [
        box('coupon__row', [field, box('coupon__go', 'Redeem', function () { redeem(field.value); })]),
        couponNote && box('coupon__note' + (couponNote.bad ? ' coupon__note--bad' : ''), couponNote.text)
      ]),
      box('sums', [
        off ? box('sums__row', [span('', 'Garments'), span('', euro(sum))]) : null,
        off ? box('sums__row sums__row--off', [span('', 'SUNDAY, 10% off'), span('', '− ' + euro(off))]) : null,
        box('sums__row sums__row--all', [span('', 'Total'), span('', euro(sum - off))])
      ])
    ]));
  }

  /* ---------- frame ---------- */
  function draw() {
    var path = location.hash.replace(/^#/, '') || '/';
    document.getElementById('bagN').textContent = pieces();
    if (path === '/bag') drawBag();
    else if (path.indexOf('/garment/') === 0) drawOne(decodeURIComponent(path.slice(9)));
    else drawList();
  }
  window.addEventListener('hashchange', function () { flash = {}; couponNote = null; draw(); window.scrollTo(0, 0); });
  document.getElementById('logo').addEventListener('click', function () { go('/'); });
  document.getElementById('bagLink').addEventListener('click', function () { go('/bag'); });
  draw();
})();
