import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { ChangeOf } from '#contract/prices/price-changes.ts';
import type { ChargeKind } from '#domain/pricing/charges.ts';
import { startOfHour } from '#domain/shanghai-time.ts';
import { sampleCatalogue } from '#server/db/seed/sample-catalogue/sample-catalogue.ts';
import type { Db } from '#server/db/database.ts';
import { stampOfChange, stampOfNew, type ChangedBy } from '#server/db/record-store.ts';
import { chargeRules, reviewRules, leadClasses } from '#server/db/schema.ts';
import { readChargeFigures } from '#server/modules/catalogue/rules/charge-rules.service.ts';
import { publication, PUBLISHED_HOUR, type Change } from './price-book.ts';
import type { Person, Shop } from './shop.ts';

/** Days before the last one; earlier changes apply from the first day on. */
const DAYS_AGO = {
  gates: 450,
  setup: 330,
  measures: 300,
  leads: 240,
  delivery: 150,
  discount: 75,
  endOfDiscount: 45,
};

/**
 * The shop switches on the rules of the sample catalogue: review rules, charges (repeats without the set-up), lead classes, and a discount
 * for a month. It adds charges by measures of models, which the sample lacks. Charges are published as drafts of prices.
 */
export async function ruleStarts({ tx, first, last }: Shop, admin: Person): Promise<Change[]> {
  const dayOf = (of: keyof typeof DAYS_AGO) => Math.max(first, last - DAYS_AGO[of]);
  const switching = (of: keyof typeof DAYS_AGO, make: (by: ChangedBy) => Promise<unknown>): Change => {
    const at = startOfHour(dayOf(of), PUBLISHED_HOUR);
    return { at, make: async () => void (await make({ userId: admin.userId, now: at })) };
  };
  const charging = async (
    of: keyof typeof DAYS_AGO,
    kinds: readonly ChargeKind[],
    draft: { name: string; reason: string; status?: 1 | 2 },
  ): Promise<Change[]> => {
    const changes = await switchedCharges(tx, kinds, draft.status ?? 2);
    return changes.length === 0 ? [] : [publication(tx, admin, { ...draft, day: dayOf(of), changes })];
  };
  const discount = { name: '淡季优惠开始', reason: '为期一个月' };
  const isDiscounted = last - DAYS_AGO.endOfDiscount > first;
  return [
    switching('gates', (by) => startReviewRules(tx, by)),
    switching('setup', (by) => spareRepeats(tx, by)),
    ...(await charging('setup', ['setup', 'minimum'], {
      name: '编程开机费单列',
      reason: '小单不再亏本；返单免收',
    })),
    measuring(tx, admin, dayOf('measures')),
    switching('leads', (by) => startLeads(tx, by)),
    ...(await charging('delivery', ['packing', 'freight'], {
      name: '包装与运费单列',
      reason: '快递公司调价',
    })),
    ...(isDiscounted ? await charging('discount', ['discount'], discount) : []),
    ...(isDiscounted
      ? await charging('endOfDiscount', ['discount'], {
          name: '淡季优惠结束',
          reason: '活动到期',
          status: 1,
        })
      : []),
  ];
}

const remarksOf = (samples: readonly { remark?: string | undefined }[]) => [
  ...new Set(samples.flatMap(({ remark }) => remark ?? [])),
];

/** Changes that switch the charge rules of the sample on or off. */
async function switchedCharges(
  tx: Db,
  kinds: readonly ChargeKind[],
  status: 1 | 2,
): Promise<ChangeOf<'charge'>[]> {
  const found = await tx
    .select({ id: chargeRules.id })
    .from(chargeRules)
    .where(and(isSampleCharge, inArray(chargeRules.kind, [...kinds])))
    .orderBy(asc(chargeRules.id));
  return switchedTo(
    tx,
    found.map(({ id }) => id),
    status,
  );
}

async function switchedTo(tx: Db, ids: readonly number[], status: 1 | 2): Promise<ChangeOf<'charge'>[]> {
  const known = await readChargeFigures(tx, ids);
  return [...known].map(([ruleId, { figures }]) => ({
    kind: 'charge',
    ruleId,
    before: { ...figures, status: status === 2 ? 1 : 2 },
    after: { ...figures, status },
  }));
}

const isSampleCharge = and(
  eq(chargeRules.status, 1),
  isNull(chargeRules.deletedAt),
  inArray(chargeRules.remark, remarksOf(sampleCatalogue.chargeRules)),
);

const spareRepeats = (tx: Db, by: ChangedBy) =>
  tx
    .update(chargeRules)
    .set({ onRepeat: 'waived', ...stampOfChange(chargeRules, by) })
    .where(and(isSampleCharge, eq(chargeRules.kind, 'setup')));

/**
 * Charges and days for parts with models; a part without one has the price and days of the table. Half an hour on the machine lifts the
 * order of one small part above the minimum of the sample, which would make all of them cost the same.
 */
const measuredRules = [
  { kind: 'other', label: '机时费', basis: 'minute', amountFen: 1_20 },
  { kind: 'other', label: '深孔费', basis: 'hole', amountFen: 3_00, depthOverMm: 50 },
  { kind: 'other', label: '去毛刺', basis: 'surface', amountFen: 1_50 },
  { kind: 'days', basis: 'days', dayMinutes: 480 },
] as const;

/** Adds these rules switched off, and publishes a draft that switches them on. */
function measuring(tx: Db, admin: Person, day: number): Change {
  const at = startOfHour(day, PUBLISHED_HOUR);
  const draft = { name: '按模型计费', reason: '复杂零件不再亏本', day };
  return {
    at,
    make: async () => {
      const added = await tx
        .insert(chargeRules)
        .values(
          measuredRules.map((rule, index) => ({
            ...rule,
            sort: 100 + index,
            status: 1,
            ...stampOfNew({ userId: admin.userId, now: at }),
          })),
        )
        .returning({ id: chargeRules.id });
      const changes = await switchedTo(
        tx,
        added.map(({ id }) => id),
        2,
      );
      await publication(tx, admin, { ...draft, changes }).make();
    },
  };
}

const startReviewRules = (tx: Db, by: ChangedBy) =>
  tx
    .update(reviewRules)
    .set({ status: 2, ...stampOfChange(reviewRules, by) })
    .where(
      and(isNull(reviewRules.deletedAt), inArray(reviewRules.remark, remarksOf(sampleCatalogue.reviewRules))),
    );

const startLeads = (tx: Db, by: ChangedBy) =>
  tx
    .update(leadClasses)
    .set({ status: 2, ...stampOfChange(leadClasses, by) })
    .where(
      and(isNull(leadClasses.deletedAt), inArray(leadClasses.remark, remarksOf(sampleCatalogue.leadClasses))),
    );
