import { useEffect, useState } from 'react';

/** For a dialog that is taken away as a whole: what had the focus before has it again, if it is still there. */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    },
    [opener],
  );
}
