import { useEffect, useRef } from 'react';
import { addLayer } from './layers.ts';

/** Asks for confirmation before unsaved changes of a form are lost. */
export function useUnsavedGuard(): { setDirty: (isDirty: boolean) => void } {
  const isDirty = useRef(false);
  useEffect(() => addLayer({ hasInput: () => isDirty.current }), []);
  return {
    setDirty: (next) => {
      isDirty.current = next;
    },
  };
}
