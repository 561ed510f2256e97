// The diary itself: example data, storage, validation and the sums shown on the page.
import { reactive, watch } from 'vue';

export const SPORTS = ['Running', 'Cycling', 'Strength', 'Swimming', 'Rowing', 'Yoga', 'Hiking', 'Other'];

export const SORTS = [
  { value: 'default', label: 'Default order' },
  { value: 'shortest', label: 'Duration, lowest first' },
  { value: 'longest', label: 'Duration, highest first' },
  { value: 'title', label: 'Title A to Z' },
];

const KEY = 'morning-reps/primevue/1';

export function isoDay(offset = 0) {
  const d = new Date();
  d.setDate(d.getDate() + offset);
  const two = (n) => String(n).padStart(2, '0');
  return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}`;
}

// title, sport, minutes, days before today, note
const EXAMPLES = [
  ['Canal path out and back', 'Running', 42, 0, 'Easy pace, last kilometre quicker'],
  ['Kettlebell basics', 'Strength', 25, 1, '5 rounds with 16 kg'],
  ['Sunday hill loop', 'Cycling', 135, 1, '48 km, 620 m of climbing'],
  ['Lunchtime laps', 'Swimming', 35, 3, '1,400 m freestyle'],
  ['Sunrise stretch', 'Yoga', 20, 4, ''],
  ['Track intervals', 'Running', 50, 5, '6 × 800 m'],
  ['Squats and deadlifts', 'Strength', 65, 7, 'Deadlift 90 kg × 5'],
  ['Erg pyramid', 'Rowing', 30, 8, ''],
  ['Forest ridge walk', 'Hiking', 190, 9, 'With Amira and the dog'],
  ['Commute the long way', 'Cycling', 55, 11, ''],
  ['Upper body circuit', 'Strength', 40, 13, 'First three pull-ups in a row'],
  ['Open water practice', 'Swimming', 45, 15, 'Cold!'],
  ['Parkrun', 'Running', 28, 16, '27:48, season best'],
  ['Balance and core', 'Yoga', 60, 19, ''],
  ['Badminton with Jonas', 'Other', 75, 22, ''],
];

function load() {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY));
    if (Array.isArray(saved)) return saved;
  } catch {
    /* unreadable or blocked storage: begin with the examples */
  }
  return EXAMPLES.map(([title, sport, minutes, ago, note], i) => ({ id: i + 1, title, sport, minutes, date: isoDay(-ago), note }));
}

export const workouts = reactive(load());
let nextId = workouts.reduce((max, w) => Math.max(max, w.id), 0) + 1;

watch(workouts, (list) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(list));
  } catch {
    /* the diary still works, it just does not outlive the page */
  }
});

const tidy = (s) => String(s ?? '').trim().replace(/\s+/g, ' ');
const same = (a, b) => tidy(a).toLocaleLowerCase() === tidy(b).toLocaleLowerCase();

/** Messages by field; an empty object means that the draft may be saved. */
export function check(draft) {
  const errors = {};
  const title = tidy(draft.title);
  if (!title) errors.title = 'Please give the workout a title.';
  else if (workouts.some((w) => w.id !== draft.id && same(w.title, title))) errors.title = `There is already a workout called “${title}”. Titles must differ.`;

  if (draft.minutes === null || draft.minutes === undefined) errors.minutes = 'Please enter the duration in minutes.';
  else if (draft.minutes < 0) errors.minutes = 'The duration cannot be negative.';
  else if (draft.minutes === 0) errors.minutes = 'The duration must be at least 1 minute.';

  if (!draft.date) errors.date = 'Please choose the day of the workout.';
  return errors;
}

/** Adds the draft, or overwrites the entry with its id. */
export function save(draft) {
  const entry = { ...draft, title: tidy(draft.title), note: tidy(draft.note) };
  const at = workouts.findIndex((w) => w.id === entry.id);
  if (at >= 0) workouts.splice(at, 1, entry);
  else workouts.unshift({ ...entry, id: nextId++ });
  return entry;
}

export function remove(id) {
  const at = workouts.findIndex((w) => w.id === id);
  if (at >= 0) workouts.splice(at, 1);
}

const ORDER = {
  shortest: (a, b) => a.minutes - b.minutes,
  longest: (a, b) => b.minutes - a.minutes,
  title: (a, b) => a.title.localeCompare(b.title, 'en', { sensitivity: 'base', numeric: true }),
};

export function select({ sport, max, sort }) {
  const found = workouts.filter((w) => (!sport || w.sport === sport) && (max === null || max === undefined || w.minutes <= max));
  return ORDER[sort] ? found.sort(ORDER[sort]) : found;
}

/** Minutes for the last `count` spans of seven days, the current one last. */
export function weeks(count = 4) {
  return Array.from({ length: count }, (_, i) => {
    const back = count - 1 - i;
    const from = isoDay(-7 * back - 6);
    const to = isoDay(-7 * back);
    const mine = workouts.filter((w) => w.date >= from && w.date <= to);
    return {
      label: back === 0 ? 'Last 7 days' : back === 1 ? '1 week before' : `${back} weeks before`,
      minutes: mine.reduce((sum, w) => sum + w.minutes, 0),
    };
  });
}

export function hours(minutes) {
  const h = Math.floor(minutes / 60);
  const m = minutes % 60;
  return h ? `${h} h ${m} min` : `${m} min`;
}

export function day(iso) {
  const [y, m, d] = iso.split('-').map(Number);
  return new Date(y, m - 1, d).toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
}
