import { cellKey, figuresKey, machiningKey } from '#contract/prices/price-changes.ts';
import { priceHistory } from '#contract/prices/price-history.ts';
import { hasPermission } from '#domain/permissions.ts';
import type { Database } from '#server/db/database.ts';
import { route, type App } from '#server/http/route.ts';
import { assertCompany } from '#server/modules/catalogue/companies.service.ts';
import { listPastPrices } from '#server/modules/catalogue/price-history.service.ts';
import { pageOf } from '#server/db/list-query.ts';
import { figureRecords } from './record-figures.ts';

export function priceHistoryRoutes(app: App, { db }: Database): void {
  route(app, priceHistory.ofCell, ({ query: { materialId, optionId, ...page } }) =>
    listPastPrices(db, cellKey(materialId, optionId), page),
  );
  route(app, priceHistory.ofMachining, async ({ query: { deptId, materialTag, ...page }, session }) => {
    if (deptId !== 0) await assertCompany(db, session, deptId);
    return listPastPrices(db, machiningKey(deptId, materialTag), page);
  });
  // Without the permission for the kind of record, the page is empty; drafts hide such prices too.
  route(app, priceHistory.ofRecord, ({ query: { kind, recordId, ...page }, session }) =>
    hasPermission(session.grant.permissions, figureRecords[kind].permissions.list)
      ? listPastPrices(db, figuresKey(kind, recordId), page)
      : pageOf([], 0, page),
  );
}
