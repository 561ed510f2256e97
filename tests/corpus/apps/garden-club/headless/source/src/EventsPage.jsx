import { useState } from 'react';
import { Button, Field, Input, Label } from '@headlessui/react';
import { ChevronLeftIcon, ChevronRightIcon, MagnifyingGlassIcon } from '@heroicons/react/24/outline';
import BookingDialog from './BookingDialog.jsx';
import EventCard from './EventCard.jsx';
import { EVENTS, eventById, plural } from './events.js';

const PAGE_SIZE = 6;

function PageButton({ off, onClick, children }) {
  // aria-disabled instead of disabled: the keyboard focus stays where it is at the last page.
  return (
    <Button
      aria-disabled={off}
      onClick={() => !off && onClick()}
      className={`btn-line ${off ? 'cursor-not-allowed opacity-50' : ''}`}
    >
      {children}
    </Button>
  );
}

export default function EventsPage({ announce }) {
  const [query, setQuery] = useState('');
  const [page, setPage] = useState(1);
  const [dialog, setDialog] = useState({ open: false, eventId: EVENTS[0].id, round: 0 });

  const needle = query.trim().toLowerCase();
  const found = EVENTS.filter((e) => `${e.title} ${e.kind} ${e.stage}`.toLowerCase().includes(needle));
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const current = Math.min(page, pages);
  const shown = found.slice((current - 1) * PAGE_SIZE, current * PAGE_SIZE);

  let summary = `${plural(EVENTS.length, 'event')} in all`;
  if (needle && found.length) summary = `${found.length} of ${plural(EVENTS.length, 'event')} found`;
  if (!found.length) summary = `Nothing matches “${query.trim()}”. There are ${EVENTS.length} events in all.`;

  return (
    <>
      <h1 tabIndex={-1} className="font-display text-3xl font-bold focus:outline-none">On stage this week</h1>
      <p className="mt-1 text-stone-700">Pick a show, book your time and tell others how you liked it.</p>

      <div className="mt-5 grid gap-4 sm:grid-cols-[minmax(0,22rem)_1fr] sm:items-end">
        <div role="search">
          <Field>
            <Label className="label">Search events</Label>
            <div className="relative">
              <MagnifyingGlassIcon aria-hidden="true" className="absolute left-3 top-1/2 h-5 w-5 -translate-y-1/2 text-stone-500" />
              <Input
                type="search"
                value={query}
                onChange={(e) => { setQuery(e.target.value); setPage(1); }}
                placeholder="Title, kind or stage"
                autoComplete="off"
                className="field pl-10 placeholder:text-stone-500"
              />
            </div>
          </Field>
        </div>

        <nav aria-label="Pages of the event list" className="flex items-center gap-3 sm:justify-end">
          <PageButton off={current === 1} onClick={() => setPage(current - 1)}>
            <ChevronLeftIcon aria-hidden="true" className="h-4 w-4" /> Previous<span className="sr-only"> page</span>
          </PageButton>
          <span role="status" className="whitespace-nowrap text-sm">Page {current} of {pages}</span>
          <PageButton off={current === pages} onClick={() => setPage(current + 1)}>
            Next<span className="sr-only"> page</span> <ChevronRightIcon aria-hidden="true" className="h-4 w-4" />
          </PageButton>
        </nav>
      </div>

      <p role="status" className={found.length ? 'mt-4 font-semibold' : 'mt-6 rounded-xl bg-velvet-100 p-6 text-center font-semibold'}>
        {summary}
      </p>

      {shown.length > 0 && (
        <ul aria-label="Events" className="mt-3 grid grid-cols-1 items-start gap-4 md:grid-cols-2">
          {shown.map((event) => (
            <li key={event.id} className="min-w-0">
              <EventCard
                event={event}
                announce={announce}
                onBook={() => setDialog((d) => ({ open: true, eventId: event.id, round: d.round + 1 }))}
              />
            </li>
          ))}
        </ul>
      )}

      <BookingDialog
        key={dialog.round}
        open={dialog.open}
        event={eventById(dialog.eventId)}
        onClose={() => setDialog((d) => ({ ...d, open: false }))}
        announce={announce}
      />
    </>
  );
}
