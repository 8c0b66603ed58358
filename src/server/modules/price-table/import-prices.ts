import type { CellValue, ImportReport, PriceTable } from '#contract/prices/price-table.ts';
import type { RowsRead } from '#server/tables/sheet-rows.ts';
import { pairKey } from './price-grid.ts';
import { readSheet, type SheetCell } from './price-sheet.ts';
import { isSameCell } from './save-cells.ts';

/** The changes that a file would make to the table, and its errors. */
export function compare({ rows, faults }: RowsRead, table: PriceTable): ImportReport {
  if (faults.length > 0) return { changes: [], unchanged: 0, errors: faults };
  const { cells, errors } = readSheet(rows, table);
  const changes = changesOf(cells, table);
  return { changes, unchanged: cells.length - changes.length, errors };
}

function changesOf(cells: readonly SheetCell[], table: PriceTable): ImportReport['changes'] {
  const current = new Map(
    table.cells.map(([materialId, optionId, price, time]) => [
      pairKey(materialId, optionId),
      { price, time },
    ]),
  );
  const materialNames = new Map(table.materials.map(({ id, name }) => [id, name]));
  const optionNames = new Map(
    table.options.map(({ id, name, processName }) => [id, `${processName} ${name}`]),
  );
  return cells.flatMap(({ materialId, optionId, after }) => {
    const before: CellValue = current.get(pairKey(materialId, optionId)) ?? null;
    if (isSameCell(before, after)) return [];
    const materialName = materialNames.get(materialId) ?? '';
    return { materialId, optionId, materialName, optionName: optionNames.get(optionId) ?? '', before, after };
  });
}
