import * as z from 'zod/mini';

/*
 * A write of prices is rejected with `price.jump` when a price above zero changes by more than 50 %, a new price is above ¥10,000, or
 * a price is removed, unless the user has confirmed these jumps and the body has `confirmJumps: true`.
 */

/** The flag of a body with prices. */
export const jumpFlag = { confirmJumps: z.optional(z.boolean({ error: 'confirmJumps 应为 true 或 false' })) };

/** The maximum number of jumps in a response. */
export const MAX_NAMED_JUMPS = 500;

const priceJump = z.object({
  /** Unique within the response, unlike the name. */
  id: z.string(),
  /** The option or tag, with the material if several change. */
  name: z.string(),
  /** The old price in yuan; null if the price is new. */
  from: z.nullable(z.number()),
  /** The new price in yuan; null if the price is removed. */
  to: z.nullable(z.number()),
});
export type PriceJump = z.output<typeof priceJump>;

/** `data` of `price.jump`: the number of jumps, and the first of them. */
export const priceJumps = z.object({ count: z.number(), jumps: z.array(priceJump) });
export type PriceJumps = z.output<typeof priceJumps>;
