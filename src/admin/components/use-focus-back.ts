import { useEffect, useState } from 'react';

/** Returns the focus to the element that had it when a dialog unmounts, if the element still exists. */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    },
    [opener],
  );
}
