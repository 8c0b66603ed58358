import type { CellValue } from '#contract/prices/price-table.ts';
import type { Extent } from '#domain/grid/cell-moves.ts';
import { parseCell, type CellView } from './cell-text.ts';
import type { Range } from './selection.ts';

/** A cell of the visible table. */
export interface TableCell {
  key: string;
  isAllowed: boolean;
  /** Whether staff price this material and option manually, so that the cell needs no price. */
  isManual?: boolean;
  value: CellValue;
}

export interface PastePlan {
  changes: readonly (readonly [key: string, value: CellValue])[];
  /** The pasted cells. */
  range: Range;
  /** The number of values skipped because their cell cannot have a price. */
  skipped: number;
  /** The number of skipped values beyond the edge of the table. */
  outside: number;
}

/**
 * The changes from pasting a block into a selection. If the selected rows or columns are a multiple of the block's, the
 * block is repeated to fill them. The block starts at the first selected cell. One invalid text rejects the block.
 */
export function planPaste(
  block: readonly (readonly string[])[],
  selection: Range,
  extent: Extent,
  view: CellView,
  cellAt: (row: number, column: number) => TableCell,
): PastePlan | { problem: string } {
  const height = block.length;
  const width = Math.max(...block.map((row) => row.length));
  const pastedSize = (selected: number, size: number) => (selected % size === 0 ? selected : size);
  const rows = pastedSize(selection.bottom - selection.top + 1, height);
  const columns = pastedSize(selection.right - selection.left + 1, width);
  const changes: (readonly [string, CellValue])[] = [];
  let skipped = 0;
  let outside = 0;
  for (let down = 0; down < rows; down += 1) {
    for (let over = 0; over < columns; over += 1) {
      const text = block[down % height]?.[over % width];
      const [row, column] = [selection.top + down, selection.left + over];
      // A line shorter than the block leaves the cells after its end unchanged.
      if (text === undefined) continue;
      if (row >= extent.rows || column >= extent.columns) {
        outside += 1;
        continue;
      }
      const cell = cellAt(row, column);
      if (!cell.isAllowed) {
        if (text.trim() !== '') skipped += 1;
        continue;
      }
      const parsed = parseCell(text, cell.value, view);
      if ('problem' in parsed) {
        const position = `第${(down % height) + 1}行第${(over % width) + 1}列“${text.slice(0, 20)}”`;
        return { problem: `${position}：${parsed.problem}。没有粘贴任何内容` };
      }
      changes.push([cell.key, parsed.value]);
    }
  }
  const range = {
    top: selection.top,
    left: selection.left,
    bottom: Math.min(selection.top + rows, extent.rows) - 1,
    right: Math.min(selection.left + columns, extent.columns) - 1,
  };
  return { changes, range, skipped, outside };
}
