import { useEffect, useState } from 'react';

/**
 * Takes files dropped anywhere on the page once the page is drawn; until then they are refused. Returns whether files are
 * dragged.
 */
export function useFileDrop(onDrop: (files: readonly File[], target: Element | null) => void): boolean {
  const [isDragging, setDragging] = useState(false);
  useEffect(() => {
    let isLeft = false;
    let stop: (() => void) | undefined;
    import('./file-drop.ts').then(
      ({ watchFileDrop }) => {
        if (!isLeft) stop = watchFileDrop({ onDrag: setDragging, onDrop });
      },
      // Without a connection files could not be sent either.
      () => undefined,
    );
    return () => {
      isLeft = true;
      stop?.();
    };
  }, [onDrop]);
  return isDragging;
}
