import { inArray, sql, type SQL } from 'drizzle-orm';
import type { Database, Db } from '#server/db/database.ts';
import { partChanges } from '#server/db/schema.ts';
import { assignParts } from './assign-parts.service.ts';

/** Key of the advisory lock held while parts are assigned; any number that no other program on the database uses. */
const PARTS_LOCK = 7_150_116;
/** Changes per transaction: a batch must end long before the statement timeout, because readers also wait for it. */
const BATCH = 200;
/** A reader looks for the orders of its library among this many of the latest changes. */
const LATEST_CHANGES = 1_000;

/**
 * Adds the parts of changed orders to the library and deletes the changes, one batch per transaction. Resolves with the number
 * of changes; 0 while another process folds.
 */
export async function foldParts({ db }: Database, signal?: AbortSignal): Promise<number> {
  let folded = 0;
  for (;;) {
    const count = await db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ locked: boolean }>(
        sql`select pg_try_advisory_xact_lock(${PARTS_LOCK}) as locked`,
      );
      if (rows[0]?.locked !== true) return 0;
      return foldBatch(tx, sql`select id from part_change order by id limit ${BATCH}`);
    });
    folded += count;
    if (count < BATCH || signal?.aborted === true) return folded;
  }
}

/** Adds the latest changes of the matching orders, so that a library shows recent orders at once. */
export async function foldLatest({ db }: Database, ofOrders: SQL): Promise<void> {
  const changes = sql`
    select change.id from (select id, order_id from part_change order by id desc limit ${LATEST_CHANGES}) as change
    join orders on orders.id = change.order_id where ${ofOrders} limit ${BATCH}`;
  if ((await db.execute(changes)).rows.length === 0) return;
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${PARTS_LOCK})`);
    await foldBatch(tx, changes);
  });
}

/** Deletes the rows before reading the orders: a later change to an order adds its own row. */
async function foldBatch(tx: Db, changes: SQL): Promise<number> {
  const rows = await tx
    .delete(partChanges)
    .where(inArray(partChanges.id, sql`(${changes})`))
    .returning({ orderId: partChanges.orderId });
  await assignParts(tx, [...new Set(rows.map(({ orderId }) => orderId))]);
  return rows.length;
}
