(function () {
  'use strict';
  var LEVELS = ['Beginner', 'Improver', 'Expert'];
  var FULL = 10 * 60 * 1000, MAXTEXT = 100;
  var K_KNOTS = 'knotclass.myKnots', K_TALK = 'knotclass.myComments';

  /* ----- what is kept: only the visitor's own things; the samples come with the app ----- */
  function read(key, empty) {
    try { return JSON.parse(localStorage.getItem(key)) || empty; } catch (e) { return empty; }
  }
  function write(key, data) {
    try { localStorage.setItem(key, JSON.stringify(data)); } catch (e) { toast('Your browser does not let us keep this after you leave.'); }
  }

  var st = {
    mine: read(K_KNOTS, []), talk: read(K_TALK, {}), opened: {}, fresh: null,
    layer: null, // {kind:'add'|'talk'|'reset', …}
    timer: { mode: 'ready', left: FULL, end: 0 },
    toasts: []
  };
  var draw, serial = 0;

  function knots() { return SAMPLE_KNOTS.concat(st.mine); }
  function comments(id) { return (SAMPLE_COMMENTS[id] || []).concat(st.talk[id] || []); }
  function plural(n, w) { return n + ' ' + w + (n === 1 ? '' : 's'); }
  function tidy(s) { return s.trim().replace(/\s+/g, ' '); }

  window.addEventListener('storage', function (e) {
    if (e.key && e.key.indexOf('knotclass.') !== 0) return;
    st.mine = read(K_KNOTS, []); st.talk = read(K_TALK, {}); draw();
  });

  /* ----- toasts ----- */
  function toast(text) {
    var t = { id: ++serial, text: text };
    st.toasts = st.toasts.concat(t).slice(-2);
    setTimeout(function () { st.toasts = st.toasts.filter(function (x) { return x !== t; }); draw(); }, 3500);
  }

  /* ----- timer ----- */
  var pulse = null;
  function clock() {
    var s = Math.ceil(st.timer.left / 1000);
    return String(Math.floor(s / 60)).padStart(2, '0') + ':' + String(s % 60).padStart(2, '0');
  }
  function tick() {
    var t = st.timer, before = clock();
    t.left = Math.max(0, t.end - Date.now());
    if (t.left === 0) { stopPulse(); t.mode = 'over'; draw(); } else if (clock() !== before) draw();
  }
  function stopPulse() { clearInterval(pulse); pulse = null; }
  function timerMain() {
    var t = st.timer;
    if (t.mode === 'running') {
      tick(); if (t.mode === 'over') return;
      stopPulse(); t.mode = 'paused';
    } else if (t.mode !== 'over') {
      t.end = Date.now() + t.left; t.mode = 'running'; pulse = setInterval(tick, 200);
    }
    draw();
  }
  function timerReset() { stopPulse(); st.timer = { mode: 'ready', left: FULL, end: 0 }; draw(); }

  function Timer() {
    var t = st.timer, part = t.left / FULL;
    return h('section', { cls: 'timer ' + t.mode, 'aria-label': 'Practice timer' },
      h('div', { cls: 'ring', style: 'background:conic-gradient(var(--rope) ' + (part * 360).toFixed(1) + 'deg, #ffffff30 0)' },
        h('div', { cls: 'clock', role: 'timer' }, clock())),
      h('div', { cls: 'timer-side' },
        h('p', { role: 'status' }, { ready: 'Ten minutes of practice', running: 'Keep tying', paused: 'Paused', over: 'Time is up!' }[t.mode]),
        h('div', { cls: 'row' },
          h('button', { cls: 'pill main', type: 'button', disabled: t.mode === 'over', onclick: timerMain },
            { ready: 'Start', running: 'Pause', paused: 'Go on', over: 'Start' }[t.mode]),
          h('button', { cls: 'pill', type: 'button', onclick: timerReset }, 'Reset timer'))));
  }

  /* ----- layers: one home-made dialog at a time ----- */
  var cameFrom = null;
  function openLayer(layer) { cameFrom = document.activeElement; st.layer = layer; draw(); }
  function closeLayer() {
    st.layer = null; draw();
    if (cameFrom && cameFrom.isConnected) cameFrom.focus();
  }
  function layerKeys(e) {
    if (e.key === 'Escape') { e.stopPropagation(); closeLayer(); return; }
    if (e.key !== 'Tab') return;
    var f = [].filter.call(e.currentTarget.querySelectorAll('button,input,textarea'), function (x) { return !x.disabled && x.tabIndex >= 0; });
    var first = f[0], last = f[f.length - 1], now = document.activeElement;
    if (e.shiftKey && (now === first || !e.currentTarget.contains(now))) { e.preventDefault(); last.focus(); }
    else if (!e.shiftKey && now === last) { e.preventDefault(); first.focus(); }
  }
  function Layer(kind, title, body) {
    return h('div', { key: 'layer-' + kind, cls: 'veil ' + kind, onmousedown: function (e) { if (e.target === e.currentTarget && kind !== 'add') closeLayer(); } },
      h('div', {
        cls: 'sheet', role: kind === 'reset' ? 'alertdialog' : 'dialog', 'aria-modal': 'true', 'aria-labelledby': 'sheet-title', tabindex: '-1', onkeydown: layerKeys,
        oncreate: function (el) { (el.querySelector('[data-first]') || el).focus(); }
      },
      h('header', { cls: 'sheet-head' },
        h('h2', { id: 'sheet-title' }, title),
        h('button', { cls: 'x', type: 'button', 'aria-label': 'Close', onclick: closeLayer }, '×')),
      body));
  }

  function Field(o) { // label + control + message
    return h('div', { cls: 'field' + (o.error ? ' wrong' : '') },
      h('label', { for: o.id }, o.label), o.control,
      h('p', { cls: 'error', id: o.id + '-e', role: 'alert' }, o.error || ''));
  }

  /* ----- adding a knot ----- */
  function addKnot(e) {
    e.preventDefault();
    var f = st.layer.form, err = {}, title = tidy(f.title), raw = f.minutes.trim().replace('−', '-');
    if (!title) err.title = 'Please give the knot a title.';
    else if (knots().some(function (k) { return k.title.toLowerCase() === title.toLowerCase(); })) err.title = 'There is already a knot called “' + title + '”.';
    if (!raw) err.minutes = 'Please say how many minutes it takes.';
    else if (!/^[+-]?\d+$/.test(raw)) err.minutes = 'The study time has to be a whole number of minutes.';
    else if (Number(raw) < 0) err.minutes = 'The study time cannot be negative.';
    else if (Number(raw) > 6000) err.minutes = 'That is longer than a hundred hours. Please check it.';
    st.layer.err = err;
    if (err.title || err.minutes) {
      draw();
      document.getElementById(err.title ? 'k-title' : 'k-min').focus();
      return;
    }
    var knot = { id: 'my' + Date.now().toString(36) + Math.floor(Math.random() * 1e6).toString(36), title: title, level: f.level, minutes: Number(raw), use: tidy(f.use) };
    st.mine = st.mine.concat(knot);
    write(K_KNOTS, st.mine);
    st.fresh = knot.id;
    toast(title + ' is on the list.');
    closeLayer();
    var card = document.getElementById('knot-' + knot.id);
    if (card) card.scrollIntoView({ block: 'center' });
  }
  function bump(d) {
    var f = st.layer.form, n = parseInt(f.minutes, 10);
    f.minutes = String(Math.max(0, (isNaN(n) ? 0 : n) + d));
    draw();
  }
  function LevelPicker(f) { // segmented radio control
    return h('div', { cls: 'seg', role: 'radiogroup', 'aria-label': 'Level', id: 'k-level' }, LEVELS.map(function (l, i) {
      return h('button', {
        type: 'button', role: 'radio', 'aria-checked': String(f.level === l), tabindex: f.level === l ? '0' : '-1',
        onclick: function () { f.level = l; draw(); },
        onkeydown: function (e) {
          var d = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
          if (!d) return;
          e.preventDefault();
          f.level = LEVELS[(i + d + LEVELS.length) % LEVELS.length]; draw();
          document.querySelector('#k-level [aria-checked=true]').focus();
        }
      }, l);
    }));
  }
  function AddForm() {
    var f = st.layer.form, err = st.layer.err;
    function bind(name) { return function (e) { f[name] = e.target.value; }; }
    return Layer('add', 'A new knot', h('form', { cls: 'body', novalidate: true, onsubmit: addKnot },
      Field({ id: 'k-title', label: 'Title (required)', error: err.title, control: h('input', { id: 'k-title', 'data-first': true, autocomplete: 'off', maxlength: '60', value: f.title, oninput: bind('title'), 'aria-invalid': err.title ? 'true' : null, 'aria-describedby': 'k-title-e' }) }),
      Field({ id: 'k-min', label: 'Study time in minutes (required)', error: err.minutes, control: h('div', { cls: 'stepper' },
        h('button', { type: 'button', 'aria-label': 'One minute less', onclick: function () { bump(-1); } }, '−'),
        h('input', { id: 'k-min', autocomplete: 'off', value: f.minutes, oninput: bind('minutes'), 'aria-invalid': err.minutes ? 'true' : null, 'aria-describedby': 'k-min-e' }),
        h('button', { type: 'button', 'aria-label': 'One minute more', onclick: function () { bump(1); } }, '+')) }),
      h('div', { cls: 'field' }, h('span', { cls: 'label' }, 'Level'), LevelPicker(f)),
      Field({ id: 'k-use', label: 'What is it good for?', control: h('input', { id: 'k-use', autocomplete: 'off', maxlength: '120', value: f.use, oninput: bind('use') }) }),
      h('div', { cls: 'row end' },
        h('button', { type: 'button', cls: 'btn ghost', onclick: closeLayer }, 'Cancel'),
        h('button', { type: 'submit', cls: 'btn' }, 'Save knot'))));
  }

  /* ----- comments ----- */
  function addComment(e) {
    e.preventDefault();
    var L = st.layer, name = tidy(L.form.name), text = L.form.text.trim(), err = {}, len = Array.from(text).length;
    if (!name) err.name = 'Please tell us your name.';
    if (!text) err.text = 'Please write something first.';
    else if (len > MAXTEXT) err.text = 'That is ' + len + ' characters; at most ' + MAXTEXT + ' are possible.';
    L.err = err;
    if (!err.name && !err.text) {
      var all = Object.assign({}, st.talk);
      all[L.id] = (all[L.id] || []).concat({ name: name, text: text, at: Date.now() });
      st.talk = all;
      write(K_TALK, all);
      L.form.text = '';
    }
    draw();
    var el = document.getElementById(err.name ? 'c-name' : 'c-text');
    el.focus();
    var list = document.querySelector('.talk-list');
    if (list && !err.name && !err.text) list.scrollTop = list.scrollHeight;
  }
  function Talk() {
    var L = st.layer, knot = knots().find(function (k) { return k.id === L.id; });
    if (!knot) return null;
    var list = comments(L.id), used = Array.from(L.form.text.trim()).length;
    return Layer('talk', 'Comments on ' + knot.title, h('div', { cls: 'body' },
      list.length
        ? h('ul', { key: 'list', cls: 'talk-list', tabindex: '0', 'aria-label': 'Comments' }, list.map(function (c, i) {
          return h('li', { key: i }, h('b', null, c.name), c.at ? h('time', null, ' ' + new Date(c.at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })) : null, h('p', null, c.text));
        }))
        : h('p', { key: 'none', cls: 'quiet' }, 'Nobody has said anything yet.'),
      h('form', { key: 'form', novalidate: true, onsubmit: addComment },
        Field({ id: 'c-name', label: 'Your name', error: L.err.name, control: h('input', { id: 'c-name', 'data-first': true, autocomplete: 'name', maxlength: '40', value: L.form.name, oninput: function (e) { L.form.name = e.target.value; } }) }),
        Field({ id: 'c-text', label: 'Your comment', error: L.err.text, control: h('textarea', { id: 'c-text', rows: '3', value: L.form.text, oninput: function (e) { L.form.text = e.target.value; draw(); } }) }),
        h('div', { cls: 'row spread' },
          h('span', { cls: 'count' + (used > MAXTEXT ? ' over' : '') }, used + ' / ' + MAXTEXT),
          h('button', { type: 'submit', cls: 'btn' }, 'Post comment')))));
  }

  /* ----- reset ----- */
  function resetAll() {
    st.mine = []; st.talk = {}; st.opened = {}; st.fresh = null;
    try { localStorage.removeItem(K_KNOTS); localStorage.removeItem(K_TALK); } catch (e) { /* nothing was kept */ }
    toast('The sample knots are back.');
    closeLayer();
  }
  function AskReset() {
    return Layer('reset', 'Go back to the sample data?', h('div', { cls: 'body' },
      h('p', null, 'Every knot and comment you added will be gone. This cannot be undone.'),
      h('div', { cls: 'row end' },
        h('button', { type: 'button', cls: 'btn ghost', 'data-first': true, onclick: closeLayer }, 'Keep my data'),
        h('button', { type: 'button', cls: 'btn danger', onclick: resetAll }, 'Yes, reset'))));
  }

  /* ----- list ----- */
  function Card(k) {
    var n = comments(k.id).length, open = !!st.opened[k.id];
    return h('li', { key: k.id, id: 'knot-' + k.id, cls: 'card ' + k.level.toLowerCase() + (st.fresh === k.id ? ' fresh' : '') },
      h('div', { cls: 'fig', html: ropeSvg(k.id, k.level) }),
      h('h3', null, k.title),
      h('p', { cls: 'facts' }, h('span', { cls: 'level' }, k.level), h('span', { cls: 'min' }, k.minutes + ' min')),
      k.use ? h('p', { cls: 'use' }, k.use) : null,
      open ? h('ol', { cls: 'steps' }, k.steps.map(function (s) { return h('li', null, s); })) : null,
      h('div', { cls: 'row foot' },
        k.steps ? h('button', { key: 'how', type: 'button', cls: 'text', 'aria-expanded': String(open), 'aria-label': 'How to tie: ' + k.title, onclick: function () { st.opened[k.id] = !open; draw(); } }, open ? 'Hide steps' : 'How to tie it') : null,
        h('button', { key: 'talk', type: 'button', cls: 'text', 'aria-label': plural(n, 'comment') + ' on ' + k.title, onclick: function () { openLayer({ kind: 'talk', id: k.id, form: { name: '', text: '' }, err: {} }); } }, plural(n, 'comment'))));
  }

  function App() {
    var all = knots(), L = st.layer;
    return [
      h('header', { key: 'top', cls: 'top' },
        h('div', { cls: 'wrap' },
          h('div', null,
            h('h1', null, 'The Knot Class'),
            h('p', null, 'Take a piece of rope and ten quiet minutes. One good knot a day is plenty.')),
          Timer())),
      h('main', { key: 'main', cls: 'wrap' },
        h('div', { cls: 'bar' },
          h('h2', null, plural(all.length, 'knot') + ' to learn'),
          h('div', { cls: 'row' },
            h('button', { type: 'button', cls: 'btn', onclick: function () { openLayer({ kind: 'add', form: { title: '', minutes: '', level: 'Beginner', use: '' }, err: {} }); } }, 'Add a knot'),
            h('button', { type: 'button', cls: 'btn ghost', onclick: function () { openLayer({ kind: 'reset' }); } }, 'Reset data'))),
        h('ul', { cls: 'grid' }, all.map(Card))),
      L && L.kind === 'add' ? AddForm() : L && L.kind === 'talk' ? Talk() : L && L.kind === 'reset' ? AskReset() : null,
      h('div', { key: 'toasts', cls: 'toasts', role: 'status' }, st.toasts.map(function (t) { return h('div', { key: t.id, cls: 'toast' }, t.text); }))
    ];
  }

  var root = document.createElement('div');
  root.id = 'root';
  document.body.appendChild(root);
  draw = mount(root, App);
  draw();
})();
