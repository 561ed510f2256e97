var KEY = 'wordnest_ds_1';
var DB, find = '', sel = -1, addOpen = false, rq = null, askReset = false, helpIsOn = false;
var nw = blankWord(), qz = null, noteT;

function blankWord() { return { t: '', l: '', p: '', m: '', by: '', nr: '' }; }
function e(s) { return String(s == null ? '' : s).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;'); }
function g(id) { return document.getElementById(id); }

// ---------- storage
function fresh() {
  var d = { nid: 1, words: [], reqs: [] };
  for (var i = 0; i < SAMPLE.length; i++) {
    var s = SAMPLE[i];
    d.words.push({ id: d.nid++, t: s[0], l: s[1], p: s[2], m: s[3], ex: s[4], by: s[5], nr: s[6] });
  }
  return d;
}
function load() {
  try { DB = JSON.parse(localStorage.getItem(KEY)); } catch (x) { DB = null; }
  if (!DB || !DB.words || !DB.reqs) { DB = fresh(); save(); }
}
function save() { try { localStorage.setItem(KEY, JSON.stringify(DB)); } catch (x) { note('this browser does not let me save'); } }
function byId(id) { for (var i = 0; i < DB.words.length; i++) if (DB.words[i].id == id) return DB.words[i]; return null; }
function niceDate(s) {
  if (!s) return 'not planned';
  var d = new Date(s + 'T12:00:00');
  return isNaN(d) ? s : d.toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' });
}

// ---------- where are we
function where() {
  var h = location.hash.replace('#', '');
  if (h == 'quiz') return { v: 'quiz' };
  if (/^w\d+$/.test(h)) return { v: 'word', id: +h.slice(1) };
  return { v: 'list' };
}
function go(h) {
  askReset = false;
  if (location.hash.replace('#', '') == h) return draw();
  location.hash = h;
}
function shown() {
  var f = find.trim().toLowerCase();
  return DB.words.filter(function (w) { return !f || (w.t + ' ' + w.l + ' ' + w.m).toLowerCase().indexOf(f) > -1; });
}

// ---------- drawing
function draw() {
  var w = where();
  g('nv_l').className = 'nv' + (w.v != 'quiz' ? ' on' : '');
  g('nv_q').className = 'nv' + (w.v == 'quiz' ? ' on' : '');
  if (w.v == 'quiz') drawQuiz(); else if (w.v == 'word') drawWord(w.id); else drawList();
  g('rst').innerHTML = askReset
    ? '<span class="warn">throw away all changes and go back to the sample words?</span> <span class="lnk red" onclick="doReset()">yes, reset</span> <span class="lnk" onclick="askReset=false;draw()">no, keep mine</span>'
    : '<span class="lnk" onclick="askReset=true;draw()">reset to sample words</span>';
}

function drawList() {
  g('main').innerHTML =
    '<div class="bar"><div class="cnt"><span id="n"></span></div>' +
    '<input id="sr" class="inp" placeholder="search words" value="' + e(find) + '" oninput="find=this.value;sel=-1;rows()">' +
    '<div class="btn" onclick="addOpen=!addOpen;rows();if(addOpen)g(\'a_t\').focus()">+ word</div>' +
    '<div class="btn b2" onclick="rqStart(0)">ask for a lesson</div></div><div id="rows"></div>';
  rows();
}

function rows() {
  if (!g('rows')) return;
  var l = shown(), h = '', all = DB.words.length;
  g('n').innerHTML = '<b>' + all + '</b> word' + (all == 1 ? '' : 's') + (l.length != all ? ', ' + l.length + ' shown' : '');
  if (addOpen) h += addBox();
  if (rq && !rq.at) h += rqBox();
  for (var i = 0; i < l.length; i++) {
    var w = l[i];
    h += '<div class="rw' + (i == sel ? ' cur' : '') + '"><div class="rw1">' +
      '<span class="ttl" onclick="go(\'w' + w.id + '\')">' + e(w.t) + '</span>' +
      '<span class="lng">' + e(w.l) + '</span><span class="pts">' + w.p + ' points</span>' +
      '<span class="lnk ask" onclick="rqStart(' + w.id + ')">ask</span></div></div>';
    if (rq && rq.at == w.id) h += rqBox();
  }
  if (!l.length) h += '<div class="emp">nothing found for "' + e(find) + '"</div>';
  if (DB.reqs.length) {
    h += '<div class="hd3">sent requests (' + DB.reqs.length + ')</div>';
    DB.reqs.forEach(function (r) { h += '<div class="rqd">' + e(r.word) + ' &mdash; ' + e(r.name) + ', ' + e(r.mail) + '</div>'; });
  }
  g('rows').innerHTML = h;
}

// ---------- new word
function fld(k, ph, type) {
  return '<input class="inp" id="a_' + k + '" type="' + (type || 'text') + '" placeholder="' + ph + '" title="' + ph + '" value="' + e(nw[k]) +
    '" oninput="nw[\'' + k + '\']=this.value" onkeydown="if(event.key==\'Enter\')addDo()">';
}
function addBox() {
  return '<div class="frm">' + fld('t', 'the word') + fld('l', 'language') + fld('p', 'points', 'number') + fld('m', 'meaning') + fld('by', 'taught by') +
    '<div class="dt">next review ' + fld('nr', 'next review', 'date') + '</div>' +
    '<div id="a_err" class="err"></div><div class="btn" onclick="addDo()">put it in the nest</div> <span class="lnk" onclick="addOpen=false;rows()">never mind</span></div>';
}
function addDo() {
  var t = nw.t.trim(), l = nw.l.trim(), p = String(nw.p).trim(), bad = '';
  if (!t) bad = 'the word itself is missing';
  else if (!l) bad = 'which language is it?';
  else if (p !== '' && !/^\d{1,5}$/.test(p)) bad = 'points: a whole number from 0 up';
  else if (DB.words.some(function (w) { return w.t.toLowerCase() == t.toLowerCase() && w.l.toLowerCase() == l.toLowerCase(); })) bad = t + ' (' + l + ') is in your list already';
  if (bad) { g('a_err').innerHTML = e(bad); return; }
  DB.words.push({ id: DB.nid++, t: t, l: l, p: +p || 0, m: nw.m.trim(), ex: '', by: nw.by.trim(), nr: nw.nr });
  save();
  nw = blankWord(); addOpen = false; find = ''; sel = -1;
  drawList(); note(t + ' added');
}

// ---------- request in three steps, opens inside the list
function rqStart(id) {
  if (rq) rq.at = id; else rq = { at: id, st: 1, wid: 0, name: '', mail: '', err: '' };
  if (id) rq.wid = id;
  if (where().v != 'list') { find = ''; go(''); } else rows();
  setTimeout(function () { if (g('rqb')) g('rqb').scrollIntoView({ block: 'nearest' }); }, 30);
}
function rqBox() {
  var h = '<div class="frm rqf" id="rqb"><div class="stp">' + ['word', 'you', 'check'].map(function (s, i) {
    return '<span class="' + (rq.st == i + 1 ? 'on' : '') + '">' + (i + 1) + ' ' + s + '</span>';
  }).join(' &rsaquo; ') + '</div>';
  if (rq.st == 1) {
    h += '<div class="hd3">which word is it about?</div><div class="chs">' + DB.words.map(function (w) {
      return '<span class="chp' + (rq.wid == w.id ? ' on' : '') + '" onclick="rq.wid=' + w.id + ';rq.err=\'\';rows()">' + e(w.t) + '</span>';
    }).join('') + '</div>';
  } else if (rq.st == 2) {
    h += '<div class="hd3">who is asking?</div>' +
      '<input class="inp" id="r_n" placeholder="your name" value="' + e(rq.name) + '" oninput="rq.name=this.value" onkeydown="if(event.key==\'Enter\')rqNext()">' +
      '<input class="inp" id="r_m" placeholder="e-mail" value="' + e(rq.mail) + '" oninput="rq.mail=this.value" onkeydown="if(event.key==\'Enter\')rqNext()">';
  } else {
    var w = byId(rq.wid);
    h += '<div class="hd3">all right like this?</div><div class="sum"><div>word: <b>' + e(w.t) + '</b> (' + e(w.l) + ')</div><div>name: <b>' + e(rq.name.trim()) +
      '</b></div><div>e-mail: <b>' + e(rq.mail.trim()) + '</b></div></div>';
  }
  h += '<div class="err">' + e(rq.err) + '</div>';
  if (rq.st > 1) h += '<div class="btn b2" onclick="rq.st--;rq.err=\'\';rows()">&lsaquo; back</div> ';
  h += rq.st < 3 ? '<div class="btn" onclick="rqNext()">go on &rsaquo;</div>' : '<div class="btn" onclick="rqSend()">send it off</div>';
  return h + ' <span class="lnk" onclick="rq=null;rows()">drop it</span></div>';
}
function rqNext() {
  rq.err = '';
  if (rq.st == 1 && !byId(rq.wid)) rq.err = 'pick a word first';
  if (rq.st == 2) {
    if (!rq.name.trim()) rq.err = 'please tell us your name';
    else if (!/^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(rq.mail.trim())) rq.err = 'that is not an e-mail address yet';
  }
  if (!rq.err) rq.st++;
  rows();
}
function rqSend() {
  var w = byId(rq.wid);
  DB.reqs.push({ word: w.t, name: rq.name.trim(), mail: rq.mail.trim() });
  save(); rq = null; rows(); note('request sent, thank you');
}

// ---------- one word
function drawWord(id) {
  var w = byId(id), i = DB.words.indexOf(w);
  if (!w) { g('main').innerHTML = '<div class="emp">there is no such word (any more)</div><div class="btn" onclick="go(\'\')">&lsaquo; all words</div>'; return; }
  function ln(a, b) { return '<div class="ln"><span class="k">' + a + '</span><span class="v">' + (e(b) || '&ndash;') + '</span></div>'; }
  g('main').innerHTML = '<div class="lnk bk" onclick="go(\'\')">&lsaquo; all words</div><div class="wd"><div class="big">' + e(w.t) + '</div>' +
    ln('language', w.l) + ln('points', w.p) + ln('meaning', w.m) + ln('example', w.ex) + ln('taught by', w.by) + ln('next review', niceDate(w.nr)) +
    '<div class="btn" onclick="plus(' + w.id + ')">practised, +5 points</div> <div class="btn b2" onclick="rqStart(' + w.id + ')">ask about it</div></div>' +
    '<div class="pn">' + (i > 0 ? '<span class="lnk" onclick="go(\'w' + DB.words[i - 1].id + '\')">&lsaquo; ' + e(DB.words[i - 1].t) + '</span>' : '<span></span>') +
    (i < DB.words.length - 1 ? '<span class="lnk" onclick="go(\'w' + DB.words[i + 1].id + '\')">' + e(DB.words[i + 1].t) + ' &rsaquo;</span>' : '') + '</div>';
}
function plus(id) { byId(id).p += 5; save(); draw(); }

// ---------- quiz
function qzNew() { qz = { i: 0, sc: 0, pick: -1, end: false }; }
function drawQuiz() {
  if (!qz) qzNew();
  var h;
  if (qz.end) {
    h = '<div class="wd qz"><div class="hd3">done</div><div class="big">Final score: ' + qz.sc + ' of ' + QUIZ.length + '</div><div>' +
      (qz.sc == QUIZ.length ? 'all of them, bravo' : qz.sc > 1 ? 'not bad at all' : 'give it another go') + '</div><div class="btn" onclick="qzNew();draw()">play again</div></div>';
  } else {
    var q = QUIZ[qz.i];
    h = '<div class="wd qz"><div class="qtop"><span>question ' + (qz.i + 1) + ' of ' + QUIZ.length + '</span><span>score: ' + qz.sc + '</span></div><div class="qq">' + e(q.q) + '</div>' +
      q.a.map(function (a, i) {
        return '<div class="ans' + (qz.pick > -1 ? (i == q.ok ? ' good' : i == qz.pick ? ' bad' : ' dim') : '') + '" onclick="qzPick(' + i + ')">' + e(a) + '</div>';
      }).join('');
    if (qz.pick > -1) h += '<div class="fb ' + (qz.pick == q.ok ? 'g' : 'r') + '">' + (qz.pick == q.ok ? 'Correct' : 'Wrong') + '</div><div class="btn" onclick="qzOn()">' + (qz.i < QUIZ.length - 1 ? 'next one' : 'how did I do?') + '</div>';
    h += '</div>';
  }
  g('main').innerHTML = h;
}
function qzPick(i) { if (qz.pick > -1) return; qz.pick = i; if (i == QUIZ[qz.i].ok) qz.sc++; draw(); }
function qzOn() { qz.pick = -1; if (qz.i < QUIZ.length - 1) qz.i++; else qz.end = true; draw(); }

// ---------- bits and pieces
function doReset() {
  DB = fresh(); save();
  find = ''; sel = -1; rq = null; addOpen = false; nw = blankWord(); qz = null; askReset = false;
  if (where().v == 'word') go(''); else draw();
  note('back to the ' + DB.words.length + ' sample words');
}
function note(s) { g('note').innerHTML = e(s); g('note').style.display = 'block'; clearTimeout(noteT); noteT = setTimeout(function () { g('note').style.display = 'none'; }, 3500); }
function helpOn() {
  helpIsOn = true;
  g('ovl').innerHTML = '<div class="hb"><div class="big">keys</div>' + [['J', 'next word'], ['K', 'previous word'], ['Enter', 'open the marked word'], ['/', 'to the search field'], ['?', 'this overview'], ['Escape', 'close the overview']].map(function (k) {
    return '<div class="ln"><span class="kb">' + k[0] + '</span><span class="v">' + k[1] + '</span></div>';
  }).join('') + '<div class="btn" onclick="helpOff()">close</div></div>';
  g('ovl').style.display = 'block';
}
function helpOff() { helpIsOn = false; g('ovl').style.display = 'none'; }
g('ovl').onclick = function (ev) { if (ev.target == this) helpOff(); };

function step(d) {
  var w = where();
  if (w.v == 'word') {
    var n = DB.words[DB.words.indexOf(byId(w.id)) + d];
    if (byId(w.id) && n) go('w' + n.id);
  } else if (w.v == 'list') {
    var l = shown(), to = sel + d;
    if (to < 0 || to >= l.length) return;
    sel = to; rows();
    var c = document.querySelector('.cur'); if (c) c.scrollIntoView({ block: 'nearest' });
  }
}
document.onkeydown = function (ev) {
  if (ev.ctrlKey || ev.metaKey || ev.altKey) return;
  var inField = /^(INPUT|TEXTAREA|SELECT)$/.test(ev.target.tagName);
  if (ev.key == 'Escape') { if (helpIsOn) helpOff(); else if (inField) ev.target.blur(); return; }
  if (inField) return;
  if (ev.key == '?') { ev.preventDefault(); helpOn(); return; }
  if (helpIsOn) return;
  var k = ev.key.toLowerCase();
  if (k == 'j') step(1);
  else if (k == 'k') step(-1);
  else if (k == '/') { ev.preventDefault(); if (where().v != 'list') { history.pushState(null, '', '#'); draw(); } g('sr').focus(); }
  else if (k == 'enter' && where().v == 'list' && sel > -1 && shown()[sel]) go('w' + shown()[sel].id);
};
window.onhashchange = function () { draw(); window.scrollTo(0, 0); };
window.addEventListener('storage', function (ev) { if (ev.key == KEY) { load(); draw(); } });
load();
draw();
