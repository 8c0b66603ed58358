import { contactLabels, missingContact } from '#domain/orders/contact.ts';
import { isContactOpen, isOpenToFiles } from '#domain/orders/moves.ts';
import { orderStatusLabels } from '#domain/orders/order-status.ts';
import type { Order } from '#contract/order-data.ts';
import type { ContactEdit, MoreFiles } from '#contract/order-edits.ts';
import type { Db } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import { changesOf, savedOrConflict } from '#server/http/records.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { addFiles } from '#server/modules/files/attach-files.service.ts';
import {
  amendOrder,
  findOrder,
  insertHistory,
  lockOrder,
  presentOrder,
  type Amendment,
  type OrderRow,
} from './orders.queries.ts';
import { getOrder, viewerOf, type Note } from './orders.service.ts';
import type { OrderDeps } from './place-order.service.ts';

type Deps = Pick<OrderDeps, 'database' | 'settings'>;

/**
 * Corrects the delivery contact of an order that is not confirmed yet, with a history entry. An issued document keeps the
 * contact it was issued with.
 * Throws `record.not_found`, `order.not_editable`, `request.invalid`, `record.changed`.
 */
export async function correctContact(
  { database: { db }, settings }: Deps,
  caller: Caller,
  id: number,
  { version, ...contact }: ContactEdit,
  now: Date,
  note: Note,
): Promise<Order> {
  const { 'order.contact': rule } = await settings(caller.settingsRevision);
  const fields = missingContact(rule, contact);
  if (Object.keys(fields).length > 0) throw new AppError('request.invalid', { fields });
  return db.transaction(async (tx) => {
    const before = await getOrder(tx, caller.grant.scope, id);
    if (!isContactOpen(before.status)) throw notEditable(before, caller, now);
    const changes = changesOf(before, contact);
    note({ id, orderNo: before.orderNo, ...changes });
    const words = Object.keys(changes).map((field) => contactLabels[field as keyof typeof contactLabels]);
    if (words.length === 0) return presentOrder(before, viewerOf(caller, now));
    return amend(tx, caller, before, { version, ...contact }, `修改${words.join('、')}`, now);
  });
}

/**
 * Adds the caller's uploads to a part of a placed order that is not confirmed yet, with a history entry.
 * Throws `record.not_found`, `order.not_editable`, `quote.invalid`, `record.changed`.
 */
export async function addOrderFiles(
  { database: { db } }: Deps,
  caller: Caller,
  id: number,
  { revision, lineNo, fileIds }: MoreFiles,
  now: Date,
  note: Note,
): Promise<Order> {
  return db.transaction(async (tx) => {
    const { scope } = caller.grant;
    await getOrder(tx, scope, id); // Locks no order outside the scope.
    await lockOrder(tx, id);
    const before = await getOrder(tx, scope, id);
    if (!isOpenToFiles(before.status)) throw notEditable(before, caller, now);
    if (before.revision !== revision)
      throw new AppError('record.changed', { data: presentOrder(before, viewerOf(caller, now)) });
    note({ id, orderNo: before.orderNo, lineNo, fileIds });
    if (lineNo > before.itemCount) throw new AppError('record.not_found');
    const names = await addFiles(tx, { orderId: id, revision, userId: caller.userId }, lineNo, fileIds);
    if (names.length === 0) return presentOrder(before, viewerOf(caller, now));
    const reason = `补充附件：零件 ${lineNo}，${names.join('、')}`;
    const { version } = before;
    return amend(tx, caller, before, { version }, reason, now);
  });
}

function notEditable(order: OrderRow, caller: Caller, now: Date): AppError {
  const msg =
    order.status === 'quoted'
      ? '报价的图纸请在修改报价时补充'
      : `订单${orderStatusLabels[order.status]}，不能再修改，请联系我们`;
  return new AppError('order.not_editable', { msg, data: presentOrder(order, viewerOf(caller, now)) });
}

async function amend(
  tx: Db,
  caller: Caller,
  before: OrderRow,
  amendment: Omit<Amendment, 'userId' | 'now'>,
  reason: string,
  now: Date,
): Promise<Order> {
  const viewer = viewerOf(caller, now);
  const { userId, nickName: userName } = caller;
  const saved = await amendOrder(tx, before, { ...amendment, userId, now });
  const after = await savedOrConflict(saved && presentOrder(saved, viewer), async () => {
    const current = await findOrder(tx, caller.grant.scope, before.id);
    return current && presentOrder(current, viewer);
  });
  const { id: orderId, status } = before;
  await insertHistory(tx, { orderId, from: status, to: status, reason, userId, userName, createdAt: now });
  return after;
}
