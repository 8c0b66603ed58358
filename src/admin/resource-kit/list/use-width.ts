import { useLayoutEffect, useState, type RefObject } from 'react';

/**
 * The width of an element in pixels, measured before the first paint; undefined before that. Infinite without a layout,
 * as in tests.
 */
export function useWidth(element: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return undefined;
    const measure = () => setWidth(measured.clientWidth || Number.POSITIVE_INFINITY);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** Below this width rows are shown as cards instead of a table. */
export const CARDS_BELOW_PX = 600;
