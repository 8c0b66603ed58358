import { isSameCell, pairKey } from '#contract/prices/cell-changes.ts';
import { cellKey } from '#contract/prices/price-changes.ts';
import {
  priceTable,
  type CellChange,
  type ImportReport,
  type PriceTable,
} from '#contract/prices/price-table.ts';
import { quotes } from '#contract/orders/quotes.ts';
import { inSnapshot, type Database } from '#server/db/database.ts';
import { listFiles, listsPerMinute } from '#server/fairness/limits.ts';
import type { Call } from '#server/http/read-call.ts';
import { route, type App } from '#server/http/route.ts';
import { assertExportable, tableFile } from '#server/tables/table-file.ts';
import { findVisibleConflictingDrafts } from '#server/modules/catalogue/conflicting-drafts.service.ts';
import { writeCatalogue } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { sentOrThrow } from '#server/imports/plan-import.ts';
import { namesOf } from './price-grid.ts';
import { cellsByPair, readSheet, sheetOf } from './price-sheet.ts';
import { readPriceTable } from './price-table.queries.ts';
import { cellsForLog, saveCells } from './save-cells.ts';
import { listText } from '#server/tables/list-text.ts';
import type { TableRows } from '#server/tables/sheet-rows.ts';
import { readTable } from '#server/tables/table-reader.ts';

const toKeyedChange = ({ materialId, optionId, after }: CellChange) => ({
  key: cellKey(materialId, optionId),
  after,
});

export function priceTableRoutes(app: App, database: Database): void {
  const readInSnapshot = () => inSnapshot(database, readPriceTable);

  const save = (
    cells: readonly CellChange[],
    {
      body: { confirmJumps },
      session,
      audit,
    }: Pick<Call<typeof priceTable.apply>, 'body' | 'session' | 'audit'>,
  ) =>
    writeCatalogue(database, async (tx, now) => {
      const { changed, grid } = await saveCells(tx, cells, { userId: session.userId, now }, confirmJumps);
      audit(cellsForLog(changed, grid));
      return {
        saved: changed.length,
        meets: await findVisibleConflictingDrafts(tx, session, changed.map(toKeyedChange)),
      };
    });

  route(app, priceTable.read, readInSnapshot);
  route(app, priceTable.save, (call) => save(call.body.cells, call));
  route(app, priceTable.apply, (call) => save(sentOrThrow(call.body.cells), call));
  route(app, priceTable.import, async ({ body, audit }) => {
    const report = compareWithTable(await readTable(body), await readInSnapshot());
    audit({ changes: report.changes.length, errors: report.errors.length });
    return report;
  });
  route(
    app,
    quotes.readList,
    async ({ body, session: { userId }, now }) => {
      listsPerMinute.count(userId, now);
      return listText(await readTable(body, { use: 'list' }));
    },
    { semaphore: listFiles },
  );
  route(app, priceTable.export, async ({ query: { format } }) => {
    const rows = sheetOf(await readInSnapshot());
    assertExportable(rows.length - 1);
    return tableFile('价目总表', format, rows);
  });
}

/** The changes that a file would make to the table, or its errors. */
function compareWithTable(sheet: TableRows, table: PriceTable): ImportReport {
  if (sheet.errors.length > 0) return { changes: [], unchanged: 0, errors: sheet.errors };
  const { cells, errors } = readSheet(sheet.rows, table);
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
