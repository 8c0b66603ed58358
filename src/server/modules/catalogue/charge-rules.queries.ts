import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { ChargeRule, ChargeTerms } from '#domain/charges/charge-rule.ts';
import { yuanFromFen } from '#domain/money.ts';
import type { Db } from '#server/db/database.ts';
import { chargeRules, materials, processes } from '#server/db/schema.ts';
import { readTagLabels } from './material-tags.queries.ts';

type Row = typeof chargeRules.$inferSelect;

/** Yuan of a nullable column. */
const yuan = (fen: number | null) => (fen === null ? null : yuanFromFen(fen));

/** Stored rules as the wire has them, in yuan, with the names of what they apply to. */
export async function withTargets<R extends Row>(
  db: Db,
  rows: readonly R[],
): Promise<(Omit<R, 'amountFen' | 'minimumFen'> & Pick<ChargeRule, 'amount' | 'minimum' | 'target'>)[]> {
  const nameOf = await targetNames(db, rows);
  return rows.map(({ amountFen, minimumFen, ...row }) => ({
    ...row,
    amount: yuan(amountFen),
    minimum: yuan(minimumFen),
    target: nameOf(row),
  }));
}

type Targets = Pick<ChargeTerms, 'scope' | 'materialTag' | 'materialId' | 'optionId'>;

/** How customers read what these rules apply to, empty for all parts. Rules of the same scope cost one query. */
export async function targetNames(db: Db, rules: readonly Targets[]): Promise<(rule: Targets) => string> {
  const materialIds = rules.flatMap(({ materialId }) => materialId ?? []);
  const optionIds = rules.flatMap(({ optionId }) => optionId ?? []);
  const tags = rules.some(({ scope }) => scope === 'tag')
    ? await readTagLabels(db)
    : new Map<string, string>();
  const ofMaterials = await namesIn(db, materials, materialIds);
  const ofOptions = await namesIn(db, processes, optionIds);
  return ({ scope, materialTag, materialId, optionId }) => {
    if (scope === 'tag') return tags.get(materialTag) ?? materialTag;
    if (scope === 'material') return ofMaterials.get(materialId ?? 0) ?? '已删除的材料';
    return scope === 'option' ? (ofOptions.get(optionId ?? 0) ?? '已删除的工艺选项') : '';
  };
}

async function namesIn(
  db: Db,
  table: typeof materials | typeof processes,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(and(inArray(table.id, [...ids]), isNull(table.deletedAt)));
  return new Map(rows.map(({ id, name }) => [id, name]));
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

/** What an order is charged by, without the rest of the record. */
const appliedRule = ({
  id,
  kind,
  label,
  scope,
  materialTag,
  materialId,
  optionId,
  basis,
  amount,
  percent,
  minimum,
  validFrom,
  validTo,
  target,
}: ChargeRule): ChargeRule => ({
  id,
  kind,
  label,
  scope,
  materialTag,
  materialId,
  optionId,
  basis,
  amount,
  percent,
  minimum,
  validFrom,
  validTo,
  target,
});
