import { useCallback, useEffect, useRef, useState } from 'react';
import { CheckCircleIcon, XMarkIcon } from '@heroicons/react/24/outline';
import { Button } from '@headlessui/react';
import EventsPage from './EventsPage.jsx';
import BookingsPage from './BookingsPage.jsx';
import { useStore } from './store.jsx';

const routeOf = () => (location.hash.replace(/^#\/?/, '') === 'bookings' ? 'bookings' : 'events');

function useRoute() {
  const [route, setRoute] = useState(routeOf);
  useEffect(() => {
    const follow = () => setRoute(routeOf());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return route;
}

function NavLink({ href, current, children }) {
  return (
    <a
      href={href}
      aria-current={current ? 'page' : undefined}
      className={`rounded-full px-4 py-2 text-sm font-semibold focus:outline-none focus-visible:ring-2 focus-visible:ring-white ${
        current ? 'bg-white text-velvet-900' : 'text-white hover:bg-velvet-700'
      }`}
    >
      {children}
    </a>
  );
}

export default function App() {
  const route = useRoute();
  const { state } = useStore();
  const [notice, setNotice] = useState('');
  const main = useRef(null);
  const firstRender = useRef(true);

  useEffect(() => {
    document.title = route === 'bookings' ? 'Bookings – Curtain Call' : 'Curtain Call – on stage this week';
    if (firstRender.current) {
      firstRender.current = false;
      return;
    }
    // A new page: start reading at its heading.
    setNotice('');
    scrollTo(0, 0);
    main.current?.querySelector('h1')?.focus();
  }, [route]);

  useEffect(() => {
    if (!notice) return undefined;
    const timer = setTimeout(() => setNotice(''), 12000);
    return () => clearTimeout(timer);
  }, [notice]);

  // The dialog hides the rest of the page from screen readers; speak only once it has gone.
  const announce = useCallback((text) => setTimeout(() => setNotice(text), 150), []);

  return (
    <>
      <header className="bg-velvet-900 text-white">
        <div className="mx-auto flex max-w-5xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-4">
          <p className="font-display text-2xl font-bold">Curtain Call</p>
          <nav aria-label="Main" className="flex gap-1">
            <NavLink href="#/" current={route === 'events'}>Events</NavLink>
            <NavLink href="#/bookings" current={route === 'bookings'}>
              Bookings ({state.bookings.length})
            </NavLink>
          </nav>
        </div>
      </header>

      <main ref={main} className="mx-auto max-w-5xl px-4 pb-24 pt-6">
        {route === 'bookings' ? <BookingsPage /> : <EventsPage announce={announce} />}
      </main>

      <div className="pointer-events-none fixed inset-x-0 bottom-0 flex justify-center p-4">
        <div
          className={notice ? 'pointer-events-auto flex max-w-lg items-start gap-3 rounded-xl bg-stone-900 py-3 pl-4 pr-2 text-white shadow-lg' : ''}
        >
          {notice && <CheckCircleIcon aria-hidden="true" className="mt-0.5 h-5 w-5 shrink-0 text-emerald-300" />}
          <p role="status">{notice}</p>
          {notice && (
            <Button
              onClick={() => setNotice('')}
              aria-label="Dismiss message"
              className="rounded p-0.5 focus:outline-none data-[focus]:ring-2 data-[focus]:ring-white"
            >
              <XMarkIcon aria-hidden="true" className="h-5 w-5" />
            </Button>
          )}
        </div>
      </div>
    </>
  );
}
