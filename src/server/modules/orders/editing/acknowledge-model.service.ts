import type { BodyOf } from '#contract/kernel/endpoint.ts';
import type { models, OrderModel } from '#contract/files/models.ts';
import { acknowledgeModel, listOrderModels } from '#server/modules/models/part-models.service.ts';
import { changeOrder, type OrderCall } from '../change-order.ts';
import type { MoveDeps } from '../reading/orders.service.ts';

/**
 * Records that staff have checked the model of a part. The history, which customers can read, omits the reason.
 * Throws `record.not_found`, `record.changed`.
 */
export function acknowledgeOrderModel(
  deps: Pick<MoveDeps, 'database' | 'settings'>,
  call: OrderCall<BodyOf<typeof models.acknowledge>>,
): Promise<OrderModel[]> {
  const { version, ...acknowledgement } = call.body;
  return changeOrder({
    deps,
    call,
    version,
    check: ({ audit }) => audit({ lineNo: acknowledgement.lineNo, reason: acknowledgement.reason }),
    async work({ tx, order, by, errorWithOrder, save }) {
      const orderRevision = { orderId: order.id, revision: order.revision };
      const isCurrent = await acknowledgeModel(tx, orderRevision, acknowledgement, {
        userName: by.userName,
        now: call.now,
      });
      if (!isCurrent) throw errorWithOrder('record.changed');
      return {
        after: await save({}),
        history: [{ reason: `核对三维模型：零件 ${acknowledgement.lineNo}` }],
        response: await listOrderModels(tx, orderRevision, { isStaff: true }),
      };
    },
  });
}
