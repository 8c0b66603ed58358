import { useEffect, useState } from 'react';

/** A button that is disabled while its call runs loses the focus without an event. */
let lastFocused: EventTarget | null = null;
document.addEventListener('focusin', ({ target }) => {
  lastFocused = target;
});

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
