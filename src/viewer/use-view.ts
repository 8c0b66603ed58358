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
        const progress = Math.min(1, (now - (startedAt ??= now)) / TURN_MS);
        set(
          progress === 1 ? target : interpolateView(from, target, progress * progress * (3 - 2 * progress)),
        );
        if (progress < 1) frame.current = requestAnimationFrame(step);
      };
      frame.current = requestAnimationFrame(step);
    },
    [set, stop],
  );
  return { view, latest, move, turnTo };
}
