import { useEffect, useReducer } from 'react';
import dayjs from 'dayjs';
import { sampleBookings, sampleComments } from './treatments';

const KEY = 'corner-clinic-v1';
export const today = () => dayjs().format('YYYY-MM-DD');

function initial() {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY));
    if (saved?.bookings) return saved;
  } catch {
    /* unreadable storage: begin with the samples */
  }
  return {
    bookings: sampleBookings((n) => dayjs().add(n, 'day').format('YYYY-MM-DD')),
    comments: sampleComments,
    mine: {},
  };
}

function reducer(state, action) {
  switch (action.type) {
    case 'book':
      return { ...state, bookings: [...state.bookings, { key: `b${Date.now()}`, ...action.booking }] };
    case 'comment': {
      const before = state.comments[action.id] ?? [];
      return { ...state, comments: { ...state.comments, [action.id]: [...before, action.comment] } };
    }
    case 'rate':
      return { ...state, mine: { ...state.mine, [action.id]: action.stars } };
    default:
      return state;
  }
}

export function useClinic() {
  const [state, dispatch] = useReducer(reducer, undefined, initial);
  useEffect(() => {
    localStorage.setItem(KEY, JSON.stringify(state));
  }, [state]);
  return [state, dispatch];
}

export function ratingOf(treatment, mine) {
  const all = mine ? [...treatment.ratings, mine] : treatment.ratings;
  const average = all.length ? all.reduce((a, b) => a + b, 0) / all.length : 0;
  return { count: all.length, average };
}

export function isTaken(bookings, treatment, date, time) {
  return bookings.some((b) => b.treatment === treatment && b.date === date && b.time === time);
}
