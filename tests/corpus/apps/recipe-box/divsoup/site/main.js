(function () {
  var BOOK = [
    { id: 1, t: 'Miso Ramen', c: 'Main', m: 55, by: 'Kenji', on: '2 Sept 2024', d: 'Deep broth in under an hour, thanks to miso and roasted garlic. Soft eggs on top.' },
    { id: 2, t: 'Pierogi with Sauerkraut', c: 'Main', m: 80, by: 'Ola', on: '9 Sept 2024', d: 'Grandmother\'s dough with hot water. Make a double batch and freeze the rest.' },
    { id: 3, t: 'Green Shakshuka', c: 'Brunch', m: 30, by: 'Tamar', on: '15 Sept 2024', d: 'Spinach, leek and eggs in one pan. Goes with any bread that is around.' },
    { id: 4, t: 'Banana Bread', c: 'Baking', m: 65, by: 'Ruth', on: '21 Sept 2024', d: 'The blacker the bananas, the better. Stays moist for four days.' },
    { id: 5, t: 'Pad Thai', c: 'Main', m: 25, by: 'Ploy', on: '1 Oct 2024', d: 'Fast, loud and sour. Have everything cut before the wok gets hot.' },
    { id: 6, t: 'Beetroot Hummus', c: 'Dip', m: 15, by: 'Tamar', on: '4 Oct 2024', d: 'Pink and earthy. Ice water makes it fluffy.' },
    { id: 7, t: 'Feijoada', c: 'Main', m: 150, by: 'Bia', on: '12 Oct 2024', d: 'Black beans and pork for a whole table. Better on the second day.' },
    { id: 8, t: 'Kimchi Pancakes', c: 'Snack', m: 20, by: 'Hana', on: '18 Oct 2024', d: 'Old kimchi is best here. Press them flat for crisp edges.' },
    { id: 9, t: 'Carrot Ginger Soup', c: 'Soup', m: 35, by: 'Ruth', on: '27 Oct 2024', d: 'Bright orange and warming. A spoon of peanut butter rounds it off.' },
    { id: 10, t: 'Tiramisu', c: 'Sweet', m: 40, by: 'Giada', on: '3 Nov 2024', d: 'No cream, just mascarpone and eggs. Leave it alone overnight.' },
    { id: 11, t: 'Saag Paneer', c: 'Main', m: 40, by: 'Amrit', on: '10 Nov 2024', d: 'Spinach cooked down slowly with fried cheese. Finish with lemon.' },
    { id: 12, t: 'Cardamom Buns', c: 'Baking', m: 120, by: 'Elsa', on: '16 Nov 2024', d: 'Knotted and sticky. Grind the cardamom yourself, it makes all the difference.' }
  ];
  var FIRST = { 1: [{ n: 'Elsa', x: 'Slurped it all.' }], 4: [{ n: 'Bia', x: 'Added walnuts, perfect.' }, { n: 'Ola', x: 'My kids want it weekly.' }], 10: [{ n: 'Kenji', x: 'Overnight is a must!' }] };
  var open = {}, chat = {}, draft = {}, query = '';

  // one little record per recipe; only what the visitor changed is kept
  function get(id) {
    var raw = null;
    try { raw = JSON.parse(localStorage.getItem('ladle/' + id)); } catch (e) { raw = null; }
    return raw || { stars: 0, said: [] };
  }
  function put(id, rec) { localStorage.setItem('ladle/' + id, JSON.stringify(rec)); }
  function said(id) { return (FIRST[id] || []).concat(get(id).said); }

  function div(cls, txt, click) { return make('div', cls, txt, click); }
  function span(cls, txt, click) { return make('span', cls, txt, click); }
  function make(tag, cls, txt, click) {
    var n = document.createElement(tag);
    if (cls) n.className = cls;
    if (txt !== undefined && txt !== null) n.textContent = txt;
    if (click) n.onclick = click;
    return n;
  }
  function input(hint) { var i = document.createElement('input'); i.placeholder = hint; return i; }

  var app = document.getElementById('app');
  app.appendChild(div('brand', 'ladle.'));
  app.appendChild(div('tag', 'cook at home, swap recipes'));
  var find = input('what are you hungry for?');
  find.className = 'find';
  find.oninput = function () { query = find.value.trim().toLowerCase(); paint(); };
  app.appendChild(find);
  var info = div('info');
  app.appendChild(info);
  var list = div('list');
  app.appendChild(list);

  function paint() {
    var hits = BOOK.filter(function (r) { return (r.t + ' ' + r.c + ' ' + r.by).toLowerCase().indexOf(query) >= 0; });
    info.textContent = hits.length ? (query ? hits.length + ' of ' + BOOK.length + ' recipes' : BOOK.length + ' recipes, tap a title to unfold it') : 'Nothing like that in the book.';
    list.textContent = '';
    hits.forEach(function (r) { var d = div('row'); fill(d, r); list.appendChild(d); });
  }

  function fill(row, r) {
    row.textContent = '';
    var mine = get(r.id);
    var head = div('head');
    head.appendChild(span('name', r.t, function () { open[r.id] = !open[r.id]; fill(row, r); }));
    head.appendChild(span('mins', r.m + ' min'));
    row.appendChild(head);

    var bar = div('bar'), stars = div('stars');
    [1, 2, 3, 4, 5].forEach(function (n) {
      stars.appendChild(span('star' + (n <= mine.stars ? ' on' : ''), '★', function () {
        var rec = get(r.id); rec.stars = n; put(r.id, rec); fill(row, r);
      }));
    });
    bar.appendChild(stars);
    if (mine.stars) bar.appendChild(span('gave', 'You gave ' + mine.stars + ' ★'));
    bar.appendChild(span('talk', 'chat · ' + said(r.id).length, function () { chat[r.id] = !chat[r.id]; fill(row, r); }));
    row.appendChild(bar);
    if (open[r.id]) row.appendChild(details(r));
    if (chat[r.id] || open[r.id]) row.appendChild(comments(row, r));
  }

  function details(r) {
    var box = div('more');
    [['course', r.c], ['cooking time', r.m + ' minutes'], ['cook', r.by], ['shared on', r.on]].forEach(function (p) {
      var l = div('kv'); l.appendChild(span('', p[0])); l.appendChild(span('', p[1])); box.appendChild(l);
    });
    box.appendChild(div('txt', r.d));
    return box;
  }

  function comments(row, r) {
    var box = div('chat');
    said(r.id).forEach(function (c) {
      var m = div('msg'); m.appendChild(span('', c.n)); m.appendChild(document.createTextNode(c.x)); box.appendChild(m);
    });
    var f = div('form'), who = input('who are you?'), what = input('say something about it'), oops = div('oops');
    var d = draft[r.id] || (draft[r.id] = { n: '', x: '' }); // half-written words outlive a repaint
    who.value = d.n; what.value = d.x;
    who.oninput = what.oninput = function () { d.n = who.value; d.x = what.value; };
    function send() {
      var n = who.value.trim(), x = what.value.trim();
      if (!n || !x) { oops.textContent = n ? 'There is nothing in it yet.' : 'A name, please.'; return; }
      var rec = get(r.id);
      rec.said.push({ n: n, x: x });
      put(r.id, rec);
      d.x = '';
      fill(row, r);
    }
    what.onkeydown = function (e) { if (e.key === 'Enter') send(); };
    f.appendChild(who); f.appendChild(what); f.appendChild(div('btn', 'send', send)); f.appendChild(oops);
    box.appendChild(f);
    return box;
  }

  // timer pill at the bottom
  var left = 300, until = 0, beat = null;
  var egg = div('egg'), t = span('t', '05:00'), k = span('k', 'go', press);
  egg.appendChild(t); egg.appendChild(k);
  document.body.appendChild(egg);
  function two(n) { return (n < 10 ? '0' : '') + n; }
  function face() { t.textContent = left ? two(Math.floor(left / 60)) + ':' + two(left % 60) : 'ding! time is up'; }
  function press() {
    if (beat) { clearInterval(beat); beat = null; k.textContent = 'go on'; return; }
    if (!left) { left = 300; face(); k.textContent = 'go'; return; }
    until = Date.now() + left * 1000;
    k.textContent = 'hold';
    beat = setInterval(function () {
      left = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      if (!left) { clearInterval(beat); beat = null; k.textContent = 'again'; }
      face();
    }, 250);
  }
  paint();
})();
