'use strict';

const PER_PAGE = 6;
const view = { q: '', subject: '', weeks: '', page: 1 };

const byId = id => document.getElementById(id);

// h('td', {class: 'r'}, 'text', node, …)
function h(tag, attrs, ...kids) {
  const node = document.createElement(tag);
  for (const [k, v] of Object.entries(attrs || {})) {
    if (v === true) node.setAttribute(k, '');
    else if (v !== false && v != null) node.setAttribute(k, v);
  }
  node.append(...kids);
  return node;
}

const courses = n => (n === 1 ? '1 course' : n + ' courses');
const weeks = n => (n === 1 ? '1 week' : n + ' weeks');
const date = iso => new Date(iso + 'T12:00').toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

function tag(subject) {
  return h('span', { class: 'subject s-' + subject.toLowerCase() }, subject);
}

/* ---- list ---- */

function matching() {
  const q = view.q.trim().toLowerCase();
  const max = view.weeks === '' ? Infinity : Number(view.weeks);
  return COURSES.filter(c =>
    (!q || c.title.toLowerCase().includes(q) || c.teacher.toLowerCase().includes(q)) &&
    (!view.subject || c.subject === view.subject) &&
    c.weeks <= max);
}

function drawList() {
  const found = matching();
  const pages = Math.max(1, Math.ceil(found.length / PER_PAGE));
  view.page = Math.min(Math.max(view.page, 1), pages);
  const from = (view.page - 1) * PER_PAGE;
  const shown = found.slice(from, from + PER_PAGE);
  const filtered = view.q.trim() !== '' || view.subject !== '' || view.weeks !== '';

  byId('headcount').textContent = filtered ? `${found.length} of ${courses(COURSES.length)}` : courses(COURSES.length);

  const rows = shown.map(c => h('tr', null,
    h('td', { class: 't' }, h('a', { href: '#/course/' + c.id }, c.title)),
    h('td', null, tag(c.subject)),
    h('td', { class: 'r' }, weeks(c.weeks)),
    h('td', { class: 'hide-sm' }, c.teacher),
    h('td', { class: 'hide-sm' }, date(c.starts))));
  if (!rows.length) {
    rows.push(h('tr', null, h('td', { class: 'none', colspan: 5 },
      h('b', null, 'No courses found.'), h('br'),
      'Try another word, another subject or a longer course.')));
  }
  byId('tbody').replaceChildren(...rows);

  byId('range').textContent = (shown.length ? `Showing ${from + 1}–${from + shown.length} of ${found.length}. ` : '') +
    `${courses(COURSES.length)} in total.`;
  byId('pageno').textContent = `Page ${view.page} of ${pages}`;
  byId('prev').disabled = view.page <= 1;
  byId('next').disabled = view.page >= pages;
  byId('reset-all').disabled = !filtered;
}

function refilter() {
  view.q = byId('q').value;
  view.subject = byId('subject').value;
  view.weeks = byId('weeks').value;
  view.page = 1;
  drawList();
}

/* ---- one course ---- */

function drawCourse(id) {
  const box = byId('page-course');
  const back = () => h('a', { class: 'btn btn-default', href: '#/' }, '← All courses');
  const c = COURSES.find(x => x.id === id);
  if (!c) {
    box.replaceChildren(h('div', { class: 'card pad' },
      h('h1', null, 'This course is not in the catalogue'),
      h('p', null, 'It may have been held already, or the address has a typing error.'), back()));
    return;
  }
  const fact = (name, value) => h('tr', null, h('th', null, name), h('td', null, value));
  box.replaceChildren(
    h('div', { class: 'crumbs' }, back()),
    h('div', { class: 'card' },
      h('div', { class: 'card-header' }, h('h1', null, c.title), tag(c.subject)),
      h('p', { class: 'lead' }, c.about),
      h('div', { class: 'cols' },
        h('table', { class: 'facts' }, h('tbody', null,
          fact('Subject', c.subject),
          fact('Length', weeks(c.weeks)),
          fact('Teacher', c.teacher),
          fact('Starts on', date(c.starts)),
          fact('Evening', c.day),
          fact('Room', c.room),
          fact('Fee', '€' + c.fee))),
        h('div', { class: 'accordion' },
          h('details', { open: true }, h('summary', null, 'What you will do'),
            h('ul', null, ...c.topics.map(t => h('li', null, t)))),
          h('details', null, h('summary', null, 'How to enrol'),
            h('p', null, 'Come to the office or ring us until three days before the first evening. The fee is due on the first evening.')),
          h('details', null, h('summary', null, 'If you miss an evening'),
            h('p', null, 'Most teachers leave their notes at the office. Courses of one evening can be repeated next term for free.'))))));
}

/* ---- routing and wiring ---- */

let listScroll = 0;

function route() {
  const m = location.hash.match(/^#\/course\/(.+)$/);
  if (m && byId('page-course').hidden) listScroll = window.scrollY;
  byId('page-list').hidden = !!m;
  byId('page-course').hidden = !m;
  if (m) {
    drawCourse(decodeURIComponent(m[1]));
    const c = COURSES.find(x => x.id === m[1]);
    document.title = (c ? c.title + ' – ' : '') + 'Evening School';
    window.scrollTo(0, 0);
  } else {
    document.title = 'Evening School – Course catalogue';
    drawList();
    window.scrollTo(0, listScroll);
  }
}

for (const s of [...new Set(COURSES.map(c => c.subject))].sort()) byId('subject').append(h('option', null, s));

byId('filters').addEventListener('input', refilter);
byId('filters').addEventListener('reset', () => setTimeout(refilter));
byId('prev').addEventListener('click', () => { view.page--; drawList(); });
byId('next').addEventListener('click', () => { view.page++; drawList(); });
window.addEventListener('hashchange', route);
byId('filters').reset();
route();
