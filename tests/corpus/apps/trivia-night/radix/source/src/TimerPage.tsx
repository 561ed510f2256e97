import { Pause, Play, RotateCcw } from 'lucide-react';
import type { Countdown } from './useCountdown';
import { Button } from './ui/button';
import { PageHeading } from './PageHeading';

export function TimerPage({ timer }: { timer: Countdown }) {
  return (
    <>
      <PageHeading>Countdown</PageHeading>
      <section aria-label="Countdown timer" className="max-w-sm rounded-xl bg-slate-900 p-6 text-center ring-1 ring-slate-800">
        <p role="timer" aria-label="Time left" className="text-7xl font-light tabular-nums">{timer.text}</p>
        <div role="alert" className="my-3 min-h-7 text-lg font-semibold text-rose-400">{timer.state === 'done' && 'Time is up!'}</div>
        <div className="flex justify-center gap-3">
          {timer.state === 'ready' && <Button onClick={timer.run}><Play aria-hidden className="size-4" />Start</Button>}
          {timer.state === 'running' && <Button onClick={timer.pause}><Pause aria-hidden className="size-4" />Pause</Button>}
          {timer.state === 'paused' && <Button onClick={timer.run}><Play aria-hidden className="size-4" />Resume</Button>}
          <Button variant="outline" onClick={timer.reset} disabled={timer.state === 'ready'}><RotateCcw aria-hidden className="size-4" />Reset</Button>
        </div>
      </section>
    </>
  );
}
