import type { BodyOf } from '#contract/endpoint.ts';
import type { models, OrderModel } from '#contract/models.ts';
import type { Database } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { acknowledgeModel, listOrderModels } from '#server/modules/models/part-models.service.ts';
import { amendOrder, insertHistory, lockOrder, presentOrder } from './orders.queries.ts';
import { getOrder, viewerOf, type Note } from './orders.service.ts';

/**
 * Records with a row of history that staff have looked at the model of a part. The reason stays with staff: customers read the
 * history. Throws `record.not_found`, `record.changed`.
 */
export async function acknowledgeOrderModel(
  { db }: Database,
  caller: Caller,
  id: number,
  { version, ...seen }: BodyOf<typeof models.acknowledge>,
  now: Date,
  note: Note,
): Promise<OrderModel[]> {
  const { userId, nickName: userName } = caller;
  const { scope } = caller.grant;
  return db.transaction(async (tx) => {
    await getOrder(tx, scope, id); // Locks no order outside the scope.
    await lockOrder(tx, id);
    const order = await getOrder(tx, scope, id);
    const part = { orderId: id, revision: order.revision };
    note({ id, orderNo: order.orderNo, lineNo: seen.lineNo, reason: seen.reason });
    const isCurrent =
      order.version === version && (await acknowledgeModel(tx, part, seen, { userName, now }));
    if (!isCurrent)
      throw new AppError('record.changed', { data: presentOrder(order, viewerOf(caller, now)) });
    await amendOrder(tx, order, { version, userId, now });
    await insertHistory(tx, {
      orderId: id,
      from: order.status,
      to: order.status,
      reason: `核对三维模型：零件 ${seen.lineNo}`,
      userId,
      userName,
      createdAt: now,
    });
    return listOrderModels(tx, part, { isStaff: true });
  });
}
