import pg from 'pg';
import { chargeInYuan } from '#contract/orders/charges.ts';
import { inBatches } from '#server/db/batches.ts';
import { leadFullError, SLOTS_CONSTRAINT } from './lead-slots.queries.ts';
import type { ItemCost } from '#server/modules/costs/item-costs.service.ts';
import type { NewOrderItem, placedColumns } from './order-columns.ts';
import type { OrderRow } from '../reading/orders.queries.ts';
import { placeOrdersText } from './place-order.statement.ts';

/** A new order, without the number and customer data that the statement adds. */
export interface NewOrder extends Pick<OrderRow, (typeof placedColumns)[number]> {
  /** The user who places it: the customer, or staff on the customer's behalf. */
  byId: number;
  userName: string;
  /** The idempotency key of the call. */
  key: string;
  bodyHash: string;
  /** `YYYYMMDD` in Shanghai. */
  day: string;
  items: readonly NewOrderItem[];
  /** Slots per day of its lead class; null if it takes none. */
  slots: number | null;
  /** The shop's costs of the items; empty while none are entered. */
  costs: readonly ItemCost[];
  now: Date;
}

/** Orders that arrive while a statement runs share the next one. A second statement prepares while the first is flushed. */
const batching = { max: 50, atOnce: 2, waitMs: 2_000 };

/**
 * Writes a new order and resolves with its id. Writes nothing and resolves with undefined when the key was used before
 * (see `findByKey`), the catalogue has changed, or a file or model no longer exists. Rejects with `order.lead_full` when
 * the day has no free slot.
 */
export type OrderWriter = (order: NewOrder) => Promise<number | undefined>;

export function createOrderWriter(pool: pg.Pool): OrderWriter {
  return inBatches(batching, async (orders: NewOrder[]) => {
    const [first] = orders;
    if (first && orders.length === 1) return [await insertOne(pool, first)];
    try {
      return await insertOrders(pool, orders);
    } catch (error) {
      // One refused order must not fail the others.
      if (!(error instanceof pg.DatabaseError)) throw error;
      return orders.map((order) => insertOne(pool, order));
    }
  });
}

const uploadConstraints = new Set(['order_item_file_file_id_file_id_fk', 'part_model_model']);

async function insertOne(pool: pg.Pool, order: NewOrder): Promise<number | undefined> {
  try {
    return (await insertOrders(pool, [order]))[0];
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    const { lead, slotDay, slots } = order;
    if (error.constraint === SLOTS_CONSTRAINT && lead && slotDay && slots)
      throw leadFullError(lead, slotDay, slots);
    // A file or model was deleted meanwhile.
    if (uploadConstraints.has(error.constraint ?? '')) return undefined;
    throw error;
  }
}

/** Writes orders in one statement. Returns the id of each; undefined for one that is not written. */
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
 * Finds the order made with a user's key. The lock makes the query wait for a synchronous standby, as a write does: a
 * restarted primary shows orders that no standby has yet.
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
