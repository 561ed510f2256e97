import { useId } from 'react';
import { Button, Disclosure, DisclosureButton, DisclosurePanel, Radio, RadioGroup } from '@headlessui/react';
import { ChatBubbleLeftIcon, ChevronDownIcon, StarIcon as StarOutline, TicketIcon } from '@heroicons/react/24/outline';
import { StarIcon } from '@heroicons/react/24/solid';
import Comments from './Comments.jsx';
import { euros, plural } from './events.js';
import { useStore } from './store.jsx';

const STARS = [1, 2, 3, 4, 5];

function Rating({ event }) {
  const { state, dispatch } = useStore();
  const mine = state.ratings[event.id] ?? null;
  // One visitor, one rating: this browser's is the only one the page knows of.
  const all = mine ? [mine] : [];
  const average = all.length ? all.reduce((sum, n) => sum + n, 0) / all.length : 0;

  return (
    <div className="mt-3 border-t border-dashed border-stone-300 pt-3">
      <p className="text-sm text-stone-700">
        {all.length ? <>Average {average.toFixed(1)} of 5 · {plural(all.length, 'rating')}</> : 'No ratings yet (0 ratings)'}
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <RadioGroup
          value={mine}
          onChange={(stars) => dispatch({ type: 'rate', eventId: event.id, stars })}
          aria-label={`Your rating for ${event.title}`}
          className="flex"
        >
          {STARS.map((n) => {
            const Icon = mine >= n ? StarIcon : StarOutline;
            return (
              <Radio
                key={n}
                value={n}
                aria-label={plural(n, 'star')}
                className="cursor-pointer rounded p-1 text-amber-700 focus:outline-none data-[focus]:ring-2 data-[focus]:ring-velvet-600 data-[hover]:bg-amber-100"
              >
                <Icon aria-hidden="true" className="h-6 w-6" />
              </Radio>
            );
          })}
        </RadioGroup>
        <p role="status" className="text-sm font-semibold">
          {mine && (
            <>
              You gave <span aria-hidden="true" className="text-amber-700">{'★'.repeat(mine)}</span>
              <span className="sr-only">{plural(mine, 'star')}</span>
            </>
          )}
        </p>
      </div>
    </div>
  );
}

export default function EventCard({ event, onBook, announce }) {
  const { state } = useStore();
  const headingId = useId();
  const comments = state.comments[event.id] ?? [];

  return (
    <article aria-labelledby={headingId} className="rounded-2xl border border-stone-200 bg-white p-5 shadow-sm">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="text-xs font-bold uppercase tracking-wide text-velvet-600">{event.kind}</p>
          <h2 id={headingId} className="font-display text-xl font-bold leading-tight">{event.title}</h2>
          <p className="mt-0.5 text-sm text-stone-600">{event.stage}</p>
        </div>
        <p className="shrink-0 rounded-lg bg-velvet-50 px-3 py-1 text-lg font-bold text-velvet-900">
          <span className="sr-only">Ticket price </span>{euros(event.price)}
        </p>
      </div>

      <Rating event={event} />

      <Disclosure>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button onClick={onBook} className="btn-main">
            <TicketIcon aria-hidden="true" className="h-5 w-5" />
            <span>Book<span className="sr-only"> {event.title}</span></span>
          </Button>
          <DisclosureButton className="btn-line group">
            <ChatBubbleLeftIcon aria-hidden="true" className="h-5 w-5" />
            <span>Comments ({comments.length})<span className="sr-only"> on {event.title}</span></span>
            <ChevronDownIcon aria-hidden="true" className="h-4 w-4 group-data-[open]:rotate-180" />
          </DisclosureButton>
        </div>
        <DisclosurePanel>
          <Comments event={event} comments={comments} announce={announce} />
        </DisclosurePanel>
      </Disclosure>
    </article>
  );
}
