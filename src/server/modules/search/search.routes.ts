import { hasPermission } from '#domain/permissions.ts';
import type { PermissionCode } from '#contract/kernel/permissions.ts';
import { MESSAGE_PERMISSION } from '#contract/orders/order-messages.ts';
import { search } from '#contract/system/search.ts';
import type { Database } from '#server/db/database.ts';
import { recordSearch } from '#server/fairness/limits.ts';
import { route, type App } from '#server/http/route.ts';
import { findOrders } from './find-orders.queries.ts';
import { findMaterials, findProcesses, findUsers } from './find-records.queries.ts';

type Resource = 'mfr:order' | 'admin:sysUser' | 'mfr:material' | 'mfr:process';

/** Searches records of all kinds that the caller may open. */
export function searchRoutes(app: App, { db }: Database): void {
  route(
    app,
    search.records,
    async ({ query, session: { grant } }) => {
      const text = query.text.trim();
      const may = (code: PermissionCode) => hasPermission(grant.permissions, code);
      const mayOpen = (resource: Resource) =>
        text !== '' && may(`${resource}:list`) && may(`${resource}:query`);
      const results = await Promise.all([
        mayOpen('mfr:order')
          ? findOrders(db, grant.scope, text, { readsInternal: may(MESSAGE_PERMISSION) })
          : [],
        mayOpen('admin:sysUser') ? findUsers(db, grant.scope, text) : [],
        mayOpen('mfr:material') ? findMaterials(db, text, { seesDrafts: may('mfr:material:edit') }) : [],
        mayOpen('mfr:process') ? findProcesses(db, text) : [],
      ]);
      return { list: results.flat() };
    },
    recordSearch,
  );
}
