import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;

/** The current time, updated every minute: a page left open past the cut-off hour promises the next day. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
