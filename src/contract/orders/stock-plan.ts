import * as z from 'zod/mini';
import { STOCK_FORMS } from '#domain/stock/stock-size.ts';

/** The domain's `StockSize`. */
export const stockSizeFields = {
  id: z.number(),
  form: z.literal([...STOCK_FORMS]),
  materialTag: z.string(),
  thickness: z.nullable(z.number()),
  width: z.nullable(z.number()),
  diameter: z.nullable(z.number()),
  length: z.nullable(z.number()),
};

/** The stock of a part as planned when it was ordered (the domain's `StockPlan`). */
export const stockPlan = z.object({
  source: z.literal(['model', 'typed']),
  isByHand: z.boolean(),
  /** `tooLarge`: the part with its allowance fits no size. `notKept`: the table has no size of the material. */
  fit: z.literal(['fits', 'tooLarge', 'notKept']),
  piece: z.nullable(
    z.object({
      size: z.object(stockSizeFields),
      /** mm, longest first. */
      cutMm: z.array(z.number()),
      volumeMm3: z.number(),
    }),
  ),
  /** Volume of the part ÷ volume of the stock, 0…1. */
  utilisation: z.nullable(z.number()),
  partKg: z.nullable(z.number()),
  stockKg: z.nullable(z.number()),
});

/** The stock size that staff chose, as a field of a request; an empty object if the size was chosen automatically. */
export function chosenStockOf(stock: z.output<typeof stockPlan> | null): { stockSizeId?: number } {
  return stock?.isByHand && stock.piece ? { stockSizeId: stock.piece.size.id } : {};
}
