import { asc, gt, inArray, lte, and, sql } from 'drizzle-orm';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Db } from '#server/db/database.ts';
import { orderHistory, orders } from '#server/db/schema.ts';
import { placedNotification, requestedNotification, type OrderForStaff } from './notification-texts.ts';
import { insertStaffNotifications } from './insert-notifications.queries.ts';

/** The name of the row in `revision` that holds the id of the last announced row of `order_history`. */
const MARK = 'orders_announced';
const BATCH = 500;
const STABLE_CHECK_MS = 20;
const MAX_STABLE_CHECKS = 100;

/** Texts for staff about a new order, by its first status. */
const notificationOf = {
  placed: placedNotification,
  requested: (order: OrderForStaff) => requestedNotification(order),
};

/** Initialises the mark, so that earlier orders are not announced. */
export async function beginAnnouncing(db: Db): Promise<void> {
  await db.execute(sql`
    insert into revision (name, value, changed_at)
    select ${MARK}, coalesce(max(id), 0), now() from order_history
    on conflict do nothing`);
}

/** Moves the mark past all current orders, so that they are not announced. */
export async function skipAnnouncing(db: Db): Promise<void> {
  await db.execute(sql`
    insert into revision (name, value, changed_at)
    select ${MARK}, coalesce(max(id), 0), now() from order_history
    on conflict (name) do update set value = greatest(revision.value, excluded.value), changed_at = now()`);
}

/**
 * Notifies staff of orders placed and offers requested since the last run of any process. The placing statement leaves
 * this out to stay fast; `order_history` serves as the queue. The mark advances in the transaction that inserts the
 * notifications, so that each order is announced exactly once. Resolves with the number of orders; 0 while another
 * process is doing this.
 */
export async function announcePlacedOrders(database: Database, now: Date): Promise<number> {
  const upTo = await readLastStable(database);
  if (upTo === undefined) return 0;
  let announced = 0;
  for (;;) {
    const batch = await announceBatch(database, upTo, now);
    announced += batch?.announced ?? 0;
    if (!batch || batch.read < BATCH) return announced;
  }
}

async function announceBatch({ db }: Database, upTo: number, now: Date) {
  return db.transaction(async (tx) => {
    const { rows: marks } = await tx.execute<{ value: string }>(
      sql`select value from revision where name = ${MARK} for update skip locked`,
    );
    const [mark] = marks;
    if (!mark) return undefined;
    const events = await tx
      .select({
        id: orderHistory.id,
        orderId: orderHistory.orderId,
        from: orderHistory.from,
        to: orderHistory.to,
      })
      .from(orderHistory)
      .where(and(gt(orderHistory.id, Number(mark.value)), lte(orderHistory.id, upTo)))
      .orderBy(asc(orderHistory.id))
      .limit(BATCH);
    // Later moves are announced in their own transactions.
    const creations = events.filter(({ from, to }) => from === null && to in notificationOf);
    const statusOf = new Map(
      creations.map(({ orderId, to }) => [orderId, to as keyof typeof notificationOf]),
    );
    const ids = creations.map(({ orderId }) => orderId);
    const created = ids.length === 0 ? [] : await tx.select().from(orders).where(inArray(orders.id, ids));
    const notifications = created.map((order) => ({
      ...notificationOf[statusOf.get(order.id) ?? 'placed'](order as OrderForStaff),
      exceptUserId: order.userId,
    }));
    await insertStaffNotifications(tx, notifications, now);
    const last = events.length < BATCH ? upTo : (events.at(-1)?.id ?? upTo);
    await tx.execute(
      sql`update revision set value = greatest(value, ${last}), changed_at = now() where name = ${MARK}`,
    );
    return { read: events.length, announced: created.length };
  });
}

/**
 * The last id up to which no row can still appear; undefined without new rows, or if a writer runs for too long. Ids
 * are assigned before their transactions commit, so this waits for the transactions in progress when the id was read.
 */
async function readLastStable({ db }: Database): Promise<number | undefined> {
  const { rows } = await db.execute<{ last: number; announced: number }>(sql`
    select coalesce(pg_sequence_last_value('order_history_id_seq'), 0)::float8 as last, value::float8 as announced
    from revision where name = ${MARK}`);
  const [state] = rows;
  if (!state || state.last <= state.announced) return undefined;
  const writers = await listWriters(db);
  for (let check = 0; check < MAX_STABLE_CHECKS; check += 1) {
    const currentWriters = new Set(await listWriters(db));
    if (!writers.some((writer) => currentWriters.has(writer))) return state.last;
    await delay(STABLE_CHECK_MS);
  }
  return undefined;
}

/** Transactions in progress on this database that have written. */
async function listWriters(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ xid: string }>(sql`
    select backend_xid::text as xid from pg_stat_activity
    where datname = current_database() and backend_xid is not null`);
  return rows.map(({ xid }) => xid);
}
