import { examples } from './data.js';

const KEY = 'neighbour-notes';

function load() {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY));
    if (saved && Array.isArray(saved.questions) && Array.isArray(saved.favourites)) return saved;
  } catch { /* start afresh */ }
  return {
    questions: examples.map((q, i) => ({ id: i + 1, ...q })),
    favourites: [],
  };
}

const state = load();

function save() {
  try { localStorage.setItem(KEY, JSON.stringify(state)); } catch { /* only kept until reload */ }
}

const key = (title) => title.trim().replace(/\s+/g, ' ').toLowerCase();

export const all = () => state.questions;
export const find = (id) => state.questions.find((q) => q.id === id);
export const isTaken = (title) => state.questions.some((q) => key(q.title) === key(title));

export function addQuestion({ title, topic, votes }) {
  const id = Math.max(0, ...state.questions.map((q) => q.id)) + 1;
  const question = { id, title, topic, votes, comments: [] };
  state.questions.push(question);
  save();
  return question;
}

export function addComment(id, comment) {
  find(id).comments.push(comment);
  save();
}

export const isFavourite = (id) => state.favourites.includes(id);
export const favourites = () => state.favourites.map(find).filter(Boolean);

export function toggleFavourite(id) {
  if (isFavourite(id)) state.favourites = state.favourites.filter((f) => f !== id);
  else state.favourites.push(id);
  save();
}
