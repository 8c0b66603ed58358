/** A position among the visible rows and columns, from 0. */
export interface CellPosition {
  row: number;
  column: number;
}

export interface Extent {
  rows: number;
  columns: number;
}

const clamp = (value: number, end: number) => Math.max(0, Math.min(value, end - 1));

/** The nearest position inside the table. */
export const clampPosition = ({ row, column }: CellPosition, { rows, columns }: Extent): CellPosition => ({
  row: clamp(row, rows),
  column: clamp(column, columns),
});

export interface KeyPress {
  key: string;
  /** Moves to the edge of the table instead of the next cell. */
  toEdge: boolean;
  /** The number of rows that Page Up and Page Down move. */
  page: number;
}

/** The cell that a key moves to, as in spreadsheets; undefined for other keys. */
export function moveCell(
  { key, toEdge, page }: KeyPress,
  from: CellPosition,
  extent: Extent,
): CellPosition | undefined {
  const { row, column } = from;
  const [rows, columns] = toEdge ? [extent.rows, extent.columns] : [1, 1];
  const to = {
    ArrowUp: { row: row - rows, column },
    ArrowDown: { row: row + rows, column },
    ArrowLeft: { row, column: column - columns },
    ArrowRight: { row, column: column + columns },
    Home: { row: toEdge ? 0 : row, column: 0 },
    End: { row: toEdge ? extent.rows : row, column: extent.columns },
    PageUp: { row: row - page, column },
    PageDown: { row: row + page, column },
  }[key];
  return to && clampPosition(to, extent);
}

/** The cell after an entry: Enter moves down and Tab moves right; Shift reverses the direction. */
export function cellAfterEntry(
  key: 'Enter' | 'Tab',
  isReversed: boolean,
  { row, column }: CellPosition,
  extent: Extent,
): CellPosition {
  const step = isReversed ? -1 : 1;
  return clampPosition(
    key === 'Enter' ? { row: row + step, column } : { row, column: column + step },
    extent,
  );
}
