import { useCallback, useEffect, useState } from 'react';

const FULL = 3 * 60 * 1000;
const FRESH = { status: 'ready', left: FULL, end: null };

// status: ready, running, paused, over. While it runs, the end is a point in time,
// so that a sleeping tab does not make the timer late.
export default function useTimer() {
  const [timer, setTimer] = useState(FRESH);

  useEffect(() => {
    if (timer.status !== 'running') return undefined;
    const tick = () =>
      setTimer((t) => {
        if (t.status !== 'running') return t;
        const left = Math.max(0, t.end - Date.now());
        return left === 0 ? { status: 'over', left: 0, end: null } : { ...t, left };
      });
    const interval = setInterval(tick, 200);
    return () => clearInterval(interval);
  }, [timer.status]);

  const run = useCallback(
    () =>
      setTimer((t) => {
        const left = t.status === 'over' ? FULL : t.left;
        return { status: 'running', left, end: Date.now() + left };
      }),
    [],
  );
  const pause = useCallback(
    () =>
      setTimer((t) =>
        t.status === 'running' ? { status: 'paused', left: Math.max(0, t.end - Date.now()), end: null } : t,
      ),
    [],
  );
  const reset = useCallback(() => setTimer(FRESH), []);

  const seconds = Math.ceil(timer.left / 1000);
  const clock = `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
  return { status: timer.status, clock, run, pause, reset };
}
