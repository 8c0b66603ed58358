import { asHistoryNote } from '#domain/orders/history-note.ts';
import type { Database } from '#server/db/database.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import type { NewsDesk } from '#server/modules/notifications/news.service.ts';
import { insertHistory } from './orders.queries.ts';
import { getOrder, type Note } from './orders.service.ts';

/** Leaves the customer a note: it stands in the order's history. Throws `record.not_found`. */
export async function leaveNote(
  { database: { db }, news }: { database: Database; news: NewsDesk },
  caller: Caller,
  id: number,
  { text }: { text: string },
  now: Date,
  note: Note,
): Promise<null> {
  const { userId, nickName: userName } = caller;
  return db.transaction(async (tx) => {
    const order = await getOrder(tx, caller.grant.scope, id);
    note({ id, orderNo: order.orderNo, text });
    await insertHistory(tx, {
      orderId: id,
      from: order.status,
      to: order.status,
      reason: asHistoryNote(text),
      userId,
      userName,
      createdAt: now,
    });
    await news.noteLeft(tx, order, text, { userId, isStaff: true }, now);
    return null;
  });
}
