import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import {
  HOLE_LIMITS,
  leadTargetText,
  type ChargeRule,
  type ChargeTerms,
} from '#domain/charges/charge-rule.ts';
import { STANDARD, STANDARD_ID, type LeadTerms } from '#domain/lead/lead-class.ts';
import type { Db } from '#server/db/database.ts';
import { pick } from '#domain/pick.ts';
import { chargeRules, leadClasses, materials, processes } from '#server/db/schema.ts';
import { readTagLabels } from '../material-tags.ts';
import { namesIn } from '../names.ts';

type Row = typeof chargeRules.$inferSelect;

type Named = Pick<ChargeRule, 'target' | 'leadTarget' | 'leadFactor'>;

/** Stored rules with the names of what they apply to. */
export async function withTargets<R extends Row>(db: Db, rows: readonly R[]): Promise<(R & Named)[]> {
  const targetsOf = await ruleTargets(db, rows);
  return rows.map((row) => ({ ...row, ...targetsOf(row) }));
}

type Targets = Pick<
  ChargeTerms,
  'kind' | 'scope' | 'materialTag' | 'materialId' | 'optionId' | 'leadClassId'
>;

/** How customers read what these rules apply to, empty for all parts and classes. Rules of the same scope cost one query. */
export async function ruleTargets(db: Db, rules: readonly Targets[]): Promise<(rule: Targets) => Named> {
  const materialIds = rules.flatMap(({ materialId }) => materialId ?? []);
  const optionIds = rules.flatMap(({ optionId }) => optionId ?? []);
  const tags = rules.some(({ scope }) => scope === 'tag')
    ? await readTagLabels(db)
    : new Map<string, string>();
  const ofMaterials = await namesIn(db, materials, materialIds);
  const ofOptions = await namesIn(db, processes, optionIds);
  const leadOf = await leadsById(
    db,
    rules.flatMap(({ leadClassId }) => leadClassId ?? []),
  );
  const targetOf = ({ scope, materialTag, materialId, optionId }: Targets): string => {
    if (scope === 'tag') return tags.get(materialTag) ?? materialTag;
    if (scope === 'material') return ofMaterials.get(materialId ?? 0) ?? '已删除的材料';
    return scope === 'option' ? (ofOptions.get(optionId ?? 0) ?? '已删除的工艺选项') : '';
  };
  return (rule) => {
    const target = targetOf(rule);
    if (rule.leadClassId === null) return { target, leadTarget: '', leadFactor: null };
    const lead = leadOf.get(rule.leadClassId);
    return {
      target,
      leadTarget: lead ? leadTargetText(rule, lead.name) : '已删除的交期档位',
      leadFactor: lead?.factor ?? null,
    };
  };
}

type Lead = Pick<LeadTerms, 'name' | 'factor'>;

/** 标准 and these classes, without those that are deleted. */
async function leadsById(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Lead>> {
  const known = new Map<number, Lead>([[STANDARD_ID, STANDARD]]);
  if (ids.every((one) => known.has(one))) return known;
  const { id, name, factor, deletedAt } = leadClasses;
  const rows = await db
    .select({ id, name, factor })
    .from(leadClasses)
    .where(and(inArray(id, [...ids]), isNull(deletedAt)));
  for (const row of rows) known.set(row.id, row);
  return known;
}

/** A rule as a draft may change it. */
export interface RuleState extends ChargeRule {
  readonly isOn: boolean;
}

/** The rules that are not deleted and these others, in display order: those that are off may be switched on by a draft. */
export async function readRuleStates(db: Db, ids: readonly number[]): Promise<RuleState[]> {
  const { sort, id, deletedAt } = chargeRules;
  const rows = await db
    .select()
    .from(chargeRules)
    .where(or(isNull(deletedAt), inArray(id, [...ids])))
    .orderBy(asc(sort), asc(id));
  const isOn = new Set(rows.filter((row) => row.deletedAt === null && row.status === 2).map((row) => row.id));
  return (await withTargets(db, rows)).map((rule) => ({ ...appliedRule(rule), isOn: isOn.has(rule.id) }));
}

/** The rules that are on, in display order. */
export async function readChargeRules(db: Db): Promise<ChargeRule[]> {
  const { sort, id, status, deletedAt } = chargeRules;
  const rows = await db
    .select()
    .from(chargeRules)
    .where(and(isNull(deletedAt), eq(status, 2)))
    .orderBy(asc(sort), asc(id));
  return (await withTargets(db, rows)).map(appliedRule);
}

/** The fields of a rule that charging needs. */
const APPLIED = [
  'id',
  'kind',
  'label',
  'scope',
  'materialTag',
  'materialId',
  'optionId',
  'leadClassId',
  'basis',
  'amountFen',
  'percent',
  'minimumFen',
  'dayMinutes',
  'machining',
  ...HOLE_LIMITS,
  'withoutModel',
  'flatFen',
  'onRepeat',
  'validFrom',
  'validTo',
  'target',
  'leadFactor',
  'leadTarget',
] as const satisfies readonly (keyof ChargeRule)[];

const appliedRule = (rule: ChargeRule): ChargeRule => pick(rule, APPLIED);
