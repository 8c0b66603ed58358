import { createWorkingClock } from '#domain/delivery/working-hours.ts';
import { dashboards } from '#contract/system/dashboards.ts';
import type { Database } from '#server/db/database.ts';
import { route, type App } from '#server/http/route.ts';
import { openingHours } from '#server/modules/quotes/quotes.service.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import type { SettingsReader } from '#server/modules/settings/settings.service.ts';
import { readBusinessFigures } from './business.queries.ts';
import { readDeliveryFigures } from './delivery.queries.ts';
import { readMarginFigures } from './margin.queries.ts';
import { periodOf } from './period.ts';
import { readRequestFigures } from './requests.queries.ts';
import { readWaitingFigures } from './waiting.queries.ts';

/** Figures of the orders within the caller's scope. */
export function dashboardRoutes(app: App, { db }: Database, settings: SettingsReader): void {
  route(app, dashboards.business, ({ query, session }) =>
    readBusinessFigures(db, session.grant.scope, periodOf(query)),
  );
  const clockOf = async ({ settingsRevision }: Caller) =>
    createWorkingClock(openingHours(await settings(settingsRevision)));
  route(app, dashboards.requests, async ({ query, session }) =>
    readRequestFigures(db, session.grant.scope, periodOf(query), await clockOf(session)),
  );
  route(app, dashboards.waiting, async ({ query, session }) =>
    readWaitingFigures(db, session.grant.scope, periodOf(query), await clockOf(session)),
  );
  route(app, dashboards.margin, ({ query, session }) =>
    readMarginFigures(db, session.grant.scope, periodOf(query)),
  );
  route(app, dashboards.delivery, ({ query, session, now }) =>
    readDeliveryFigures(db, session.grant.scope, periodOf(query), now),
  );
}
