// The training log: a list kept in localStorage, newest entries first.
export const sports = ['Run', 'Ride', 'Swim', 'Gym', 'Yoga', 'Climbing', 'Team sport'];
export const colours = { Run: '#ff9f45', Ride: '#58c4dd', Swim: '#6ea8fe', Gym: '#ff7a90', Yoga: '#8fd694', Climbing: '#d7a6ff', 'Team sport': '#f2d161' };

const STORE = 'morning-reps-log';
const pad = (n) => String(n).padStart(2, '0');

export function dayString(daysAgo = 0) {
  const d = new Date();
  d.setDate(d.getDate() - daysAgo);
  return `${d.getFullYear()}-${pad(d.getMonth() + 1)}-${pad(d.getDate())}`;
}

export function spoken(day) {
  if (day === dayString()) return 'Today';
  if (day === dayString(1)) return 'Yesterday';
  const [y, m, d] = day.split('-').map(Number);
  return new Date(y, m - 1, d).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
}

const examples = () =>
  [
    ['Before-work 5K', 'Run', 31, 0],
    ['Push day', 'Gym', 55, 1],
    ['River loop', 'Ride', 90, 2],
    ['Wake-up flow', 'Yoga', 15, 2],
    ['Pyramid sets', 'Swim', 40, 4],
    ['Hill sprints', 'Run', 24, 5],
    ['Bouldering with Mira', 'Climbing', 110, 6],
    ['Pull day', 'Gym', 60, 8],
    ['Slow long run', 'Run', 82, 9],
    ['Five-a-side football', 'Team sport', 70, 10],
    ['Technique drills', 'Swim', 35, 12],
    ['Windy coast ride', 'Ride', 145, 13],
    ['Leg day', 'Gym', 50, 14],
    ['Hip opener', 'Yoga', 45, 16],
  ].map(([title, sport, minutes, ago], i) => ({ id: i + 1, title, sport, minutes, day: dayString(ago) }));

function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE));
    if (Array.isArray(kept)) return kept;
  } catch {
    // no storage, or nothing usable in it
  }
  return examples();
}

class Log {
  list = $state(read());

  #keep() {
    try {
      localStorage.setItem(STORE, JSON.stringify(this.list));
    } catch {
      // private mode: the log lasts as long as the page
    }
  }

  add(entry) {
    const id = 1 + Math.max(0, ...this.list.map((w) => w.id));
    this.list.unshift({ ...entry, id });
    this.#keep();
    return id;
  }

  change(id, entry) {
    const at = this.list.findIndex((w) => w.id === id);
    if (at > -1) this.list[at] = { ...entry, id };
    this.#keep();
  }

  drop(id) {
    this.list = this.list.filter((w) => w.id !== id);
    this.#keep();
  }

  taken(title, exceptId) {
    const plain = (s) => s.trim().replace(/\s+/g, ' ').toLowerCase();
    return this.list.some((w) => w.id !== exceptId && plain(w.title) === plain(title));
  }
}

export const log = new Log();
