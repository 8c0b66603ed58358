import { useCallback, useEffect, useRef, useState } from 'react';
import { interpolateView, type View } from './view.ts';

const TURN_MS = 280;

const prefersReducedMotion = () => globalThis.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The view of a picture. `move` changes it at once; `turnTo` animates the change unless the user prefers reduced motion. */
export function useView(initial: View) {
  const [view, setView] = useState(initial);
  const latest = useRef(initial);
  const frame = useRef(0);
  const set = useCallback((next: View) => {
    latest.current = next;
    setView(next);
  }, []);
  const stop = useCallback(() => cancelAnimationFrame(frame.current), []);
  useEffect(() => stop, [stop]);
  const move = useCallback(
    (change: (view: View) => View) => {
      stop();
      set(change(latest.current));
    },
    [set, stop],
  );
  const turnTo = useCallback(
    (target: View) => {
      stop();
      if (prefersReducedMotion()) return set(target);
      const from = latest.current;
      let startedAt: number | undefined;
      const step = (now: number) => {
        const share = Math.min(1, (now - (startedAt ??= now)) / TURN_MS);
        set(share === 1 ? target : interpolateView(from, target, share * share * (3 - 2 * share)));
        if (share < 1) frame.current = requestAnimationFrame(step);
      };
      frame.current = requestAnimationFrame(step);
    },
    [set, stop],
  );
  return { view, latest, move, turnTo };
}
