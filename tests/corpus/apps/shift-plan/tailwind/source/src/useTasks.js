import { useCallback, useEffect, useState } from 'react';
import { COLUMNS, EXAMPLES } from './data.js';

const KEY = 'donelist.v1';

const initial = () => ({
  tasks: EXAMPLES.map(({ column, ...task }) => task),
  // The board keeps the ids of its cards, column by column, in the order they lie there.
  board: Object.fromEntries(COLUMNS.map((c) => [c.id, EXAMPLES.filter((t) => t.column === c.id).map((t) => t.id)])),
});

function read() {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY));
    if (saved?.tasks && saved?.board) return saved;
  } catch {
    /* unreadable or blocked: start with the examples */
  }
  return initial();
}

export const hours = (n) => `${new Intl.NumberFormat('en').format(n)} ${n === 1 ? 'hour' : 'hours'}`;
export const normalise = (text) => text.trim().replace(/\s+/g, ' ').toLocaleLowerCase();
export const columnOf = (board, id) => COLUMNS.find((c) => board[c.id].includes(id))?.id;

const without = (board, id) =>
  Object.fromEntries(Object.entries(board).map(([column, ids]) => [column, ids.filter((x) => x !== id)]));

function place(board, id, column, index) {
  const next = without(board, id);
  const at = index ?? next[column].length;
  next[column] = [...next[column].slice(0, at), id, ...next[column].slice(at)];
  return next;
}

export default function useTasks() {
  const [state, setState] = useState(read);

  useEffect(() => {
    try {
      localStorage.setItem(KEY, JSON.stringify(state));
    } catch {
      /* nothing to be done, the list lives until the page is closed */
    }
  }, [state]);

  // A second tab with the list open is kept up to date.
  useEffect(() => {
    const onStorage = (event) => {
      if (event.key === KEY && event.newValue) setState(JSON.parse(event.newValue));
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, []);

  const add = useCallback(({ column, ...values }) => {
    const id = `t${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
    setState((s) => ({ tasks: [{ ...values, id }, ...s.tasks], board: place(s.board, id, column, 0) }));
  }, []);

  const update = useCallback((id, { column, ...values }) => {
    setState((s) => ({
      tasks: s.tasks.map((t) => (t.id === id ? { ...t, ...values } : t)),
      board: columnOf(s.board, id) === column ? s.board : place(s.board, id, column),
    }));
  }, []);

  const remove = useCallback((id) => {
    setState((s) => ({ tasks: s.tasks.filter((t) => t.id !== id), board: without(s.board, id) }));
  }, []);

  const move = useCallback((id, column, index) => {
    setState((s) => ({ ...s, board: place(s.board, id, column, index) }));
  }, []);

  return { ...state, add, update, remove, move };
}
