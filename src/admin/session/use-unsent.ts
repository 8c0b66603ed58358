import { useEffect, useState, type Dispatch, type SetStateAction } from 'react';
import { useAdminSession } from './session.ts';

const stores: Map<string, unknown>[] = [];

/** Unsent input by user and key, in memory only. */
export function createUnsentInput<T>(): Map<string, T> {
  const unsent = new Map<string, T>();
  stores.push(unsent);
  return unsent;
}

/** Clears all unsent input, for tests, which share this module. */
export function forgetUnsent(): void {
  for (const unsent of stores) unsent.clear();
}

/** State that outlives its component unless empty, so it survives a change of record and the end of the session. */
export function useUnsentInput<T>(
  unsent: Map<string, T>,
  { key: inputKey, empty, isEmpty }: { key: string | number; empty: T; isEmpty: (value: T) => boolean },
): [T, Dispatch<SetStateAction<T>>] {
  const { userId } = useAdminSession().user;
  const [key] = useState(`${userId} ${inputKey}`);
  const [value, setValue] = useState(() => unsent.get(key) ?? empty);
  const isFilled = !isEmpty(value);
  useEffect(() => {
    if (isFilled) unsent.set(key, value);
    else unsent.delete(key);
  }, [unsent, key, value, isFilled]);
  return [value, setValue];
}
