import { EXAMPLES } from './data.js';

const EVENTS = 'gatherly.events';
const FAVOURITES = 'gatherly.favourites';

function read(key, fallback) {
  try {
    const value = JSON.parse(localStorage.getItem(key));
    return Array.isArray(value) ? value : fallback;
  } catch {
    return fallback;
  }
}

export function events() {
  // Undated events come last.
  return read(EVENTS, EXAMPLES).slice().sort((a, b) => (a.date || '9999').localeCompare(b.date || '9999'));
}

export function findEvent(id) {
  return events().find((e) => e.id === id);
}

export const normal = (title) => title.trim().replace(/\s+/g, ' ').toLowerCase();

export function titleTaken(title) {
  return events().some((e) => normal(e.title) === normal(title));
}

function slug(title) {
  const base = title.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase()
    .replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'event';
  let id = base;
  for (let n = 2; findEvent(id); n++) id = `${base}-${n}`;
  return id;
}

export function addEvent(event) {
  const added = { id: slug(event.title), ...event };
  localStorage.setItem(EVENTS, JSON.stringify([...read(EVENTS, EXAMPLES), added]));
  return added;
}

export function favourites() {
  return read(FAVOURITES, []).filter((id) => findEvent(id));
}

export const isFavourite = (id) => favourites().includes(id);

export function toggleFavourite(id) {
  const now = favourites();
  localStorage.setItem(FAVOURITES, JSON.stringify(now.includes(id) ? now.filter((x) => x !== id) : [...now, id]));
}

export function saveRequest(request) {
  localStorage.setItem('gatherly.requests', JSON.stringify([...read('gatherly.requests', []), request]));
}
