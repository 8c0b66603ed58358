import * as z from 'zod/mini';
import { yuanFromFen } from '#domain/money.ts';
import type { ItemPrice, Rung } from '#domain/pricing/types.ts';
import { charge } from './charges.ts';
import type { Endpoints } from './endpoint.ts';
import { openGate } from './gates.ts';
import { quotationItems } from './part-item.ts';
import { priceTrace } from './price-trace.ts';

export const rung = z.object({
  num: z.number(),
  /** Yuan per piece after the quantity factor. */
  unit_price: z.number(),
  sub_total: z.number(),
  delivery_time: z.number(),
});

const quotedItem = z.object({
  unit_price: z.number(),
  sub_total: z.number(),
  delivery_time: z.number(),
  trace: priceTrace,
  ladder: z.array(rung),
  /** Selected options without a price: they count as 0 here, and an order with one of them is refused. */
  unpriced: z.array(z.number()),
});

/** An item's price on the wire, in yuan. */
export function quotedFigures({ unitPriceFen, subTotalFen, deliveryDays, trace }: ItemPrice) {
  return {
    unit_price: yuanFromFen(unitPriceFen),
    sub_total: yuanFromFen(subTotalFen),
    delivery_time: deliveryDays,
    trace: { ...trace, options: [...trace.options] },
  };
}

/** A ladder's row on the wire, in yuan. */
export function quotedRung({ num, piecePriceFen, subTotalFen, deliveryDays }: Rung): z.output<typeof rung> {
  return {
    num,
    unit_price: yuanFromFen(piecePriceFen),
    sub_total: yuanFromFen(subTotalFen),
    delivery_time: deliveryDays,
  };
}

/** Also the `data` of a refused order: `order.price_changed` carries these figures. */
export const quotation = z.object({
  items: z.array(quotedItem),
  /** Amounts beside the items, by the rules of the day; absent without one. */
  charges: z.optional(z.array(charge)),
  /** Exact sum of items and charges, yuan with two decimals. */
  price: z.string(),
  /** Days, of the longest item. */
  delivery_time: z.number(),
  /** The day it would ship if ordered now, `YYYY-MM-DD`. */
  promisedDate: z.string(),
  /** What keeps it from being ordered at once; with one of them only a request is taken. */
  gates: z.array(openGate),
});
export type Quotation = z.output<typeof quotation>;

const quoteBody = z.strictObject({ items: quotationItems });

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
