import {
  clampPosition,
  moveCell,
  type CellPosition,
  type Extent,
  type KeyPress,
} from '#domain/grid/cell-moves.ts';

/** The anchor is the cell where the selection started, the focus is the active cell. */
export interface Selection {
  anchor: CellPosition;
  focus: CellPosition;
}

/** A block of cells; both ends are inclusive. */
export interface Range {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

export const selectCell = (cell: CellPosition): Selection => ({ anchor: cell, focus: cell });
export const selectAt = (row: number, column: number): Selection => selectCell({ row, column });

export function rangeOf({ anchor, focus }: Selection): Range {
  return {
    top: Math.min(anchor.row, focus.row),
    left: Math.min(anchor.column, focus.column),
    bottom: Math.max(anchor.row, focus.row),
    right: Math.max(anchor.column, focus.column),
  };
}

export const isWithin = ({ top, left, bottom, right }: Range, row: number, column: number) =>
  row >= top && row <= bottom && column >= left && column <= right;

/** The ids of the materials in the rows and of the options in the columns. */
export interface RowAndColumnIds {
  rows: readonly number[];
  columns: readonly number[];
}

/**
 * Keeps the selected rows and columns that a new filter still shows. If they are no longer contiguous, selects only the
 * active cell; if its row or column is hidden, the first row or column takes its place.
 */
export function selectionAfterFilter(
  { anchor, focus }: Selection,
  before: RowAndColumnIds,
  after: RowAndColumnIds,
): Selection {
  const rows = endsOf([anchor.row, focus.row], before.rows, after.rows);
  const columns = endsOf([anchor.column, focus.column], before.columns, after.columns);
  if (!rows || !columns)
    return selectAt(
      newIndex(focus.row, before.rows, after.rows),
      newIndex(focus.column, before.columns, after.columns),
    );
  return {
    anchor: { row: rows[0], column: columns[0] },
    focus: { row: rows[1], column: columns[1] },
  };
}

/** The new indexes of anchor and focus; undefined if what is still shown between them has gaps, or nothing is. */
function endsOf(
  [anchor, focus]: readonly [number, number],
  before: readonly number[],
  after: readonly number[],
): [anchor: number, focus: number] | undefined {
  const chosen = new Set(before.slice(Math.min(anchor, focus), Math.max(anchor, focus) + 1));
  const shownIndexes = after.flatMap((key, index) => (chosen.has(key) ? [index] : []));
  const [first = 0, last = 0] = [shownIndexes[0], shownIndexes.at(-1)];
  if (shownIndexes.length === 0 || last - first + 1 !== shownIndexes.length) return undefined;
  return anchor <= focus ? [first, last] : [last, first];
}

const newIndex = (index: number, before: readonly number[], after: readonly number[]) =>
  Math.max(0, after.indexOf(before[index] ?? 0));

/** The selection after a key; `extend` keeps the anchor. Undefined for a key that moves nothing. */
export function moveSelection(
  { anchor, focus: from }: Selection,
  { extend, ...keyPress }: KeyPress & { extend: boolean },
  extent: Extent,
): Selection | undefined {
  const focus = moveCell(keyPress, from, extent);
  return focus && { anchor: extend ? anchor : focus, focus };
}

/** All cells; the first one is active. */
export const selectAll = ({ rows, columns }: Extent): Selection => ({
  anchor: clampPosition({ row: rows, column: columns }, { rows, columns }),
  focus: { row: 0, column: 0 },
});

export const coversAll = ({ top, left, bottom, right }: Range, { rows, columns }: Extent): boolean =>
  top === 0 && left === 0 && bottom === rows - 1 && right === columns - 1;

/** The cells of a range, row by row. */
export const cellsWithin = <Cell>(
  { top, left, bottom, right }: Range,
  cellAt: (row: number, column: number) => Cell,
): Cell[][] =>
  Array.from({ length: bottom - top + 1 }, (_, down) =>
    Array.from({ length: right - left + 1 }, (_, over) => cellAt(top + down, left + over)),
  );
