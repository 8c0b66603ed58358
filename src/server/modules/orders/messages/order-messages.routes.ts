import { orderMessages } from '#contract/orders/order-messages.ts';
import { route, type App } from '#server/http/route.ts';
import type { Notifier } from '#server/modules/notifications/notifications.service.ts';
import { markThreadRead, postMessage, readThread } from './order-messages.service.ts';
import type { OrderDeps } from '../placing/place-order.service.ts';

export function orderMessageRoutes(
  app: App,
  deps: Pick<OrderDeps, 'database' | 'settings'> & { notifier: Notifier },
): void {
  const { db } = deps.database;
  route(app, orderMessages.list, ({ params, query, session }) =>
    readThread(db, session, params.id, query, { withInternal: false }),
  );
  route(app, orderMessages.listAll, ({ params, query, session }) =>
    readThread(db, session, params.id, query, { withInternal: true }),
  );
  route(app, orderMessages.post, (call) => postMessage(deps, call));
  route(app, orderMessages.postAsShop, (call) => postMessage(deps, call));
  route(app, orderMessages.read, ({ params, body, session }) => markThreadRead(db, session, params.id, body));
}
