import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { ChangeOf } from '#contract/prices/price-changes.ts';
import { DISABLED, ENABLED } from '#contract/kernel/fields.ts';
import type { ChargeKind } from '#domain/pricing/charges.ts';
import { startOfHour } from '#domain/shanghai-time.ts';
import { sampleCatalogue } from '#server/db/seed/sample-catalogue/sample-catalogue.ts';
import type { Db } from '#server/db/database.ts';
import { stampOfChange, stampOfNew, type ChangedBy } from '#server/db/record-store.ts';
import { chargeRules, reviewRules, leadClasses } from '#server/db/schema.ts';
import { readChargeFigures } from '#server/modules/catalogue/rules/charge-rules.service.ts';
import { planPublication, PUBLISH_HOUR, type Change } from './price-book.ts';
import type { Person, Shop } from './shop.ts';

/** Days before the last day of the demo data. Changes that would fall before the first day apply on the first day. */
const DAYS_AGO = {
  reviewRules: 450,
  setup: 330,
  measures: 300,
  leads: 240,
  delivery: 150,
  discount: 75,
  endOfDiscount: 45,
};

/**
 * Plans when the shop enables the rules of the sample catalogue: review rules, charges (with the set-up charge waived
 * for repeat orders), lead classes, and a discount for a month. Adds charges based on measured models, which the sample
 * lacks. Charges are published as price drafts.
 */
export async function planRuleStarts({ tx, first, last }: Shop, admin: Person): Promise<Change[]> {
  const dayOf = (event: keyof typeof DAYS_AGO) => Math.max(first, last - DAYS_AGO[event]);
  const planWrite = (event: keyof typeof DAYS_AGO, write: (by: ChangedBy) => Promise<unknown>): Change => {
    const at = startOfHour(dayOf(event), PUBLISH_HOUR);
    return { at, apply: async () => void (await write({ userId: admin.userId, now: at })) };
  };
  const planCharges = async (
    event: keyof typeof DAYS_AGO,
    kinds: readonly ChargeKind[],
    draft: { name: string; reason: string; status?: 1 | 2 },
  ): Promise<Change[]> => {
    const changes = await planChargeStatus(tx, kinds, draft.status ?? 2);
    return changes.length === 0 ? [] : [planPublication(tx, admin, { ...draft, day: dayOf(event), changes })];
  };
  const discount = { name: '淡季优惠开始', reason: '为期一个月' };
  const isDiscounted = last - DAYS_AGO.endOfDiscount > first;
  return [
    planWrite('reviewRules', (by) => enableReviewRules(tx, by)),
    planWrite('setup', (by) => exemptRepeats(tx, by)),
    ...(await planCharges('setup', ['setup', 'minimum'], {
      name: '编程开机费单列',
      reason: '小单不再亏本；返单免收',
    })),
    planMeasuredRules(tx, admin, dayOf('measures')),
    planWrite('leads', (by) => enableLeadClasses(tx, by)),
    ...(await planCharges('delivery', ['packing', 'freight'], {
      name: '包装与运费单列',
      reason: '快递公司调价',
    })),
    ...(isDiscounted ? await planCharges('discount', ['discount'], discount) : []),
    ...(isDiscounted
      ? await planCharges('endOfDiscount', ['discount'], {
          name: '淡季优惠结束',
          reason: '活动到期',
          status: DISABLED,
        })
      : []),
  ];
}

const remarksOf = (samples: readonly { remark?: string | undefined }[]) => [
  ...new Set(samples.flatMap(({ remark }) => remark ?? [])),
];

/** Changes that enable (status 2) or disable (status 1) the sample's charge rules of these kinds. */
async function planChargeStatus(
  tx: Db,
  kinds: readonly ChargeKind[],
  status: 1 | 2,
): Promise<ChangeOf<'charge'>[]> {
  const rules = await tx
    .select({ id: chargeRules.id })
    .from(chargeRules)
    .where(and(isSampleCharge, inArray(chargeRules.kind, [...kinds])))
    .orderBy(asc(chargeRules.id));
  return planRuleStatus(
    tx,
    rules.map(({ id }) => id),
    status,
  );
}

async function planRuleStatus(tx: Db, ids: readonly number[], status: 1 | 2): Promise<ChangeOf<'charge'>[]> {
  const rules = await readChargeFigures(tx, ids);
  return [...rules].map(([ruleId, { figures }]) => ({
    kind: 'charge',
    ruleId,
    before: { ...figures, status: status === ENABLED ? DISABLED : ENABLED },
    after: { ...figures, status },
  }));
}

/** Disabled charge rules of the sample catalogue, found by their remarks. */
const isSampleCharge = and(
  eq(chargeRules.status, DISABLED),
  isNull(chargeRules.deletedAt),
  inArray(chargeRules.remark, remarksOf(sampleCatalogue.chargeRules)),
);

const exemptRepeats = (tx: Db, by: ChangedBy) =>
  tx
    .update(chargeRules)
    .set({ onRepeat: 'waived', ...stampOfChange(chargeRules, by) })
    .where(and(isSampleCharge, eq(chargeRules.kind, 'setup')));

/**
 * Charges and days for parts with models; a part without one has the price and days of the table. Half an hour of
 * machine time raises an order of one small part above the sample's minimum; below it, all orders would cost the same.
 */
const measuredRules = [
  { kind: 'other', label: '机时费', basis: 'minute', amountFen: 1_20 },
  { kind: 'other', label: '深孔费', basis: 'hole', amountFen: 3_00, depthOverMm: 50 },
  { kind: 'other', label: '去毛刺', basis: 'surface', amountFen: 1_50 },
  { kind: 'days', basis: 'days', dayMinutes: 480 },
] as const;

/** Adds `measuredRules` disabled, and publishes a draft that enables them. */
function planMeasuredRules(tx: Db, admin: Person, day: number): Change {
  const at = startOfHour(day, PUBLISH_HOUR);
  const draft = { name: '按模型计费', reason: '复杂零件不再亏本', day };
  return {
    at,
    apply: async () => {
      const added = await tx
        .insert(chargeRules)
        .values(
          measuredRules.map((rule, index) => ({
            ...rule,
            sort: 100 + index,
            status: DISABLED,
            ...stampOfNew({ userId: admin.userId, now: at }),
          })),
        )
        .returning({ id: chargeRules.id });
      const changes = await planRuleStatus(
        tx,
        added.map(({ id }) => id),
        2,
      );
      await planPublication(tx, admin, { ...draft, changes }).apply();
    },
  };
}

const enableReviewRules = (tx: Db, by: ChangedBy) =>
  tx
    .update(reviewRules)
    .set({ status: ENABLED, ...stampOfChange(reviewRules, by) })
    .where(
      and(isNull(reviewRules.deletedAt), inArray(reviewRules.remark, remarksOf(sampleCatalogue.reviewRules))),
    );

const enableLeadClasses = (tx: Db, by: ChangedBy) =>
  tx
    .update(leadClasses)
    .set({ status: ENABLED, ...stampOfChange(leadClasses, by) })
    .where(
      and(isNull(leadClasses.deletedAt), inArray(leadClasses.remark, remarksOf(sampleCatalogue.leadClasses))),
    );
