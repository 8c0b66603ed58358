import { useEffect, useRef } from 'react';
import { addLayer } from './layers.ts';

/** Registers a form, so that the user is asked for confirmation before its unsaved changes are lost. */
export function useUnsavedGuard(): { setDirty: (isDirty: boolean) => void } {
  const isDirty = useRef(false);
  useEffect(() => addLayer({ hasInput: () => isDirty.current }), []);
  return {
    setDirty: (next) => {
      isDirty.current = next;
    },
  };
}
