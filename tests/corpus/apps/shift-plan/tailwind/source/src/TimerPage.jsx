const MAIN = { ready: 'Start', running: 'Pause', paused: 'Resume', over: 'Start again' };
const STATE = { ready: 'Ready', running: 'Running', paused: 'Paused', over: 'Finished' };

export default function TimerPage({ timer, headingRef }) {
  const { status, clock, run, pause, reset } = timer;

  return (
    <div className="mx-auto max-w-md text-center">
      <h1 ref={headingRef} tabIndex={-1} className="text-3xl font-bold tracking-tight">Timer</h1>
      <p className="mt-1 text-slate-600">Three minutes for a quick round.</p>
      <div className="mt-6 rounded-2xl border border-slate-200 bg-white p-8">
        <p role="timer" aria-label="Time left" className="text-7xl font-semibold tabular-nums">{clock}</p>
        <p role="status" className="mt-2 text-slate-600">{STATE[status]}</p>
        <div role="alert">
          {status === 'over' && (
            <p className="mt-4 rounded-lg bg-red-100 px-4 py-3 text-lg font-semibold text-red-900">Time is up!</p>
          )}
        </div>
        <div className="mt-6 flex justify-center gap-3">
          <button type="button" className="btn btn-primary min-w-[7rem]" onClick={status === 'running' ? pause : run}>
            {MAIN[status]}
          </button>
          <button type="button" className="btn min-w-[7rem]" onClick={reset}>Reset</button>
        </div>
      </div>
    </div>
  );
}
