import { useEffect } from 'react';

/** Makes the browser ask before unloading the page while `hasUnsavedInput`. */
export function useUnloadGuard(hasUnsavedInput: boolean): void {
  useEffect(() => (hasUnsavedInput ? guardUnload() : undefined), [hasUnsavedInput]);
}

/** Makes the browser ask before unloading the page, until the returned function is called. */
export function guardUnload(): () => void {
  const askFirst = (event: Event) => event.preventDefault();
  globalThis.addEventListener('beforeunload', askFirst);
  return () => globalThis.removeEventListener('beforeunload', askFirst);
}
