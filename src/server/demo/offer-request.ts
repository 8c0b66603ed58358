import { eq } from 'drizzle-orm';
import { yuanFromFen } from '#domain/money.ts';
import { lineFromTrace } from '#domain/pricing/line.ts';
import type { StoredOffer } from '#contract/offer-body.ts';
import { orders } from '#server/db/schema.ts';
import { insertHistory } from '#server/modules/orders/orders.queries.ts';
import { prepareOffer, termsOf } from '#server/modules/orders/prepare-offer.service.ts';
import {
  insertItems,
  listItemRowsOf,
  writeOfferedRevision,
} from '#server/modules/orders/revisions.queries.ts';
import type { People, Shop } from './shop.ts';

const REASONS = [
  '需五轴加工，按图核价',
  '薄壁件，增加装夹与检验工时',
  '批量较大，按专用治具核算',
  '材料规格需定制下料',
];

/** Answers a request like a person at the desk: some lines by hand, sometimes a charge or a discount. Resolves with its days. */
export async function offerRequest(
  { tx, random, settings }: Shop,
  people: People,
  id: number,
  now: Date,
): Promise<number> {
  const [before] = await tx.select().from(orders).where(eq(orders.id, id));
  if (!before) throw new Error(`order ${id} is gone`);
  const by = random.pickBy(people.staff, ({ userId }) => 1 / userId);
  const lines = (await listItemRowsOf(tx, before)).flatMap(({ lineNo, trace }) => {
    const { fen, days } = lineFromTrace(trace);
    if (fen === null || random.chance(0.45)) return [];
    const amount = Math.round(yuanFromFen(fen) * random.between(0.96, 1.35));
    return [{ lineNo, kind: 'price' as const, amount, days: Math.ceil(days), reason: random.pick(REASONS) }];
  });
  const stored: StoredOffer = {
    lines,
    validDays: settings['quote.validDays'],
    ...(random.chance(0.25) && {
      charges: [
        { kind: 'setup' as const, amount: random.pick([80, 120, 200, 300]), reason: '首件编程与开机' },
      ],
    }),
    ...(random.chance(0.2) && { discount: { percent: random.pick([2, 3, 5]), reason: '长期合作' } }),
  };
  const prepared = await prepareOffer(tx, before, stored, by.nickName, settings);
  const after = await writeOfferedRevision(tx, before, {
    ...termsOf(prepared, settings, now),
    userId: by.userId,
    now,
  });
  if (!after) throw new Error(`order ${id} changed`);
  await insertItems(tx, after, prepared.items);
  await tx.update(orders).set({ ownerId: by.userId, ownedAt: now }).where(eq(orders.id, id));
  await insertHistory(tx, {
    orderId: id,
    from: 'requested',
    to: 'quoted',
    userId: by.userId,
    userName: by.nickName,
    reason: `人工报价，第 ${after.revision} 版`,
    createdAt: now,
  });
  return after.deliveryTime;
}
