import { orders } from '#contract/orders.ts';
import { route, type App } from '#server/http/route.ts';
import { listOrders, presentOrder } from './orders.queries.ts';
import { getOrder, getOrderWithExt, moveOrder, viewerOf } from './orders.service.ts';
import { placeOrder, type OrderDeps } from './place-order.service.ts';

export function orderRoutes(app: App, deps: OrderDeps): void {
  const { database } = deps;
  const { db } = database;

  route(app, orders.list, ({ query, session, now }) =>
    listOrders(db, session.grant.scope, query, viewerOf(session, now)),
  );
  route(app, orders.one, async ({ params, session, now }) =>
    presentOrder(await getOrder(db, session.grant.scope, params.id), viewerOf(session, now)),
  );
  route(app, orders.withExt, ({ params, session, now }) => getOrderWithExt(db, session, params.id, now));
  route(app, orders.place, async ({ body, session, key, now, note }) => {
    const id = await placeOrder(deps, session, key, body, now);
    note({ id, status: [null, body.status], price: [null, body.price] });
    return id;
  });
  route(app, orders.move, async ({ params, body, session, now, note }) => {
    note({ id: params.id, status: [null, body.to], reason: body.reason ?? '' });
    return moveOrder(database, session, params.id, body, now);
  });
}
