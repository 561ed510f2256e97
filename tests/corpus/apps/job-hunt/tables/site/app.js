(function () {
  'use strict';

  var KEY = 'nextdesk.v1';
  var STAGES = ['Applied', 'Interviewing', 'Offered'];
  var FIELDS = ['Software', 'Design', 'Marketing', 'Finance', 'Health care', 'Education', 'Logistics', 'Other'];
  var EXAMPLES = [
    ['Frontend developer', 'Brightloom', 'Software', 4100, 'Applied', '2026-11-03'],
    ['UX researcher', 'Harbor & Pine', 'Design', 3650, 'Interviewing', '2026-10-24'],
    ['Content editor', 'The Daily Ledger', 'Marketing', 2900, 'Applied', '2026-11-06'],
    ['Payroll accountant', 'Nordwind Logistics', 'Finance', 3300, 'Applied', '2026-10-19'],
    ['Ward nurse', 'St. Clara Hospital', 'Health care', 3150, 'Offered', '2026-09-28'],
    ['Night shift dispatcher', 'Quickway', 'Logistics', 2750, 'Applied', '2026-11-09'],
    ['Language teacher', 'Open School', 'Education', 2480.5, 'Interviewing', '2026-10-11']
  ];

  var state = load();
  var sort = { key: null, dir: 1 };
  var editing = null;      // id of the row in the side panel
  var dragged = null;

  function $(id) { return document.getElementById(id); }

  function examples() {
    return EXAMPLES.map(function (e, i) {
      return { id: i + 1, title: e[0], company: e[1], field: e[2], pay: e[3], stage: e[4], date: e[5] };
    });
  }

  function load() {
    try {
      var s = JSON.parse(localStorage.getItem(KEY));
      if (s && Array.isArray(s.apps)) return s;
    } catch (err) { /* unreadable, start afresh */ }
    return { apps: examples(), welcomed: false };
  }

  function store() { localStorage.setItem(KEY, JSON.stringify(state)); }

  function esc(s) {
    return String(s).replace(/[&<>"']/g, function (c) { return '&#' + c.charCodeAt(0) + ';'; });
  }

  function money(n) {
    return '€' + n.toLocaleString('en-US', { minimumFractionDigits: n % 1 ? 2 : 0, maximumFractionDigits: 2 });
  }

  function day(iso) {
    if (!iso) return '–';
    var d = new Date(iso + 'T12:00:00');
    return d.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
  }

  function find(id) { return state.apps.filter(function (a) { return a.id === id; })[0]; }

  // ---------- drawing ----------

  function draw() {
    var tab = location.hash === '#board' ? 'board' : 'list';
    var n = state.apps.length;
    document.querySelectorAll('.nav-link').forEach(function (l) {
      l.classList.toggle('active', l.dataset.tab === tab);
    });
    $('tab-list').hidden = tab !== 'list' || n === 0;
    $('tab-board').hidden = tab !== 'board' || n === 0;
    $('empty').hidden = n !== 0;
    $('welcome').hidden = state.welcomed;
    $('tabcount').textContent = n;
    $('count').innerHTML = '<b>' + n + '</b> ' + (n === 1 ? 'application' : 'applications');
    drawTable();
    drawBoard();
  }

  function drawTable() {
    var list = state.apps.slice();
    if (sort.key) {
      list.sort(function (a, b) {
        var x = a[sort.key], y = b[sort.key];
        if (sort.key === 'stage') { x = STAGES.indexOf(x); y = STAGES.indexOf(y); }
        return (typeof x === 'number' ? x - y : String(x).localeCompare(String(y))) * sort.dir;
      });
    }
    $('rows').innerHTML = list.map(function (a) {
      return '<tr data-id="' + a.id + '"' + (a.id === editing ? ' class="table-active"' : '') + '>' +
        '<td class="cell-title">' + esc(a.title) + '</td>' +
        '<td data-label="Company">' + esc(a.company || '–') + '</td>' +
        '<td data-label="Field">' + esc(a.field) + '</td>' +
        '<td data-label="Monthly pay" class="num">' + money(a.pay) + '</td>' +
        '<td data-label="Stage"><span class="pill pill-' + a.stage.toLowerCase() + '">' + a.stage + '</span></td>' +
        '<td data-label="Sent on" class="nowrap">' + day(a.date) + '</td>' +
        '<td class="cell-actions"><button type="button" class="btn btn-sm btn-light" data-act="edit">Edit</button> ' +
        '<button type="button" class="btn btn-sm btn-link-danger" data-act="remove">Remove</button></td></tr>';
    }).join('');
    document.querySelectorAll('th[data-sort]').forEach(function (th) {
      th.classList.remove('asc', 'desc');
      if (th.dataset.sort === sort.key) th.classList.add(sort.dir > 0 ? 'asc' : 'desc');
    });
  }

  function drawBoard() {
    $('board').innerHTML = STAGES.map(function (stage) {
      var cards = state.apps.filter(function (a) { return a.stage === stage; });
      return '<div class="board-col" data-stage="' + stage + '">' +
        '<div class="board-col-head"><h3>' + stage + '</h3><span class="badge">' + cards.length + '</span></div>' +
        '<div class="board-col-body">' +
        (cards.map(card).join('') || '<p class="board-none">Nothing here</p>') +
        '</div></div>';
    }).join('');
  }

  function card(a) {
    var moves = STAGES.filter(function (s) { return s !== a.stage; }).map(function (s) {
      var back = STAGES.indexOf(s) < STAGES.indexOf(a.stage);
      return '<button type="button" class="btn btn-sm btn-light" data-move="' + s + '">' +
        (back ? '← ' + s : s + ' →') + '</button>';
    }).join('');
    return '<div class="job-card" draggable="true" data-id="' + a.id + '">' +
      '<div class="job-card-title">' + esc(a.title) + '</div>' +
      '<div class="job-card-sub">' + esc(a.company ? a.company + ' · ' : '') + esc(a.field) + '</div>' +
      '<div class="job-card-pay">' + money(a.pay) + '</div>' +
      '<div class="btn-group">' + moves + '</div></div>';
  }

  // ---------- side panel ----------

  function openSide(app) {
    editing = app ? app.id : null;
    clearErrors();
    $('form').reset();
    $('sidetitle').textContent = app ? 'Edit application' : 'New application';
    $('save').textContent = app ? 'Save changes' : 'Add application';
    $('f-title').value = app ? app.title : '';
    $('f-company').value = app ? app.company : '';
    $('f-field').value = app ? app.field : FIELDS[0];
    $('f-pay').value = app ? app.pay : '';
    $('f-stage').value = app ? app.stage : STAGES[0];
    $('f-date').value = app ? app.date : new Date().toISOString().slice(0, 10);
    $('side').hidden = false;
    document.body.classList.add('side-open');
    $('f-title').focus();
    drawTable();
  }

  function closeSide() {
    editing = null;
    $('side').hidden = true;
    document.body.classList.remove('side-open');
    drawTable();
  }

  function fail(field, text) {
    $('f-' + field).classList.add('is-invalid');
    $('e-' + field).textContent = text;
  }

  function clearErrors() {
    ['title', 'pay'].forEach(function (f) {
      $('f-' + f).classList.remove('is-invalid');
      $('e-' + f).textContent = '';
    });
  }

  function submit(ev) {
    ev.preventDefault();
    clearErrors();
    var title = $('f-title').value.trim().replace(/\s+/g, ' ');
    var payText = $('f-pay').value.trim();
    var pay = Number(payText);
    var twin = state.apps.some(function (a) {
      return a.id !== editing && a.title.toLowerCase() === title.toLowerCase();
    });

    if (!title) fail('title', 'Please give the application a title.');
    else if (twin) fail('title', 'You already have an application with this title.');
    if (payText === '' || isNaN(pay)) fail('pay', 'Please enter the monthly pay.');
    else if (pay < 0) fail('pay', 'The pay cannot be negative.');

    var bad = document.querySelector('#form .is-invalid');
    if (bad) { bad.focus(); return; }

    var data = {
      title: title, company: $('f-company').value.trim(), field: $('f-field').value,
      pay: Math.round(pay * 100) / 100, stage: $('f-stage').value, date: $('f-date').value
    };
    if (editing) {
      Object.assign(find(editing), data);
    } else {
      data.id = state.apps.reduce(function (m, a) { return Math.max(m, a.id); }, 0) + 1;
      state.apps.push(data);
    }
    store();
    closeSide();
    draw();
  }

  // ---------- moving cards ----------

  function move(id, stage, beforeId) {
    var app = find(id);
    if (!app || id === beforeId) return;
    app.stage = stage;
    state.apps.splice(state.apps.indexOf(app), 1);
    var at = beforeId ? state.apps.indexOf(find(beforeId)) : state.apps.length;
    state.apps.splice(at, 0, app);
    store();
    draw();
  }

  var board = $('board');

  board.addEventListener('click', function (ev) {
    var btn = ev.target.closest('[data-move]');
    if (btn) move(Number(btn.closest('.job-card').dataset.id), btn.dataset.move);
  });

  board.addEventListener('dragstart', function (ev) {
    var c = ev.target.closest('.job-card');
    if (!c) return;
    dragged = Number(c.dataset.id);
    ev.dataTransfer.effectAllowed = 'move';
    ev.dataTransfer.setData('text/plain', String(dragged));
    c.classList.add('dragging');
  });

  board.addEventListener('dragover', function (ev) {
    var col = ev.target.closest('.board-col');
    if (!col || dragged === null) return;
    ev.preventDefault();
    document.querySelectorAll('.board-col').forEach(function (c) { c.classList.toggle('over', c === col); });
  });

  board.addEventListener('drop', function (ev) {
    var col = ev.target.closest('.board-col');
    if (!col || dragged === null) return;
    ev.preventDefault();
    var over = ev.target.closest('.job-card');
    var id = dragged;
    dragged = null;
    move(id, col.dataset.stage, over ? Number(over.dataset.id) : undefined);
  });

  board.addEventListener('dragend', function () {
    dragged = null;
    drawBoard();
  });

  // ---------- the rest of the page ----------

  document.addEventListener('click', function (ev) {
    var el = ev.target.closest('[data-act]');
    if (!el) return;
    var row = el.closest('tr');
    var app = row && find(Number(row.dataset.id));
    if (el.dataset.act === 'new') openSide(null);
    if (el.dataset.act === 'edit') openSide(app);
    if (el.dataset.act === 'remove' && confirm('Remove "' + app.title + '" from your list?')) {
      state.apps.splice(state.apps.indexOf(app), 1);
      store();
      closeSide();
      draw();
    }
  });

  document.querySelector('thead').addEventListener('click', function (ev) {
    var th = ev.target.closest('[data-sort]');
    if (!th) return;
    sort.dir = sort.key === th.dataset.sort ? -sort.dir : 1;
    sort.key = th.dataset.sort;
    drawTable();
  });

  $('clear').addEventListener('click', function () {
    if (!confirm('Clear the whole list? All ' + state.apps.length + ' of your applications will be deleted.')) return;
    state.apps = [];
    store();
    closeSide();
    draw();
  });

  $('examples').addEventListener('click', function () {
    state.apps = examples();
    store();
    draw();
  });

  $('gotit').addEventListener('click', function () {
    state.welcomed = true;
    store();
    draw();
  });

  $('form').addEventListener('submit', submit);
  $('form').addEventListener('input', function (ev) {
    var err = $('e-' + ev.target.name);
    if (err) { err.textContent = ''; ev.target.classList.remove('is-invalid'); }
  });
  $('cancel').addEventListener('click', closeSide);
  $('sideclose').addEventListener('click', closeSide);
  document.addEventListener('keydown', function (ev) {
    if (ev.key === 'Escape' && !$('side').hidden) closeSide();
  });
  window.addEventListener('hashchange', draw);

  $('f-field').innerHTML = FIELDS.map(function (f) { return '<option>' + f + '</option>'; }).join('');
  $('f-stage').innerHTML = STAGES.map(function (s) { return '<option>' + s + '</option>'; }).join('');
  draw();
})();
