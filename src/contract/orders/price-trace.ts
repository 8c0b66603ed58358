import * as z from 'zod/mini';

/** The price of an item in yuan, per piece after the quantity factor and for all pieces, and its days. */
export const itemFigures = {
  unit_price: z.number(),
  sub_total: z.number(),
  delivery_time: z.number(),
};

const author = { reason: z.string(), by: z.string() };

/** A decision of staff about a line (`TraceStep` of the domain), in yuan and days for all pieces. */
const traceStep = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open'), isHeld: z.optional(z.literal(true)) }),
  z.object({ kind: z.literal('price'), amount: z.number(), days: z.number(), ...author }),
  z.object({ kind: z.literal('declined'), ...author }),
]);

/**
 * How a price was computed, factor by factor (`PriceTrace` of the domain); every figure can be rebuilt from it only.
 */
export const priceTrace = z.object({
  version: z.literal([1, 2]),
  materialId: z.number(),
  materialName: z.string(),
  materialTag: z.string(),
  machiningPrice: z.number(),
  options: z.array(
    z.object({ processId: z.number(), optionId: z.number(), price: z.number(), time: z.number() }),
  ),
  unit: z.number(),
  partVolume: z.number(),
  stockVolume: z.number(),
  ratio: z.number(),
  num: z.number(),
  quantityExponent: z.number(),
  quantityFactor: z.number(),
  baseDays: z.number(),
  days: z.number(),
  speed: z.number(),
  timeFactor: z.number(),
  rounding: z.literal('half-away-2'),
  ...itemFigures,
  /** In version 2, oldest first; the last one is the price charged. */
  steps: z.optional(z.readonly(z.array(traceStep))),
});
