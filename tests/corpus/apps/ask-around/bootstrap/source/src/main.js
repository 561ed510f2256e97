import 'bootstrap/dist/css/bootstrap.min.css';
import './style.css';
import { Modal, Toast } from 'bootstrap';
import 'bootstrap/js/dist/offcanvas';
import { topics } from './data.js';
import * as store from './store.js';

const $ = (id) => document.getElementById(id);

function el(tag, className, text) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

const plural = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;

function toast(text) {
  $('toastText').textContent = text;
  Toast.getOrCreateInstance($('toast'), { delay: 3500 }).show();
}

/* ---------- list ---------- */

const sorts = {
  default: null,
  'votes-asc': (a, b) => a.votes - b.votes,
  'votes-desc': (a, b) => b.votes - a.votes,
  title: (a, b) => a.title.localeCompare(b.title, 'en', { sensitivity: 'base' }),
};

function heart(question) {
  const on = store.isFavourite(question.id);
  const button = el('button', `btn btn-heart ${on ? 'is-on' : ''}`, on ? '♥' : '♡');
  button.type = 'button';
  button.title = on ? 'Remove from favourites' : 'Add to favourites';
  button.setAttribute('aria-label', `${button.title}: ${question.title}`);
  button.setAttribute('aria-pressed', on);
  button.addEventListener('click', () => {
    const inList = $('questions').contains(button);
    store.toggleFavourite(question.id);
    renderFavourites();
    renderQuestions();
    // the button has been drawn anew: keep the focus where it was
    if (inList) $('questions').querySelector(`[data-id="${question.id}"] .btn-heart`)?.focus({ preventScroll: true });
    else $('favouritesPanel').focus();
  });
  return button;
}

function questionCard(question) {
  const col = el('div', 'col');
  col.dataset.id = question.id;
  const card = el('div', 'card h-100 shadow-sm');
  const body = el('div', 'card-body d-flex flex-column');

  const head = el('div', 'd-flex justify-content-between align-items-start gap-2 mb-2');
  head.append(el('span', 'badge text-bg-light border', question.topic), heart(question));

  const foot = el('div', 'd-flex justify-content-between align-items-center mt-auto pt-2');
  const comments = el('button', 'btn btn-sm btn-outline-success');
  comments.type = 'button';
  comments.append('Comments ', el('span', 'badge text-bg-success', question.comments.length));
  comments.addEventListener('click', () => openComments(question.id));
  foot.append(el('span', 'text-secondary', `▲ ${plural(question.votes, 'vote')}`), comments);

  body.append(head, el('h2', 'card-title h6 lh-base', question.title), foot);
  card.append(body);
  col.append(card);
  return col;
}

function renderQuestions() {
  const query = $('search').value.trim();
  const needle = query.toLowerCase();
  const questions = store.all();
  const shown = questions.filter(
    (q) => q.title.toLowerCase().includes(needle) || q.topic.toLowerCase().includes(needle),
  );
  const compare = sorts[$('sort').value];
  if (compare) shown.sort(compare);

  $('questions').replaceChildren(...shown.map(questionCard));
  $('count').textContent = needle
    ? `${shown.length} of ${plural(questions.length, 'question')}`
    : plural(questions.length, 'question');
  $('noMatch').classList.toggle('d-none', shown.length > 0);
  $('noMatch').textContent = shown.length ? '' : `No question matches “${query}”.`;
}

$('search').addEventListener('input', renderQuestions);
$('sort').addEventListener('change', renderQuestions);

/* ---------- favourites ---------- */

function renderFavourites() {
  const favourites = store.favourites();
  $('favouriteCount').textContent = favourites.length;
  if (!favourites.length) {
    $('favouriteList').replaceChildren(
      el('p', 'text-secondary text-center p-4 mb-0', 'You have no favourites yet. Tap a heart to keep a question here.'),
    );
    return;
  }
  const list = el('ul', 'list-group list-group-flush');
  for (const question of favourites) {
    const item = el('li', 'list-group-item d-flex justify-content-between align-items-start gap-2');
    const text = el('div');
    text.append(
      el('div', 'fw-semibold', question.title),
      el('div', 'small text-secondary', `${question.topic} · ${plural(question.votes, 'vote')}`),
    );
    item.append(text, heart(question));
    list.append(item);
  }
  $('favouriteList').replaceChildren(list);
}

