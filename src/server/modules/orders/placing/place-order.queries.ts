import pg from 'pg';
import { chargeInYuan } from '#contract/orders/charges.ts';
import { inBatches } from '#server/db/batches.ts';
import { leadFull, SLOTS_CONSTRAINT } from './lead-slots.queries.ts';
import type { ItemCost } from '#server/modules/costs/item-costs.service.ts';
import type { NewOrderItem, placedColumns } from './order-columns.ts';
import type { OrderRow } from '../reading/orders.queries.ts';
import { placeOrdersText } from './place-order.statement.ts';

/** A new order without its number and customer, which the statement adds. */
export interface NewOrder extends Pick<OrderRow, (typeof placedColumns)[number]> {
  /** The user who places it: the customer, or staff on the customer's behalf. */
  byId: number;
  userName: string;
  key: string;
  bodyHash: string;
  /** `YYYYMMDD` in Shanghai. */
  day: string;
  items: readonly NewOrderItem[];
  /** Slots a day of its class, where it takes one. */
  slots: number | null;
  /** What the items cost the shop; none while no cost is entered. */
  costs: readonly ItemCost[];
  now: Date;
}

/** Orders that arrive while one statement runs share the next; a second one prepares while the first is flushed. */
const batches = { max: 50, atOnce: 2, waitMs: 2_000 };

/**
 * Writes a new order and resolves with its id. Undefined, and nothing written, when the key was used before (see
 * `findByKey`), the catalogue has changed, or a file or a model is gone. Rejects with `order.lead_full` when the day has no slot for
 * its class.
 */
export type OrderWriter = (order: NewOrder) => Promise<number | undefined>;

export function createOrderWriter(pool: pg.Pool): OrderWriter {
  return inBatches(batches, async (orders: NewOrder[]) => {
    const [first] = orders;
    if (first && orders.length === 1) return [await insertOne(pool, first)];
    try {
      return await insertOrders(pool, orders);
    } catch (error) {
      // An order that the database refuses must not make the others fail.
      if (!(error instanceof pg.DatabaseError)) throw error;
      return orders.map((order) => insertOne(pool, order));
    }
  });
}

const refersToUploads = new Set(['order_item_file_file_id_file_id_fk', 'part_model_model']);

async function insertOne(pool: pg.Pool, order: NewOrder): Promise<number | undefined> {
  try {
    return (await insertOrders(pool, [order]))[0];
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    const { lead, slotDay, slots } = order;
    if (error.constraint === SLOTS_CONSTRAINT && lead && slotDay && slots)
      throw leadFull(lead, slotDay, slots);
    // Its owner removed a file or a model in this very moment.
    if (refersToUploads.has(error.constraint ?? '')) return undefined;
    throw error;
  }
}

/** The id of each order in one statement; undefined for one that is not written. */
export async function insertOrders(
  pool: Pick<pg.Pool, 'query'>,
  orders: readonly NewOrder[],
): Promise<(number | undefined)[]> {
  const input = orders.map((order) => ({
    ...order,
    charges: order.charges.map(chargeInYuan),
    fileIds: order.items.flatMap(({ fileIds }) => fileIds),
    hasModels: order.items.some(({ model }) => model !== null),
  }));
  const { rows } = await pool.query<{ position: number; id: number }>({
    name: 'insert_orders',
    text: placeOrdersText,
    values: [JSON.stringify(input)],
  });
  const idAt = new Map(rows.map(({ position, id }) => [position, id]));
  return orders.map((_, index) => idAt.get(index + 1));
}

/**
 * The order made with a user's key, if any. The lock makes the answer wait for a synchronous standby like a write: a
 * leader that restarts shows orders that only it has.
 */
export async function findByKey(
  pool: pg.Pool,
  userId: number,
  key: string,
): Promise<{ orderId: number; bodyHash: string } | undefined> {
  const { rows } = await pool.query<{ orderId: number; bodyHash: string }>({
    name: 'find_idempotency_key',
    text: 'select order_id as "orderId", body_hash as "bodyHash" from idempotency_key where user_id = $1 and key = $2 for key share',
    values: [userId, key],
  });
  return rows[0];
}
