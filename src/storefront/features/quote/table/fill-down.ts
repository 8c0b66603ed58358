import { isProcessKey } from '../draft/draft.ts';
import type { BillColumn, BillRow } from './headings.ts';

/** A column whose blank rows may belong to a merged cell above them. */
export interface BlankColumn {
  column: BillColumn;
  /** Blank rows below a filled one. */
  below: number;
}

/** The columns of choices in which rows are blank below a filled one. */
export function blankColumns(rows: readonly BillRow[]): BlankColumn[] {
  const columns: BillColumn[] = [
    'material',
    'finish',
    ...new Set(rows.flatMap((row) => Object.keys(row).filter(isProcessKey))),
  ];
  return columns.flatMap((column) => {
    const first = rows.findIndex((row) => (row[column] ?? '') !== '');
    const below = first === -1 ? 0 : rows.slice(first).filter((row) => (row[column] ?? '') === '').length;
    return below === 0 ? [] : [{ column, below }];
  });
}

/** The rows in which blank cells of these columns have the text above them. */
export function filledDown(rows: readonly BillRow[], columns: ReadonlySet<BillColumn>): BillRow[] {
  const above = new Map<BillColumn, string>();
  return rows.map((row) => {
    const next = { ...row };
    for (const column of columns) {
      const text = row[column] ?? '';
      if (text === '') next[column] = above.get(column) ?? '';
      else above.set(column, text);
    }
    return next;
  });
}
