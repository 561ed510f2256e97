import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import { EXAMPLES } from './examples.js';

const KEY = 'neighbour-notes';
const BoardContext = createContext(null);

function load() {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY));
    if (saved && Array.isArray(saved.questions) && Array.isArray(saved.favourites)) return saved;
  } catch {
    // nothing usable stored: start with the examples
  }
  return { questions: EXAMPLES, favourites: [] };
}

const newId = () => `n${Date.now().toString(36)}${Math.random().toString(36).slice(2, 7)}`;
export const sameTitle = (a, b) =>
  a.trim().replace(/\s+/g, ' ').toLocaleLowerCase() === b.trim().replace(/\s+/g, ' ').toLocaleLowerCase();

export function BoardProvider({ children }) {
  const [state, setState] = useState(load);

  useEffect(() => {
    try {
      localStorage.setItem(KEY, JSON.stringify(state));
    } catch {
      // private mode: the board then lives as long as the tab
    }
  }, [state]);

  const value = useMemo(
    () => ({
      ...state,
      addQuestion: (question) =>
        setState((s) => ({ ...s, questions: [...s.questions, { ...question, id: newId(), comments: [] }] })),
      addComment: (id, comment) =>
        setState((s) => ({
          ...s,
          questions: s.questions.map((x) =>
            x.id === id ? { ...x, comments: [...x.comments, { ...comment, id: newId() }] } : x,
          ),
        })),
      toggleFavourite: (id) =>
        setState((s) => ({
          ...s,
          favourites: s.favourites.includes(id) ? s.favourites.filter((f) => f !== id) : [...s.favourites, id],
        })),
    }),
    [state],
  );

  return <BoardContext.Provider value={value}>{children}</BoardContext.Provider>;
}

export const useBoard = () => useContext(BoardContext);
