import { useEffect, useState } from 'react';

let lastFocused: EventTarget | null = null;

/** Remembers the last focused element: a button that is disabled during its call loses the focus without an event. */
export function watchFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    lastFocused = target;
  });
}

/** Returns the focus to the element that had it last when a dialog unmounts, if the element still exists. */
export function useFocusBack(): void {
  const [opener] = useState(() =>
    document.activeElement === document.body ? lastFocused : document.activeElement,
  );
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    },
    [opener],
  );
}
