import * as z from 'zod/mini';
import { STOCK_FORMS } from '#domain/stock/stock-size.ts';

/** `StockSize` of the domain. */
export const stockSizeFields = {
  id: z.number(),
  form: z.literal([...STOCK_FORMS]),
  materialTag: z.string(),
  thickness: z.nullable(z.number()),
  width: z.nullable(z.number()),
  diameter: z.nullable(z.number()),
  length: z.nullable(z.number()),
};

/** The stock of a part as planned when it was ordered (`StockPlan` of the domain). */
export const stockPlan = z.object({
  source: z.literal(['model', 'typed']),
  isByHand: z.boolean(),
  fit: z.literal(['fits', 'tooLarge', 'notKept']),
  piece: z.nullable(
    z.object({
      size: z.object(stockSizeFields),
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

/** The stock size that staff chose, in the form of a request; empty for an automatic one. */
export function chosenStockOf(stock: z.output<typeof stockPlan> | null): { stockSizeId?: number } {
  return stock?.isByHand && stock.piece ? { stockSizeId: stock.piece.size.id } : {};
}
