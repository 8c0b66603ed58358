import { useEffect } from 'react';

/** The browser asks before the page is closed or reloaded while it `holdsInput`. */
export function useUnloadGuard(holdsInput: boolean): void {
  useEffect(() => (holdsInput ? guardUnload() : undefined), [holdsInput]);
}

/** The browser asks before the page is closed or reloaded until the function that this returns is called. */
export function guardUnload(): () => void {
  const askFirst = (event: Event) => event.preventDefault();
  globalThis.addEventListener('beforeunload', askFirst);
  return () => globalThis.removeEventListener('beforeunload', askFirst);
}
