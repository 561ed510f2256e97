import { createContext, useContext, useEffect, useReducer } from 'react';

const KEY = 'curtain-call-v1';
const EMPTY = { bookings: [], ratings: {}, comments: {} };

function load() {
  try {
    return { ...EMPTY, ...JSON.parse(localStorage.getItem(KEY)) };
  } catch {
    return EMPTY;
  }
}

function reducer(state, action) {
  switch (action.type) {
    case 'book':
      return { ...state, bookings: [...state.bookings, action.booking] };
    case 'rate':
      return { ...state, ratings: { ...state.ratings, [action.eventId]: action.stars } };
    case 'comment': {
      const before = state.comments[action.eventId] ?? [];
      return { ...state, comments: { ...state.comments, [action.eventId]: [...before, action.comment] } };
    }
    default:
      return state;
  }
}

const Store = createContext(null);

export function StoreProvider({ children }) {
  const [state, dispatch] = useReducer(reducer, undefined, load);
  useEffect(() => {
    try {
      localStorage.setItem(KEY, JSON.stringify(state));
    } catch {
      // Private mode or full storage: the page still works until it is closed.
    }
  }, [state]);
  return <Store.Provider value={{ state, dispatch }}>{children}</Store.Provider>;
}

export const useStore = () => useContext(Store);

/** The visitor's own calendar day as YYYY-MM-DD. */
export function today(now = new Date()) {
  const two = (n) => String(n).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

export function longDate(iso) {
  return new Date(`${iso}T12:00:00`).toLocaleDateString('en-GB', {
    weekday: 'long', day: 'numeric', month: 'long', year: 'numeric',
  });
}

/** Returns { field: message } for everything that is wrong with a booking; empty when it is fine. */
export function checkBooking({ eventId, date, time, name }, bookings) {
  const errors = {};
  const now = new Date();
  if (!date) errors.date = 'Please pick a date.';
  else if (date < today(now)) errors.date = 'This date is in the past. Please pick today or a later day.';

  if (!time) errors.time = 'Please choose a time.';
  else if (date === today(now) && new Date(`${date}T${time}:00`) < now) {
    errors.time = `${time} has already passed today. Please choose a later time.`;
  } else if (bookings.some((b) => b.eventId === eventId && b.date === date && b.time === time)) {
    errors.time = `Already taken: someone has booked ${time} on this day. Please choose another time or date.`;
  }

  if (!name.trim()) errors.name = 'Please enter your name.';
  return errors;
}

export const MAX_COMMENT = 300;

export function checkComment({ name, text }) {
  const errors = {};
  if (!name.trim()) errors.name = 'Please enter your name.';
  const length = text.trim().length;
  if (length === 0) errors.text = 'Please write a comment first.';
  else if (length > MAX_COMMENT) {
    errors.text = `Your comment is too long: ${length} characters, at most ${MAX_COMMENT} are allowed.`;
  }
  return errors;
}
