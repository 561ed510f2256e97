import * as store from './store.js';

const $ = (id) => document.getElementById(id);

/** h('p', {class: 'x'}, 'text', node…) */
function h(tag, props, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props ?? {})) {
    if (typeof value === 'function') node.addEventListener(key, value);
    else if (typeof value === 'boolean') node.toggleAttribute(key, value);
    else node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

const count = (n, one, many) => `${n} ${n === 1 ? one : many}`;
const say = (text) => { $('announce').textContent = text; };

/* ------------------------------------------------------------ overview */

function drawThreads() {
  const threads = store.all();
  $('thread-total').textContent = count(threads.length, 'thread', 'threads') + ' on the street';
  for (const radio of document.querySelectorAll('input[name=order]')) radio.checked = radio.value === store.order();

  $('thread-list').replaceChildren(...threads.map((t) =>
    h('li', null,
      h('article', { class: 'thread', 'aria-labelledby': `t${t.id}` },
        h('div', { class: 'votes' },
          h('button', {
            type: 'button', id: `vote-${t.id}`, 'aria-pressed': String(t.voted), 'aria-label': `Vote for: ${t.title}`,
            click: () => vote(t.id),
          }, '▲'),
          h('p', null, h('strong', null, String(t.votes)), t.votes === 1 ? ' vote' : ' votes')),
        h('div', { class: 'body' },
          h('h2', { id: `t${t.id}` }, t.title),
          h('p', { class: 'topic' }, t.topic)),
        commentsButton(t)))));
}

function commentsButton(t) {
  return h('button', {
    type: 'button', class: 'comments-button', id: `comments-of-${t.id}`,
    'aria-haspopup': 'dialog', 'aria-describedby': `t${t.id}`,
    click: () => openComments(t.id),
  }, `Comments (${t.comments.length})`);
}

function vote(id) {
  store.toggleVote(id);
  drawThreads();
  $(`vote-${id}`).focus();
}

document.querySelector('.sorting').addEventListener('change', (event) => {
  store.setOrder(event.target.value);
  drawThreads();
});

/* ------------------------------------------------------------ board */

let dragged = null;

function drawBoard() {
  $('columns').replaceChildren(...store.COLUMNS.map((column) => {
    const cards = store.inColumn(column);
    const section = h('section', {
      class: `column ${column.toLowerCase()}`, 'aria-labelledby': `column-${column}`,
      dragover: (event) => {
        if (dragged === null) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
        section.classList.add('over');
      },
      dragleave: (event) => {
        if (!section.contains(event.relatedTarget)) section.classList.remove('over');
      },
      drop: (event) => {
        event.preventDefault();
        if (dragged !== null) moveTo(dragged, column);
        dragged = null;
        section.classList.remove('over');
      },
    },
      h('h2', { id: `column-${column}` }, `${column} `, h('span', { class: 'number' }, String(cards.length))),
      h('ul', null, ...cards.map(card)),
      ...(cards.length ? [] : [h('p', { class: 'none' }, 'Nothing here.')]));
    return section;
  }));
}

function card(t) {
  return h('li', null,
    h('article', {
      class: 'card', draggable: 'true', 'aria-labelledby': `t${t.id}-card`,
      dragstart: (event) => {
        dragged = t.id;
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', t.title);
        event.currentTarget.classList.add('lifted');
      },
      dragend: (event) => {
        dragged = null;
        event.currentTarget.classList.remove('lifted');
      },
    },
      h('h3', { id: `t${t.id}-card` }, t.title),
      h('p', { class: 'meta' }, `${t.topic} · ${count(t.votes, 'vote', 'votes')}`),
      h('p', { class: 'mover' },
        h('label', { for: `move-${t.id}` }, 'Move to'),
        h('select', { id: `move-${t.id}`, change: (event) => moveTo(t.id, event.target.value, true) },
          ...store.COLUMNS.map((c) => h('option', { value: c, selected: c === t.column }, c))))));
}

function moveTo(id, column, keepFocus = false) {
  if (!store.move(id, column)) return;
  drawBoard();
  say(`“${store.find(id).title}” is now under ${column}.`);
  if (keepFocus) $(`move-${id}`).focus();
}

/* ------------------------------------------------------------ comments */

let discussed = null;

function openComments(id) {
  discussed = id;
  $('comment-form').reset();
  $('comment-error').textContent = '';
  drawComments();
  drawLeft();
  $('comments').showModal();
}

function drawComments() {
  const t = store.find(discussed);
  $('comments-title').textContent = `Comments (${t.comments.length})`;
  $('comments-about').textContent = t.title;
  $('no-comments').hidden = t.comments.length > 0;
  $('comment-list').replaceChildren(...t.comments.map((c) =>
    h('li', null, h('strong', null, c.name), h('p', null, c.text))));
}

function drawLeft() {
  const left = store.MAX_COMMENT - $('comment-text').value.trim().length;
  $('comment-left').textContent = left >= 0
    ? `${count(left, 'character', 'characters')} left`
    : `${count(-left, 'character', 'characters')} too many`;
  $('comment-left').classList.toggle('wrong', left < 0);
}

$('comment-text').addEventListener('input', drawLeft);

$('comment-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const name = $('comment-name').value.trim();
  const text = $('comment-text').value.trim();
  const error =
    !name ? 'Please tell us your name.' :
    !text ? 'Please write something first.' :
    text.length > store.MAX_COMMENT ? `A comment can have ${store.MAX_COMMENT} characters at most.` : '';
  $('comment-error').textContent = error;
  if (error) {
    (name ? $('comment-text') : $('comment-name')).focus();
    return;
  }
  store.comment(discussed, name, text);
  $('comment-text').value = '';
  drawLeft();
  drawComments();
  $('comment-list').lastElementChild.scrollIntoView({ block: 'nearest' });
  $(`comments-of-${discussed}`).textContent = `Comments (${store.find(discussed).comments.length})`;
});

/* ------------------------------------------------------------ asking */

$('ask-topic').append(...store.TOPICS.map((t) => h('option', null, t)));

$('ask').addEventListener('click', () => {
  $('ask-form').reset();
  $('ask-error').textContent = '';
  $('asking').showModal();
});

$('ask-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const title = $('ask-title').value.trim();
  if (!title) {
    $('ask-error').textContent = 'Please write what you would like to know.';
    $('ask-title').focus();
    return;
  }
  store.add(title, $('ask-topic').value);
  $('asking').close();
  draw();
  say(`“${title}” has been added.`);
});

$('ask-form').addEventListener('input', () => { $('ask-error').textContent = ''; });
$('comment-form').addEventListener('input', () => { $('comment-error').textContent = ''; });

for (const button of document.querySelectorAll('dialog .close')) {
  button.addEventListener('click', () => button.closest('dialog').close());
}

/* ------------------------------------------------------------ pages */

const pages = {
  threads: { draw: drawThreads, title: 'All threads' },
  board: { draw: drawBoard, title: 'Board' },
};

function draw() {
  const wanted = location.hash.slice(2);
  const name = wanted in pages ? wanted : 'threads';
  for (const key of Object.keys(pages)) $(`page-${key}`).hidden = key !== name;
  for (const link of document.querySelectorAll('nav a')) {
    if (link.hash === `#/${name}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  document.title = `${pages[name].title} – Askalong`;
  pages[name].draw();
}

addEventListener('hashchange', () => {
  for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close();
  draw();
  scrollTo(0, 0);
});
draw();
