import { useEffect, useState, type Dispatch, type SetStateAction } from 'react';
import { useAdminSession } from './session.ts';

const stores: Map<string, unknown>[] = [];

/** What was typed and not sent, by user and place. Only in memory. */
export function createUnsent<T>(): Map<string, T> {
  const unsent = new Map<string, T>();
  stores.push(unsent);
  return unsent;
}

/** As a reload of the page does. */
export function forgetUnsent(): void {
  for (const unsent of stores) unsent.clear();
}

/** State that outlives its component unless it is empty: a step to another record or the end of the session loses nothing. */
export function useUnsent<T>(
  unsent: Map<string, T>,
  { place, empty, isEmpty }: { place: string | number; empty: T; isEmpty: (held: T) => boolean },
): [T, Dispatch<SetStateAction<T>>] {
  const { userId } = useAdminSession().user;
  const [key] = useState(`${userId} ${place}`);
  const [held, setHeld] = useState(() => unsent.get(key) ?? empty);
  const isKept = !isEmpty(held);
  useEffect(() => {
    if (isKept) unsent.set(key, held);
    else unsent.delete(key);
  }, [unsent, key, held, isKept]);
  return [held, setHeld];
}
