/* the part that really works: list, search, page of a word, J K and / */
const WORDS = [
  ['serendipity', 'English', 30, 'a lucky find you were not looking for', 'Hannah Reed', '23 Nov 2026'],
  ['backpfeifengesicht', 'German', 75, 'a face that asks for a slap', 'Kai Brandt', '24 Nov 2026'],
  ['dolce far niente', 'Italian', 35, 'the sweetness of doing nothing', 'Giulia Sala', '25 Nov 2026'],
  ['janteloven', 'Danish', 55, 'the rule not to think you are special', 'Mette Holm', '25 Nov 2026'],
  ['pisan zapra', 'Malay', 60, 'the time it takes to eat a banana', 'Aisyah Rahman', '26 Nov 2026'],
  ['shemomedjamo', 'Georgian', 80, 'to eat more only because it tastes so good', 'Nino Beridze', '27 Nov 2026'],
  ['desvelado', 'Spanish', 40, 'not able to sleep', 'Carlos Vega', '27 Nov 2026'],
  ['iktsuarpok', 'Inuit', 85, 'going outside again and again to see if someone is coming', 'Aputi', '28 Nov 2026'],
  ['pana poʻo', 'Hawaiian', 50, 'to scratch your head to remember something', 'Leilani', '29 Nov 2026'],
  ['razbliuto', 'Russian', 45, 'the feeling for someone you once loved', 'Irina Belova', '30 Nov 2026'],
  ['sólarfrí', 'Icelandic', 65, 'a day off because the sun is out', 'Birna', '1 Dec 2026'],
  ['prozvonit', 'Czech', 55, 'to ring once so that the other calls back', 'Petr Dvořák', '2 Dec 2026'],
  ['voorpret', 'Dutch', 25, 'joy about something still to come', 'Sanne Vos', '3 Dec 2026'],
];
const $ = (i) => document.getElementById(i);
let cur = -1;
let extra = [];

function hits() {
  const s = $('q').value.toLowerCase();
  return WORDS.concat(extra).map((w, i) => [w, i]).filter(([w]) => (w[0] + w[1]).toLowerCase().includes(s));
}
function list() {
  $('ws').textContent = '';
  hits().forEach(([w, i]) => {
    const li = document.createElement('li');
    if (i === cur) li.className = 'cur';
    const a = document.createElement('a');
    a.href = '#word-' + i;
    a.textContent = w[0];
    const s = document.createElement('span');
    s.textContent = w[1] + ' · ' + w[2] + ' points';
    li.append(a, s);
    $('ws').append(li);
  });
}
function word(i) {
  const w = WORDS[i];
  $('word').textContent = '';
  const add = (tag, text) => { const n = document.createElement(tag); n.textContent = text; $('word').append(n); return n; };
  if (!w) { add('p', 'This word is not here.'); }
  else {
    add('h2', w[0]);
    add('p', 'Language: ' + w[1]);
    add('p', 'Points: ' + w[2]);
    add('p', 'Meaning: ' + w[3]);
    add('p', 'Taught by: ' + w[4]);
    add('p', 'Next review: ' + w[5]);
  }
  add('a', 'to the list').href = '#list';
}
function page() {
  const h = location.hash.slice(1) || 'list';
  const m = /^word-(\d+)$/.exec(h);
  const id = m ? 'word' : $(h) && $(h).className === 'pg' ? h : 'list';
  document.querySelectorAll('.pg').forEach((p) => { p.style.display = p.id === id ? 'block' : 'none'; });
  if (m) word(+m[1]);
  window.scrollTo(0, 0);
}
function step(d) {
  const h = hits();
  const at = h.findIndex(([, i]) => i === cur) + d;
  if (!h[at]) return;
  cur = h[at][1];
  list();
  document.querySelector('.cur').scrollIntoView({ block: 'nearest' });
}
addEventListener('hashchange', page);
$('q').addEventListener('input', list);
document.addEventListener('keydown', (e) => {
  if (e.target.matches('input,select') || e.ctrlKey || e.altKey || e.metaKey) return;
  const k = e.key.toLowerCase();
  if (k === 'j') step(1);
  if (k === 'k') step(-1);
  if (k === '/') { e.preventDefault(); location.hash = 'list'; page(); $('q').focus(); }
  if (k === '?') flash('Overview of the keys opened');
  if (k === 'escape') flash('Overview of the keys closed');
});
let ft;
function flash(t) {
  $('flash').textContent = t;
  $('flash').style.opacity = 1;
  clearTimeout(ft);
  ft = setTimeout(() => { $('flash').style.opacity = 0; }, 2500);
}
list();
page();
