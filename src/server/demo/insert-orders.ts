import { createHash } from 'node:crypto';
import { waivesRepeats } from '#domain/charges/charge-rule.ts';
import { leadErrors, type LeadClass } from '#domain/lead/lead-class.ts';
import { shanghaiDay } from '#domain/orders/order-number.ts';
import type { CartFacts } from '#domain/quotation/cart.ts';
import { chargedLines } from '#domain/quotation/price-cart.ts';
import { dayNumber, dayText, parseDay } from '#domain/shanghai-time.ts';
import { costsOfItems } from '#server/modules/costs/item-costs.service.ts';
import type { Catalogue } from '#server/modules/catalogue/catalogue.service.ts';
import {
  insertOrders as writeOrders,
  type NewOrder,
} from '#server/modules/orders/placing/place-order.queries.ts';
import { toStoredOrder } from '#server/modules/orders/placing/stored-order.ts';
import {
  priceWithFacts,
  readFacts,
  toPricedRequest,
  rulesAt,
  type PricedOrder,
} from '#server/modules/quotes/price-cart.service.ts';
import { replyDue } from '#server/modules/quotes/quotes.service.ts';
import { planItems, planRepeat, planTimes } from './plan-orders.ts';
import type { PriceBook } from './price-book.ts';
import type { Random } from './random.ts';
import type { Customer, OrderKind, CreatedOrder, People, Shop } from './shop.ts';
import { createPastOrders, type PastOrders } from './past-orders.ts';

const BATCH = 100;
const KINDS: readonly OrderKind[] = ['placed', 'quoted', 'requested'];
const KIND_WEIGHTS: Record<OrderKind, number> = { placed: 73, quoted: 21, requested: 6 };
const LAST_DAY_KIND_WEIGHTS: Record<OrderKind, number> = { placed: 45, quoted: 15, requested: 40 };
/** Fraction of orders that repeat an earlier one of the company, if there is any. */
const REPEAT_FRACTION = 0.22;
/** Fractions of orders in the faster and in the slower class, if these are offered. */
const FAST_FRACTION = 0.14;
const SLOW_FRACTION = 0.16;

/** Writes the quotations, requests and orders of all days in chronological order. */
export async function insertOrders(
  shop: Shop,
  people: People,
  book: PriceBook,
  size: { days: number; orders: number },
): Promise<CreatedOrder[]> {
  const { tx, random, first } = shop;
  const { days, orders: count } = size;
  const times = planTimes(random, { first, days, count });
  const created: CreatedOrder[] = [];
  const memory: Memory = { pastOrders: createPastOrders(), slots: new Map() };
  let waiting = times;
  for (let [at] = waiting; at; [at] = waiting) {
    const catalogue = await book.at(at);
    const nextChange = book.next();
    // A batch ends before the next price change.
    const due = waiting.slice(0, BATCH).filter((time) => !nextChange || time < nextChange);
    const batch: ComposedOrder[] = [];
    for (const time of due) batch.push(await composeOrder({ shop, catalogue, memory }, people, time));
    waiting = waiting.slice(batch.length);
    const ids = await writeOrders(
      tx.$client,
      batch.map(({ order }) => order),
    );
    for (const [index, { order, kind, customer }] of batch.entries()) {
      const id = ids[index];
      if (id === undefined) throw new Error('an order was not written');
      const { deliveryTime: deliveryDays, promisedDate: promised } = order;
      created.push({ id, kind, customer, at: order.now, promisedDay: parseDay(promised), deliveryDays });
    }
  }
  return created;
}

/** State that the next order depends on. */
interface Memory {
  pastOrders: PastOrders;
  /** Slots taken, by class and day. */
  slots: Map<string, number>;
}

interface Context {
  shop: Shop;
  /** The catalogue at the time of the order. */
  catalogue: Catalogue;
  memory: Memory;
}

interface ComposedOrder {
  order: NewOrder;
  kind: OrderKind;
  customer: Customer;
}

