'use strict';
(() => {
  const $ = id => document.getElementById(id);
  const TIMES = ['10:00', '12:30', '15:00', '17:30'];

  /* ---------- storage: one key per thing ---------- */
  const read = (key, fallback) => {
    try {
      const v = JSON.parse(localStorage.getItem('calm.' + key));
      return Array.isArray(v) ? v : fallback;
    } catch { return fallback; }
  };
  const write = (key, value) => {
    try { localStorage.setItem('calm.' + key, JSON.stringify(value)); }
    catch { toast('Your browser would not store this. It is lost after closing the page.'); }
  };
  let treatments, bookings, hearts;
  const load = () => {
    treatments = read('treatments', window.CALM_START);
    bookings = read('bookings', []);
    hearts = read('hearts', []).filter(id => treatments.some(t => t.id === id));
  };
  load();

  /* ---------- helpers ---------- */
  const pad = n => String(n).padStart(2, '0');
  const today = () => { const d = new Date(); return d.getFullYear() + '-' + pad(d.getMonth() + 1) + '-' + pad(d.getDate()); };
  const clock = () => { const d = new Date(); return pad(d.getHours()) + ':' + pad(d.getMinutes()); };
  const longDate = iso => {
    const [y, m, d] = iso.split('-').map(Number);
    return new Date(y, m - 1, d).toLocaleDateString('en-US', { weekday: 'short', month: 'long', day: 'numeric', year: 'numeric' });
  };
  const money = n => '$' + (Number.isInteger(n) ? n : n.toFixed(2));
  const icon = name => `<svg><use href="#i-${name}"/></svg>`;
  let toastTimer;
  function toast(text) {
    $('toast').textContent = text;
    $('toast').classList.add('on');
    clearTimeout(toastTimer);
    toastTimer = setTimeout(hideToast, 5000);
  }
  function hideToast() { $('toast').classList.remove('on'); $('toast').textContent = ''; }

  /* ---------- painting ---------- */
  function card(t) {
    const li = $('t-card').content.firstElementChild.cloneNode(true);
    const liked = hearts.includes(t.id);
    li.dataset.id = t.id;
    li.querySelector('.dep').textContent = t.dept;
    li.querySelector('h3').textContent = t.name;
    li.querySelector('p').textContent = t.text;
    li.querySelector('.fee').textContent = money(t.fee);
    const h = li.querySelector('.heart');
    h.setAttribute('aria-pressed', liked);
    h.title = liked ? 'Remove from favourites' : 'Add to favourites';
    li.querySelector('[data-act=book]').title = 'Book ' + t.name;
    return li;
  }

  function paintStart() {
    const q = $('q').value.trim().toLowerCase();
    const found = treatments.filter(t => (t.name + ' ' + t.dept + ' ' + t.text).toLowerCase().includes(q));
    $('cards').replaceChildren(...found.map(card));
    $('total').textContent = treatments.length + (treatments.length === 1 ? ' treatment' : ' treatments');
    $('q-clear').hidden = !$('q').value;
    $('hits').textContent = !treatments.length ? 'There are no treatments left.'
      : !q ? ''
      : found.length ? found.length + (found.length === 1 ? ' fits' : ' fit') + ' your search'
      : 'Nothing fits “' + $('q').value.trim() + '”. Try another word.';
    $('hits').classList.toggle('none', !found.length);
  }

  function paintBookings() {
    const now = today() + clock();
    const rows = [...bookings].sort((a, b) => (a.date + a.time).localeCompare(b.date + b.time));
    $('diary').replaceChildren(...rows.map(b => {
      const li = document.createElement('li');
      li.dataset.id = b.id;
      if (b.date + b.time < now) li.className = 'past';
      li.innerHTML = '<time></time><div><h3></h3><p></p></div><button class="ic" type="button" title="Cancel this booking">' + icon('bin') + '</button>';
      const tm = li.querySelector('time');
      tm.dateTime = b.date + 'T' + b.time;
      tm.append(b.time, document.createElement('br'), Object.assign(document.createElement('small'), { textContent: longDate(b.date) }));
      li.querySelector('h3').textContent = b.treatment;
      li.querySelector('p').textContent = b.dept + ' · ' + b.who;
      return li;
    }));
    $('no-book').hidden = bookings.length > 0;
  }

  function paintFavs() {
    const list = treatments.filter(t => hearts.includes(t.id));
    $('fav-cards').replaceChildren(...list.map(card));
    $('no-fav').hidden = list.length > 0;
  }

  function paint() {
    paintStart(); paintBookings(); paintFavs();
    for (const [id, n, label] of [['n-book', bookings.length, 'Bookings'], ['n-fav', hearts.length, 'Favourites']]) {
      $(id).textContent = n;
      $(id).parentNode.setAttribute('aria-label', `${label} (${n})`);
    }
  }

  /* ---------- pages ---------- */
  function route() {
    const want = location.hash.replace(/^#\/?/, '');
    const page = ['bookings', 'favourites'].includes(want) ? want : 'start';
    document.querySelectorAll('[data-view]').forEach(s => s.hidden = s.dataset.view !== page);
    document.querySelectorAll('.rail a').forEach(a =>
      a.dataset.page === page ? a.setAttribute('aria-current', 'page') : a.removeAttribute('aria-current'));
    closeLayers();
    window.scrollTo(0, 0);
  }
  window.addEventListener('hashchange', route);

  /* ---------- layers: drawer and question ---------- */
  let opener = null, current = null, onYes = null;
  function openLayer(el, focus) {
    opener = document.activeElement;
    hideToast();
    $('veil').hidden = el.hidden = false;
    $('shell').inert = true;
    focus.focus();
  }
  function closeLayers() {
    closePops();
    const was = !$('veil').hidden;
    $('veil').hidden = $('drawer').hidden = $('ask').hidden = true;
    $('shell').inert = false;
    current = onYes = null;
    if (was && opener && opener.isConnected) opener.focus();
  }
  function closePops(except) {
    document.querySelectorAll('.pop').forEach(p => {
      if (p === except || p.hidden) return;
      p.hidden = true;
      (p.previousElementSibling).setAttribute('aria-expanded', 'false');
    });
  }
  function togglePop(btn) {
    const pop = btn.nextElementSibling;
    closePops(pop);
    pop.hidden = !pop.hidden;
    btn.setAttribute('aria-expanded', String(!pop.hidden));
  }
  $('veil').addEventListener('click', closeLayers);
  $('d-close').addEventListener('click', closeLayers);
  document.addEventListener('keydown', e => { if (e.key === 'Escape') closeLayers(); });
  document.addEventListener('click', e => { if (!e.target.closest('.pop, [aria-expanded]')) closePops(); });

  function ask(text, yes) {
    $('ask-t').textContent = text;
    openLayer($('ask'), $('ask-no'));
    onYes = yes;
  }
  $('ask-no').addEventListener('click', closeLayers);
  $('ask-yes').addEventListener('click', () => { const f = onYes; closeLayers(); if (f) f(); });

  /* ---------- booking ---------- */
  const form = $('book');
  const isTaken = (tid, date, time) => bookings.some(b => b.tid === tid && b.date === date && b.time === time);

  function paintSlots() {
    const date = form.elements.date.value;
    $('slots').querySelectorAll('label').forEach(l => {
      const taken = current && isTaken(current.id, date, l.firstElementChild.value);
      l.classList.toggle('taken', !!taken);
      l.title = taken ? 'Already taken' : '';
    });
  }
  $('slots').innerHTML = TIMES.map(t => `<label><input type="radio" name="time" value="${t}"><span>${t}</span></label>`).join('');

  function openBooking(t) {
    form.reset();
    current = t;
    $('err').textContent = '';
    $('d-title').textContent = t.name;
    $('d-sub').textContent = t.dept + ' · ' + money(t.fee);
    form.elements.date.min = today();
    paintSlots();
    openLayer($('drawer'), form.elements.date);
    current = t;
  }

  function problem(date, time, who) {
    if (!date) return ['Please pick a date.', form.elements.date];
    if (date < today()) return ['That day is in the past. Please pick today or a later date.', form.elements.date];
    if (!time) return ['Please pick a time.', $('slots').querySelector('input')];
    if (isTaken(current.id, date, time)) return [`${time} on ${longDate(date)} is already taken. Please pick another time.`, null];
    if (date === today() && time <= clock()) return [`${time} is already over today. Please pick a later time.`, null];
    if (!/\p{L}/u.test(who)) return ['Please give your name.', form.elements.who];
  }

  form.addEventListener('change', () => { $('err').textContent = ''; paintSlots(); });
  form.addEventListener('submit', e => {
    e.preventDefault();
    bookings = read('bookings', bookings);   // another tab may have been faster
    const date = form.elements.date.value, time = form.elements.time.value;
    const who = form.elements.who.value.trim().replace(/\s+/g, ' ');
    const bad = problem(date, time, who);
    if (bad) {
      $('err').textContent = bad[0];
      paintSlots();
      if (bad[1]) bad[1].focus();
      return;
    }
    const b = { id: Date.now().toString(36) + Math.random().toString(36).slice(2, 6), tid: current.id, treatment: current.name, dept: current.dept, date, time, who };
    bookings.push(b);
    write('bookings', bookings);
    closeLayers();
    paint();
    toast(`Booked for ${who}: ${b.treatment}, ${longDate(date)}, ${time}.`);
  });

  $('diary').addEventListener('click', e => {
    const btn = e.target.closest('button');
    if (!btn) return;
    const b = bookings.find(x => x.id === btn.closest('li').dataset.id);
    ask(`Cancel ${b.treatment} on ${longDate(b.date)} at ${b.time}?`, () => {
      bookings = bookings.filter(x => x.id !== b.id);
      write('bookings', bookings);
      paint();
      toast('Booking cancelled.');
    });
  });

  /* ---------- cards ---------- */
  function onCards(e) {
    const btn = e.target.closest('[data-act]');
    if (!btn) return;
    const list = e.currentTarget, id = btn.closest('li').dataset.id;
    const t = treatments.find(x => x.id === id);
    const act = btn.dataset.act;
    if (act === 'more') return togglePop(btn);
    closePops();
    if (act === 'heart') {
      hearts = hearts.includes(id) ? hearts.filter(x => x !== id) : [...hearts, id];
      write('hearts', hearts);
      paint();
      const again = list.querySelector(`[data-id="${id}"] .heart`);
      if (again) again.focus();
    } else if (act === 'book') {
      openBooking(t);
    } else if (act === 'same') {
      $('q').value = t.dept;
      paintStart();
      location.hash = '#/';
    } else if (act === 'del') {
      ask(`Delete “${t.name}” from the list?`, () => {
        treatments = treatments.filter(x => x.id !== id);
        hearts = hearts.filter(x => x !== id);
        write('treatments', treatments);
        write('hearts', hearts);
        paint();
        toast(`“${t.name}” was deleted.`);
      });
    }
  }
  $('cards').addEventListener('click', onCards);
  $('fav-cards').addEventListener('click', onCards);

  /* ---------- search, settings ---------- */
  $('q').addEventListener('input', paintStart);
  $('q-clear').addEventListener('click', () => { $('q').value = ''; paintStart(); $('q').focus(); });
  $('gear').addEventListener('click', e => togglePop(e.currentTarget));
  const root = document.documentElement;
  $('dark').checked = root.dataset.theme === 'dark';
  $('dark').addEventListener('change', e => {
    if (e.target.checked) root.dataset.theme = 'dark'; else delete root.dataset.theme;
    try { localStorage.setItem('calm.theme', e.target.checked ? 'dark' : 'light'); } catch {}
  });
  window.addEventListener('storage', () => { load(); paint(); paintSlots(); });

  paint();
  route();
})();
