import { actuals } from '#contract/orders/actuals.ts';
import { costs } from '#contract/catalogue/costs.ts';
import type { Order } from '#contract/orders/order-data.ts';
import { orders } from '#contract/orders/orders.ts';
import { models } from '#contract/files/models.ts';
import { earlierParts } from '#contract/orders/earlier-parts.ts';
import { revisions } from '#contract/orders/revisions.ts';
import type { Column, QueryOf } from '#contract/kernel/endpoint.ts';
import { exportRecords } from '#server/http/export-records.ts';
import { route, type App } from '#server/http/route.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import type { Notifier } from '#server/modules/notifications/notifications.service.ts';
import { MAX_EXPORT_ROWS } from '#server/tables/table-file.ts';
import { orderStatusLabels, STATUS_DICT } from '#domain/orders/order-status.ts';
import type { Db } from '#server/db/database.ts';
import { readLabels } from '#server/modules/dictionaries/labels.ts';
import { acknowledgeOrderModel } from './editing/acknowledge-model.service.ts';
import { addOrderFiles, correctContact } from './editing/contact-and-files.service.ts';
import { approveOffer, refuseOffer } from './offering/approve-offer.service.ts';
import { findEarlierPartsOfOrder, findOwnEarlierParts } from './reading/earlier-parts.service.ts';
import { editOrder } from './editing/shop-fields.service.ts';
import { editShipment } from './editing/shipment.service.ts';
import { transferRequest } from './editing/transfer-request.service.ts';
import { recordLapse } from './offering/lapse-offer.service.ts';
import { extendOffer, sendOffer } from './offering/offer-order.service.ts';
import { withCharges } from './reading/charge-columns.queries.ts';
import { listItemRows } from './reading/item-rows.queries.ts';
import { countByStatus, listOrders } from './reading/list-orders.queries.ts';
import { moveOrder } from './moving/move-order.service.ts';
import { moveOrders, undoMoves } from './moving/move-orders.service.ts';
import { withUnread } from './messages/order-messages.service.ts';
import { listOrderActuals, saveOrderActual } from './costing/order-actuals.service.ts';
import { getOrderCost } from './costing/order-costs.service.ts';
import { getOrder, getOrderWithExt, presentWithReference, viewerOf } from './reading/orders.service.ts';
import { createOrderWriter } from './placing/place-order.queries.ts';
import { placeOrder, type OrderDeps } from './placing/place-order.service.ts';
import { repriceOrder } from './revising/reprice-order.service.ts';
import { readRevision, reviseOrder } from './revising/revise-order.service.ts';
import { undoMove } from './moving/undo-move.service.ts';

interface OrderRouteDeps extends OrderDeps {
  notifier: Notifier;
  /** Called after an order is placed and committed. */
  onPlaced: (orderId: number) => void;
}

export function orderRoutes(app: App, deps: OrderRouteDeps): void {
  const { database, onPlaced } = deps;
  const { db } = database;
  const placeDeps = { ...deps, writeOrder: createOrderWriter(database.pool) };

  route(app, orders.list, async ({ query, session, now }) =>
    withUnread(db, session, await listOrders(db, session.grant.scope, query, query, viewerOf(session, now))),
  );
  route(app, orders.counts, ({ query, session, now }) =>
    countByStatus(db, session.grant.scope, query, viewerOf(session, now)),
  );
  /** Exports the matching orders; `rowsOf` converts one page of them into rows. */
  const exportHandler =
    (
      title: string,
      columns: Readonly<Record<string, Column>>,
      rowsOf: (tx: Db, list: readonly Order[]) => Promise<object[]>,
    ) =>
    async ({ query, session, now }: { query: QueryOf<typeof orders.export>; session: Caller; now: Date }) =>
      exportRecords(database, {
        title,
        format: query.format,
        columns: { ...columns, status: await statusColumn(db) },
        async read(tx, page) {
          const viewer = viewerOf(session, now);
          const matches = await listOrders(tx, session.grant.scope, query, page, viewer, MAX_EXPORT_ROWS + 1);
          return { count: matches.count, list: await rowsOf(tx, matches.list) };
        },
      });
  route(app, orders.export, exportHandler('订单', orders.export.columns, withCharges));
  route(app, orders.exportItems, exportHandler('订单零件明细', orders.exportItems.columns, listItemRows));
  route(app, orders.one, async ({ params, session, now }) =>
    presentWithReference(db, await getOrder(db, session.grant.scope, params.id), viewerOf(session, now)),
  );
  route(app, orders.withExt, ({ params, session, now }) => getOrderWithExt(deps, session, params.id, now));
  route(app, costs.ofOrder, ({ params, query, session }) =>
    getOrderCost(deps, session, params.id, query.basis),
  );
  route(app, actuals.ofOrder, ({ params, session }) => listOrderActuals(db, session, params.id));
  route(app, actuals.save, ({ params, body, session, now, audit }) =>
    saveOrderActual(database, session, params.id, body, now, audit),
  );
  route(app, earlierParts.find, ({ body, session, now }) =>
    findOwnEarlierParts(db, session, body.fingerprints, now),
  );
  route(app, earlierParts.ofOrder, ({ params, session, now }) =>
    findEarlierPartsOfOrder(db, session, params.id, now),
  );
  route(app, orders.reprice, ({ params, session, now }) => repriceOrder(deps, session, params.id, now));
  route(app, orders.place, async ({ body, session, key, now, audit }) => {
    const id = await placeOrder(placeDeps, session, key, body, now);
    audit({ id, status: [null, body.status], price: [null, body.price] });
    if (body.status === 'placed') onPlaced(id);
    return id;
  });
  route(app, orders.move, async (call) => {
    const moved = await moveOrder(deps, call);
    if (moved.status === 'placed') onPlaced(moved.id);
    return moved;
  });
  route(app, orders.moveMany, (call) => moveOrders(deps, call, onPlaced));
  route(app, orders.offer, (call) => sendOffer(deps, call));
  route(app, orders.releaseOffer, (call) => approveOffer(deps, call));
  route(app, orders.refuseOffer, (call) => refuseOffer(deps, call));
  route(app, orders.extend, (call) => extendOffer(deps, call));
  route(app, orders.lapse, (call) => recordLapse(deps, call));
  route(app, orders.undo, (call) => undoMove(deps, call));
  route(app, orders.undoMany, (call) => undoMoves(deps, call));
  route(app, revisions.revise, (call) => reviseOrder(deps, call));
  route(app, revisions.one, ({ params, session, now }) => readRevision(deps, session, params, now));
  route(app, orders.edit, (call) => editOrder(deps, call));
  route(app, orders.shipment, (call) => editShipment(deps, call));
  route(app, orders.contact, (call) => correctContact(deps, call));
  route(app, orders.transfer, (call) => transferRequest(deps, call));
  route(app, orders.addFiles, (call) => addOrderFiles(deps, call));
  route(app, models.acknowledge, (call) => acknowledgeOrderModel(deps, call));
}

/** The status column of an export; the dictionary may rename statuses. */
const statusColumn = async (db: Db): Promise<{ head: string; values: Record<string, string> }> => ({
  head: '状态',
  values: { ...orderStatusLabels, ...Object.fromEntries(await readLabels(db, STATUS_DICT)) },
});
