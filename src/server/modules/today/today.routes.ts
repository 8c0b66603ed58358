import { createWorkingClock } from '#domain/delivery/working-hours.ts';
import { hasPermission } from '#domain/permissions.ts';
import type { PermissionCode } from '#contract/kernel/permissions.ts';
import { today } from '#contract/system/today.ts';
import type { Database } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import { route, type App } from '#server/http/route.ts';
import { advanceRevision, writeCatalogue } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { removeSamples } from '#server/modules/catalogue/sample-records.service.ts';
import { openingHours } from '#server/modules/quotes/quotes.service.ts';
import type { SettingsReader } from '#server/modules/settings/settings.service.ts';
import { confirmStep, EMPTY_SAMPLES_PERMISSIONS, readFirstSteps } from './first-steps.queries.ts';
import { createUnpricedReader } from './unpriced-materials.ts';
import { readWaitingOrders } from './waiting-orders.queries.ts';

/** The home page of the back office: everything that waits for the caller, in one response. */
export function todayRoutes(
  app: App,
  { database, settings, hasMail }: { database: Database; settings: SettingsReader; hasMail: boolean },
): void {
  const { db } = database;
  const readUnpriced = createUnpricedReader(database);
  route(app, today.work, async ({ session: { grant, catalogueRevision, settingsRevision }, now }) => {
    const workingMsBetween = createWorkingClock(openingHours(await settings(settingsRevision)));
    const may = (code: PermissionCode) => hasPermission(grant.permissions, code);
    const [orders, unpriced, firstSteps] = await Promise.all([
      may('mfr:order:list')
        ? readWaitingOrders(
            db,
            grant.scope,
            { now, workingMsBetween },
            {
              acknowledge: may('mfr:model:acknowledge'),
              price: may('mfr:quote:price'),
              approve: may('mfr:quote:approve'),
            },
          )
        : null,
      may('mfr:price:list') ? readUnpriced(catalogueRevision) : null,
      readFirstSteps(db, grant.permissions, hasMail),
    ]);
    return { orders, unpriced, ...firstSteps };
  });
  route(app, today.confirmStep, ({ body: { step }, session: { userId }, now, audit }) =>
    db.transaction(async (tx) => {
      await advanceRevision(tx, 'settings');
      await confirmStep(tx, step, { userId, now });
      audit({ step });
      return null;
    }),
  );
  route(app, today.emptySamples, ({ session: { userId, grant }, audit }) => {
    if (!EMPTY_SAMPLES_PERMISSIONS.every((code) => hasPermission(grant.permissions, code)))
      throw new AppError('permission.denied', { msg: '清空示例目录需要删除材料、删除工艺和修改价格的权限' });
    return writeCatalogue(database, async (tx, now) => {
      const { materialIds, ...emptied } = await removeSamples(tx, { userId, now });
      audit({ ids: materialIds });
      return { materials: materialIds.length, ...emptied };
    });
  });
}
