import { useEffect } from 'react';

/** Makes the browser ask before unloading the page while `holdsInput`. */
export function useUnloadGuard(holdsInput: boolean): void {
  useEffect(() => (holdsInput ? guardUnload() : undefined), [holdsInput]);
}

/** Makes the browser ask before unloading the page, until the returned function is called. */
export function guardUnload(): () => void {
  const askFirst = (event: Event) => event.preventDefault();
  globalThis.addEventListener('beforeunload', askFirst);
  return () => globalThis.removeEventListener('beforeunload', askFirst);
}
