import { useCallback, useEffect, useState } from 'react';

export type TimerState = 'ready' | 'running' | 'paused' | 'done';
const FULL = 3 * 60 * 1000;

/** Counts down against the wall clock, so a throttled tab does not slow it. */
export function useCountdown() {
  const [state, setState] = useState<TimerState>('ready');
  const [left, setLeft] = useState(FULL);
  const [endsAt, setEndsAt] = useState(0);

  useEffect(() => {
    if (state !== 'running') return;
    const tick = () => {
      const rest = Math.max(0, endsAt - Date.now());
      setLeft(rest);
      if (rest === 0) setState('done');
    };
    const id = setInterval(tick, 200);
    return () => clearInterval(id);
  }, [state, endsAt]);

  const run = useCallback(() => {
    setEndsAt(Date.now() + left);
    setState('running');
  }, [left]);
  const pause = useCallback(() => {
    setLeft(Math.max(0, endsAt - Date.now()));
    setState('paused');
  }, [endsAt]);
  const reset = useCallback(() => {
    setLeft(FULL);
    setState('ready');
  }, []);

  const seconds = Math.ceil(left / 1000);
  const text = [Math.floor(seconds / 60), seconds % 60].map((n) => String(n).padStart(2, '0')).join(':');
  return { state, text, run, pause, reset };
}
export type Countdown = ReturnType<typeof useCountdown>;
