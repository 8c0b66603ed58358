import * as z from 'zod/mini';

/** In yuan and days. `unit_price` does not include the quantity factor, except in a ladder. */
export const itemFigures = {
  unit_price: z.number(),
  sub_total: z.number(),
  delivery_time: z.number(),
};

const author = { reason: z.string(), by: z.string() };

/** The domain's `TraceStep`. */
const traceStep = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open'), isHeld: z.optional(z.literal(true)) }),
  z.object({ kind: z.literal('price'), amount: z.number(), days: z.number(), ...author }),
  z.object({ kind: z.literal('declined'), ...author }),
]);

/** The domain's `PriceTrace`. */
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
  steps: z.optional(z.readonly(z.array(traceStep))),
});
