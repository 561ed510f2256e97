const PER_PAGE = 9;
const one = s => document.querySelector(s);
const svg = d => `<svg viewBox="0 0 24 24"><path d="${d}"/></svg>`;
const P = {
  all: 'M5 5h5v5H5zM14 5h5v5h-5zM5 14h5v5H5zM14 14h5v5h-5z',
  glass: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L21 21',
  x: 'M6 6l12 12M18 6L6 18',
  sand: 'M6 3h12M6 21h12M8 3c0 5 4 6 4 9s-4 4-4 9M16 3c0 5-4 6-4 9s4 4 4 9',
  undo: 'M4 5v5h5M5 10a8 8 0 1 1-1 5',
  prev: 'M15 5l-7 7 7 7', next: 'M9 5l7 7-7 7', first: 'M18 5l-7 7 7 7M6 5v14', last: 'M6 5l7 7-7 7M18 5v14',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  open: 'M5 12h14M13 6l6 6-6 6'
};
const LONGEST = Math.max(...COURSES.map(c => c.evenings));

const want = { text: '', subject: null, max: LONGEST, page: 1 };

const evenings = n => n === 1 ? '1 evening' : n + ' evenings';
const course = slug => COURSES.find(c => c.slug === slug);

function matching() {
  const words = want.text.toLowerCase().split(/\s+/).filter(Boolean);
  return COURSES.filter(c => {
    if (want.subject && c.subject !== want.subject) return false;
    if (c.evenings > want.max) return false;
    const hay = `${c.title} ${c.subject} ${c.teacher} ${c.text}`.toLowerCase();
    return words.every(w => hay.includes(w));
  });
}

/* ---- toolbar ---- */
function toolbar() {
  one('.subjects').innerHTML =
    `<button data-s="" class="${want.subject ? '' : 'on'}" style="--c:#2b2f55" title="All subjects">${svg(P.all)}</button>` +
    Object.entries(SUBJECTS).map(([name, [colour, path]]) =>
      `<button data-s="${name}" class="${want.subject === name ? 'on' : ''}" style="--c:${colour}" title="${name}">${svg(path)}</button>`).join('') +
    `<em>${want.subject || 'All subjects'}</em>`;
  const len = one('#len');
  len.min = 1; len.max = LONGEST; len.value = want.max;
  one('.length output').textContent = want.max === LONGEST ? 'any length' : 'up to ' + evenings(want.max);
  one('.wipe').hidden = !want.text;
  one('.undo').style.visibility = want.text || want.subject || want.max < LONGEST ? 'visible' : 'hidden';
}

/* ---- list and pages ---- */
function list() {
  const found = matching();
  const pages = Math.max(1, Math.ceil(found.length / PER_PAGE));
  want.page = Math.min(want.page, pages);
  const from = (want.page - 1) * PER_PAGE;
  const shown = found.slice(from, from + PER_PAGE);

  one('.tally').textContent = found.length === COURSES.length
    ? `${COURSES.length} courses this winter`
    : found.length === 1 ? '1 course' : `${found.length} courses`;

  one('.cards').innerHTML = shown.map(c => {
    const [colour, path] = SUBJECTS[c.subject];
    return `<article data-slug="${c.slug}" style="--c:${colour}">
      <div class="badge">${svg(path)}</div>
      <h3>${c.title}</h3>
      <p class="sub">${c.subject} · ${c.teacher}</p>
      <ul><li>${evenings(c.evenings)}</li><li>${c.when}</li><li>€${c.fee}</li></ul>
      <div class="peek"><button class="copy" title="Copy link">${svg(P.link)}</button><button class="read">${svg(P.open)}</button></div>
    </article>`;
  }).join('') || `<div class="nix">${svg(P.glass)}<p>No course fits. Try a shorter word or a longer course.</p></div>`;

  one('.pager').innerHTML = pages < 2 ? '' : `
    <button data-p="1" ${want.page === 1 ? 'disabled' : ''}>${svg(P.first)}</button>
    <button data-p="${want.page - 1}" title="Previous page" ${want.page === 1 ? 'disabled' : ''}>${svg(P.prev)}</button>
    <span>${want.page} / ${pages}</span>
    <button data-p="${want.page + 1}" title="Next page" ${want.page === pages ? 'disabled' : ''}>${svg(P.next)}</button>
    <button data-p="${pages}" ${want.page === pages ? 'disabled' : ''}>${svg(P.last)}</button>`;
}

