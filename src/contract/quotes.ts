import * as z from 'zod/mini';
import type { Endpoints } from './endpoint.ts';
import { quotationItems } from './part-item.ts';
import { priceTrace } from './price-trace.ts';

export const rung = z.object({
  num: z.number(),
  /** Yuan per piece after the quantity factor. */
  unit_price: z.number(),
  sub_total: z.number(),
  delivery_time: z.number(),
});

export const quotedItem = z.object({
  unit_price: z.number(),
  sub_total: z.number(),
  delivery_time: z.number(),
  trace: priceTrace,
  ladder: z.array(rung),
});

/** Also the `data` of a refused order: `order.price_changed` carries these figures. */
export const quotation = z.object({
  items: z.array(quotedItem),
  /** Exact sum of the items, yuan with two decimals. */
  price: z.string(),
  /** Days, of the longest item. */
  delivery_time: z.number(),
  /** The day it would ship if ordered now, `YYYY-MM-DD`. */
  promisedDate: z.string(),
});
export type Quotation = z.output<typeof quotation>;

export const quoteBody = z.strictObject({ items: quotationItems });

export const quotes = {
  quote: {
    method: 'POST',
    path: '/quote',
    summary: '在线报价',
    permission: 'mfr:quote:add',
    readOnly: true,
    msg: '报价成功',
    body: quoteBody,
    data: quotation,
  },
} as const satisfies Endpoints;
