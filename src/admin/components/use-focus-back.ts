import { useEffect, useState } from 'react';

let lastFocused: EventTarget | null = null;

/** Keeps the element that had the focus last: a button that is disabled while its call runs loses it without an event. */
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
