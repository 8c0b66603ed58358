import * as z from 'zod/mini';
import { STOCK_FORMS } from '#domain/stock/stock-size.ts';

/** A size of stock: mm, null where the form has no such measure or it does not limit the part. */
export const keptSize = {
  id: z.number(),
  form: z.literal([...STOCK_FORMS]),
  materialTag: z.string(),
  thickness: z.nullable(z.number()),
  width: z.nullable(z.number()),
  diameter: z.nullable(z.number()),
  length: z.nullable(z.number()),
};

/** The stock of a part as it was planned when the part was sold (`StockPlan` of the domain). */
export const stockPlan = z.object({
  source: z.literal(['model', 'typed']),
  isByHand: z.boolean(),
  fit: z.literal(['fits', 'tooLarge', 'notKept']),
  piece: z.nullable(
    z.object({
      size: z.object(keptSize),
      /** mm, longest first. */
      cutMm: z.array(z.number()),
      volumeMm3: z.number(),
    }),
  ),
  /** 0…1. */
  utilisation: z.nullable(z.number()),
  partKg: z.nullable(z.number()),
  stockKg: z.nullable(z.number()),
});
/** The stock size that staff chose for a sold part, to be sent again; empty for one that was found. */
export function handStockOf(stock: z.output<typeof stockPlan> | null): { stockSizeId?: number } {
  return stock?.isByHand && stock.piece ? { stockSizeId: stock.piece.size.id } : {};
}
