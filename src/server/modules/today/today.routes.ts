import { createWorkingClock } from '#domain/delivery/working-hours.ts';
import { hasPermission } from '#domain/permissions.ts';
import type { PermissionCode } from '#contract/permissions.ts';
import { today } from '#contract/today.ts';
import type { Database } from '#server/db/database.ts';
import { route, type App } from '#server/http/route.ts';
import { openingHours } from '#server/modules/quotes/quotes.service.ts';
import type { SettingsReader } from '#server/modules/settings/settings.service.ts';
import { readFirstSteps } from './first-steps.queries.ts';
import { createUnpricedReader } from './unpriced-materials.ts';
import { readWaitingOrders } from './waiting-orders.queries.ts';

/** What waits for the caller, in one answer. */
export function todayRoutes(app: App, database: Database, settings: SettingsReader): void {
  const { db } = database;
  const readUnpriced = createUnpricedReader(database);
  route(app, today.work, async ({ session: { grant, catalogueRevision, settingsRevision }, now }) => {
    const between = createWorkingClock(openingHours(await settings(settingsRevision)));
    const may = (code: PermissionCode) => hasPermission(grant.permissions, code);
    const [orders, unpriced, steps] = await Promise.all([
      may('mfr:order:list')
        ? readWaitingOrders(
            db,
            grant.scope,
            { now, between },
            {
              acknowledge: may('mfr:model:acknowledge'),
              price: may('mfr:quote:price'),
              release: may('mfr:quote:approve'),
            },
          )
        : null,
      may('mfr:price:list') ? readUnpriced(catalogueRevision) : null,
      readFirstSteps(db, grant.permissions),
    ]);
    return { orders, unpriced, steps };
  });
}
