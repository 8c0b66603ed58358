import { orders, type PlaceOrder } from '#contract/orders.ts';
import { call } from './http.ts';
import type { Failure } from './result.ts';

/** An order that was not placed has this id. */
const NOT_PLACED = -1;

export interface Placement {
  /** The new order's id, or `NOT_PLACED`. */
  orderId: number;
  failure?: Failure;
}

/**
 * Places an order or stores a quotation. The same key makes the same order however often it is sent. A refusal is told as
 * `下单失败:{code}-{msg}` unless `quiet`.
 * @throws CallError when it is not known whether the order was placed: call again with the same key
 */
export async function placeOrder(
  body: Omit<PlaceOrder, 'status'> & Partial<Pick<PlaceOrder, 'status'>>,
  idempotencyKey: string,
  { quiet = false }: { quiet?: boolean } = {},
): Promise<Placement> {
  const result = await call(orders.place, { body, idempotencyKey, quiet });
  return result.ok ? { orderId: result.data } : { orderId: NOT_PLACED, failure: result };
}
