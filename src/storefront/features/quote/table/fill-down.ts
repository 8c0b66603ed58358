import { isProcessKey } from '../draft/draft.ts';
import type { TableColumn, BomRow } from './headings.ts';

/** A column whose blank rows may belong to a merged cell above them. */
export interface GappedColumn {
  column: TableColumn;
  /** The number of blank rows below the first filled one. */
  blankRows: number;
}

/** The choice columns with blank rows below a filled one. */
export function gappedColumns(rows: readonly BomRow[]): GappedColumn[] {
  const columns: TableColumn[] = [
    'material',
    'finish',
    ...new Set(rows.flatMap((row) => Object.keys(row).filter(isProcessKey))),
  ];
  return columns.flatMap((column) => {
    const first = rows.findIndex((row) => (row[column] ?? '') !== '');
    const blankRows = first === -1 ? 0 : rows.slice(first).filter((row) => (row[column] ?? '') === '').length;
    return blankRows === 0 ? [] : [{ column, blankRows }];
  });
}

/** Fills blank cells of these columns with the text above them. */
export function fillDown(rows: readonly BomRow[], columns: ReadonlySet<TableColumn>): BomRow[] {
  const above = new Map<TableColumn, string>();
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
