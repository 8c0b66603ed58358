import { useLayoutEffect, useState, type RefObject } from 'react';

/**
 * The width of an element in pixels, measured before it is painted, and undefined before that. Infinite where nothing
 * is laid out.
 */
export function useRoom(element: RefObject<HTMLElement | null>): number | undefined {
  const [room, setRoom] = useState<number>();
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return undefined;
    const measure = () => setRoom(measured.clientWidth || Number.POSITIVE_INFINITY);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return room;
}

/** Below this width rows are shown as cards instead of a table. */
export const CARDS_BELOW_PX = 600;
