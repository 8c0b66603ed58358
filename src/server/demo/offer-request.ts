import { eq } from 'drizzle-orm';
import type { Charge } from '#domain/pricing/charges.ts';
import { offerReason } from '#domain/orders/offer-history.ts';
import { lineFromTrace } from '#domain/pricing/line.ts';
import { chargeInYuan } from '#contract/orders/charges.ts';
import type { StoredOffer } from '#contract/orders/offer-body.ts';
import { orders } from '#server/db/schema.ts';
import { insertHistory, listItemRowsOf } from '#server/modules/orders/reading/orders.queries.ts';
import { prepareOffer, termsOf } from '#server/modules/orders/offering/prepare-offer.service.ts';
import { insertItems, writeOfferedRevision } from '#server/modules/orders/revising/revisions.queries.ts';
import type { Random } from './random.ts';
import type { People, Shop } from './shop.ts';

const REASONS = [
  '需五轴加工，按图核价',
  '薄壁件，增加装夹与检验工时',
  '批量较大，按专用治具核算',
  '材料规格需定制下料',
];

/** Sets a manual price, or keeps the formula's, which needs an entry only if a rule hid it. */
function decideLine(
  random: Random,
  { lineNo, trace }: Pick<OfferedLine, 'lineNo' | 'trace'>,
): StoredOffer['lines'] {
  const isHidden = lineFromTrace(trace).fen === null;
  if (random.chance(0.45)) return isHidden ? [{ lineNo, kind: 'formula' }] : [];
  const amount = Math.round(trace.sub_total * random.between(0.96, 1.35));
  const days = Math.ceil(trace.delivery_time);
  return [{ lineNo, kind: 'price', amount, days, reason: random.pick(REASONS) }];
}
type OfferedLine = Awaited<ReturnType<typeof listItemRowsOf>>[number];

/** The charges of the request, which an offer starts with, and sometimes another one. */
function chargesOf(random: Random, requested: readonly Charge[]): NonNullable<StoredOffer['charges']> {
  const charges = requested
    .map(chargeInYuan)
    .flatMap(({ kind, label, amount, reason }) =>
      kind === 'discount' || kind === 'days' ? [] : [{ kind, label, amount, reason }],
    );
  const hasSetup = charges.some(({ kind }) => kind === 'setup');
  if (hasSetup || !random.chance(0.25)) return charges;
  const amount = random.pick([80, 120, 200, 300]);
  return [...charges, { kind: 'setup', amount, reason: '首件编程与开机' }];
}

/** Answers a request with some manual prices, sometimes a charge or a discount. Resolves with the offer's working days. */
export async function offerRequest(
  { tx, random, settings }: Shop,
  people: People,
  id: number,
  now: Date,
): Promise<number> {
  const [before] = await tx.select().from(orders).where(eq(orders.id, id));
  if (!before) throw new Error(`order ${id} is gone`);
  // Staff with low ids answer most requests.
  const staffMember = random.pickBy(people.staff, ({ userId }) => 1 / userId);
  const lines = (await listItemRowsOf(tx, before)).flatMap((row) => decideLine(random, row));
  const stored: StoredOffer = {
    lines,
    validDays: settings['quote.validDays'],
    charges: chargesOf(random, before.charges),
    ...(random.chance(0.2) && { discount: { percent: random.pick([2, 3, 5]), reason: '长期合作' } }),
  };
  const prepared = await prepareOffer(tx, before, stored, staffMember.nickName, settings);
  const after = await writeOfferedRevision(tx, before, {
    ...termsOf(prepared, settings, now),
    userId: staffMember.userId,
    now,
  });
  await insertItems(tx, after, prepared.items);
  await tx.update(orders).set({ ownerId: staffMember.userId, ownedAt: now }).where(eq(orders.id, id));
  await insertHistory(tx, {
    orderId: id,
    from: 'requested',
    to: 'quoted',
    userId: staffMember.userId,
    userName: staffMember.nickName,
    reason: offerReason(after.revision, ''),
    createdAt: now,
  });
  return after.deliveryTime;
}
