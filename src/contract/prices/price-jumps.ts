import * as z from 'zod/mini';

/*
 * A write of prices is refused with `price.jump` when one of them changes by more than 50 % of a price above zero, is new and above
 * ¥10,000, or ends, unless the body has `confirmJumps: true`: the sender has checked them.
 */

/** The flag of a body with prices. */
export const jumpFlag = { confirmJumps: z.optional(z.boolean({ error: 'confirmJumps 应为 true 或 false' })) };

/** Jumps named in a refusal, at most. */
export const MAX_NAMED_JUMPS = 500;

const priceJump = z.object({
  /** Distinguishes the prices of one refusal: two of them may have one name. */
  id: z.string(),
  /** The name of the option or tag, with the material where several change. */
  name: z.string(),
  /** Yuan; null: the price is new. */
  from: z.nullable(z.number()),
  /** null: the price ends. */
  to: z.nullable(z.number()),
});
export type PriceJump = z.output<typeof priceJump>;

/** `data` of `price.jump`: how many prices jump, and the first of them. */
export const priceJumps = z.object({ count: z.number(), jumps: z.array(priceJump) });
export type PriceJumps = z.output<typeof priceJumps>;
