import { createHash } from 'node:crypto';
import { shanghaiDay } from '#domain/orders/order-number.ts';
import type { CncPrice } from '#domain/pricing/types.ts';
import { dayNumber, parseDay } from '#domain/shanghai-time.ts';
import type { Catalogue } from '#server/modules/catalogue/catalogue.service.ts';
import { insertOrders as writeOrders, type NewOrder } from '#server/modules/orders/place-order.queries.ts';
import { soldOrder } from '#server/modules/orders/sold-order.ts';
import { chargedOrder } from '#server/modules/quotes/charges.service.ts';
import { asRequest } from '#server/modules/quotes/gates.service.ts';
import { priceItems, replyDue } from '#server/modules/quotes/quotes.service.ts';
import { planItems, planTimes } from './plan-orders.ts';
import type { Customer, Kind, Made, People, Shop } from './shop.ts';

const BATCH = 100;
/** Machining prices of the quarters before the present one, the latest first, in proportion to those of today. */
const PAST_PRICES = [0.98, 0.97, 0.98, 0.95, 0.94, 0.93, 0.92, 0.9];
const QUARTER_DAYS = 91;
const KINDS: readonly Kind[] = ['placed', 'quoted', 'requested'];
const SHARES: Record<Kind, number> = { placed: 70, quoted: 20, requested: 10 };
const LAST_DAY_SHARES: Record<Kind, number> = { placed: 45, quoted: 15, requested: 40 };

/** Writes the quotations, requests and orders of all days, as they were made. */
export async function insertOrders(
  shop: Shop,
  people: People,
  size: { days: number; orders: number },
): Promise<Made[]> {
  const { tx, random, first } = shop;
  const { days, orders: count } = size;
  const times = planTimes(random, { first, days, count });
  const made: Made[] = [];
  for (let from = 0; from < times.length; from += BATCH) {
    const batch = times.slice(from, from + BATCH).map((at) => compose(shop, people, at));
    const ids = await writeOrders(
      tx.$client,
      batch.map(({ order }) => order),
    );
    for (const [index, { order, kind, customer }] of batch.entries()) {
      const id = ids[index];
      if (id === undefined) throw new Error('an order was not written');
      const { deliveryTime: deliveryDays, promisedDate: promised } = order;
      made.push({ id, kind, customer, at: order.now, promisedDay: parseDay(promised), deliveryDays });
    }
  }
  return made;
}

function compose(
  { random, catalogue, settings, last }: Shop,
  { customers }: People,
  at: Date,
): { order: NewOrder; kind: Kind; customer: Customer } {
  const customer = random.pickBy(customers, ({ company }) => company.weight);
  const shares = dayNumber(at) === last ? LAST_DAY_SHARES : SHARES;
  const kind = random.pickBy(KINDS, (one) => shares[one]);
  const cncPrice = pricesOf(catalogue, last - dayNumber(at));
  const priced = priceItems(catalogue, cncPrice, planItems(random, catalogue));
  const isRequest = kind === 'requested';
  const asked = isRequest ? asRequest(priced, true) : priced;
  const key = createHash('sha256').update(`${at.getTime()} ${customer.userId}`).digest('hex').slice(0, 32);
  return {
    kind,
    customer,
    order: {
      ...soldOrder(catalogue, settings, chargedOrder(catalogue, asked, at), at),
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

/** Machining prices so many days ago: they changed once a quarter. */
function pricesOf(catalogue: Catalogue, daysAgo: number): CncPrice {
  const quarter = Math.floor(daysAgo / QUARTER_DAYS);
  const factor = quarter === 0 ? 1 : (PAST_PRICES[Math.min(quarter, PAST_PRICES.length) - 1] ?? 1);
  const today = catalogue.machiningPricesFor([]);
  return Object.fromEntries(
    Object.entries(today).map(([tag, price]) => [tag, Math.round(price * factor * 100) / 100]),
  );
}
