import * as z from 'zod/mini';
import { pick } from '#domain/pick.ts';
import { orderItem } from '../orders/order-data.ts';
import { priceTrace } from '../orders/price-trace.ts';

/** Yuan: as paid, with the live prices, and with the draft. In groups and orders, these sums include only the lines. */
const amounts = { paid: z.number(), before: z.number(), after: z.number() };
/**
 * Charges and discounts. Null if there are none, if they were not replayed because a filter selects lines, or if the result was
 * stored before this field existed.
 */
const charges = z.nullable(z.object(amounts));
/**
 * The cost and the revenue in both books of the lines with a stored cost. For the total and for customers, also the charges of
 * orders whose lines all have a known cost. Absent for callers who may not see costs, and if no cost is known.
 */
const costed = z.optional(z.object({ cost: z.number(), before: z.number(), after: z.number() }));
const sums = { orders: z.number(), lines: z.number(), ...amounts, costed };
const group = z.object({ key: z.string(), label: z.string(), ...sums });
export type ReplayGroup = z.output<typeof group>;

/** A charge of an order; null in a book that does not charge it. */
const chargeRow = z.object({
  label: z.string(),
  isByHand: z.boolean(),
  paid: z.nullable(z.number()),
  before: z.nullable(z.number()),
  after: z.nullable(z.number()),
  /** The reasons for the amounts in both books. */
  beforeReason: z.string(),
  afterReason: z.string(),
});
export type ChargeRow = z.output<typeof chargeRow>;

const affectedOrder = z.object({
  id: z.number(),
  orderNo: z.string(),
  customerName: z.string(),
  ...amounts,
  charges,
  chargeRows: z.array(chargeRow),
});
export type AffectedOrder = z.output<typeof affectedOrder>;

const customerGroup = z.extend(group, {
  charges,
  /** The customer's most affected orders, at most three; empty in results stored before this field existed. */
  affected: z.array(affectedOrder),
});
export type AffectedCustomer = z.output<typeof customerGroup>;

/** The book without a price. `before`: the live one; `after`: only the draft. */
const book = z.literal(['before', 'after']);
const lostLine = z.object({
  orderId: z.number(),
  orderNo: z.string(),
  lineNo: z.number(),
  name: z.string(),
  paid: z.number(),
  book,
  reason: z.string(),
});
export type LostLine = z.output<typeof lostLine>;

const answers = {
  won: z.number(),
  refused: z.number(),
  expired: z.number(),
  /** The share of won quotations with its 90 % interval, 0…1; null if there are fewer than 200 answers. */
  rate: z.nullable(z.object({ share: z.number(), low: z.number(), high: z.number() })),
};
const priceLevel = z.object({
  /** The limits of the price ratio; null if there is no limit. */
  from: z.nullable(z.number()),
  to: z.nullable(z.number()),
  ...answers,
});
const answerGroup = z.object({ key: z.string(), label: z.string(), ...answers });

/** A number of orders with its 90 % interval. */
const estimate = z.object({ orders: z.number(), low: z.number(), high: z.number() });
const expectedOrders = z.object({
  /** Answered quotations that both books can price, and the others. */
  quotations: z.number(),
  unpriced: z.number(),
  /** Quotations that move to another price level, and quotations from or to a level with fewer than 200 answers. */
  moved: z.number(),
  unknown: z.number(),
  /** null: 数据不足. */
  estimate: z.nullable(z.object({ before: estimate, after: estimate, change: estimate })),
});

export const replayResult = z.object({
  catalogueRevision: z.number(),
  total: z.object({
    ...sums,
    /** Lines with a manual price, and their paid price. */
    handLines: z.number(),
    hand: z.number(),
    /** Lines that one of the books cannot price, and their paid price. */
    lostLines: z.number(),
    lost: z.number(),
    /** Lines without a price: still open, or declined. */
    openLines: z.number(),
    /** Lines whose price differs between the books, and between the paid price and the live book. */
    changedLines: z.number(),
    driftedLines: z.number(),
    dearerOrders: z.number(),
    cheaperOrders: z.number(),
    customers: z.number(),
    dearerCustomers: z.number(),
    cheaperCustomers: z.number(),
    /** Null if charges were not replayed. */
    charges: z.nullable(
      z.object({
        ...amounts,
        /** Manual charges, which are the same in both books. */
        handCharges: z.number(),
        hand: z.number(),
        /** Orders whose charges cannot be replayed because a fact is missing, and their amount; not in the sums of charges. */
        lostOrders: z.number(),
        lost: z.number(),
        changedOrders: z.number(),
      }),
    ),
  }),
  customers: z.array(customerGroup),
  orders: z.array(affectedOrder),
  tags: z.array(group),
  options: z.array(group),
  quantities: z.array(group),
  edges: z.array(group),
  values: z.array(group),
  /** Orders grouped by how much their total with charges changes. */
  changes: z.array(z.object({ label: z.string(), orders: z.number(), before: z.number() })),
  reasons: z.array(z.object({ reason: z.string(), book, lines: z.number(), paid: z.number() })),
  lost: z.array(lostLine),
  chargeReasons: z.array(z.object({ reason: z.string(), orders: z.number(), paid: z.number() })),
  lostCharges: z.array(
    z.object({ orderId: z.number(), orderNo: z.string(), paid: z.number(), reason: z.string() }),
  ),
  winRates: z.object({
    /** Price levels by quoted price ÷ formula price, and by quoted price ÷ target price. */
    formula: z.array(priceLevel),
    target: z.array(priceLevel),
    /** By total, and by material tag (a quotation counts for each of its tags). Empty in results older than these fields. */
    values: z.array(answerGroup),
    tags: z.array(answerGroup),
    refusals: z.array(z.object({ reason: z.string(), count: z.number() })),
    withoutFormula: z.number(),
  }),
  /** Expected from the acceptance at each price level. Null for live prices only, and in results older than this field. */
  expectedOrders: z.nullable(expectedOrders),
});
export type ReplayResult = z.output<typeof replayResult>;

/** The price in yuan, with its trace unless staff set it; or the reason why the book has no price. */
const bookPrice = z.object({
  price: z.nullable(z.number()),
  trace: z.optional(priceTrace),
  reason: z.string(),
});

/** An ordered line, and its price in both books. */
export const receiptLine = z.object({
  ...pick(orderItem.shape, ['lineNo', 'name', 'materialName', 'num', 'processes', 'trace']),
  paid: z.number(),
  before: bookPrice,
  after: bookPrice,
});
export type ReceiptLine = z.output<typeof receiptLine>;
