const page = document.getElementById('page'), notice = document.getElementById('notice');
const eur = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' });
const money = cents => eur.format(cents / 100);
const esc = s => String(s).replace(/[&<>"']/g, c => '&#' + c.charCodeAt(0) + ';');
const filter = { medium: '', max: '' };
let metric = 'count', sort = { by: 'id', dir: 1 }, pendingNotice = '';

function say(text) { notice.textContent = text; notice.hidden = !text; }
function goto(hash, message) { pendingNotice = message || ''; location.hash === hash ? route() : location.hash = hash; }
const commentsOf = id => db.comments.filter(c => c.artworkId === id);
const plural = (n, w) => `${n} ${w}${n === 1 ? '' : 's'}`;

/* ---- #/artworks ---- */
function pageList() {
  page.innerHTML = `
  <h1>Artworks <small id="total"></small></h1>
  <form id="filters" class="bar">
    <label>Medium <select name="medium"><option value="">All</option>${MEDIA.map(m => `<option>${m}</option>`).join('')}</select></label>
    <label>Print price up to (€) <input name="max" type="number" min="0" step="1" placeholder="any"></label>
    <button type="button" id="clear">Clear filters</button>
    <span id="shown" role="status"></span>
  </form>
  <table class="grid" id="list">
    <thead><tr>${[['id', 'No.'], ['title', 'Title'], ['artist', 'Artist'], ['medium', 'Medium'], ['year', 'Year'], ['cents', 'Print price']]
      .map(([k, t]) => `<th><button type="button" data-sort="${k}">${t}</button></th>`).join('')}<th>Comments</th></tr></thead>
    <tbody></tbody>
  </table>
  <p id="none" hidden>No artwork matches these filters. <button type="button" id="clear2">Clear filters</button></p>`;
  const f = page.querySelector('#filters');
  f.medium.value = filter.medium; f.max.value = filter.max;
  f.addEventListener('input', () => { filter.medium = f.medium.value; filter.max = f.max.value; fillList(); });
  f.addEventListener('submit', e => e.preventDefault());
  const clear = () => { filter.medium = filter.max = ''; f.medium.value = f.max.value = ''; fillList(); };
  page.querySelector('#clear').onclick = page.querySelector('#clear2').onclick = clear;
  page.querySelectorAll('[data-sort]').forEach(b => b.onclick = () => {
    sort = { by: b.dataset.sort, dir: sort.by === b.dataset.sort ? -sort.dir : 1 };
    fillList();
  });
  fillList();
}
function fillList() {
  const max = filter.max === '' ? Infinity : Number(filter.max) * 100;
  const rows = db.artworks.filter(a => (!filter.medium || a.medium === filter.medium) && a.cents <= max);
  rows.sort((a, b) => {
    const x = a[sort.by] ?? 0, y = b[sort.by] ?? 0;
    return sort.dir * (typeof x === 'string' ? x.localeCompare(y) : x - y) || a.id - b.id;
  });
  page.querySelector('#total').textContent = `(${plural(db.artworks.length, 'artwork')})`;
  const on = filter.medium || filter.max !== '';
  page.querySelector('#shown').textContent = on ? `${rows.length} of ${db.artworks.length} shown` : '';
  page.querySelector('#clear').disabled = !on;
  page.querySelector('#none').hidden = rows.length > 0;
  page.querySelector('#list').hidden = rows.length === 0;
  page.querySelectorAll('[data-sort]').forEach(b => b.parentNode.setAttribute('aria-sort',
    b.dataset.sort !== sort.by ? 'none' : sort.dir > 0 ? 'ascending' : 'descending'));
  page.querySelector('tbody').innerHTML = rows.map(a => `<tr>
    <td class="no">${a.id}</td><td class="title">${esc(a.title)}</td><td data-l="Artist">${esc(a.artist)}</td>
    <td data-l="Medium">${esc(a.medium)}</td><td data-l="Year">${a.year || '–'}</td><td data-l="Print price" class="num">${money(a.cents)}</td>
    <td><button type="button" data-open="${a.id}">${plural(commentsOf(a.id).length, 'comment')}</button></td></tr>`).join('');
  page.querySelectorAll('[data-open]').forEach(b => b.onclick = () => goto(`#/artworks/${b.dataset.open}`));
}

/* ---- forms: shared error display ---- */
function showErrors(form, errors) {
  form.querySelectorAll('.err').forEach(e => e.remove());
  form.querySelectorAll('[aria-invalid]').forEach(e => e.removeAttribute('aria-invalid'));
  let first;
  for (const [k, msg] of Object.entries(errors)) {
    const el = form.elements[k];
    el.setAttribute('aria-invalid', 'true');
    el.insertAdjacentHTML('afterend', `<div class="err" role="alert">${esc(msg)}</div>`);
    first = first || el;
  }
  if (first) first.focus();
}
const savedText = (ok, text) => ok ? text : text + ' It could NOT be stored in this browser and will be gone after a reload.';

/* ---- #/new ---- */
function pageNew() {
  page.innerHTML = `<h1>New artwork</h1>
  <form id="f" novalidate><table class="form">
    <tr><th><label for="t">Title *</label></th><td><input id="t" name="title" autocomplete="off"></td></tr>
    <tr><th><label for="a">Artist</label></th><td><input id="a" name="artist" maxlength="60"></td></tr>
    <tr><th><label for="m">Medium</label></th><td><select id="m" name="medium">${MEDIA.map(m => `<option>${m}</option>`).join('')}</select></td></tr>
    <tr><th><label for="p">Print price in € *</label></th><td><input id="p" name="price" inputmode="decimal" autocomplete="off"></td></tr>
    <tr><th><label for="y">Year</label></th><td><input id="y" name="year" inputmode="numeric"></td></tr>
  </table><p class="sub">* mandatory</p>
  <button>Enter into catalogue</button> <a class="btn" href="#/artworks">Cancel</a></form>`;
  const f = page.querySelector('#f');
  f.onsubmit = e => {
    e.preventDefault();
    const r = addArtwork(Object.fromEntries(new FormData(f)));
    if (r.errors) return showErrors(f, r.errors);
    filter.medium = filter.max = '';
    goto('#/artworks', savedText(r.saved, `“${r.artwork.title}” is in the catalogue as no. ${r.artwork.id}.`));
  };
}

/* ---- #/artworks/ID ---- */
function pageOne(id) {
  const a = db.artworks.find(x => x.id === id);
  if (!a) { page.innerHTML = '<h1>Not found</h1><p>There is no such artwork. <a href="#/artworks">Back to the list</a></p>'; return; }
  const list = commentsOf(id);
  page.innerHTML = `<p><a href="#/artworks">« All artworks</a></p><h1>${esc(a.title)}</h1>
  <table class="form"><tr><th>Artist</th><td>${esc(a.artist)}</td></tr><tr><th>Medium</th><td>${esc(a.medium)}</td></tr>
  <tr><th>Year</th><td>${a.year || '–'}</td></tr><tr><th>Print price</th><td>${money(a.cents)}</td></tr></table>
  <h2>Comments (${list.length})</h2>
  ${list.length ? `<table class="grid flat"><thead><tr><th>Date</th><th>Name</th><th>Comment</th></tr></thead><tbody>${list.map(c =>
    `<tr><td class="nowrap">${esc(c.at)}</td><td>${esc(c.name)}</td><td class="wrap">${esc(c.text)}</td></tr>`).join('')}</tbody></table>` : '<p>Nobody has commented on this artwork yet.</p>'}
  <h2>Write a comment</h2>
  <form id="f" novalidate><table class="form">
    <tr><th><label for="n">Your name</label></th><td><input id="n" name="name"></td></tr>
    <tr><th><label for="c">Comment</label></th><td><textarea id="c" name="text" rows="3"></textarea><div class="sub" id="left">200 characters left</div></td></tr>
  </table><button>Post</button></form>`;
  const f = page.querySelector('#f'), left = page.querySelector('#left');
  f.text.oninput = () => {
    const n = 200 - f.text.value.trim().length;
    left.textContent = n >= 0 ? `${n} characters left` : `${-n} characters too many`;
    left.classList.toggle('err', n < 0);
  };
  f.onsubmit = e => {
    e.preventDefault();
    const r = addComment(id, f.elements.name.value, f.text.value);
    if (r.errors) { say(''); return showErrors(f, r.errors); }
    goto(location.hash, savedText(r.saved, 'Your comment has been posted.'));
  };
}

/* ---- #/chart ---- */
function pageChart() {
  const rows = [...new Set(db.artworks.map(a => a.medium))].map(m => {
    const g = db.artworks.filter(a => a.medium === m);
    return { m, count: g.length, avg: g.reduce((s, a) => s + a.cents, 0) / g.length };
  }).sort((a, b) => b[metric] - a[metric] || a.m.localeCompare(b.m));
  const top = Math.max(...rows.map(r => r[metric]), 1);
  page.innerHTML = `<h1>Statistics by medium</h1>
  <form class="bar"><label><input type="radio" name="k" value="count"> Number of artworks</label>
  <label><input type="radio" name="k" value="avg"> Average print price</label></form>
  <table class="chart"><caption>${metric === 'count' ? 'Number of artworks' : 'Average print price in euros'} per medium</caption>
  ${rows.map(r => `<tr><th scope="row">${esc(r.m)}</th><td><div style="width:${(r[metric] / top * 100).toFixed(2)}%"></div></td>
  <td class="num">${metric === 'count' ? r.count : money(r.avg)}</td></tr>`).join('')}</table>`;
  page.querySelectorAll('[name=k]').forEach(i => {
    i.checked = i.value === metric;
    i.onchange = () => { metric = i.value; pageChart(); page.querySelector('[name=k]:checked').focus(); };
  });
}

/* ---- #/reset ---- */
function pageReset() {
  page.innerHTML = `<h1>Back to the sample data</h1>
  <p>This removes every artwork and comment that was added in this browser (now: ${plural(db.artworks.length, 'artwork')}, ${plural(db.comments.length, 'comment')})
  and puts back the ${SAMPLE.artworks.length} samples. It cannot be undone. Do you want that?</p>
  <button type="button" id="yes" class="danger">Yes, reset everything</button> <a class="btn" href="#/artworks">No, keep my data</a>`;
  page.querySelector('#yes').onclick = () => { const ok = resetDb(); filter.medium = filter.max = ''; goto('#/artworks', savedText(ok, 'The sample data is back.')); };
}

function route() {
  say(pendingNotice); pendingNotice = '';
  const h = location.hash, one = h.match(/^#\/artworks\/(\d+)$/);
  if (one) pageOne(+one[1]);
  else if (h === '#/new') pageNew();
  else if (h === '#/chart') pageChart();
  else if (h === '#/reset') pageReset();
  else pageList();
  document.querySelectorAll('#nav a').forEach(a => a.getAttribute('href') === (h || '#/artworks') ? a.setAttribute('aria-current', 'page') : a.removeAttribute('aria-current'));
  window.scrollTo(0, 0);
}
addEventListener('hashchange', route);
addEventListener('storage', e => { if (e.key === KEY) { loadDb(); if (!/new|artworks\/\d/.test(location.hash)) route(); } });
route();
