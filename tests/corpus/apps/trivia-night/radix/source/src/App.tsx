import { useEffect, useState } from 'react';
import { Compass } from 'lucide-react';
import clsx from 'clsx';
import { useCountdown } from './useCountdown';
import { PlacesPage } from './PlacesPage';
import { QuizPage } from './QuizPage';
import { TimerPage } from './TimerPage';
import { StatisticsPage } from './StatisticsPage';

const pages = [
  ['#/', 'Places'],
  ['#/quiz', 'Quiz'],
  ['#/timer', 'Timer'],
  ['#/statistics', 'Statistics'],
] as const;

export function App() {
  const [hash, setHash] = useState(location.hash || '#/');
  const timer = useCountdown(); // lives here, so it goes on while other pages are open
  useEffect(() => {
    const onChange = () => setHash(location.hash || '#/');
    window.addEventListener('hashchange', onChange);
    return () => window.removeEventListener('hashchange', onChange);
  }, []);

  return (
    <div className="mx-auto max-w-3xl px-4 pb-12">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-5">
        <p className="flex items-center gap-2 text-lg font-semibold text-amber-300"><Compass aria-hidden className="size-6" />Meridian Club</p>
        <nav aria-label="Main">
          <ul className="flex flex-wrap gap-x-4">
            {pages.map(([href, label]) => (
              <li key={href}>
                <a href={href} aria-current={hash === href ? 'page' : undefined}
                  className={clsx('inline-block border-b-2 py-1', hash === href ? 'border-amber-300' : 'border-transparent text-slate-300 hover:text-white')}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <main>
        {hash === '#/quiz' ? <QuizPage /> : hash === '#/timer' ? <TimerPage timer={timer} /> : hash === '#/statistics' ? <StatisticsPage /> : <PlacesPage />}
      </main>
      {/* announced on every page when the countdown ends */}
      {hash !== '#/timer' && timer.state === 'done' && (
        <p role="alert" className="fixed inset-x-4 bottom-4 mx-auto max-w-sm rounded-lg bg-rose-600 p-3 text-center font-semibold">Time is up! <a className="underline" href="#/timer">Go to the timer</a></p>
      )}
    </div>
  );
}
