import { shipmentText } from '#domain/orders/shipment.ts';
import type { Order } from '#contract/order-data.ts';
import type { ShipmentEdit } from '#contract/order-edits.ts';
import type { Database } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import { changesOf, savedOrConflict } from '#server/http/records.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import type { Notifier } from '#server/modules/notifications/notifications.service.ts';
import { findOrder, insertHistory, presentOrder, updateShipment } from './orders.queries.ts';
import { getOrder, type Note } from './orders.service.ts';

/**
 * Corrects or adds carrier and tracking number of a shipped order, with a row of history and a notification.
 * Throws `record.not_found`, `order.illegal_move` before it is shipped, `record.changed`.
 */
export async function editShipment(
  { database: { db }, notifier }: { database: Database; notifier: Notifier },
  caller: Caller,
  id: number,
  { version, ...shipment }: ShipmentEdit,
  now: Date,
  note: Note,
): Promise<Order> {
  const viewer = { now, isStaff: true }; // Only staff have this permission.
  const { userId, nickName: userName, grant } = caller;
  return db.transaction(async (tx) => {
    const before = await getOrder(tx, grant.scope, id);
    note({ id, orderNo: before.orderNo, ...changesOf(before, shipment) });
    if (before.status !== 'shipped' && before.status !== 'completed') {
      throw new AppError('order.illegal_move', { msg: '订单尚未发货，发货时再填写承运方和运单号' });
    }
    const saved = await updateShipment(tx, before, { ...shipment, version, userId, now });
    const after = await savedOrConflict(saved && presentOrder(saved, viewer), async () => {
      const current = await findOrder(tx, grant.scope, id);
      return current && presentOrder(current, viewer);
    });
    const [old, text] = [shipmentText(before), shipmentText(shipment)];
    if (old === text) return after;
    await insertHistory(tx, {
      orderId: id,
      from: before.status,
      to: before.status,
      reason: `运单信息：${old || '未填写'} → ${text || '未填写'}`,
      userId,
      userName,
      createdAt: now,
    });
    await notifier.shipmentChanged(tx, { ...before, ...shipment }, { userId, isStaff: true }, now);
    return after;
  });
}
