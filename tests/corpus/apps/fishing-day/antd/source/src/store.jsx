import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { EXAMPLES } from './data.js';

const StoreContext = createContext(null);

function load(key, fallback) {
  try {
    const raw = localStorage.getItem(key);
    return raw ? JSON.parse(raw) : fallback;
  } catch {
    return fallback;
  }
}

function useStored(key, fallback) {
  const [value, setValue] = useState(() => load(key, fallback));
  useEffect(() => {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      /* storage is full or blocked: the page still works until it is closed */
    }
  }, [key, value]);
  return [value, setValue];
}

export const normalise = (text) => (text ?? '').trim().replace(/\s+/g, ' ').toLocaleLowerCase();

function slugFor(title, events) {
  const base =
    title.normalize('NFKD').replace(/[\u0300-\u036f]/g, '').toLowerCase()
      .replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'event';
  let slug = base;
  for (let n = 2; events.some((e) => e.id === slug); n += 1) slug = `${base}-${n}`;
  return slug;
}

export function StoreProvider({ children }) {
  const [events, setEvents] = useStored('gatherly.events', EXAMPLES);
  const [favourites, setFavourites] = useStored('gatherly.favourites', []);
  const [requests, setRequests] = useStored('gatherly.requests', []);

  const addEvent = useCallback(
    (values) => {
      const event = { ...values, title: values.title.trim(), id: slugFor(values.title, events) };
      setEvents((list) => [event, ...list]);
      return event;
    },
    [events, setEvents],
  );

  const toggleFavourite = useCallback(
    (id) => setFavourites((ids) => (ids.includes(id) ? ids.filter((x) => x !== id) : [...ids, id])),
    [setFavourites],
  );

  const addRequest = useCallback(
    (values) => {
      const request = { ...values, number: 1001 + requests.length };
      setRequests((list) => [...list, request]);
      return request;
    },
    [requests, setRequests],
  );

  const store = useMemo(() => {
    const titleTaken = (title) => events.some((e) => normalise(e.title) === normalise(title));
    return { events, favourites, addEvent, titleTaken, toggleFavourite, addRequest };
  }, [events, favourites, addEvent, toggleFavourite, addRequest]);

  return <StoreContext.Provider value={store}>{children}</StoreContext.Provider>;
}

export const useStore = () => useContext(StoreContext);
