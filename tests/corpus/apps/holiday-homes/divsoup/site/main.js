var HOUSES = [
  ['h1', 'Casa da Figueira', 'White walls, blue door, a fig tree older than the village. Alentejo.', 74, 'F', '#dfe7cf'],
  ['h2', 'Nordlys Brygge', 'A boathouse on stilts, the fjord right below the bed. Lofoten.', 128, 'N', '#cfe0e8'],
  ['h3', 'Zum Stillen Müller', 'Old watermill, three rooms, breakfast until noon. Black Forest.', 82, 'S', '#d3e0d0'],
  ['h4', 'Maison Lavandin', 'Stone house between lavender rows, a pool for eight strokes. Provence.', 115, 'L', '#e4dbee'],
  ['h5', 'The Lamp Room', 'Former keeper\'s cottage next to a lighthouse. Galloway.', 97, 'L', '#f1dcd3'],
  ['h6', 'Agriturismo Sei Galline', 'Six hens, four rooms, one long table. Umbria.', 88, 'S', '#f3e6c4'],
  ['h7', 'Ty Bihan', 'Thatched cottage five minutes from the tide. Brittany.', 79, 'B', '#dbe6e6'],
  ['h8', 'Pension Kuckuck', 'Wooden balconies and geraniums, and no television. Tyrol.', 91, 'K', '#d8dfe9'],
  ['h9', 'Saunatupa', 'Log cabin with a sauna and its own small lake. Savo.', 105, 'S', '#f0d9c6'],
  ['h10', 'Finca Dos Burros', 'Almond terraces and two donkeys who like visitors. Mallorca.', 99, 'D', '#ece2cd'],
  ['h11', 'Huis aan de Vaart', 'Narrow canal house, steep stairs, very good bread. Friesland.', 86, 'V', '#d2e4df'],
  ['h12', 'Kuća Rakija', 'Vineyard house on an island hill. Vis.', 68, 'K', '#e6d6e2']
];
var TIMES = ['17:00', '18:30', '20:00'];
var openForm = {};   // house id -> 'book' | 'talk'

function read(key, dflt) {
  try { var v = localStorage.getItem('slown.' + key); return v ? JSON.parse(v) : dflt; } catch (e) { return dflt; }
}
function write(key, v) { try { localStorage.setItem('slown.' + key, JSON.stringify(v)); } catch (e) {} }

var bookings = read('bookings', []);
var comments = read('comments', { h1: [{ w: 'Ines', t: 'The figs! Go in September.' }], h6: [{ w: 'Paolo', t: 'Ask for the room above the kitchen.' }] });
var mine = read('mine', {});
var others = { h1: [5, 4, 5], h2: [5, 5], h3: [4, 3, 4], h5: [4], h6: [5, 5, 4, 5], h8: [3, 4], h12: [4, 4] };

