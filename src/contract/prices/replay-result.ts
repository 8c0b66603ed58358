import * as z from 'zod/mini';
import { pick } from '#domain/pick.ts';
import { orderItem } from '../orders/order-data.ts';
import { priceTrace } from '../orders/price-trace.ts';

/** Yuan: paid then, in the live book, and with the draft. Those of groups and orders count lines only. */
const amounts = { paid: z.number(), before: z.number(), after: z.number() };
/**
 * Charges and discounts; null where there are none, and where they were not replayed: lines are filtered, or the result is older
 * than this field.
 */
const charges = z.nullable(z.object(amounts));
/**
 * The lines whose cost was stored with their order: their cost, and their revenue in both books; in the total and by customer
 * with the charges of orders whose lines all have a known cost. Only for those who see costs, and where some cost is known.
 */
const costed = z.optional(z.object({ cost: z.number(), before: z.number(), after: z.number() }));
const sums = { orders: z.number(), lines: z.number(), ...amounts, costed };
const group = z.object({ key: z.string(), label: z.string(), ...sums });
export type ReplayGroup = z.output<typeof group>;

/** One named amount of an order; null in a book that does not charge it. */
const chargeRow = z.object({
  label: z.string(),
  isByHand: z.boolean(),
  paid: z.nullable(z.number()),
  before: z.nullable(z.number()),
  after: z.nullable(z.number()),
  /** How the amounts of both books count. */
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
  /** Its most affected orders, at most three; none in results from before they were stored. */
  affected: z.array(affectedOrder),
});
export type AffectedCustomer = z.output<typeof customerGroup>;

/** `before`: the live book has no price; `after`: only the draft has none. */
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
  /** With its 90 % interval, 0…1; null with fewer than 200 answers. */
  rate: z.nullable(z.object({ share: z.number(), low: z.number(), high: z.number() })),
};
const priceLevel = z.object({
  /** Lower end of quoted ÷ compared; null without an end. */
  from: z.nullable(z.number()),
  to: z.nullable(z.number()),
  ...answers,
});
const answerGroup = z.object({ key: z.string(), label: z.string(), ...answers });

/** A number of orders with its 90 % interval. */
const estimate = z.object({ orders: z.number(), low: z.number(), high: z.number() });
const expectedOrders = z.object({
  /** Answered quotations that both books price, and the others. */
  quotations: z.number(),
  unpriced: z.number(),
  /** Quotations that come to another price level; those at a level with fewer than 200 answers, before or after. */
  moved: z.number(),
  unknown: z.number(),
  /** null: 数据不足. */
  estimate: z.nullable(z.object({ before: estimate, after: estimate, change: estimate })),
});

export const replayResult = z.object({
  catalogueRevision: z.number(),
  total: z.object({
    ...sums,
    handLines: z.number(),
    hand: z.number(),
    lostLines: z.number(),
    lost: z.number(),
    openLines: z.number(),
    changedLines: z.number(),
    driftedLines: z.number(),
    dearerOrders: z.number(),
    cheaperOrders: z.number(),
    customers: z.number(),
    dearerCustomers: z.number(),
    cheaperCustomers: z.number(),
    /** Null where charges were not replayed. */
    charges: z.nullable(
      z.object({
        ...amounts,
        /** Manual charges, which are the same in both books. */
        handCharges: z.number(),
        hand: z.number(),
        /** Orders whose charges miss a fact, and what was charged in them; they count in no sum of charges. */
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
  /** Orders by the change of their sum with its charges, in the order of the classes. */
  changes: z.array(z.object({ label: z.string(), orders: z.number(), before: z.number() })),
  reasons: z.array(z.object({ reason: z.string(), book, lines: z.number(), paid: z.number() })),
  lost: z.array(lostLine),
  chargeReasons: z.array(z.object({ reason: z.string(), orders: z.number(), paid: z.number() })),
  lostCharges: z.array(
    z.object({ orderId: z.number(), orderNo: z.string(), paid: z.number(), reason: z.string() }),
  ),
  winRates: z.object({
    /** By quoted ÷ formula, and by quoted ÷ what the customer wanted to pay. */
    formula: z.array(priceLevel),
    target: z.array(priceLevel),
    /** By the total; by material tag, where a quotation counts at each of its tags. Empty in results from before they were counted. */
    values: z.array(answerGroup),
    tags: z.array(answerGroup),
    refusals: z.array(z.object({ reason: z.string(), count: z.number() })),
    withoutFormula: z.number(),
  }),
  /**
   * The expected number of orders by the acceptance at each price level; null for the live prices only, and in results from
   * before it was estimated.
   */
  expectedOrders: z.nullable(expectedOrders),
});
export type ReplayResult = z.output<typeof replayResult>;

/** Yuan, and the trace unless staff gave the price; or why the book has none. */
const bookPrice = z.object({
  price: z.nullable(z.number()),
  trace: z.optional(priceTrace),
  reason: z.string(),
});

/** A line as it was sold, and its price in both books. */
export const receiptLine = z.object({
  ...pick(orderItem.shape, ['lineNo', 'name', 'materialName', 'num', 'processes', 'trace']),
  paid: z.number(),
  before: bookPrice,
  after: bookPrice,
});
export type ReceiptLine = z.output<typeof receiptLine>;
