import { dashboards } from '#contract/dashboards.ts';
import type { Database } from '#server/db/database.ts';
import { route, type App } from '#server/http/route.ts';
import { readBusinessFigures } from './business.queries.ts';
import { readDeliveryFigures } from './delivery.queries.ts';
import { periodOf } from './period.ts';

/** Figures of the orders within the caller's scope. */
export function dashboardRoutes(app: App, { db }: Database): void {
  route(app, dashboards.business, ({ query, session }) =>
    readBusinessFigures(db, session.grant.scope, periodOf(query)),
  );
  route(app, dashboards.delivery, ({ query, session, now }) =>
    readDeliveryFigures(db, session.grant.scope, periodOf(query), now),
  );
}
