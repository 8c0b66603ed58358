import type { BodyOf } from '#contract/kernel/endpoint.ts';
import type { models, OrderModel } from '#contract/files/models.ts';
import { acknowledgeModel, listOrderModels } from '#server/modules/models/part-models.service.ts';
import { changeOrder, type OrderCall } from '../change-order.ts';
import type { MoveDeps } from '../reading/orders.service.ts';

/**
 * Records that staff have checked the model of a part. The history omits the reason, because customers can read it.
 * Throws `record.not_found`, `record.changed`.
 */
export function acknowledgeOrderModel(
  deps: Pick<MoveDeps, 'database' | 'settings'>,
  call: OrderCall<BodyOf<typeof models.acknowledge>>,
): Promise<OrderModel[]> {
  const { version, ...seen } = call.body;
  return changeOrder({
    deps,
    call,
    version,
    check: ({ audit }) => audit({ lineNo: seen.lineNo, reason: seen.reason }),
    async work({ tx, order, by, errorWithOrder, save }) {
      const part = { orderId: order.id, revision: order.revision };
      const isCurrent = await acknowledgeModel(tx, part, seen, { userName: by.userName, now: call.now });
      if (!isCurrent) throw errorWithOrder('record.changed');
      return {
        after: await save({}),
        history: [{ reason: `核对三维模型：零件 ${seen.lineNo}` }],
        response: await listOrderModels(tx, part, { isStaff: true }),
      };
    },
  });
}
