import { leadClasses as endpoints } from '#contract/catalogue/lead-classes.ts';
import { leadOptions } from '#contract/catalogue/lead-options.ts';
import type { Database } from '#server/db/database.ts';
import { recordRoutes } from '#server/http/record-routes.ts';
import { route, type App } from '#server/http/route.ts';
import { writeCatalogue } from '../catalogue-writes.service.ts';
import { withoutConfirmJumps } from '../price-jumps.service.ts';
import { checkClass, leadClassStore } from './lead-classes.service.ts';
import { readLeadOptions } from './lead-classes.queries.ts';

export function leadClassRoutes(app: App, database: Database): void {
  route(app, leadOptions.list, ({ session }) => readLeadOptions(database.db, session));
  recordRoutes(app, database, endpoints, leadClassStore, {
    title: '交期档位',
    check: checkClass,
    loggable: withoutConfirmJumps,
    write: writeCatalogue,
  });
}
