import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import {
  MAX_CHARGE_RULES,
  ruleInFen,
  ruleInYuan,
  type chargeRules as endpoints,
  type ChargeRuleInput,
  type ChargeRuleRecord,
} from '#contract/catalogue/charge-rules.ts';
import { ENABLED } from '#contract/kernel/fields.ts';
import { MAX_OFFER_CHARGES } from '#contract/orders/charges.ts';
import { chargeFiguresOf, type ChargeFigures } from '#contract/prices/price-changes.ts';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import { chargeRuleLabel, chargeRuleName, lastDay } from '#domain/charges/charge-rule.ts';
import { chargeConflict, ruleErrors } from '#domain/charges/rule-errors.ts';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import type { Db } from '#server/db/database.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { storeOf, withWireTimes } from '#server/db/record-store.ts';
import { chargeRules, materials, revisions } from '#server/db/schema.ts';
import { AppError, throwFieldErrors } from '#server/http/app-error.ts';
import { assertBelowLimit } from './assert-below-limit.ts';
import { readChargeRules, createTargetNamer, withTargetNames } from './charge-rules.queries.ts';
import { listKnownTags, UNKNOWN_TAG } from '../material-tags.ts';
import { isKnownLead } from './lead-classes.queries.ts';
import { listExistingMaterials } from '../materials.queries.ts';
import { listExistingOptions } from '../options.queries.ts';
import { withFigureHistory, type FigureRecords, type RecordFigures } from '../figure-records.ts';
import type { PricedBy } from '../price-history.service.ts';
import {
  assertNoJumps,
  percentEffect,
  withoutConfirmJumps,
  type YuanChange,
} from '../price-jumps.service.ts';

const { id, kind, scope, basis, validFrom, validTo, sort, status, updatedAt } = chargeRules;

/** Charge rules in yuan, with the names of their targets. Writes changes of figures to the price history. */
export const chargeRuleStore = withFigureHistory(
  storeOf<typeof endpoints>()({
    table: chargeRules,
    id,
    present: async (rows, db) =>
      (await withTargetNames(db, rows)).map((row) => ({
        ...ruleInYuan(withWireTimes(row)),
        name: chargeRuleLabel(row, row),
      })),
    toColumns: (input) => ruleInFen(withoutConfirmJumps(input)),
    where: (query) => [
      query.kind ? eq(kind, query.kind) : undefined,
      query.basis ? eq(basis, query.basis) : undefined,
      query.status === undefined ? undefined : eq(status, query.status),
    ],
    sortable: { id, kind, scope, basis, validFrom, validTo, sort, status, updatedAt },
    order: [asc(sort), asc(id)],
  }),
  'charge',
  chargeFiguresOf,
);

/** The charges of all enabled rules must fit into one offer. */
const MAX_ENABLED_RULES = MAX_OFFER_CHARGES;

/**
 * Checks a rule. An enabled rule must apply to some parts and not contradict another one. The caller must hold the
 * catalogue's lock.
 */
export async function checkRule(tx: Db, input: ChargeRuleInput, ruleId: number | undefined): Promise<void> {
  const before = ruleId === undefined ? undefined : await chargeRuleStore.find(tx, ruleId);
  const terms = ruleInFen(input);
  throwFieldErrors(ruleErrors(terms));
  throwFieldErrors(await findTargetErrors(tx, input, before));
  if (ruleId === undefined) await assertBelowLimit(tx, chargeRules, MAX_CHARGE_RULES, '条规则');
  if (input.status !== ENABLED) return;
  if (lastDay(input.validTo) < (await readChangeDay(tx)))
    throwFieldErrors({ validTo: `已于 ${input.validTo} 截止，这条规则不会生效：请修改截止日期或停用` });
  if (input.basis === 'kg' && !(await hasDensity(tx, input)))
    throwFieldErrors({ basis: '适用的材料都没有填写密度，重量无从计算，这条规则不会收费' });
  const rule = { ...terms, id: ruleId ?? 0, ...(await createTargetNamer(tx, [input]))(input) };
  const others = (await readChargeRules(tx)).filter((other) => other.id !== ruleId);
  if (others.length >= MAX_ENABLED_RULES)
    throwFieldErrors({ status: `最多同时启用${MAX_ENABLED_RULES}条规则，请先停用不用的` });
  const conflict = chargeConflict(rule, others);
  if (conflict !== undefined) throwFieldErrors({ basis: conflict });
}

/** `checkRule`; also throws `price.jump` unless confirmed. */
export async function checkRuleAndJumps(
  tx: Db,
  { confirmJumps, ...input }: ChargeRuleInput & { confirmJumps?: boolean | undefined },
  ruleId: number | undefined,
): Promise<void> {
  await checkRule(tx, input, ruleId);
  const before = ruleId === undefined ? undefined : await chargeRuleStore.find(tx, ruleId);
  assertNoJumps(ruleEffects(before, { ...input, id: ruleId ?? 0 }), confirmJumps);
}

type PricedRule = Pick<ChargeRuleInput, 'kind' | 'label' | 'basis'> &
  Omit<ChargeFigures, 'status'> & { flat?: number | null; id: number; status: number };

const figureNames = { amount: '', minimum: '的最低金额', flat: '没有模型时的金额' } as const;

