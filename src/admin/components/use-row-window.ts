import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';

/** Fewer rows are all rendered, and scroll with the page. */
const MOST = 100;
const ROW_PX = 41;

interface Options {
  /** What scrolls when there are many. */
  scroller: RefObject<HTMLElement | null>;
  ids: readonly number[];
  /** The row that has the keyboard is kept however far it is scrolled away. */
  active: number;
}

/** Which rows of a long table to render, and where; undefined when it is short enough for all of them. */
export function useRowWindow({ scroller, ids, active }: Options) {
  const isLong = ids.length > MOST;
  // oxlint-disable-next-line react/incompatible-library -- its functions change without telling; nothing here is compiled to trust them
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
