import { useEffect, useRef } from 'react';
import { addLayer } from './layers.ts';

/** Asks before the unsaved changes of a form are lost. Returns a setter for whether there are changes. */
export function useUnsavedGuard(): { setDirty: (isDirty: boolean) => void } {
  const isDirty = useRef(false);
  useEffect(() => addLayer({ hasInput: () => isDirty.current }), []);
  return {
    setDirty: (next) => {
      isDirty.current = next;
    },
  };
}
