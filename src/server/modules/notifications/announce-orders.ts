import { asc, gt, inArray, lte, and, sql } from 'drizzle-orm';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Db } from '#server/db/database.ts';
import { orderHistory, orders } from '#server/db/schema.ts';
import { placedNews, type OrderForStaff } from './news-texts.ts';
import { insertStaffNews } from './news.queries.ts';

/** The row of `revision` that holds the last row of the orders' history which has been announced. */
const MARK = 'orders_announced';
const BATCH = 500;
const SETTLED_LOOK_MS = 20;
const SETTLED_LOOKS = 100;

/** Where announcing begins on a database that has never done it: what was placed before is no news. */
export async function beginAnnouncing(db: Db): Promise<void> {
  await db.execute(sql`
    insert into revision (name, value, changed_at)
    select ${MARK}, coalesce(max(id), 0), now() from order_history
    on conflict do nothing`);
}

/**
 * Tells the shop of the orders that were placed since the last time, whichever process placed them. The statement that
 * places orders does none of this, so that it stays as fast as it is; the order's history is what is still to be told.
 * The mark moves in the transaction that tells, so that nothing is told twice or forgotten. Resolves with the number of
 * orders; 0 while another process is at it.
 */
export async function announcePlaced(database: Database, now: Date): Promise<number> {
  const upTo = await readSettled(database);
  if (upTo === undefined) return 0;
  let announced = 0;
  for (;;) {
    const batch = await announceBatch(database, upTo, now);
    announced += batch?.placed ?? 0;
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
    // Whoever moves an order later tells of it there and then.
    const placed = events.filter(({ from, to }) => from === null && to === 'placed');
    const ids = placed.map(({ orderId }) => orderId);
    const found = ids.length === 0 ? [] : await tx.select().from(orders).where(inArray(orders.id, ids));
    const news = found.map((order) => ({
      ...placedNews(order as OrderForStaff),
      exceptUserId: order.userId,
    }));
    await insertStaffNews(tx, news, now);
    const last = events.length < BATCH ? upTo : (events.at(-1)?.id ?? upTo);
    await tx.execute(
      sql`update revision set value = greatest(value, ${last}), changed_at = now() where name = ${MARK}`,
    );
    return { read: events.length, placed: found.length };
  });
}

/**
 * The last row of the history before which none can still appear; undefined when nothing is new, or not yet settled. Ids
 * are given before their transactions commit: so those are waited for that were under way when the last id was read.
 */
async function readSettled({ db }: Database): Promise<number | undefined> {
  const { rows } = await db.execute<{ last: number; announced: number }>(sql`
    select coalesce(pg_sequence_last_value('order_history_id_seq'), 0)::float8 as last, value::float8 as announced
    from revision where name = ${MARK}`);
  const [state] = rows;
  if (!state || state.last <= state.announced) return undefined;
  const underWay = await listWriters(db);
  for (let look = 0; look < SETTLED_LOOKS; look += 1) {
    const now = new Set(await listWriters(db));
    if (!underWay.some((writer) => now.has(writer))) return state.last;
    await delay(SETTLED_LOOK_MS);
  }
  return undefined;
}

/** Transactions of this database that have written something and are not over. */
async function listWriters(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ xid: string }>(sql`
    select backend_xid::text as xid from pg_stat_activity
    where datname = current_database() and backend_xid is not null`);
  return rows.map(({ xid }) => xid);
}