async function composeOrder(context: Context, { customers }: People, at: Date): Promise<ComposedOrder> {
  const { shop, catalogue, memory } = context;
  const { random, costs, settings, last } = shop;
  const customer = random.pickBy(customers, ({ company }) => company.weight);
  const kindWeights = dayNumber(at) === last ? LAST_DAY_KIND_WEIGHTS : KIND_WEIGHTS;
  const plannedKind = random.pickBy(KINDS, (candidate) => kindWeights[candidate]);
  const items = planCart(context, customer);
  const facts = await factsOf(context, customer, items, at);
  const price = (lead?: LeadClass) =>
    priceWithFacts(catalogue, { deptPath: [] }, { parts: items, lead, unpriced: 'zero' }, facts, at);
  const automatic = price();
  const kind = automatic.reviewReasons.length > 0 ? 'requested' : plannedKind;
  const isRequest = kind === 'requested';
  const { lead, ...slot } = isRequest ? NO_SLOT : chooseLead(context, automatic, kind, at);
  const priced = isRequest ? toPricedRequest(catalogue, automatic, at) : price(lead);
  const stored = toStoredOrder(catalogue, settings, priced, at);
  if (kind === 'placed') memory.pastOrders.add(customer, items);
  const key = createHash('sha256').update(`${at.getTime()} ${customer.userId}`).digest('hex').slice(0, 32);
  return {
    kind,
    customer,
    order: {
      ...slot,
      ...stored,
      costs: costsOfItems(costs, stored.items, stored.charges),
      status: kind,
      userId: customer.userId,
      deptId: customer.deptId,
      byId: customer.userId,
      userName: customer.nickName,
      key,
      bodyHash: key,
      day: shanghaiDay(at),
      contactName: customer.nickName,
      contactPhone: customer.phone,
      address: '',
      remark: '',
      requestedAt: isRequest ? at : null,
      replyDueAt: isRequest ? replyDue(settings, at) : null,
      targetFen: null,
      wishedDate: null,
      now: at,
    },
  };
}

/** New parts, or those of an earlier order. */
function planCart({ shop: { random }, catalogue, memory }: Context, customer: Customer) {
  const earlier = random.chance(REPEAT_FRACTION)
    ? memory.pastOrders.pickPastOrder(random, customer)
    : undefined;
  return earlier ? planRepeat(random, earlier) : planItems(random, catalogue);
}

/** The facts that rules need about an order. Repeated parts are found in memory. */
async function factsOf(
  { shop: { tx, settings }, catalogue, memory }: Context,
  customer: Customer,
  items: Parameters<PastOrders['repeatsOf']>[1],
  at: Date,
): Promise<CartFacts> {
  const rules = rulesAt(catalogue, at);
  const withoutRepeats = { ...catalogue, chargeRules: [] };
  const facts = await readFacts({ db: tx, catalogue: withoutRepeats, settings }, customer, items, at);
  const repeats = waivesRepeats(rules.charges) ? memory.pastOrders.repeatsOf(customer, items) : [];
  return {
    ...facts,
    lines: facts.lines.map((line, index) => ({ ...line, isRepeat: repeats[index] ?? false })),
  };
}

/** The lead class of an order, 标准 for most, and its slot. */
interface ChosenLead extends Pick<NewOrder, 'slotDay' | 'slots'> {
  lead?: LeadClass;
}
const NO_SLOT: ChosenLead = { slotDay: null, slots: null };

/** Chooses 标准 when the day has no free slot, and for quotations, which would take their slot later. */
function chooseLead(
  { shop: { random }, catalogue, memory }: Context,
  priced: PricedOrder,
  kind: OrderKind,
  at: Date,
): ChosenLead {
  const lead = planLead(random, catalogue, priced);
  if (!lead) return NO_SLOT;
  if (lead.slots === null) return { ...NO_SLOT, lead };
  const slotDay = dayText(dayNumber(at));
  const key = `${lead.id} ${slotDay}`;
  const count = memory.slots.get(key) ?? 0;
  if (kind !== 'placed' || count >= lead.slots) return NO_SLOT;
  memory.slots.set(key, count + 1);
  return { lead, slotDay, slots: lead.slots };
}

/** The class that the customer prefers, if the shop offers it for these parts. */
function planLead(random: Random, { leadClasses }: Catalogue, priced: PricedOrder): LeadClass | undefined {
  const preference = random.next();
  const isPreferred = ({ factor }: LeadClass) =>
    factor < 1
      ? preference < FAST_FRACTION
      : preference >= FAST_FRACTION && preference < FAST_FRACTION + SLOW_FRACTION;
  return leadClasses.find((lead) => isPreferred(lead) && leadErrors(lead, chargedLines(priced)).length === 0);
}