function change(what) {
  Object.assign(want, { page: 1 }, what);
  toolbar();
  list();
}

/* ---- drawer with one course ---- */
function panel() {
  const m = location.hash.match(/^#course\/(.+)$/);
  const c = m && course(m[1]);
  document.body.classList.toggle('reading', Boolean(m));
  if (!m) { document.title = 'Evening School'; return; }
  const el = one('.panel');
  el.scrollTop = 0;
  if (!c) {
    el.innerHTML = `<button class="shut">${svg(P.x)}</button><div class="words"><h2>Gone</h2><p>This course is not in the programme.</p></div>`;
    return;
  }
  const [colour, path] = SUBJECTS[c.subject];
  document.title = c.title + ' · Evening School';
  el.style.setProperty('--c', colour);
  el.innerHTML = `
    <div class="cover">${svg(path)}<button class="shut" title="Back to the courses">${svg(P.x)}</button></div>
    <div class="words">
      <small>${c.subject}</small>
      <h2>${c.title}</h2>
      <p>${c.text}</p>
      <div class="facts">
        <div><span>Length</span>${evenings(c.evenings)}</div>
        <div><span>When</span>${c.when}</div>
        <div><span>Starts</span>${c.starts} 2027</div>
        <div><span>Where</span>${/^\d/.test(c.room) ? 'Room ' + c.room : c.room}</div>
        <div><span>Taught by</span>${c.teacher}</div>
        <div><span>Fee</span>€${c.fee}</div>
      </div>
      <button class="copy" data-slug="${c.slug}" title="Copy link">${svg(P.link)}</button>
    </div>`;
}
let cameFromList = false;
function shut() {
  if (!location.hash.startsWith('#course/')) return;
  if (cameFromList) history.back(); else location.hash = '';
  cameFromList = false;
}

/* ---- toast ---- */
let fading;
function toast(text) {
  const t = one('.toast');
  t.textContent = text;
  t.classList.add('up');
  clearTimeout(fading);
  fading = setTimeout(() => t.classList.remove('up'), 2200);
}
async function copy(slug) {
  const url = location.href.split('#')[0] + '#course/' + slug;
  try { await navigator.clipboard.writeText(url); toast('Link copied'); }
  catch { toast(url); }
}

/* ---- events ---- */
one('#q').oninput = e => change({ text: e.target.value.trim() });
one('.wipe').onclick = () => { one('#q').value = ''; change({ text: '' }); one('#q').focus(); };
one('#len').oninput = e => change({ max: +e.target.value });
one('.undo').onclick = () => { one('#q').value = ''; change({ text: '', subject: null, max: LONGEST }); };
one('.subjects').onclick = e => {
  const b = e.target.closest('button');
  if (b) change({ subject: b.dataset.s === want.subject ? null : b.dataset.s || null });
};
one('.pager').onclick = e => {
  const b = e.target.closest('button');
  if (!b) return;
  want.page = +b.dataset.p;
  list();
  one('main').scrollIntoView();
};
one('.cards').onclick = e => {
  const card = e.target.closest('article');
  if (!card) return;
  if (e.target.closest('.copy')) return copy(card.dataset.slug);
  cameFromList = true;
  location.hash = 'course/' + card.dataset.slug;
};
one('.panel').onclick = e => {
  if (e.target.closest('.shut')) shut();
  const c = e.target.closest('.copy');
  if (c) copy(c.dataset.slug);
};
one('.dim').onclick = shut;
addEventListener('keydown', e => { if (e.key === 'Escape') shut(); });
addEventListener('hashchange', panel);

one('.glass').innerHTML = svg(P.glass);
one('.wipe').innerHTML = svg(P.x);
one('.hourglass').innerHTML = svg(P.sand);
one('.undo').innerHTML = svg(P.undo);
toolbar();
list();
panel();
