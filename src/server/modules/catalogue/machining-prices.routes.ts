import { machiningPrices } from '#contract/catalogue/machining-prices.ts';
import type { Database } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import { changesOf } from '#server/http/records.ts';
import { route, type App } from '#server/http/route.ts';
import { assertCompany, seesCompany } from './companies.service.ts';
import { writeCatalogue } from './catalogue-writes.service.ts';
import { listAgreedPrices, listCompanies } from './machining-prices.queries.ts';
import {
  assertAgreedPrices,
  assertMaySetPrices,
  listMachiningPriceChanges,
  saveAgreedPrices,
} from './machining-prices.service.ts';
import { readTagLabels } from './material-tags.ts';
import { assertNoJumps } from './price-jumps.service.ts';

export function machiningPriceRoutes(app: App, database: Database): void {
  const { db } = database;

  route(app, machiningPrices.agreed, async ({ query: { deptId }, session }) => {
    // Department 0 has the system's prices.
    if (deptId !== 0) await assertCompany(db, session, deptId);
    return listAgreedPrices(db, deptId);
  });
  route(app, machiningPrices.companies, async ({ session }) =>
    (await listCompanies(db)).filter(({ deptId }) => seesCompany(session, deptId)),
  );
  route(app, machiningPrices.save, ({ body, session, audit }) =>
    writeCatalogue(database, async (tx, now) => {
      await assertMaySetPrices(tx, session, body.deptId);
      const { userId } = session;
      const current = await listAgreedPrices(tx, body.deptId);
      await assertAgreedPrices(tx, body, current);
      const before = new Map(current.map((row) => [row.materialTag, row]));
      const isStale = body.prices.some(
        (entry) => (before.get(entry.materialTag)?.version ?? 0) !== entry.version,
      );
      if (isStale) throw new AppError('record.changed', { data: current });
      const changed = body.prices.filter(
        (entry) => (before.get(entry.materialTag)?.price ?? null) !== entry.price,
      );
      assertNoJumps(await listMachiningPriceChanges(tx, body.deptId, current, changed), body.confirmJumps);
      await saveAgreedPrices(tx, body.deptId, current, changed, { userId, now });
      const labels = await readTagLabels(tx);
      audit({ deptId: body.deptId, ...changesOf(byLabel(current, labels), byLabel(changed, labels)) });
      return listAgreedPrices(tx, body.deptId);
    }),
  );
}

/** Prices by the labels of their tags, for readers of the operation log. */
const byLabel = (
  prices: readonly { materialTag: string; price: number | null }[],
  labels: ReadonlyMap<string, string>,
) =>
  Object.fromEntries(prices.map(({ materialTag, price }) => [labels.get(materialTag) ?? materialTag, price]));
