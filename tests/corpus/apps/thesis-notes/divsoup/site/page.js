var KEY = 'quiet-page.notes';
var notes = read();
var editing = null;     // id of the note whose form is open
var writing = false;    // is the form for a new note open
var asking = false;     // is the question before the reset open

function read() {
  try {
    var n = JSON.parse(localStorage.getItem(KEY));
    if (Array.isArray(n)) return n;
  } catch (e) { /* fall through to the sample */ }
  return sampleNotes();
}
function write() { localStorage.setItem(KEY, JSON.stringify(notes)); }
function g(id) { return document.getElementById(id); }

function div(cls, text, onclick) {
  var d = document.createElement('div');
  d.className = cls;
  if (text !== undefined) d.textContent = text;
  if (onclick) d.onclick = onclick;
  return d;
}
function into(parent) {
  for (var i = 1; i < arguments.length; i++) parent.appendChild(arguments[i]);
  return parent;
}
function howMany(n) { return n + (n === 1 ? ' note' : ' notes'); }
function lasts(m) { return m === 1 ? '1 minute' : m + ' minutes'; }
function norm(s) { return s.trim().replace(/\s+/g, ' ').toLowerCase(); }

/* ---- pages ---- */
function onFavPage() { return location.hash === '#favourites'; }

function draw() {
  var fav = onFavPage();
  g('pageAll').style.display = fav ? 'none' : '';
  g('pageFav').style.display = fav ? '' : 'none';
  g('navAll').className = 'nav' + (fav ? '' : ' nav-here');
  g('navFav').className = 'nav' + (fav ? ' nav-here' : '');
  drawFavNumber();
  if (fav) drawFavourites(); else { drawNew(); drawAll(); drawReset(); }
}
function drawFavNumber() {
  g('favN').textContent = notes.filter(function (n) { return n.fav; }).length;
}

function drawAll() {
  var q = g('search').value.trim().toLowerCase();
  var fit = notes.filter(function (n) {
    return !q || [n.title, n.notebook, n.text].join('\n').toLowerCase().indexOf(q) >= 0;
  });
  g('howMany').textContent = q ? fit.length + ' of ' + howMany(notes.length) : howMany(notes.length);
  var box = g('allNotes');
  box.textContent = '';
  if (!notes.length) box.appendChild(div('quiet', 'An empty notebook. Write the first line.'));
  else if (!fit.length) box.appendChild(div('quiet', 'No thought of yours fits “' + g('search').value.trim() + '”.'));
  fit.forEach(function (n) { box.appendChild(sheet(n)); });
}
function drawFavourites() {
  var list = notes.filter(function (n) { return n.fav; });
  g('favHead').textContent = list.length ? howMany(list.length) + ' close to your heart' : '';
  var box = g('favNotes');
  box.textContent = '';
  if (!list.length) box.appendChild(div('quiet', 'No favourites yet. Tap the heart of a note and it will wait for you here.'));
  list.forEach(function (n) { box.appendChild(sheet(n)); });
}

/* ---- one note ---- */
function sheet(n) {
  if (editing === n.id) return form(n);
  var head = into(div('sheet-head'),
    div('sheet-title', n.title),
    div('heart' + (n.fav ? ' heart-on' : ''), n.fav ? '♥' : '♡', function () {
      n.fav = !n.fav;
      write();
      drawFavNumber();
      if (onFavPage()) return drawFavourites();
      this.textContent = n.fav ? '♥' : '♡';           // leave the list alone, only turn the heart
      this.className = 'heart' + (n.fav ? ' heart-on' : '');
    }));
  var foot = into(div('sheet-foot'),
    div('sheet-book', n.notebook),
    div('sheet-time', lasts(n.minutes)),
    div('sheet-edit', 'Edit', function () {
      editing = n.id;
      writing = false;
      draw();
    }));
  return into(div('sheet'), head, div('sheet-text', n.text), foot);
}

