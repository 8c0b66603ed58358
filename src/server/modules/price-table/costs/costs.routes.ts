import { costs } from '#contract/catalogue/costs.ts';
import { inSnapshot, type Database } from '#server/db/database.ts';
import { route, type App } from '#server/http/route.ts';
import { writeCatalogue } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { tableFile } from '#server/tables/table-file.ts';
import { sheetOfCostHistory, listPastCosts } from './cost-history.ts';
import { listCosts } from './list-costs.ts';
import { fillCosts, saveCosts } from './save-costs.ts';

/** The operation log records the number of changes but no figures, because other staff read it. */
export function costRoutes(app: App, database: Database): void {
  const { db } = database;
  route(app, costs.list, ({ query }) => inSnapshot(database, (tx) => listCosts(tx, query)));
  route(app, costs.history, ({ query }) => listPastCosts(db, query));
  route(app, costs.exportHistory, async ({ query: { format, ...period } }) =>
    tableFile('成本变更记录', format, await sheetOfCostHistory(db, period)),
  );
  route(app, costs.save, ({ body: { changes }, session: { userId }, audit }) =>
    writeCatalogue(database, async (tx, now) => {
      const saved = await saveCosts(tx, changes, { userId, now });
      audit({ costs: saved });
      return { saved };
    }),
  );
  route(app, costs.fill, ({ body, session: { userId }, audit }) =>
    writeCatalogue(database, async (tx, now) => {
      const saved = await fillCosts(tx, body, { userId, now });
      audit({ costs: saved });
      return { saved };
    }),
  );
}
