import { eventById, euros, plural } from './events.js';
import { longDate, useStore } from './store.jsx';

export default function BookingsPage() {
  const { state } = useStore();
  const bookings = [...state.bookings].sort((a, b) => `${a.date} ${a.time}`.localeCompare(`${b.date} ${b.time}`));

  return (
    <>
      <h1 tabIndex={-1} className="font-display text-3xl font-bold focus:outline-none">All bookings</h1>
      {bookings.length === 0 ? (
        <p className="mt-6 rounded-xl bg-velvet-100 p-6 text-center">
          Nothing booked yet. <a href="#/" className="font-semibold text-velvet-700 underline">See the events</a>
        </p>
      ) : (
        <>
          <p className="mt-1 text-stone-700">{plural(bookings.length, 'booking')}, the next one first</p>
          <ol aria-label="Bookings" className="mt-4 divide-y divide-dashed divide-stone-300 rounded-2xl border border-stone-200 bg-white">
            {bookings.map((b) => {
              const event = eventById(b.eventId);
              return (
                <li key={`${b.eventId} ${b.date} ${b.time}`} className="flex flex-col gap-1 p-4 sm:flex-row sm:items-center sm:gap-6">
                  <div className="shrink-0 sm:w-56">
                    <p className="font-semibold">{longDate(b.date)}</p>
                    <p className="text-stone-700"><time dateTime={`${b.date}T${b.time}`}>{b.time}</time></p>
                  </div>
                  <div className="min-w-0">
                    <h2 className="font-display text-lg font-bold">{event?.title}</h2>
                    <p className="break-words text-sm text-stone-700">
                      {event?.kind}, {event?.stage}, {event && euros(event.price)} · booked for <strong>{b.name}</strong>
                    </p>
                  </div>
                </li>
              );
            })}
          </ol>
        </>
      )}
    </>
  );
}