function $(id) { return document.getElementById(id); }
function esc(s) { return String(s).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;'); }
function house(id) { for (var i = 0; i < HOUSES.length; i++) if (HOUSES[i][0] === id) return HOUSES[i]; }
function today() { var d = new Date(); return iso(d.getFullYear(), d.getMonth() + 1, d.getDate()); }
function iso(y, m, d) { return y + '-' + (m < 10 ? '0' : '') + m + '-' + (d < 10 ? '0' : '') + d; }

// 2031-05-09 or 9.5.2031 or 9/5/2031 (day first)
function parseDay(s) {
  var m, y, mo, d;
  s = s.trim();
  if ((m = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(s))) { y = +m[1]; mo = +m[2]; d = +m[3]; }
  else if ((m = /^(\d{1,2})[.\/](\d{1,2})[.\/](\d{4})$/.exec(s))) { d = +m[1]; mo = +m[2]; y = +m[3]; }
  else return null;
  var t = new Date(y, mo - 1, d);
  if (t.getMonth() !== mo - 1 || t.getDate() !== d) return null;
  return iso(y, mo, d);
}
function nice(day) { var p = day.split('-'); return +p[2] + '.' + (+p[1]) + '.' + p[0]; }

function starHtml(id) {
  var all = (others[id] || []).slice();
  if (mine[id]) all.push(mine[id]);
  var sum = 0, out = '';
  for (var i = 0; i < all.length; i++) sum += all[i];
  var avg = all.length ? sum / all.length : 0;
  for (i = 1; i <= 5; i++) out += '<span class="s' + (i <= (mine[id] || Math.round(avg)) ? ' on' : '') + '" onclick="rate(\'' + id + '\',' + i + ')">★</span>';
  out += '<span class="avg">' + (all.length ? avg.toFixed(1) + ' from ' + all.length : 'not rated') + '</span>';
  return out;
}
function gaveHtml(id) {
  return mine[id] ? 'You gave ' + '★★★★★'.slice(0, mine[id]) : '';
}
function rate(id, n) {
  mine[id] = n;
  write('mine', mine);
  $('st-' + id).innerHTML = starHtml(id);
  $('gv-' + id).innerHTML = gaveHtml(id);
}

function talkWord(id) { var n = (comments[id] || []).length; return n ? 'Guestbook · ' + n : 'Guestbook'; }

function drawList() {
  var out = '';
  HOUSES.forEach(function (h) {
    var id = h[0];
    out += '<div class="row"><div class="row-a">' +
      '<div class="pic" style="background:' + h[5] + '">' + h[4] + '</div>' +
      '<div class="txt"><div class="nm">' + esc(h[1]) + '</div><div class="ds">' + esc(h[2]) + '</div>' +
      '<div class="stars" id="st-' + id + '">' + starHtml(id) + '</div><div class="gave" id="gv-' + id + '">' + gaveHtml(id) + '</div></div>' +
      '<div class="pr"><b>' + h[3] + ' €</b><span>a night</span></div></div>' +
      '<div class="tools"><div class="tool" id="tb-' + id + '" onclick="toggle(\'' + id + '\',\'book\')">Stay here</div>' +
      '<div class="tool" id="tt-' + id + '" onclick="toggle(\'' + id + '\',\'talk\')">' + talkWord(id) + '</div></div>' +
      '<div id="in-' + id + '"></div></div>';
  });
  $('list').innerHTML = out;
  $('howmany').innerHTML = HOUSES.length + ' houses, none with more than nine rooms';
}

function toggle(id, what) {
  openForm[id] = openForm[id] === what ? null : what;
  $('tb-' + id).className = 'tool' + (openForm[id] === 'book' ? ' open' : '');
  $('tt-' + id).className = 'tool' + (openForm[id] === 'talk' ? ' open' : '');
  var box = $('in-' + id);
  if (openForm[id] === 'book') {
    box.innerHTML = '<div class="inl"><div class="line"><input id="bn-' + id + '" placeholder="Your name">' +
      '<input id="bd-' + id + '" placeholder="Day, like ' + today() + '">' +
      TIMES.map(function (t) { return '<span class="t" onclick="pick(this)">' + t + '</span>'; }).join('') +
      '<span class="go" onclick="book(\'' + id + '\')">Reserve</span></div><div class="msg" id="bm-' + id + '"></div></div>';
  } else if (openForm[id] === 'talk') {
    box.innerHTML = '<div class="inl"><div class="cms" id="cl-' + id + '">' + talkHtml(id) + '</div><div class="line">' +
      '<input id="cn-' + id + '" placeholder="Who are you?"><input id="ct-' + id + '" placeholder="Write something" style="flex-basis:240px">' +
      '<span class="go" onclick="talk(\'' + id + '\')">Leave it</span></div><div class="msg" id="cmg-' + id + '"></div></div>';
  } else box.innerHTML = '';
}
function pick(el) {
  var all = el.parentNode.querySelectorAll('.t');
  for (var i = 0; i < all.length; i++) all[i].className = 't';
  el.className = 't sel';
}
function say(id, txt, ok) { $(id).className = 'msg ' + (ok ? 'ok' : 'bad'); $(id).textContent = txt; }

function book(id) {
  var name = $('bn-' + id).value.trim(), day = parseDay($('bd-' + id).value);
  var sel = $('in-' + id).querySelector('.t.sel');
  if (!name) return say('bm-' + id, 'Under which name?');
  if (!day) return say('bm-' + id, 'I do not understand that day. Write it like ' + today() + '.');
  if (day < today()) return say('bm-' + id, 'That day is already over.');
  if (!sel) return say('bm-' + id, 'Choose when you arrive.');
  var time = sel.textContent;
  for (var i = 0; i < bookings.length; i++)
    if (bookings[i].h === id && bookings[i].d === day && bookings[i].t === time)
      return say('bm-' + id, 'Somebody else has that one already. Try another time.');
  bookings.push({ h: id, d: day, t: time, n: name });
  write('bookings', bookings);
  drawBookings();
  $('bn-' + id).value = ''; $('bd-' + id).value = ''; sel.className = 't';
  say('bm-' + id, 'Reserved for ' + name + ', ' + nice(day) + ' at ' + time + '.', true);
}
function talkHtml(id) {
  var c = comments[id] || [];
  if (!c.length) return '<div class="none">Nobody has written yet.</div>';
  return c.map(function (x) { return '<div class="cm"><b>' + esc(x.w) + '</b> &mdash; ' + esc(x.t) + '</div>'; }).join('');
}
function talk(id) {
  var w = $('cn-' + id).value.trim(), t = $('ct-' + id).value.trim();
  if (!w || !t) return say('cmg-' + id, 'Name and words, please.');
  (comments[id] = comments[id] || []).push({ w: w, t: t });
  write('comments', comments);
  $('cl-' + id).innerHTML = talkHtml(id);
  $('tt-' + id).innerHTML = talkWord(id);
  $('ct-' + id).value = '';
  say('cmg-' + id, '', true);
}
function drawBookings() {
  var b = bookings.slice().sort(function (x, y) { return (x.d + x.t) < (y.d + y.t) ? -1 : 1; });
  $('bcount').innerHTML = b.length === 1 ? '1 booking' : b.length + ' bookings';
  $('bookings').innerHTML = b.map(function (x) {
    return '<div class="bk">' + esc(x.n) + '<br>' + esc(house(x.h)[1]) + '<br><i>' + nice(x.d) + ', ' + x.t + '</i></div>';
  }).join('') || '<div class="none">Still quiet here.</div>';
}
drawList();
drawBookings();
