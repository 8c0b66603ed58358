import { useEffect, useState } from 'react';

let lastFocused: EventTarget | null = null;

/** Records the last focused element: a button that is disabled while busy loses the focus without an event. */
export function watchFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    lastFocused = target;
  });
}

/** When a dialog unmounts, restores the focus to the previously focused element, if it still exists. */
export function useRestoreFocus(): void {
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
