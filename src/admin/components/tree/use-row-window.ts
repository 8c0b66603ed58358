import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';

/** With fewer rows all are rendered and scroll with the page. */
const MOST = 100;
const ROW_PX = 41;

interface Options {
  /** The element that scrolls a long table. */
  scroller: RefObject<HTMLElement | null>;
  ids: readonly number[];
  /** The active row stays rendered, however far it is scrolled away. */
  active: number;
}

/** The rows of a long table to render, and their positions; undefined if the table is short enough to render all. */
export function useRowWindow({ scroller, ids, active }: Options) {
  const isLong = ids.length > MOST;
  // oxlint-disable-next-line react/incompatible-library -- its functions change without a new identity; nothing here is memoized
  const virtualizer = useVirtualizer({
    count: isLong ? ids.length : 0,
    enabled: isLong,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => ids[index] ?? index,
    overscan: 12,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      return active < 0 || indexes.includes(active)
        ? indexes
        : [...indexes, active].toSorted((a, b) => a - b);
    },
  });
  if (!isLong) return undefined;
  return {
    height: virtualizer.getTotalSize(),
    /** In pixels from the top. */
    items: virtualizer.getVirtualItems().map(({ index, start }) => ({ index, start })),
    measure: virtualizer.measureElement,
  };
}
