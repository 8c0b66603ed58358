import { useState } from 'react';
import { readStored, writeStored } from '#providers/browser-storage.ts';

const KEY = 'admin.filters-shown';
const NARROW = '(max-width: 767px)';

/** Is the filter bar open? The browser remembers it; on a phone it is closed at first, because it would hide the list. */
export function useFiltersShown(): [boolean, (isShown: boolean) => void] {
  const [isShown, setIsShown] = useState(() => {
    const stored = readStored(KEY);
    return stored === null ? !window.matchMedia(NARROW).matches : stored === '1';
  });
  function choose(next: boolean) {
    writeStored(KEY, next ? '1' : '0');
    setIsShown(next);
  }
  return [isShown, choose];
}
