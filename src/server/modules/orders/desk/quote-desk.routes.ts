import { quoteDesk } from '#contract/orders/quote-desk.ts';
import { variantSearch as variantSearchLimit } from '#server/fairness/limits.ts';
import { route, type App } from '#server/http/route.ts';
import type { OrderDeps } from '../placing/place-order.service.ts';
import { countDesk, listDesk } from './quote-desk.queries.ts';
import { findCustomers } from './quote-desk-customers.queries.ts';
import { readDeskView, findSimilarOfLine, getRequest, setRequestOwner } from './quote-desk.service.ts';
import { suggestForLine } from './line-suggestions.service.ts';

/** The queue of requests for the staff who price them. */
export function quoteDeskRoutes(
  app: App,
  deps: Pick<OrderDeps, 'database' | 'catalogue' | 'settings'>,
): void {
  const { db } = deps.database;
  route(app, quoteDesk.list, async ({ query, session, now }) =>
    listDesk(db, await readDeskView(deps, session, now), query),
  );
  route(app, quoteDesk.counts, async ({ session, now }) =>
    countDesk(db, await readDeskView(deps, session, now)),
  );
  route(app, quoteDesk.customers, ({ query, session }) => findCustomers(db, session.grant.scope, query.text));
  route(app, quoteDesk.one, ({ params, session, now }) => getRequest(deps, session, params.id, now));
  route(app, quoteDesk.setOwner, (call) => setRequestOwner(deps, call));
  route(app, quoteDesk.similar, ({ params, session }) => findSimilarOfLine(deps, session, params));
  route(
    app,
    quoteDesk.suggestions,
    ({ params, body, session, now }) => suggestForLine(deps, session, params, body, now),
    variantSearchLimit,
  );
}
