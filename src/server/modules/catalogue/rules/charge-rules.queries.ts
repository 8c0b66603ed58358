import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import { ENABLED } from '#contract/kernel/fields.ts';
import { leadTargetText, type ChargeRule, type ChargeTerms } from '#domain/charges/charge-rule.ts';
import { STANDARD, STANDARD_ID, type LeadTerms } from '#domain/lead/lead-class.ts';
import type { Db } from '#server/db/database.ts';
import { keysOf, omit } from '#domain/pick.ts';
import { listColumns } from '#server/db/schema/columns.ts';
import { chargeRules, leadClasses, materials, processes } from '#server/db/schema.ts';
import { readTagLabels } from '../material-tags.ts';
import { readNames } from '../names.ts';

type Row = typeof chargeRules.$inferSelect;

type TargetNames = Pick<ChargeRule, 'target' | 'leadTarget' | 'leadFactor'>;

/** Adds the names of the parts and lead class to which rules apply. */
export async function withTargetNames<R extends Row>(
  db: Db,
  rows: readonly R[],
): Promise<(R & TargetNames)[]> {
  const targetNamesOf = await createTargetNamer(db, rows);
  return rows.map((row) => ({ ...row, ...targetNamesOf(row) }));
}

type RuleTarget = Pick<
  ChargeTerms,
  'kind' | 'scope' | 'materialTag' | 'materialId' | 'optionId' | 'leadClassId'
>;

/**
 * Returns a function that names, for customers, the parts and the lead class to which a rule applies; '' for all. Sends
 * one query per scope.
 */
export async function createTargetNamer(
  db: Db,
  rules: readonly RuleTarget[],
): Promise<(rule: RuleTarget) => TargetNames> {
  const materialIds = rules.flatMap(({ materialId }) => materialId ?? []);
  const optionIds = rules.flatMap(({ optionId }) => optionId ?? []);
  const tags = rules.some(({ scope }) => scope === 'tag')
    ? await readTagLabels(db)
    : new Map<string, string>();
  const materialNames = await readNames(db, materials, materialIds);
  const optionNames = await readNames(db, processes, optionIds);
  const leads = await readLeads(
    db,
    rules.flatMap(({ leadClassId }) => leadClassId ?? []),
  );
  const targetOf = ({ scope, materialTag, materialId, optionId }: RuleTarget): string => {
    if (scope === 'tag') return tags.get(materialTag) ?? materialTag;
    if (scope === 'material') return materialNames.get(materialId ?? 0) ?? '已删除的材料';
    return scope === 'option' ? (optionNames.get(optionId ?? 0) ?? '已删除的工艺选项') : '';
  };
  return (rule) => {
    const target = targetOf(rule);
    if (rule.leadClassId === null) return { target, leadTarget: '', leadFactor: null };
    const lead = leads.get(rule.leadClassId);
    return {
      target,
      leadTarget: lead ? leadTargetText(rule, lead.name) : '已删除的交期档位',
      leadFactor: lead?.factor ?? null,
    };
  };
}

type Lead = Pick<LeadTerms, 'name' | 'factor'>;

/** The standard class, and those of these classes that are not deleted. */
async function readLeads(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Lead>> {
  const leads = new Map<number, Lead>([[STANDARD_ID, STANDARD]]);
  if (ids.every((leadId) => leads.has(leadId))) return leads;
  const { id, name, factor, deletedAt } = leadClasses;
  const rows = await db
    .select({ id, name, factor })
    .from(leadClasses)
    .where(and(inArray(id, [...ids]), isNull(deletedAt)));
  for (const row of rows) leads.set(row.id, row);
  return leads;
}

export interface RuleState extends ChargeRule {
  readonly isEnabled: boolean;
}

/** The rules that are not deleted, and those with these ids, in display order. Includes disabled ones, which a draft may enable. */
export async function readRuleStates(db: Db, ids: readonly number[]): Promise<RuleState[]> {
  const { sort, id, deletedAt } = chargeRules;
  const rows = await db
    .select()
    .from(chargeRules)
    .where(or(isNull(deletedAt), inArray(id, [...ids])))
    .orderBy(asc(sort), asc(id));
  return (await withTargetNames(db, rows)).map((rule) => ({
    ...toChargeRule(rule),
    isEnabled: rule.deletedAt === null && rule.status === ENABLED,
  }));
}

/** The enabled rules, in display order. */
export async function readChargeRules(db: Db): Promise<ChargeRule[]> {
  const { sort, id, status, deletedAt } = chargeRules;
  const rows = await db
    .select()
    .from(chargeRules)
    .where(and(isNull(deletedAt), eq(status, ENABLED)))
    .orderBy(asc(sort), asc(id));
  return (await withTargetNames(db, rows)).map(toChargeRule);
}

const LIST_FIELDS = keysOf(listColumns);

/** Omits the fields that only lists of rules show. */
const toChargeRule = (row: Row & TargetNames): ChargeRule => omit(row, LIST_FIELDS);
