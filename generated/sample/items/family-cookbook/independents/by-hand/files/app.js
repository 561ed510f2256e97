/* Benchmark material: do not train on it. Canary: benchwright-canary-74d3f080-39ab-5acd-b9c4-59e630f71dae */
'use strict';
(function () {
  var RECIPES = window.LADLE_RECIPES;
  var KEY = 'ladle.v1';
  var MAX = 100;
  var STAR = '<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="M12 2.8l2.8 5.9 6.4.8-4.7 4.4 1.2 6.4-5.7-3.1-5.7 3.1 1.2-6.4L2.8 9.5l6.4-.8z"/></svg>';
  var byId = function (id) { return document.getElementById(id); };
  var views = [];

  /* ---------- What this cook has given: kept in this browser ---------- */
  var kept = true; // whether the last saving worked
  var mine = load();

  function load() {
    var data = { ratings: {}, comments: {} };
    try {
      var raw = JSON.parse(localStorage.getItem(KEY)) || {};
      RECIPES.forEach(function (r) {
        var n = raw.ratings && raw.ratings[r.id];
        if (Number.isInteger(n) && n >= 1 && n <= 5) data.ratings[r.id] = n;
        var list = raw.comments && raw.comments[r.id];
        if (Array.isArray(list)) {
          data.comments[r.id] = list.filter(function (c) { return c && typeof c.name === 'string' && typeof c.text === 'string'; });
        }
      });
    } catch (e) { /* nothing kept, or no storage: start empty */ }
    return data;
  }
  function save() {
    try { localStorage.setItem(KEY, JSON.stringify(mine)); kept = true; }
    catch (e) { kept = false; /* works on until the page is closed */ }
  }

  /* ---------- Small helpers ---------- */
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
  function plural(n, one, many) { return n + ' ' + (n === 1 ? one : many); }
  /* Invisible characters do not make a text; runs of blanks count once. */
  function tidy(s) { return s.replace(/[\u200B-\u200F\u2060\uFEFF\u00AD]/g, function (c) { return c === '\u200D' ? c : ''; }).replace(/\s+/g, ' ').trim(); }
  function isBlank(s) { return s.replace(/[\s\u200D\u2800\u3164]/g, '') === ''; }
  function size(s) { return Array.from(s).length; }
  function announce(text) {
    var box = byId('announcer');
    box.textContent = '';
    setTimeout(function () { box.textContent = text; }, 50);
  }

  function score(recipe) {
    var count = 0, sum = 0;
    recipe.stars.forEach(function (n, i) { count += n; sum += n * (i + 1); });
    var own = mine.ratings[recipe.id];
    if (own) { count += 1; sum += own; }
    return { count: count, average: count ? (Math.round(sum * 10 / count) / 10).toFixed(1) : null };
  }
  function allComments(recipe) { return recipe.comments.concat(mine.comments[recipe.id] || []); }

  /* ---------- One recipe card ---------- */
  function card(recipe) {
    var id = recipe.id;
    var art = make('div', { class: 'art art-' + recipe.art, 'aria-hidden': 'true' });
    art.innerHTML = '<svg focusable="false"><use href="#art-' + recipe.art + '"></use></svg>';

    var average = make('p', { class: 'average' });
    var stars = make('div', { class: 'stars', role: 'group', 'aria-label': 'Your rating of ' + recipe.title });
    var buttons = [1, 2, 3, 4, 5].map(function (n) {
      var b = make('button', { type: 'button', 'aria-label': 'Give ' + recipe.title + ' ' + plural(n, 'star', 'stars'), 'aria-pressed': 'false' });
      b.innerHTML = STAR;
      b.addEventListener('click', function () {
        mine = latest();
        mine.ratings[id] = n;
        save();
        drawRating();
      });
      stars.append(b);
      return b;
    });
    var rateTitle = make('p', { class: 'rate-title' });
    var given = make('p', { class: 'given', role: 'status' });

    function drawRating() {
      var s = score(recipe), own = mine.ratings[id] || 0;
      average.replaceChildren();
      if (s.count) {
        average.append(make('span', { class: 'mark', 'aria-hidden': 'true', text: '★ ' }), make('strong', { text: s.average }),
          ' average from ' + plural(s.count, 'rating', 'ratings'));
      } else average.append('No ratings yet');
      buttons.forEach(function (b, i) {
        b.setAttribute('aria-pressed', String(i + 1 === own));
        b.classList.toggle('on', i + 1 <= own);
      });
      rateTitle.textContent = own ? 'Change your rating' : 'Rate this recipe';
      if (given.dataset.own !== String(own)) {
        given.dataset.own = String(own);
        given.replaceChildren();
        if (own) given.append('You gave ' + plural(own, 'star', 'stars') + ' ', make('span', { class: 'glyphs', 'aria-hidden': 'true', text: '★'.repeat(own) + '☆'.repeat(5 - own) }));
      }
    }

    var how = make('details', { class: 'how' }, [
      make('summary', {}, ['Ingredients and method', make('span', { class: 'sr-only', text: ' for ' + recipe.title })]),
      make('h3', { text: 'Ingredients' }),
      make('ul', {}, recipe.ingredients.map(function (t) { return make('li', { text: t }); })),
      make('h3', { text: 'Method' }),
      make('ol', {}, recipe.steps.map(function (t) { return make('li', { text: t }); }))
    ]);

    /* Comments */
    var buttonText = make('span');
    var open = make('button', { type: 'button', class: 'button comments-button', 'aria-expanded': 'false', 'aria-controls': id + '-comments' },
      [buttonText, make('span', { class: 'sr-only', text: ' on ' + recipe.title })]);
    var list = make('ul', { class: 'comment-list', role: 'list', 'aria-label': 'Comments on ' + recipe.title });
    var none = make('p', { class: 'no-comments', text: 'No comments yet. Be the first!' });
    var nameField = make('input', { type: 'text', id: id + '-name', name: 'name', autocomplete: 'name', maxlength: '40', required: '', 'aria-describedby': id + '-name-error' });
    var textField = make('textarea', { id: id + '-text', name: 'text', rows: '2', required: '', 'aria-describedby': id + '-hint ' + id + '-text-error' });
    var nameError = make('p', { class: 'error', id: id + '-name-error', role: 'alert' });
    var textError = make('p', { class: 'error', id: id + '-text-error', role: 'alert' });
    var hint = make('p', { class: 'hint', id: id + '-hint' });
    var form = make('form', { class: 'comment-form', novalidate: '', 'aria-label': 'Write a comment on ' + recipe.title }, [
      make('div', {}, [make('label', { for: nameField.id, text: 'Your name' }), nameField, nameError]),
      make('div', {}, [make('label', { for: textField.id, text: 'Your comment' }), textField, hint, textError]),
      make('button', { type: 'submit', class: 'button primary', text: 'Add comment' })
    ]);
    var panel = make('div', { class: 'comments', id: id + '-comments' }, [make('h3', { text: 'Comments' }), list, none, form]);
    panel.hidden = true;

    function drawComments() {
      var all = allComments(recipe);
      buttonText.textContent = 'Comments (' + all.length + ')';
      list.replaceChildren.apply(list, all.map(function (c) { return make('li', {}, [make('strong', { text: c.name }), make('span', { text: c.text })]); }));
      list.hidden = all.length === 0;
      none.hidden = all.length > 0;
    }
    function drawHint() {
      var n = size(tidy(textField.value));
      hint.textContent = n + ' of ' + MAX + ' characters' + (n > MAX ? ' – ' + (n - MAX) + ' too many' : '');
      hint.classList.toggle('over', n > MAX);
    }
    function mark(field, box, message) {
      if (box.textContent !== message) box.textContent = message;
      if (message) field.setAttribute('aria-invalid', 'true'); else field.removeAttribute('aria-invalid');
    }
    function checkName(name) { return isBlank(name) ? 'Please enter your name.' : ''; }
    function checkText(text) {
      if (isBlank(text)) return 'Please write a comment; it cannot be empty.';
      return size(text) > MAX ? 'A comment can have at most ' + MAX + ' characters; this one has ' + size(text) + '.' : '';
    }

    open.addEventListener('click', function () {
      panel.hidden = !panel.hidden;
      open.setAttribute('aria-expanded', String(!panel.hidden));
    });
    nameField.addEventListener('input', function () { if (nameError.textContent) mark(nameField, nameError, checkName(tidy(nameField.value))); });
    textField.addEventListener('input', function () {
      drawHint();
      /* Take the message away once it is mended; a new one comes only on sending. */
      if (textError.textContent && !checkText(tidy(textField.value))) mark(textField, textError, '');
    });
    form.addEventListener('submit', function (event) {
      event.preventDefault();
      var name = tidy(nameField.value), text = tidy(textField.value);
      var e1 = checkName(name), e2 = checkText(text);
      mark(nameField, nameError, e1);
      mark(textField, textError, e2);
      if (e1) { nameField.focus(); return; }
      if (e2) { textField.focus(); return; }
      mine = latest();
      (mine.comments[id] = mine.comments[id] || []).push({ name: name, text: text });
      save();
      textField.value = '';
      drawHint();
      drawComments();
      announce('Comment added. ' + recipe.title + ' has ' + plural(allComments(recipe).length, 'comment', 'comments') + ' now.');
      textField.focus();
    });

    drawRating(); drawComments(); drawHint();
    views.push(function () { drawRating(); drawComments(); });

    return make('li', {}, [make('article', { class: 'card', 'aria-labelledby': id + '-title' }, [
      art,
      make('div', { class: 'body' }, [
        make('h2', { id: id + '-title', text: recipe.title }),
        make('dl', { class: 'facts' }, [
          make('div', {}, [make('dt', { text: 'Course' }), make('dd', { text: recipe.course })]),
          make('div', {}, [make('dt', { text: 'Cooking time' }), make('dd', { text: plural(recipe.minutes, 'minute', 'minutes') })])
        ]),
        make('p', { class: 'from', text: 'Shared by ' + recipe.from }),
        average, rateTitle, stars, given, how, open, panel
      ])
    ])]);
  }

  /* Another tab may have written meanwhile: take what is stored, if storage works. */
  function latest() {
    try { return kept && localStorage.getItem(KEY) ? load() : mine; } catch (e) { return mine; }
  }

  byId('recipe-count').textContent = plural(RECIPES.length, 'recipe', 'recipes');
  byId('recipe-list').append.apply(byId('recipe-list'), RECIPES.map(card));
  window.addEventListener('storage', function (event) {
    if (event.key !== KEY && event.key !== null) return;
    mine = load();
    views.forEach(function (draw) { draw(); });
  });

  /* ---------- Pages ---------- */
  var TITLES = { recipes: 'Recipes – Ladle', timer: 'Timer – Ladle' };
  function current() { return location.hash === '#timer' ? 'timer' : 'recipes'; }
  window.LadleTitle = function () { document.title = (byId('alarm').firstChild ? 'Time is up! – ' : '') + TITLES[current()]; };
  function show(moveFocus) {
    var page = current();
    Object.keys(TITLES).forEach(function (p) { byId('page-' + p).hidden = p !== page; });
    document.querySelectorAll('nav [data-page]').forEach(function (a) {
      if (a.dataset.page === page) a.setAttribute('aria-current', 'page'); else a.removeAttribute('aria-current');
    });
    window.LadleTitle();
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
  show(false);
})();
