import { orders, type PlaceOrder } from '#contract/orders/orders.ts';
import { call } from './http/http.ts';
import type { Failure } from './http/result.ts';

/** Id of an order that was not placed. */
const NOT_PLACED = -1;

export interface Placement {
  /** The new order's id, or `NOT_PLACED`. */
  orderId: number;
  failure?: Failure;
}

/**
 * Places an order or stores a quotation. The same key creates at most one order. A refusal is shown as
 * `下单失败:{code}-{msg}` unless `quiet`.
 * @throws CallError when the outcome is unknown: call again with the same key
 */
export async function placeOrder(
  body: Omit<PlaceOrder, 'status'> & Partial<Pick<PlaceOrder, 'status'>>,
  idempotencyKey: string,
  { quiet = false }: { quiet?: boolean } = {},
): Promise<Placement> {
  const result = await call(orders.place, { body, idempotencyKey, quiet });
  return result.ok ? { orderId: result.data } : { orderId: NOT_PLACED, failure: result };
}
