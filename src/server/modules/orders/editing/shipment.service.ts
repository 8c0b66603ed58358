import { shipmentText } from '#domain/orders/shipment.ts';
import type { Order } from '#contract/orders/order-data.ts';
import type { ShipmentEdit } from '#contract/orders/order-edits.ts';
import { AppError } from '#server/http/app-error.ts';
import { changesOf } from '#server/http/records.ts';
import { changeOrder, type OrderCall } from '../change-order.ts';
import type { MoveDeps } from '../reading/orders.service.ts';

/**
 * Adds or corrects the carrier and tracking number of a shipped order, with a history entry and a notification.
 * Throws `record.not_found`, `order.illegal_move` before it is shipped, `record.changed`.
 */
export function editShipment(
  deps: Pick<MoveDeps, 'database' | 'settings' | 'notifier'>,
  call: OrderCall<ShipmentEdit>,
): Promise<Order> {
  const { version, ...shipment } = call.body;
  return changeOrder({
    deps,
    call,
    version,
    isStaff: true,
    check({ order, audit }) {
      audit(changesOf(order, shipment));
      if (order.status !== 'shipped' && order.status !== 'completed') {
        throw new AppError('order.illegal_move', { msg: '订单尚未发货，发货时再填写承运方和运单号' });
      }
    },
    async work({ tx, order, save }) {
      const after = await save(shipment);
      const [oldText, newText] = [shipmentText(order), shipmentText(shipment)];
      if (oldText === newText) return { after };
      return {
        after,
        history: [{ reason: `运单信息：${oldText || '未填写'} → ${newText || '未填写'}` }],
        notify: (author) => deps.notifier.shipmentChanged(tx, after, author, call.now),
      };
    },
  });
}
