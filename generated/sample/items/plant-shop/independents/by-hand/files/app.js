/* Benchmark material: do not train on it. Canary: benchwright-canary-74d3f080-39ab-5acd-b9c4-59e630f71dae */
(function () {
  'use strict';

  var STORE = 'moss-marigold-cart', KEYS = 'moss-marigold-keys';
  var byId = {};
  PLANTS.forEach(function (p) { byId[p.id] = p; });

  function $(id) { return document.getElementById(id); }
  function el(tag, attrs) {
    var e = document.createElement(tag);
    Object.keys(attrs || {}).forEach(function (k) {
      if (k === 'text') e.textContent = attrs[k];
      else if (k === 'onclick') e.addEventListener('click', attrs[k]);
      else e.setAttribute(k, attrs[k]);
    });
    for (var i = 2; i < arguments.length; i++) e.append(arguments[i]);
    return e;
  }
  var usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  function money(cents) { return usd.format(cents / 100); }
  function plural(n, one, many) { return n + ' ' + (n === 1 ? one : many); }
  function stockText(p) { return p.stock ? p.stock + ' in stock' : 'Sold out (0 in stock)'; }

  /* ---------- Messages ---------- */

  var timers = {};
  function show(id, text) {
    var box = $(id);
    clearTimeout(timers[id]);
    box.textContent = '';
    /* A moment later, so that the same text is read out again. */
    timers[id] = setTimeout(function () {
      box.textContent = text;
      timers[id] = setTimeout(function () { box.textContent = ''; }, 7000);
    }, 30);
  }
  function clear(id) { clearTimeout(timers[id]); $(id).textContent = ''; }
  function say(text) { clear('warn'); show('toast', text); }
  function warn(text) { clear('toast'); show('warn', text); }

  /* ---------- Cart: a list of { id, qty }, never more than the stock ---------- */

  var cart = [], storageWorks = true;

  function load() {
    if (!storageWorks) return;
    var raw;
    try { raw = localStorage.getItem(STORE); } catch (e) { storageWorks = false; return; }
    var list = [], seen = {};
    try { list = JSON.parse(raw || '[]'); } catch (e) { list = []; }
    cart = (Array.isArray(list) ? list : []).filter(function (l) {
      var ok = l && Object.prototype.hasOwnProperty.call(byId, l.id) && !seen[l.id] && Number.isInteger(l.qty) && l.qty > 0 && byId[l.id].stock > 0;
      if (ok) seen[l.id] = true;
      return ok;
    }).map(function (l) { return { id: l.id, qty: Math.min(l.qty, byId[l.id].stock) }; });
  }
  function save() {
    if (storageWorks) {
      try { localStorage.setItem(STORE, JSON.stringify(cart)); } catch (e) { storageWorks = false; }
    }
  }
  function line(id) { return cart.find(function (l) { return l.id === id; }); }
  function inCart(id) { var l = line(id); return l ? l.qty : 0; }
  function pieces() { return cart.reduce(function (n, l) { return n + l.qty; }, 0); }
  function total() { return cart.reduce(function (n, l) { return n + l.qty * byId[l.id].cents; }, 0); }

  /* Sets a quantity within 0 and the stock; 0 takes the plant out. Returns what it became. */
  function setQty(id, qty) {
    load();
    qty = Math.max(0, Math.min(qty, byId[id].stock));
    var l = line(id);
    if (!qty) cart = cart.filter(function (x) { return x.id !== id; });
    else if (l) l.qty = qty;
    else cart.push({ id: id, qty: qty });
    save();
    update();
    return qty;
  }
  function tooMany(p) {
    return p.stock ? 'Only ' + p.stock + ' of ' + p.title + ' in stock. You cannot put in more.' : p.title + ' is sold out.';
  }

  /* ---------- Start page ---------- */

  var cards = PLANTS.map(function (p) {
    var art = el('div', { class: 'art' });
    art.innerHTML = plantSvg(p.art);
    var mine = el('p', { class: 'mine' });
    var button = el('button', { type: 'button', class: 'btn add', onclick: function () { add(p); } });
    if (!p.stock) button.disabled = true;
    var card = el('article', { class: 'card' + (p.stock ? '' : ' sold'), tabindex: '-1', 'aria-labelledby': 't-' + p.id, 'aria-describedby': 'd-' + p.id },
      art,
      el('div', { class: 'body' },
        el('h2', { id: 't-' + p.id, text: p.title }),
        el('div', { id: 'd-' + p.id, class: 'facts' },
          el('p', { class: 'type', text: p.type }),
          el('p', { class: 'latin', lang: 'la', text: p.latin }),
          el('p', { class: 'price', text: money(p.cents) }),
          el('p', { class: 'stock' + (p.stock ? (p.stock < 4 ? ' low' : '') : ' none'), text: stockText(p) })),
        mine, button));
    return { p: p, item: el('li', {}, card), card: card, button: button, mine: mine, text: fold(p.title + ' ' + p.latin + ' ' + p.type) };
  });
  cards.forEach(function (c) { $('plants').append(c.item); });

  function add(p) {
    load();
    var before = inCart(p.id);
    if (before >= p.stock) { update(); warn(tooMany(p)); return; }
    var now = setQty(p.id, before + 1);
    say(p.title + ' added: ' + now + ' of ' + p.stock + ' in your cart.');
  }

  function fold(s) { return s.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase(); }
  function filter() {
    var query = $('q').value.trim();
    var words = fold(query).split(/\s+/).filter(Boolean), found = 0;
    cards.forEach(function (c) {
      var hit = words.every(function (w) { return c.text.indexOf(w) >= 0; });
      c.item.hidden = !hit;
      if (hit) found++;
    });
    $('count').textContent = words.length ? found + ' of ' + plural(PLANTS.length, 'plant', 'plants') : plural(PLANTS.length, 'plant', 'plants');
    $('plants').hidden = !found;
    $('nomatch').hidden = found > 0;
    var text = found ? '' : 'No plants match “' + query + '”.';
    if ($('nomatch-text').textContent !== text) $('nomatch-text').textContent = text;
    if (current && current.closest('[hidden]')) setCurrent(null);
  }
  function resetSearch() { $('q').value = ''; filter(); $('q').focus(); }

  $('q').addEventListener('input', filter);
  $('q').addEventListener('search', filter);
  $('clear').addEventListener('click', resetSearch);
  $('search-form').addEventListener('submit', function (e) {
    e.preventDefault();
    var first = rows()[0];
    if (first) go(first);
  });

  /* ---------- Cart page ---------- */

  var lines = {};
  function makeLine(p) {
    var o = { p: p };
    var art = el('div', { class: 'art' });
    art.innerHTML = plantSvg(p.art);
    o.input = el('input', { type: 'number', id: 'q-' + p.id, min: '0', max: String(p.stock), step: '1', inputmode: 'numeric', autocomplete: 'off', 'aria-describedby': 's-' + p.id + ' n-' + p.id });
    o.note = el('p', { class: 'note', id: 'n-' + p.id });
    o.minus = el('button', { type: 'button', class: 'step', text: '−', 'aria-label': 'One less: ' + p.title, onclick: function () { step(-1); } });
    o.plus = el('button', { type: 'button', class: 'step', text: '+', 'aria-label': 'One more: ' + p.title, onclick: function () { step(1); } });
    o.sum = el('p', { class: 'linesum' });
    o.card = el('article', { class: 'line', tabindex: '-1', 'aria-labelledby': 'c-' + p.id },
      art,
      el('div', { class: 'linebody' },
        el('h2', { id: 'c-' + p.id, text: p.title }),
        el('p', { class: 'meta' }, p.type + ' · ' + money(p.cents) + ' each'),
        el('p', { class: 'stock' + (p.stock < 4 ? ' low' : ''), id: 's-' + p.id, text: stockText(p) }),
        el('div', { class: 'qty' },
          el('label', { for: 'q-' + p.id }, 'Quantity', el('span', { class: 'sr', text: ' of ' + p.title })),
          el('div', { class: 'stepper' }, o.minus, o.input, o.plus)),
        o.note),
      el('div', { class: 'lineend' },
        o.sum,
        el('button', { type: 'button', class: 'link', 'aria-label': 'Remove ' + p.title + ' from cart', text: 'Remove', onclick: function () { remove(p); } })));
    o.item = el('li', {}, o.card);

    function step(by) {
      load();
      var now = inCart(p.id);
      if (by > 0 && now >= p.stock) { update(); refuse(); return; }
      if (by < 0 && now <= 1) { remove(p); return; }
      o.note.textContent = '';
      setQty(p.id, now + by);
    }
    function refuse() { o.note.textContent = 'Only ' + p.stock + ' in stock.'; warn(tooMany(p)); }

    o.input.addEventListener('input', function () {
      var n = o.input.value.trim() === '' ? NaN : Number(o.input.value);
      if (n > p.stock) { setQty(p.id, p.stock); o.input.value = p.stock; refuse(); }
      else if (Number.isInteger(n) && n >= 1) { o.note.textContent = ''; clear('warn'); setQty(p.id, n); }
    });
    /* An empty field, a fraction or a negative number count only once the field is left. */
    o.input.addEventListener('change', function () {
      var n = o.input.value.trim() === '' ? NaN : Number(o.input.value);
      if (n === 0) { remove(p); return; }
      if (!(Number.isInteger(n) && n > 0)) {
        o.input.value = inCart(p.id);
        o.note.textContent = 'Quantity left at ' + inCart(p.id) + '.';
        warn('Please enter a whole number from 1 to ' + p.stock + ' for ' + p.title + '. The quantity is left at ' + inCart(p.id) + '.');
      } else o.input.value = inCart(p.id);
    });
    return o;
  }

  function remove(p) {
    var o = lines[p.id];
    var hadFocus = o && (o.item.contains(document.activeElement) || document.activeElement === document.body);
    var ids = cart.map(function (l) { return l.id; }), at = ids.indexOf(p.id);
    setQty(p.id, 0);
    say(p.title + ' taken out of your cart.');
    if (!hadFocus) return;
    if (!cart.length) { $('cart-empty-text').focus(); return; }
    var next = cart[Math.min(Math.max(at, 0), cart.length - 1)];
    if (next) lines[next.id].card.focus();
  }

  /* ---------- Bring the page in line with the cart ---------- */

  function update() {
    var n = pieces();
    $('cart-count').textContent = 'Cart: ' + plural(n, 'piece', 'pieces');

    cards.forEach(function (c) {
      var have = inCart(c.p.id), full = c.p.stock > 0 && have >= c.p.stock;
      c.mine.textContent = have ? have + ' in your cart' : '';
      var text = !c.p.stock ? 'Sold out' : full ? 'All in your cart' : 'Add to cart';
      c.button.textContent = text;
      c.button.setAttribute('aria-label', text + ': ' + c.p.title);
      /* Not "disabled", so that the focus stays where it was. */
      if (full) c.button.setAttribute('aria-disabled', 'true'); else c.button.removeAttribute('aria-disabled');
    });

    Object.keys(lines).forEach(function (id) {
      if (!line(id)) { lines[id].item.remove(); delete lines[id]; }
    });
    cart.forEach(function (l) {
      var o = lines[l.id];
      if (!o) { o = lines[l.id] = makeLine(byId[l.id]); $('lines').append(o.item); }
      if (Number(o.input.value) !== l.qty || o.input.value === '') o.input.value = l.qty;
      o.sum.textContent = money(l.qty * o.p.cents);
      if (l.qty >= o.p.stock) o.plus.setAttribute('aria-disabled', 'true');
      else { o.plus.removeAttribute('aria-disabled'); }
    });
    $('cart-full').hidden = !cart.length;
    $('cart-empty').hidden = cart.length > 0;
    var sum = money(total());
    if ($('total').textContent !== sum) $('total').textContent = sum;
    $('total-pieces').textContent = 'for ' + plural(n, 'piece', 'pieces');
    setTitle();
  }

  /* ---------- Pages ---------- */

  function onCart() { return location.hash === '#/cart'; }
  function setTitle() {
    document.title = (onCart() ? 'Cart (' + pieces() + ')' : 'Houseplants') + ' – Moss & Marigold';
  }
  function route(first) {
    var c = onCart();
    $('view-shop').hidden = c;
    $('view-cart').hidden = !c;
    [['nav-shop', !c], ['nav-cart', c]].forEach(function (x) {
      if (x[1]) $(x[0]).setAttribute('aria-current', 'page'); else $(x[0]).removeAttribute('aria-current');
    });
    setCurrent(null);
    setTitle();
    if (first === true) return;
    clear('warn');
    window.scrollTo(0, 0);
    if (wantSearch && !c) { $('q').focus(); $('q').select(); } else $(c ? 'cart-title' : 'shop-title').focus({ preventScroll: true });
    wantSearch = false;
  }
  window.addEventListener('hashchange', route);
  $('skip').addEventListener('click', function (e) { e.preventDefault(); $('main').focus(); });

  /* ---------- Keyboard ---------- */

  var current = null, wantSearch = false, keysOn = true;

  function rows() {
    return Array.prototype.filter.call(document.querySelectorAll(onCart() ? '#lines article' : '#plants article'), function (a) { return !a.closest('[hidden]'); });
  }
  function setCurrent(card) {
    if (current && current !== card) { current.classList.remove('current'); current.removeAttribute('aria-current'); }
    current = card;
    if (card) { card.classList.add('current'); card.setAttribute('aria-current', 'true'); }
  }
  function go(card) {
    setCurrent(card);
    card.focus({ preventScroll: true });
    card.scrollIntoView({ block: 'nearest' });
  }
  function move(by) {
    var list = rows();
    if (!list.length) return;
    var at = list.indexOf(current);
    go(list[at < 0 ? 0 : Math.max(0, Math.min(list.length - 1, at + by))]);
  }
  $('main').addEventListener('focusin', function (e) {
    var card = e.target.closest('article');
    if (card) setCurrent(card);
  });

  function isField(t) {
    if (!t || !t.closest) return false;
    if (t.isContentEditable) return true;
    var f = t.closest('input, textarea, select');
    return !!f && ['checkbox', 'radio', 'button', 'submit', 'reset'].indexOf(f.type) < 0;
  }

  document.addEventListener('keydown', function (e) {
    if (e.defaultPrevented || e.isComposing || e.ctrlKey || e.metaKey || e.altKey) return;
    var open = $('help').open;
    if (e.key === 'Escape') {
      if (open) { e.preventDefault(); $('help').close(); }
      else if (e.target === $('q') && $('q').value) { e.preventDefault(); resetSearch(); }
      return;
    }
    if (open || !keysOn || isField(e.target)) return;
    var key = e.key.toLowerCase();
    if (key === 'j') { e.preventDefault(); move(1); }
    else if (key === 'k') { e.preventDefault(); move(-1); }
    else if (key === '/') {
      e.preventDefault();
      if (onCart()) { wantSearch = true; location.hash = '#/'; } else { $('q').focus(); $('q').select(); }
    } else if (key === '?') { e.preventDefault(); openHelp(); }
  });

  function openHelp() { if (!$('help').open) $('help').showModal(); $('help-close').focus(); }
  $('help-open').addEventListener('click', openHelp);
  $('help-close').addEventListener('click', function () { $('help').close(); });
  $('keys-on').addEventListener('change', function () {
    keysOn = $('keys-on').checked;
    try { localStorage.setItem(KEYS, keysOn ? 'on' : 'off'); } catch (e) { /* lasts until reload */ }
  });
  try { keysOn = localStorage.getItem(KEYS) !== 'off'; } catch (e) { /* on */ }
  $('keys-on').checked = keysOn;

  /* The same cart in another tab */
  window.addEventListener('storage', function (e) { if (e.key === STORE || e.key === null) { load(); update(); } });

  load();
  update();
  filter();
  route(true);
})();