/** The price changes that an enabled rule causes: its amounts, and the effect of a large percentage on ¥100 of parts. */
export function ruleEffects(before: Omit<PricedRule, 'id'> | undefined, after: PricedRule): YuanChange[] {
  if (after.status !== ENABLED) return [];
  const enabledBefore = before?.status === ENABLED && before.basis === after.basis ? before : undefined;
  const name = chargeRuleName(after);
  const yuanChanges = (['amount', 'minimum', 'flat'] as const).flatMap((figure) => {
    const [from, to] = [enabledBefore?.[figure] ?? null, after[figure] ?? null];
    return to === null
      ? []
      : [
          {
            id: `charge/${after.id}/${figure}`,
            name: `${name}${figureNames[figure]}`,
            from,
            to,
          },
        ];
  });
  const { kind, percent } = after;
  const isUnchanged = enabledBefore?.percent === percent && enabledBefore.kind === kind;
  if (percent === null || isUnchanged) return yuanChanges;
  const change = kind === 'discount' ? -percent : percent;
  return [
    ...yuanChanges,
    ...percentEffect(`charge/${after.id}/percent`, `${name} ${percent}%（零件合计 100 元）`, change),
  ];
}

/** The Shanghai day of the change, which a write has recorded as the catalogue's `changedAt`; for a preview, today. */
async function readChangeDay(tx: Db): Promise<string> {
  const { changedAt } = onlyRow(
    await tx
      .select({ changedAt: sql`greatest(${revisions.changedAt}, now())`.mapWith(revisions.changedAt) })
      .from(revisions)
      .where(eq(revisions.name, 'catalogue')),
  );
  return dayText(dayNumber(changedAt));
}

/** A disabled rule may keep references to deleted records. */
async function findTargetErrors(
  tx: Db,
  { materialTag, materialId, optionId, leadClassId, status: nextStatus }: ChargeRuleInput,
  before: ChargeRuleRecord | undefined,
): Promise<FieldErrors> {
  const exempt = nextStatus === 2 ? undefined : before;
  if (materialTag !== '' && materialTag !== exempt?.materialTag)
    if (!(await listKnownTags(tx, [materialTag])).has(materialTag)) return { materialTag: UNKNOWN_TAG };
  if (materialId !== null && materialId !== exempt?.materialId)
    if (!(await listExistingMaterials(tx, [materialId])).has(materialId))
      return { materialId: '该材料不存在或已删除，请重新选择' };
  if (optionId !== null && optionId !== exempt?.optionId)
    if (!(await listExistingOptions(tx, [optionId])).has(optionId))
      return { optionId: '该工艺选项不存在或已删除，请重新选择' };
  if (leadClassId !== null && leadClassId !== exempt?.leadClassId)
    if (!(await isKnownLead(tx, leadClassId))) return { leadClassId: '该交期档位不存在或已删除，请重新选择' };
  return {};
}

/** Whether a material that the rule may apply to has a density. */
async function hasDensity(tx: Db, rule: ChargeRuleInput): Promise<boolean> {
  const [match] = await tx
    .select({ id: materials.id })
    .from(materials)
    .where(
      and(
        isNull(materials.deletedAt),
        gt(materials.density, 0),
        rule.scope === 'tag' ? eq(materials.materialTag, rule.materialTag) : undefined,
        rule.materialId === null ? undefined : eq(materials.id, rule.materialId),
      ),
    )
    .limit(1);
  return match !== undefined;
}

/**
 * Changes the figures of a rule inside `writeCatalogue`, and checks them like an edit. Throws `request.invalid`,
 * including for a deleted rule.
 */
async function changeFigures(tx: Db, ruleId: number, figures: ChargeFigures, by: PricedBy): Promise<void> {
  const before = await chargeRuleStore.find(tx, ruleId);
  if (!before)
    throw new AppError('request.invalid', {
      msg: `附加费规则“${(await readChargeFigures(tx, [ruleId])).get(ruleId)?.name ?? ruleId}”已删除`,
    });
  const { id: _id, target: _target, leadTarget: _lead, leadFactor: _factor, name: _name, ...record } = before;
  const { createdAt: _created, updatedAt: _updated, ...rule } = record;
  const input = { ...rule, ...figures } as ChargeRuleInput & { version: number };
  await checkRule(tx, input, ruleId);
  await chargeRuleStore.update(tx, ruleId, input, by);
}

interface RuleWithFigures extends RecordFigures<ChargeFigures> {
  rule: Pick<ChargeRuleInput, 'kind' | 'label' | 'basis'>;
}

/** The figures of these rules, with their names; a deleted rule keeps its last ones. */
export async function readChargeFigures(
  tx: Db,
  ruleIds: readonly number[],
): Promise<Map<number, RuleWithFigures>> {
  if (ruleIds.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(chargeRules)
    .where(inArray(id, [...ruleIds]));
  return new Map(
    (await withTargetNames(tx, rows)).map((rule) => [
      rule.id,
      {
        name: [chargeRuleName(rule), rule.leadTarget, rule.target].filter(Boolean).join(' · '),
        rule: { kind: rule.kind, label: rule.label, basis: rule.basis },
        figures: chargeFiguresOf(ruleInYuan(rule)),
        isDeleted: rule.deletedAt !== null,
      },
    ]),
  );
}

export const chargeRuleFigures: FigureRecords<ChargeFigures, RuleWithFigures> = {
  noun: '附加费规则',
  group: '附加费',
  permissions: { list: 'mfr:chargeRule:list', edit: 'mfr:chargeRule:edit' },
  read: readChargeFigures,
  effectsOf: ({ rule }, { id: ruleId, before, after }) =>
    ruleEffects({ ...rule, ...before }, { ...rule, ...after, id: ruleId }),
  async change(tx, changes, by) {
    // Disables rules first, so that they neither count nor conflict.
    for (const { id: ruleId, after } of changes.toSorted((a, b) => a.after.status - b.after.status))
      await changeFigures(tx, ruleId, after, by);
  },
};