/* ---------- new question ---------- */

$('askTopic').append(...topics.map((t) => new Option(t)));

function mark(input, message) {
  input.classList.toggle('is-invalid', Boolean(message));
  const feedback = $(`${input.id}Error`);
  if (feedback && message) feedback.textContent = message;
  return !message;
}

function titleProblem(title) {
  if (!title) return 'Please enter a title.';
  if (store.isTaken(title)) return 'There is already a question with this title.';
  return '';
}

function votesProblem(input) {
  if (input.value === '') return 'Please enter the number of votes.';
  const votes = Number(input.value);
  if (votes < 0) return 'Votes cannot be negative.';
  if (!Number.isInteger(votes)) return 'Votes must be a whole number.';
  return '';
}

$('askForm').addEventListener('submit', (event) => {
  event.preventDefault();
  const title = $('askTitle').value.trim();
  const titleOk = mark($('askTitle'), titleProblem(title));
  const votesOk = mark($('askVotes'), votesProblem($('askVotes')));
  if (!titleOk || !votesOk) {
    (titleOk ? $('askVotes') : $('askTitle')).focus();
    return;
  }
  const question = store.addQuestion({ title, topic: $('askTopic').value, votes: Number($('askVotes').value) });
  Modal.getInstance($('askModal')).hide();
  $('search').value = '';
  renderQuestions();
  $('questions').querySelector(`[data-id="${question.id}"]`).scrollIntoView({ block: 'center' });
  toast('Your question has been added.');
});

for (const input of [$('askTitle'), $('askVotes')]) {
  input.addEventListener('input', () => mark(input, ''));
}

$('askModal').addEventListener('shown.bs.modal', () => $('askTitle').focus());
$('askModal').addEventListener('hidden.bs.modal', () => {
  $('askForm').reset();
  mark($('askTitle'), '');
  mark($('askVotes'), '');
});

/* ---------- comments ---------- */

const LONGEST = 200;
let current = null;

function renderComments() {
  const { comments } = store.find(current);
  const items = comments.map((comment) => {
    const item = el('div', 'comment rounded p-2 px-3');
    item.append(el('div', 'fw-semibold small', comment.name), el('div', 'text-break', comment.text));
    return item;
  });
  $('commentList').replaceChildren(
    ...(items.length ? items : [el('p', 'text-secondary mb-0', 'No comments yet. Be the first!')]),
  );
}

function openComments(id) {
  current = id;
  $('commentsModalLabel').textContent = store.find(id).title;
  $('commentText').value = '';
  $('commentName').classList.remove('is-invalid');
  mark($('commentText'), '');
  showLength();
  renderComments();
  Modal.getOrCreateInstance($('commentsModal')).show();
}

function showLength() {
  const length = $('commentText').value.trim().length;
  $('commentLength').textContent = `${length} / ${LONGEST}`;
  $('commentLength').classList.toggle('text-danger', length > LONGEST);
}

$('commentText').addEventListener('input', () => {
  showLength();
  mark($('commentText'), '');
});
$('commentName').addEventListener('input', () => $('commentName').classList.remove('is-invalid'));

$('commentForm').addEventListener('submit', (event) => {
  event.preventDefault();
  const name = $('commentName').value.trim();
  const text = $('commentText').value.trim();
  const nameOk = mark($('commentName'), name ? '' : 'missing');
  let problem = '';
  if (!text) problem = 'Please write something.';
  else if (text.length > LONGEST) problem = `A comment can have at most ${LONGEST} characters; yours has ${text.length}.`;
  const textOk = mark($('commentText'), problem);
  if (!nameOk || !textOk) {
    (nameOk ? $('commentText') : $('commentName')).focus();
    return;
  }
  store.addComment(current, { name, text });
  $('commentText').value = '';
  showLength();
  renderComments();
  renderQuestions();
  $('commentList').lastElementChild.scrollIntoView({ block: 'nearest' });
});

renderFavourites();
renderQuestions();
