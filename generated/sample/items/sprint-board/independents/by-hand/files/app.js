/* Benchmark material: do not train on it. Canary: benchwright-canary-74d3f080-39ab-5acd-b9c4-59e630f71dae */
(function () {
  'use strict';

  var STORE = 'donelist-tasks';
  function $(id) { return document.getElementById(id); }
  function el(tag, attrs) {
    var e = document.createElement(tag);
    Object.keys(attrs || {}).forEach(function (k) {
      if (k === 'text') e.textContent = attrs[k];
      else if (k === 'onclick') e.addEventListener('click', attrs[k]);
      else e.setAttribute(k, attrs[k]);
    });
    for (var i = 2; i < arguments.length; i++) if (arguments[i]) e.append(arguments[i]);
    return e;
  }
  function plural(n, one, many) { return n + ' ' + (n === 1 ? one : many); }
  function round(n) { return Math.round(n * 100) / 100; }
  function hoursText(n) { n = round(n); return n.toLocaleString('en-US') + (n === 1 ? ' hour' : ' hours'); }
  function sumHours(list) { return list.reduce(function (s, t) { return s + t.hours; }, 0); }
  function tidy(s) { return s.trim().replace(/\s+/g, ' '); }
  function key(s) { return tidy(s.normalize('NFKC')).toLowerCase(); }
  function column(id) { return COLUMNS.find(function (c) { return c.id === id; }); }

  var toastTimer;
  function say(text) {
    clearTimeout(toastTimer);
    $('toast').textContent = '';
    /* A moment later, so that the same text is read out again. */
    toastTimer = setTimeout(function () {
      $('toast').textContent = text;
      toastTimer = setTimeout(function () { $('toast').textContent = ''; }, 7000);
    }, 30);
  }

  /* ---------- The tasks: one list, in which each task carries its column ---------- */

  var tasks = [], storageWorks = true;

  function newId() { return 't' + Date.now().toString(36) + Math.random().toString(36).slice(2, 8); }
  function examples() {
    return EXAMPLES.map(function (x, i) {
      return { id: 'example-' + (i + 1), title: x[0], area: x[1], hours: x[2], who: x[3], status: x[4], rank: i + 1 };
    });
  }
  /* Read before every change, so that another tab's changes are not lost. */
  function load() {
    if (!storageWorks) return;
    var raw, list = null, seen = {};
    try { raw = localStorage.getItem(STORE); } catch (e) { storageWorks = false; if (!tasks.length) tasks = examples(); return; }
    try { list = JSON.parse(raw); } catch (e) { list = null; }
    if (!Array.isArray(list)) { tasks = examples(); save(); return; }
    tasks = list.filter(function (t) {
      var ok = t && typeof t.id === 'string' && !seen['$' + t.id] && typeof t.title === 'string' && t.hours >= 0 && isFinite(t.hours);
      if (ok) seen['$' + t.id] = true;
      return ok;
    }).map(function (t, i) {
      return { id: t.id, title: t.title, area: String(t.area || 'General'), hours: Number(t.hours), who: String(t.who || ''), status: column(t.status) ? t.status : 'todo', rank: Number(t.rank) || i };
    });
  }
  function save() {
    if (!storageWorks) return;
    try { localStorage.setItem(STORE, JSON.stringify(tasks)); } catch (e) { storageWorks = false; }
  }
  function find(id) { return tasks.find(function (t) { return t.id === id; }); }
  function inColumn(id) {
    return tasks.filter(function (t) { return t.status === id; }).sort(function (a, b) { return a.rank - b.rank; });
  }
  function nextRank() { return tasks.reduce(function (m, t) { return Math.max(m, t.rank); }, 0) + 1; }

  /* ---------- Drawing ---------- */

  var TRASH = '<svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" focusable="false" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="M4 7h16M10 11v6M14 11v6M6 7l1 13h10l1-13M9 7V4h6v3"/></svg>';

  function deleteButton(t, withText) {
    var b = el('button', { type: 'button', class: 'del', 'aria-label': 'Delete task: ' + t.title, 'data-delete': t.id, 'aria-haspopup': 'dialog', title: 'Delete', onclick: function () { ask(t.id); } });
    b.innerHTML = TRASH;
    if (withText) b.append(el('span', { text: 'Delete' }));
    return b;
  }
  function hue(s) { var h = 0; for (var i = 0; i < s.length; i++) h = (h * 31 + s.charCodeAt(i)) % 360; return h; }
  function areaChip(t) {
    var chip = el('span', { class: 'chip' }, el('span', { class: 'sr', text: 'Area: ' }), t.area);
    chip.style.setProperty('--h', hue(t.area));
    return chip;
  }
  function hoursLabel(t) {
    return el('span', { class: 'hrs' }, el('span', { class: 'sr', text: 'Estimate: ' }), hoursText(t.hours));
  }
  function whoLabel(t) {
    return t.who ? el('span', { class: 'who' }, el('span', { class: 'sr', text: 'Who: ' }), t.who) : null;
  }

  function drawList() {
    $('list').replaceChildren.apply($('list'), tasks.map(function (t) {
      return el('li', { class: 'row', 'data-task': t.id },
        el('h2', { text: t.title }),
        el('p', { class: 'facts' }, areaChip(t), ' ', hoursLabel(t), ' ', whoLabel(t), ' ',
          el('span', { class: 'state ' + t.status }, el('span', { class: 'sr', text: 'Column: ' }), column(t.status).name)),
        deleteButton(t, true));
    }));
    $('list').hidden = !tasks.length;
    $('none').hidden = tasks.length > 0;
    var count = plural(tasks.length, 'task', 'tasks');
    if ($('count').textContent !== count) $('count').textContent = count;
    var hours = hoursText(sumHours(tasks)) + ' in all';
    if ($('hours').textContent !== hours) $('hours').textContent = hours;
  }

  var cols = COLUMNS.map(function (c) {
    var o = { id: c.id, list: el('ul', { class: 'cards', role: 'list', 'aria-labelledby': 'col-' + c.id }), count: el('p', { class: 'colcount' }), none: el('p', { class: 'colnone', text: 'No tasks here.' }) };
    o.section = el('section', { class: 'col ' + c.id, 'aria-labelledby': 'col-' + c.id, 'data-column': c.id },
      el('div', { class: 'colhead' }, el('h2', { id: 'col-' + c.id, text: c.name }), o.count), o.list, o.none);
    $('columns').append(o.section);
    dropZone(o.section, c.id);
    return o;
  });

  function card(t) {
    var moves = el('div', { class: 'moves', role: 'group', 'aria-label': 'Move: ' + t.title }, el('span', { class: 'movelabel', 'aria-hidden': 'true', text: 'Move to' }));
    COLUMNS.forEach(function (c) {
      if (c.id === t.status) return;
      moves.append(el('button', { type: 'button', class: 'mv', 'aria-label': 'Move to ' + c.name + ': ' + t.title, text: c.name, onclick: function () { move(t.id, c.id, true); } }));
    });
    var article = el('article', { class: 'card', tabindex: '-1', draggable: 'true', 'aria-labelledby': 'card-' + t.id, 'data-card': t.id },
      el('div', { class: 'cardtop' }, el('h3', { id: 'card-' + t.id, text: t.title }), deleteButton(t)),
      el('p', { class: 'facts' }, areaChip(t), ' ', hoursLabel(t), ' ', whoLabel(t)),
      moves);
    article.addEventListener('dragstart', function (e) {
      dragged = t.id;
      if (e.dataTransfer) { e.dataTransfer.setData('text/plain', t.id); e.dataTransfer.effectAllowed = 'move'; }
      setTimeout(function () { article.classList.add('dragging'); }, 0);
    });
    article.addEventListener('dragend', function () { endDrag(); draw(); });
    return el('li', {}, article);
  }
  function drawBoard() {
    cols.forEach(function (o) {
      var list = inColumn(o.id);
      o.list.replaceChildren.apply(o.list, list.map(card));
      o.list.hidden = !list.length;
      o.none.hidden = list.length > 0;
      o.count.textContent = plural(list.length, 'task', 'tasks');
      o.count.title = hoursText(sumHours(list));
    });
  }
  /* Only the page that is shown is drawn, so that every task is on it once. */
  function draw() {
    if (page() === 'tasks') drawList(); else $('list').replaceChildren();
    if (page() === 'board') drawBoard(); else cols.forEach(function (o) { o.list.replaceChildren(); });
  }
  function byAttr(name, value, root) {
    return Array.prototype.find.call((root || document).querySelectorAll('[' + name + ']'), function (e) { return e.getAttribute(name) === value; });
  }

  /* ---------- Moving ---------- */

  var dragged = null;
  function endDrag() {
    dragged = null;
    cols.forEach(function (o) { o.section.classList.remove('over'); });
    document.querySelectorAll('.dragging').forEach(function (e) { e.classList.remove('dragging'); });
  }
  function dropZone(section, id) {
    function over(e) {
      if (!dragged) return;
      e.preventDefault();
      if (e.dataTransfer) e.dataTransfer.dropEffect = 'move';
      section.classList.add('over');
    }
    section.addEventListener('dragenter', over);
    section.addEventListener('dragover', over);
    section.addEventListener('dragleave', function (e) {
      if (!section.contains(e.relatedTarget)) section.classList.remove('over');
    });
    section.addEventListener('drop', function (e) {
      if (!dragged) return;
      e.preventDefault();
      var task = dragged;
      endDrag();
      move(task, id, false);
    });
  }
  function move(id, to, focus) {
    load();
    var t = find(id);
    if (!t) { draw(); say('This task has been deleted in another window.'); return; }
    if (t.status !== to) {
      t.status = to;
      t.rank = nextRank();
      save();
      say('“' + t.title + '” moved to ' + column(to).name + '.');
    }
    draw();
    var moved = byAttr('data-card', id);
    if (focus && moved) moved.focus();
  }

  /* ---------- Deleting ---------- */

  var asked = null;
  function ask(id) {
    var t = find(id);
    if (!t || $('ask').open) return;
    asked = id;
    $('ask-text').textContent = '“' + t.title + '” will be removed from the list and the board. This cannot be undone.';
    $('ask').showModal();
    $('ask-no').focus();
  }
  function answer(yes) {
    var id = asked;
    asked = null;
    if ($('ask').open) $('ask').close();
    if (id === null) return;
    var root = $(page() === 'board' ? 'page-board' : 'page-tasks');
    if (!yes) {
      var back = byAttr('data-delete', id, root);
      if (back) back.focus();
      return;
    }
    /* The focus goes to the task that follows, else to the one before. */
    var buttons = Array.prototype.slice.call(root.querySelectorAll('[data-delete]'));
    var at = buttons.findIndex(function (b) { return b.getAttribute('data-delete') === id; });
    var next = buttons[at + 1] || buttons[at - 1];
    var nextId = next && next.getAttribute('data-delete');
    load();
    var t = find(id);
    tasks = tasks.filter(function (x) { return x.id !== id; });
    save();
    draw();
    if (t) say('“' + t.title + '” deleted.');
    var target = nextId && byAttr('data-delete', nextId, root);
    (target || root.querySelector('h1')).focus();
  }
  $('ask-yes').addEventListener('click', function () { answer(true); });
  $('ask-no').addEventListener('click', function () { answer(false); });
  /* Escape */
  $('ask').addEventListener('close', function () { if (asked !== null && !$('ask').open) answer(false); });

  $('examples').addEventListener('click', function () {
    load();
    if (!tasks.length) { tasks = examples(); save(); }
    draw();
    $('h-tasks').focus();
    say('The example tasks are back.');
  });

  /* ---------- Adding ---------- */

  var cameFrom = '#/';

  function setError(name, text) {
    $(name + '-error').textContent = text;
    if (text) $(name).setAttribute('aria-invalid', 'true'); else $(name).removeAttribute('aria-invalid');
    return !text;
  }
  function titleError() {
    var title = tidy($('title').value);
    if (!title) return 'Please enter a title.';
    if (tasks.some(function (t) { return key(t.title) === key(title); })) return 'There is already a task called “' + title + '”. Please choose another title.';
    return '';
  }
  function estimateError() {
    var f = $('estimate'), n = Number(f.value);
    if (f.validity.badInput) return 'Please enter the estimate as a number, such as 1.5.';
    if (f.value.trim() === '') return 'Please enter an estimate in hours.';
    if (!isFinite(n)) return 'Please enter the estimate as a number, such as 1.5.';
    if (n < 0) return 'The estimate cannot be negative.';
    if (n > 1000) return 'The estimate cannot be more than 1,000 hours.';
    return '';
  }
  $('form').addEventListener('submit', function (e) {
    e.preventDefault();
    load();
    var okTitle = setError('title', titleError()), okEstimate = setError('estimate', estimateError());
    if (!okTitle || !okEstimate) { $(okTitle ? 'estimate' : 'title').focus(); return; }
    var t = { id: newId(), title: tidy($('title').value), area: tidy($('area').value) || 'General', hours: round(Number($('estimate').value)), who: tidy($('who').value), status: 'todo', rank: nextRank() };
    tasks.push(t);
    save();
    draw();
    resetForm();
    location.hash = cameFrom;
    say('“' + t.title + '” added.');
  });
  /* A message goes as soon as its cause has gone. */
  [['title', titleError], ['estimate', estimateError]].forEach(function (x) {
    $(x[0]).addEventListener('input', function () {
      if ($(x[0] + '-error').textContent && !x[1]()) setError(x[0], '');
    });
  });
  function resetForm() { $('form').reset(); setError('title', ''); setError('estimate', ''); }
  function suggestions() {
    [['areas', 'area'], ['people', 'who']].forEach(function (x) {
      var values = tasks.map(function (t) { return t[x[1]]; }).filter(Boolean);
      if (x[1] === 'area') values = values.concat(EXAMPLES.map(function (y) { return y[1]; }));
      values = Array.from(new Set(values)).sort();
      $(x[0]).replaceChildren.apply($(x[0]), values.map(function (v) { return el('option', { value: v }); }));
    });
  }

  /* ---------- Pages ---------- */

  var TITLES = { tasks: 'Tasks', board: 'Board', 'new': 'Add a task' };
  function page() { return location.hash === '#/board' ? 'board' : location.hash === '#/new' ? 'new' : 'tasks'; }
  function route(first) {
    var now = page();
    Object.keys(TITLES).forEach(function (p) { $('page-' + p).hidden = p !== now; });
    document.querySelectorAll('[data-page]').forEach(function (a) {
      if (a.getAttribute('data-page') === now) a.setAttribute('aria-current', 'page'); else a.removeAttribute('aria-current');
    });
    document.title = TITLES[now] + ' – Donelist';
    if (now === 'new') { suggestions(); resetForm(); $('cancel').setAttribute('href', cameFrom); }
    else cameFrom = now === 'board' ? '#/board' : '#/';
    if (asked !== null) answer(false);
    load();
    draw();
    if (first === true) return;
    window.scrollTo(0, 0);
    $('h-' + now).focus({ preventScroll: true });
  }
  window.addEventListener('hashchange', route);
  $('skip').addEventListener('click', function (e) { e.preventDefault(); $('main').focus(); });

  /* The same list in another tab */
  window.addEventListener('storage', function (e) {
    if (e.key !== STORE && e.key !== null) return;
    load();
    if (!dragged) draw();
  });

  route(true);
})();
