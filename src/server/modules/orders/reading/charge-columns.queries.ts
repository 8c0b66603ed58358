import { inArray } from 'drizzle-orm';
import { yuanFromFen } from '#domain/money.ts';
import { chargeTitle, chargeValueText, sumOfCharges, type Charge } from '#domain/pricing/charges.ts';
import type { Order } from '#contract/orders/order-data.ts';
import type { Db } from '#server/db/database.ts';
import { orders } from '#server/db/schema.ts';

/** Adds the export's columns for charges and lead class to the orders; empty for orders that have none. */
export async function withCharges(db: Db, list: readonly Order[]): Promise<object[]> {
  if (list.length === 0) return [];
  const ids = list.map(({ id }) => id);
  const rows = await db
    .select({ id: orders.id, charges: orders.charges })
    .from(orders)
    .where(inArray(orders.id, ids));
  const chargesOf = new Map(rows.map(({ id, charges }) => [id, charges]));
  return list.map((order) => ({
    ...order,
    ...columnsOf(chargesOf.get(order.id) ?? []),
    leadName: order.lead?.name ?? '',
  }));
}

function columnsOf(charges: readonly Charge[]) {
  const isDiscount = ({ kind }: Charge) => kind === 'discount';
  return {
    chargesYuan: sumOf(charges.filter((charge) => !isDiscount(charge) && charge.kind !== 'days')),
    discountYuan: sumOf(charges.filter(isDiscount)),
    chargeTexts: charges.map((charge) => `${chargeTitle(charge)} ${chargeValueText(charge)}`),
  };
}

/** The sum in yuan; empty if there are no charges. */
const sumOf = (charges: readonly Charge[]): number | '' =>
  charges.length === 0 ? '' : yuanFromFen(sumOfCharges(charges));
