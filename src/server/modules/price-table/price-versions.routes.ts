import { and, eq } from 'drizzle-orm';
import { priceVersions } from '#contract/prices/price-versions.ts';
import type { Database } from '#server/db/database.ts';
import { orders, priceHistory } from '#server/db/schema.ts';
import { foundOrThrow } from '#server/http/records.ts';
import { route, type App } from '#server/http/route.ts';
import { tableFile } from '#server/tables/table-file.ts';
import { writeCatalogue } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { withinScope } from '#server/modules/access/order-scope.ts';
import { sheetOfHistory } from './price-history-sheet.ts';
import { isVisibleTo } from './changes/price-access.ts';
import { findVersion, listChanges, listVersions, findVersionAt } from './price-versions.ts';
import { rollBackVersion } from './roll-back-version.service.ts';

export function priceVersionRoutes(app: App, database: Database): void {
  const { db } = database;
  route(app, priceVersions.list, ({ query }) => listVersions(db, query));
  route(app, priceVersions.export, async ({ query: { format, ...period }, session }) =>
    tableFile('价格变更记录', format, await sheetOfHistory(db, session, period)),
  );
  route(app, priceVersions.one, async ({ params, session }) => {
    const version = foundOrThrow(await findVersion(db, params.id));
    const ofVersion = and(eq(priceHistory.revision, params.id), isVisibleTo(session));
    return { ...version, hidden: version.count - (await db.$count(priceHistory, ofVersion)) };
  });
  route(app, priceVersions.changes, ({ params, query, session }) =>
    listChanges(db, session, params.id, query),
  );
  route(app, priceVersions.rollBack, ({ params, body: { kept }, session, audit }) =>
    writeCatalogue(database, async (tx, now) => {
      audit({ id: params.id });
      const { saved, logEntry } = await rollBackVersion(tx, session, { revision: params.id, kept }, now);
      audit(logEntry);
      return { saved };
    }),
  );
  route(app, priceVersions.ofOrder, async ({ params, session }) => {
    const [order] = await db
      .select({ revision: orders.catalogueRevision })
      .from(orders)
      .where(and(eq(orders.id, params.id), withinScope(session.grant.scope)));
    return findVersionAt(db, foundOrThrow(order).revision);
  });
}
