import { isSameCell, pairKey } from '#contract/prices/cell-changes.ts';
import type { ImportReport, PriceTable } from '#contract/prices/price-table.ts';
import type { RowsRead } from '#server/tables/sheet-rows.ts';
import { namesOf } from './price-grid.ts';
import { cellsByPair, readSheet } from './price-sheet.ts';

/** The changes that a file would make to the table, and its errors. */
export function compareWithTable(read: RowsRead, table: PriceTable): ImportReport {
  if (read.errors.length > 0) return { changes: [], unchanged: 0, errors: read.errors };
  const { cells, errors } = readSheet(read.rows, table);
  const current = cellsByPair(table);
  const nameOf = namesOf(table);
  const changes = cells.flatMap((cell): ImportReport['changes'] => {
    const before = current.get(pairKey(cell.materialId, cell.optionId)) ?? null;
    if (isSameCell(before, cell.after)) return [];
    const { material = '', option = '' } = nameOf(cell);
    return [{ ...cell, materialName: material, optionName: option, before }];
  });
  return { changes, unchanged: cells.length - changes.length, errors };
}
