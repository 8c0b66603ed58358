import { useEffect, useState } from 'react';

/** A value once it has stopped changing for `pauseMs`: what is read aloud need not follow every keystroke. */
export function useSettled<T>(value: T, pauseMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}
