import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { Booking, TIMES, dayFromToday, exampleBookings } from './data';

interface Store {
  bookings: Booking[];
  favourites: string[];
  /** returns an error message, or null when the booking was made */
  book(houseId: string, date: string, time: string, name: string): BookingErrors | null;
  toggleFavourite(houseId: string): void;
  nextFreeNight(houseId: string): string;
}
export type BookingErrors = Partial<Record<'date' | 'time' | 'name' | 'clash', string>>;

function useStored<T>(key: string, initial: () => T) {
  const [value, setValue] = useState<T>(() => {
    try {
      const raw = localStorage.getItem(key);
      return raw ? (JSON.parse(raw) as T) : initial();
    } catch {
      return initial();
    }
  });
  useEffect(() => localStorage.setItem(key, JSON.stringify(value)), [key, value]);
  return [value, setValue] as const;
}

const Ctx = createContext<Store>(null!);
export const useStore = () => useContext(Ctx);

export function StoreProvider({ children }: { children: ReactNode }) {
  const [bookings, setBookings] = useStored<Booking[]>('halfboard.bookings', exampleBookings);
  const [favourites, setFavourites] = useStored<string[]>('halfboard.favourites', () => []);

  const store = useMemo<Store>(() => ({
    bookings,
    favourites,
    book(houseId, date, time, name) {
      const errors: BookingErrors = {};
      if (!date) errors.date = 'Please choose a date.';
      else if (date < dayFromToday()) errors.date = 'This date is in the past. Please choose today or later.';
      if (!TIMES.includes(time as never)) errors.time = 'Please choose a time.';
      if (!name.trim()) errors.name = 'Please enter a name for the booking.';
      if (Object.keys(errors).length) return errors;
      if (bookings.some((b) => b.houseId === houseId && b.date === date && b.time === time))
        return { clash: `Already booked: this guesthouse is taken on that date at ${time}. Please choose another time.` };
      setBookings([...bookings, { id: crypto.randomUUID?.() ?? String(Date.now()), houseId, date, time, name: name.trim() }]);
      return null;
    },
    toggleFavourite(id) {
      setFavourites((f) => (f.includes(id) ? f.filter((x) => x !== id) : [...f, id]));
    },
    nextFreeNight(houseId) {
      const busy = new Set(bookings.filter((b) => b.houseId === houseId).map((b) => b.date));
      let n = 0;
      while (busy.has(dayFromToday(n))) n++;
      return dayFromToday(n);
    },
  }), [bookings, favourites]);

  return <Ctx.Provider value={store}>{children}</Ctx.Provider>;
}

/** '#/house/gull-cottage' -> ['house', 'gull-cottage'] */
export function useHashRoute(): string[] {
  const read = () => decodeURIComponent(location.hash.replace(/^#\/?/, ''));
  const [path, setPath] = useState(read);
  useEffect(() => {
    const on = () => setPath(read());
    addEventListener('hashchange', on);
    return () => removeEventListener('hashchange', on);
  }, []);
  return path.split('/').filter(Boolean);
}
