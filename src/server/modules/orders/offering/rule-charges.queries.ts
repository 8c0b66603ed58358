import { and, desc, eq, sql } from 'drizzle-orm';
import type { Charge } from '#domain/pricing/charges.ts';
import type { Db } from '#server/db/database.ts';
import { orderHistory, orderRevisions } from '#server/db/schema.ts';
import type { OrderRow } from '../reading/orders.queries.ts';

/** The rule charges of the last revision with automatic charges: the charges of offers, including extended ones, are manual. */
export async function readRuleCharges(
  db: Db,
  order: Pick<OrderRow, 'id' | 'revision' | 'offeredRevision' | 'charges'>,
): Promise<Charge[]> {
  const charges =
    order.offeredRevision === order.revision ? await readBeforeOffers(db, order.id) : order.charges;
  return charges.filter(({ ruleId }) => ruleId !== undefined);
}

async function readBeforeOffers(db: Db, orderId: number): Promise<readonly Charge[]> {
  const { revision, charges } = orderRevisions;
  // Prefixes of the history texts of `offerReason` and of extended offers; a customer cannot write such a row.
  const isOfferRevision = sql`exists (
    select from ${orderHistory}
    where ${orderHistory.orderId} = ${orderRevisions.orderId} and ${orderHistory.to} = 'quoted'
      and ${orderHistory.reason} ~ ('^(人工报价|有效期延长至 [-0-9]+)，第 ' || ${revision} || ' 版')
  )`;
  const [row] = await db
    .select({ charges })
    .from(orderRevisions)
    .where(and(eq(orderRevisions.orderId, orderId), sql`not ${isOfferRevision}`))
    .orderBy(desc(revision))
    .limit(1);
  return row?.charges ?? [];
}
