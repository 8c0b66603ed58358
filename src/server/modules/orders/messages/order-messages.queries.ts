import { and, asc, count, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { MAX_OPEN_QUESTIONS, MAX_UNREAD, type OrderMessage } from '#contract/orders/order-messages.ts';
import { enteredName } from '#domain/parts/line-title.ts';
import type { Db } from '#server/db/database.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { orderItems, orderMessageReads, orderMessages, orders, orderThreads } from '#server/db/schema.ts';
import { listMessageFiles } from '#server/modules/files/attach-files.service.ts';

export interface Reader {
  userId: number;
  /** Whether the reader also sees staff-only messages. */
  readsInternal: boolean;
}

const { id, orderId, audience, kind } = orderMessages;

const visibleMessages = ({ readsInternal }: Reader, order: number) =>
  and(eq(orderId, order), readsInternal ? undefined : eq(audience, 'customer'));

export async function countMessages(db: Db, reader: Reader, order: number): Promise<number> {
  return db.$count(orderMessages, visibleMessages(reader, order));
}

/** Messages of an order, oldest first. */
export const listMessages = (
  db: Db,
  reader: Reader,
  order: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<OrderMessage[]> => selectMessages(db, reader, visibleMessages(reader, order), limit, offset);

/** Questions without an answer, oldest first. */
export const listOpenQuestions = (db: Db, reader: Reader, order: number): Promise<OrderMessage[]> =>
  selectMessages(
    db,
    reader,
    // Repeats the text of the partial index's condition, so that PostgreSQL can use the index.
    and(visibleMessages(reader, order), sql`${kind} = 'question'`, isNull(answers.id)),
    MAX_OPEN_QUESTIONS,
  );

export async function findMessage(db: Db, reader: Reader, order: number, message: number) {
  return (await selectMessages(db, reader, and(visibleMessages(reader, order), eq(id, message)), 1))[0];
}

const answers = alias(orderMessages, 'answers');

async function selectMessages(
  db: Db,
  { userId }: Reader,
  where: SQL | undefined,
  limit: number,
  offset = 0,
): Promise<OrderMessage[]> {
  const rows = await db
    .select({
      message: orderMessages,
      answerId: answers.id,
      partName: orderItems.name,
      materialName: orderItems.materialName,
    })
    .from(orderMessages)
    .leftJoin(answers, eq(answers.answersId, id))
    .leftJoin(
      orderItems,
      and(
        eq(orderItems.orderId, orderId),
        eq(orderItems.revision, orderMessages.revision),
        eq(orderItems.lineNo, orderMessages.lineNo),
      ),
    )
    .where(where)
    .orderBy(asc(id))
    .limit(limit)
    .offset(offset);
  const files = await listMessageFiles(
    db,
    rows.map(({ message }) => message.id),
  );
  return rows.map(({ message, answerId, partName, materialName }) => ({
    id: message.id,
    kind: message.kind,
    audience: message.audience,
    isFromShop: message.isFromShop,
    isMine: message.userId === userId,
    userName: message.userName,
    text: message.text,
    lineNo: message.lineNo,
    partName: enteredName({ name: partName ?? '', materialName: materialName ?? '' }),
    answersId: message.answersId,
    answerId,
    files: files.get(message.id) ?? [],
    createdAt: message.createdAt.toISOString(),
  }));
}

/** Counts all messages of an order, and up to `limit` messages of one side since a time. */
export async function countForLimits(
  db: Db,
  order: number,
  { isFromShop, since, limit }: { isFromShop: boolean; since: Date; limit: number },
): Promise<{ all: number; recent: number }> {
  const latest = db
    .select({ createdAt: orderMessages.createdAt })
    .from(orderMessages)
    .where(and(eq(orderId, order), eq(orderMessages.isFromShop, isFromShop)))
    .orderBy(sql`${id} desc`)
    .limit(limit)
    .as('latest');
  const [thread] = await db.select().from(orderThreads).where(eq(orderThreads.orderId, order));
  const [recent] = await db
    .select({ count: count() })
    .from(latest)
    .where(sql`${latest.createdAt} > ${since.toISOString()}::timestamptz`);
  return { all: thread?.messages ?? 0, recent: recent?.count ?? 0 };
}

/** Adds a message to an order that the transaction has locked, and marks it read for its author. */
export async function insertMessage(tx: Db, row: typeof orderMessages.$inferInsert): Promise<number> {
  const inserted = onlyRow(await tx.insert(orderMessages).values(row).returning({ id }));
  await tx
    .insert(orderThreads)
    .values({
      orderId: row.orderId,
      lastId: inserted.id,
      lastCustomerId: row.audience === 'customer' ? inserted.id : 0,
      messages: 1,
    })
    .onConflictDoUpdate({
      target: orderThreads.orderId,
      set: {
        lastId: inserted.id,
        messages: sql`${orderThreads.messages} + 1`,
        ...(row.audience === 'customer' ? { lastCustomerId: inserted.id } : {}),
      },
    });
  await markRead(tx, row.userId, row.orderId, inserted.id);
  return inserted.id;
}

/** Id of the last message of an order that the user has read; 0 for none. */
export async function lastReadIdOf(db: Db, userId: number, order: number): Promise<number> {
  const [mark] = await db
    .select({ last: orderMessageReads.lastMessageId })
    .from(orderMessageReads)
    .where(and(eq(orderMessageReads.userId, userId), eq(orderMessageReads.orderId, order)));
  return mark?.last ?? 0;
}

/** Marks the messages up to `last` as read; the mark only moves forward. */
export async function markRead(db: Db, userId: number, order: number, last: number): Promise<void> {
  await db
    .insert(orderMessageReads)
    .values({ userId, orderId: order, lastMessageId: last })
    .onConflictDoUpdate({
      target: [orderMessageReads.userId, orderMessageReads.orderId],
      set: { lastMessageId: sql`greatest(${orderMessageReads.lastMessageId}, excluded.last_message_id)` },
    });
}

/** Id of the last message of an order that the reader may see; 0 for none. */
export async function lastMessageIdOf(db: Db, reader: Reader, order: number): Promise<number> {
  const [thread] = await db
    .select({ last: lastFor(reader) })
    .from(orderThreads)
    .where(eq(orderThreads.orderId, order));
  return thread?.last ?? 0;
}

const lastFor = ({ readsInternal }: Reader) =>
  readsInternal ? orderThreads.lastId : orderThreads.lastCustomerId;

/** A condition for queries on `orders`: the order has messages that the reader has not read. */
export const hasUnread = (reader: Reader): SQL => sql`${orders.id} in (
  select ${orderThreads.orderId} from ${orderThreads}
  left join ${orderMessageReads} on ${orderMessageReads.orderId} = ${orderThreads.orderId}
    and ${orderMessageReads.userId} = ${reader.userId}
  where ${lastFor(reader)} > coalesce(${orderMessageReads.lastMessageId}, 0)
)`;

/** Counts the unread messages of each of these orders, up to `MAX_UNREAD`; orders without any are absent. */
export async function countUnread(
  db: Db,
  reader: Reader,
  orderIds: readonly number[],
): Promise<Map<number, number>> {
  if (orderIds.length === 0) return new Map();
  const unread = sql`
    select from ${orderMessages}
    where ${orderId} = ${orderThreads.orderId} and ${id} > coalesce(${orderMessageReads.lastMessageId}, 0)
      and ${reader.readsInternal ? sql`true` : sql`${audience} = 'customer'`}
    limit ${MAX_UNREAD}`;
  const { rows } = await db.execute<{ id: number; count: number }>(sql`
    select ${orderThreads.orderId} as id, counted.count
    from ${orderThreads}
    left join ${orderMessageReads} on ${orderMessageReads.orderId} = ${orderThreads.orderId}
      and ${orderMessageReads.userId} = ${reader.userId}
    cross join lateral (select count(*)::int as count from (${unread}) as unread) as counted
    where ${inArray(orderThreads.orderId, [...orderIds])}
      and ${lastFor(reader)} > coalesce(${orderMessageReads.lastMessageId}, 0)`);
  return new Map(rows.map((row) => [row.id, row.count]));
}

export async function hasOpenQuestion(tx: Db, order: number): Promise<boolean> {
  const [question] = await tx
    .select({ id })
    .from(orderMessages)
    .leftJoin(answers, eq(answers.answersId, id))
    .where(
      and(
        eq(orderId, order),
        sql`${kind} = 'question'`,
        eq(audience, 'customer'),
        eq(orderMessages.isFromShop, true),
        isNull(answers.id),
      ),
    )
    .limit(1);
  return question !== undefined;
}
