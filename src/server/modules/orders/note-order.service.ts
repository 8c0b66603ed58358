import { asHistoryNote } from '#domain/orders/history-note.ts';
import type { Database } from '#server/db/database.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import type { Notifier } from '#server/modules/notifications/notifications.service.ts';
import { appendMessage, lockForMessage } from './order-messages.service.ts';
import { insertHistory } from './orders.queries.ts';
import type { Note } from './orders.service.ts';

/**
 * Adds a note for the customer to the order's history and to the conversation about it. Throws `record.not_found`, and the
 * limits of `appendMessage`.
 */
export async function addNote(
  { database: { db }, notifier }: { database: Database; notifier: Notifier },
  caller: Caller,
  id: number,
  { text }: { text: string },
  now: Date,
  note: Note,
): Promise<null> {
  const { userId, nickName: userName } = caller;
  return db.transaction(async (tx) => {
    const order = await lockForMessage(tx, caller, id);
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
    const about = { audience: 'customer', answersId: null, lineNo: null } as const;
    await appendMessage(tx, order, { kind: 'note', text, isFromShop: true, userId, userName, ...about }, now);
    await notifier.noteLeft(tx, order, text, { userId, isStaff: true }, now);
    return null;
  });
}
