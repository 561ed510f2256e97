// Everything that is kept, and the only functions that change it.

export const COLUMNS = ['Waiting', 'Answered', 'Archived'];
export const TOPICS = ['Lend & borrow', 'Repairs', 'Pets', 'Garden', 'Kids', 'Traffic', 'Shops & doctors'];
export const MAX_COMMENT = 200;

const KEY = 'askalong-v1';

const start = [
  thread('Who has a ladder longer than four metres?', 'Lend & borrow', 9, 'Answered', [['Marek', 'Number 14, in the shed. Ring twice.'], ['Ulla', 'Please mind the third rung, it wobbles.']]),
  thread('Can anybody water tomatoes in August?', 'Garden', 5, 'Waiting', [['Noor', 'First two weeks are fine for me.']]),
  thread('Is the grey tabby in Elm Road somebody’s cat?', 'Pets', 17, 'Waiting', [['Pia', 'She also has dinner at ours.'], ['Henk', 'That is Bertha. She lives at 22.'], ['Pia', 'Bertha has four families, then.']]),
  thread('Which dentist still takes new patients?', 'Shops & doctors', 21, 'Answered', [['Ines', 'Dr. Okafor above the bakery, until the end of the month.']]),
  thread('Who clears the snow in front of the bus stop?', 'Traffic', 12, 'Waiting', []),
  thread('Does anyone know a good bicycle mechanic?', 'Repairs', 8, 'Answered', [['Tariq', 'Me, on Saturdays, for cake.']]),
  thread('Babysitter for one Friday a month?', 'Kids', 6, 'Waiting', []),
  thread('Are the street lights in Mill Lane broken again?', 'Traffic', 14, 'Archived', [['Council desk', 'Repaired on Tuesday, thank you for reporting.']]),
  thread('Where do I take old paint tins?', 'Repairs', 3, 'Archived', []),
  thread('Has anybody seen a blue scooter with one bell?', 'Kids', 11, 'Waiting', [['Lotte', 'There is one by the fountain since Sunday!']]),
];

function thread(title, topic, votes, column, comments) {
  return { title, topic, votes, column, comments: comments.map(([name, text]) => ({ name, text })), voted: false };
}

function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    if (kept && Array.isArray(kept.threads)) return kept;
  } catch { /* nothing usable in the storage */ }
  return { order: 'start', threads: start.map((t, i) => ({ id: i + 1, ...t })) };
}

const state = read();
const keep = () => localStorage.setItem(KEY, JSON.stringify(state));

const byTitle = (a, b) => a.title.localeCompare(b.title, 'en', { sensitivity: 'base' });
const orders = {
  start: (a, b) => a.id - b.id,
  most: (a, b) => b.votes - a.votes || a.id - b.id,
  fewest: (a, b) => a.votes - b.votes || a.id - b.id,
  title: byTitle,
};

export const order = () => state.order;
export const all = () => [...state.threads].sort(orders[state.order]);
export const inColumn = (column) => state.threads.filter((t) => t.column === column);
export const find = (id) => state.threads.find((t) => t.id === Number(id));

export function setOrder(name) {
  state.order = name in orders ? name : 'start';
  keep();
}

export function toggleVote(id) {
  const t = find(id);
  t.voted = !t.voted;
  t.votes += t.voted ? 1 : -1;
  keep();
}

export function move(id, column) {
  const t = find(id);
  if (!t || !COLUMNS.includes(column) || t.column === column) return false;
  t.column = column;
  keep();
  return true;
}

export function add(title, topic) {
  const id = Math.max(0, ...state.threads.map((t) => t.id)) + 1;
  state.threads.push({ id, ...thread(title, topic, 0, 'Waiting', []) });
  keep();
}

export function comment(id, name, text) {
  find(id).comments.push({ name, text });
  keep();
}
