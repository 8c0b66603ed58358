import { cellKey } from '#contract/prices/price-changes.ts';
import { priceTable, type CellChange } from '#contract/prices/price-table.ts';
import { quotes } from '#contract/orders/quotes.ts';
import { inSnapshot, type Database } from '#server/db/database.ts';
import { listFiles, listsPerMinute } from '#server/fairness/limits.ts';
import { AppError } from '#server/http/app-error.ts';
import { route, type App } from '#server/http/route.ts';
import { assertExportable, tableFile } from '#server/tables/table-file.ts';
import { draftsPrevented } from '#server/modules/catalogue/drafts-against.service.ts';
import { writeCatalogue } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { consumeDraft, storeDraft } from '#server/imports/import-drafts.queries.ts';
import { compare, draftOf } from './import-prices.ts';
import { sheetOf } from './price-sheet.ts';
import { readPriceTable } from './price-table.queries.ts';
import { notedCells, saveCells } from './save-cells.ts';
import { listText } from '#server/tables/list-text.ts';
import { readTable } from '#server/tables/table-reader.ts';

/** Resource name of the import drafts. */
const resource = 'price-table';

const keyed = ({ materialId, optionId, after }: CellChange) => ({
  key: cellKey(materialId, optionId),
  after,
});

export function priceTableRoutes(app: App, database: Database): void {
  const { db } = database;
  const readInSnapshot = () => inSnapshot(database, readPriceTable);

  route(app, priceTable.read, readInSnapshot);
  route(app, priceTable.save, ({ body: { cells, confirmJumps }, session, note }) =>
    writeCatalogue(database, async (tx, now) => {
      const { changed, grid } = await saveCells(tx, cells, { userId: session.userId, now }, confirmJumps);
      note(notedCells(changed, grid));
      return { saved: changed.length, meets: await draftsPrevented(tx, session, changed.map(keyed)) };
    }),
  );
  route(app, priceTable.import, async ({ body, session: { userId }, now, note }) => {
    const report = compare(await readTable(body), await readInSnapshot());
    const canApply = report.errors.length === 0 && report.changes.length > 0;
    const token = canApply
      ? await storeDraft(db, { resource, userId, changes: draftOf(report.changes) }, now)
      : '';
    note({ changes: report.changes.length, errors: report.errors.length });
    return { ...report, token };
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
  route(app, priceTable.apply, ({ body: { token, confirmJumps }, session, now, note }) =>
    writeCatalogue(database, async (tx, changedAt) => {
      const { userId } = session;
      // Only the preview writes drafts of this resource.
      const draft = (await consumeDraft(tx, { resource, userId, token }, now)) as CellChange[] | undefined;
      if (!draft) throw new AppError('import.expired');
      const { changed, grid } = await saveCells(tx, draft, { userId, now: changedAt }, confirmJumps);
      note(notedCells(changed, grid));
      return { saved: changed.length, meets: await draftsPrevented(tx, session, changed.map(keyed)) };
    }),
  );
  route(app, priceTable.export, async ({ query: { format } }) => {
    const rows = sheetOf(await readInSnapshot());
    assertExportable(rows.length - 1);
    return tableFile('价目总表', format, rows);
  });
}