/* ---- the form, for new notes (n = null) and for old ones ---- */
function form(n) {
  var f = div('sheet sheet-form');
  function field(tag, cls, hint, value) {
    var i = document.createElement(tag);
    i.className = 'plain ' + cls;
    i.placeholder = hint;
    i.value = value;
    i.onkeydown = function (e) {
      if (e.key === 'Enter' && tag === 'input') save();
      if (e.key === 'Escape') cancel();
    };
    return i;
  }
  var title = field('input', 'f-title', 'What is it called?', n ? n.title : '');
  var book = field('input', 'f-book', 'Loose thoughts', n ? n.notebook : '');
  var mins = field('input', 'f-mins', 'minutes', n ? String(n.minutes) : '');
  mins.inputMode = 'numeric';
  var text = field('textarea', 'f-text', 'Write…', n ? n.text : '');
  text.rows = 3;
  var no = div('f-no');

  function cancel() { editing = null; writing = false; draw(); }
  function save() {
    var t = title.value.trim(), m = mins.value.trim();
    var problem = '';
    if (!t) problem = 'A note needs a title.';
    else if (notes.some(function (o) { return o !== n && norm(o.title) === norm(t); })) problem = 'There is already a note called “' + t + '”.';
    else if (!m) problem = 'How long does it take to read? Give the minutes.';
    else if (/^[-−]/.test(m)) problem = 'Nobody reads in less than no time: the minutes must not be negative.';
    else if (!/^\d{1,4}$/.test(m)) problem = 'Give the minutes as a whole number, such as 4.';
    no.textContent = problem;
    if (problem) return;

    var target = n || { id: Math.max.apply(null, [0].concat(notes.map(function (o) { return o.id; }))) + 1, fav: false };
    target.title = t;
    target.notebook = book.value.trim() || 'Loose thoughts';
    target.minutes = Number(m);
    target.text = text.value.trim();
    if (!n) {
      notes.unshift(target);
      g('search').value = '';       // otherwise the new note might be hidden
    }
    write();
    editing = null;
    writing = false;
    draw();
  }

  into(f,
    div('f-head', n ? 'Change this note' : 'A new note'),
    into(div('f-row'), div('f-word', 'Title'), title),
    into(div('f-row'), div('f-word', 'Notebook'), book),
    into(div('f-row'), div('f-word', 'Reading time'), mins, div('f-unit', 'min')),
    into(div('f-row'), div('f-word', 'Thought'), text),
    no,
    into(div('f-end'), div('ink', n ? 'Save' : 'Keep it', save), div('pencil', 'Cancel', cancel)));
  setTimeout(function () { title.focus(); }, 0);
  return f;
}
function drawNew() {
  g('newSlot').textContent = '';
  if (writing) g('newSlot').appendChild(form(null));
}

/* ---- reset ---- */
function drawReset() {
  var r = g('resetSlot');
  r.textContent = '';
  if (!asking) {
    r.appendChild(div('pencil', 'Reset data', function () { asking = true; drawReset(); }));
    return;
  }
  into(r,
    div('reset-ask', 'Bring the sample notes back? Everything you wrote and changed here will be gone.'),
    into(div('f-end'),
      div('ink ink-red', 'Yes, bring them back', function () {
        notes = sampleNotes();
        write();
        asking = writing = false;
        editing = null;
        g('search').value = '';
        draw();
        window.scrollTo(0, 0);
      }),
      div('pencil', 'No, keep mine', function () { asking = false; drawReset(); })));
}

/* ---- wiring ---- */
g('search').oninput = function () {
  editing = null;
  drawAll();
};
g('newNote').onclick = function () {
  writing = !writing;
  editing = null;
  draw();
};
g('home').onclick = g('navAll').onclick = function () { location.hash = ''; };
g('navFav').onclick = function () { location.hash = 'favourites'; };
window.onhashchange = function () {
  editing = null;
  writing = asking = false;
  draw();
  window.scrollTo(0, 0);
};
draw();
