import { and, asc, count, eq, gt, isNull } from 'drizzle-orm';
import {
  chargeRuleImport,
  chargeRules as endpoints,
  MAX_CHARGE_RULES,
  type ChargeRuleInput,
  type ChargeRuleRecord,
} from '#contract/charge-rules.ts';
import { MAX_OFFER_CHARGES } from '#contract/charges.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { FieldErrors } from '#contract/errors.ts';
import { chargeRuleLabel, lastDay, rulesOn } from '#domain/charges/charge-rule.ts';
import { chargeConflict, ruleFaults } from '#domain/charges/rule-faults.ts';
import { fenFromYuan } from '#domain/money.ts';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import type { Database, Db } from '#server/db/database.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { recordStore, withWireTimes, type FiltersOf, type RecordStore } from '#server/db/record-store.ts';
import { chargeRules, materials, processes, revisions } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import { recordRoutes } from '#server/http/record-routes.ts';
import { route, type App } from '#server/http/route.ts';
import { importRoutes } from '#server/imports/import-routes.ts';
import { nameLookup, treePaths } from '#server/imports/name-lookup.ts';
import { storeImport } from '#server/imports/store-import.ts';
import type { Lookup } from '#server/imports/record-import.ts';
import { writeCatalogue } from './catalogue-writes.service.ts';
import type { CatalogueReader } from './catalogue.service.ts';
import { readChargeRules, targetNames, withTargets } from './charge-rules.queries.ts';
import { listKnownTags, tagLookup, UNKNOWN_TAG } from './material-tags.queries.ts';
import { listExistingMaterials } from './materials.queries.ts';
import { listExistingOptions } from './options.queries.ts';

const { id, kind, scope, basis, validFrom, validTo, sort, status, updatedAt } = chargeRules;

type Row = typeof chargeRules.$inferSelect;
type Filters = FiltersOf<QueryOf<typeof endpoints.list>>;

const rows = recordStore<typeof chargeRules, Row, Partial<Row>, Filters>({
  table: chargeRules,
  id,
  present: (row) => row,
  where: (query) => [
    query.kind ? eq(kind, query.kind) : undefined,
    query.basis ? eq(basis, query.basis) : undefined,
    query.status === undefined ? undefined : eq(status, query.status),
  ],
  sortable: { id, kind, scope, basis, validFrom, validTo, sort, status, updatedAt },
  order: [asc(sort), asc(id)],
});

const fenOf = (yuan: number | null) => (yuan === null ? null : fenFromYuan(yuan));
const stored = <T extends ChargeRuleInput>({ amount, minimum, ...rest }: T) => ({
  ...rest,
  amountFen: fenOf(amount),
  minimumFen: fenOf(minimum),
});

async function present(db: Db, found: readonly Row[]): Promise<ChargeRuleRecord[]> {
  const named = await withTargets(db, found);
  return named.map((row) => ({ ...withWireTimes(row), name: chargeRuleLabel(row, row.target) }));
}
const presentOne = async (db: Db, row: Row | undefined) => (row ? (await present(db, [row]))[0] : undefined);

/** The rules in yuan, with the names of what they apply to. */
const store: RecordStore<ChargeRuleRecord, ChargeRuleInput, Filters> = {
  table: chargeRules,
  list: async (db, filters, page) => {
    const found = await rows.list(db, filters, page);
    return { ...found, list: await present(db, found.list) };
  },
  find: async (db, ruleId) => presentOne(db, await rows.find(db, ruleId)),
  insert: async (db, input, by) => onlyRow(await present(db, [await rows.insert(db, stored(input), by)])),
  update: async (db, ruleId, input, by) => presentOne(db, await rows.update(db, ruleId, stored(input), by)),
  remove: (db, ids, by) => rows.remove(db, ids, by),
};

/** An offer, whose form begins with the charges of the request, takes no more. */
const MAX_RULES_ON = MAX_OFFER_CHARGES;

/** A rule makes sense by itself; one that is on has parts it applies to, and contradicts no other. The catalogue is locked meanwhile. */
async function checkRule(tx: Db, input: ChargeRuleInput, ruleId: number | undefined): Promise<void> {
  const before = ruleId === undefined ? undefined : await store.find(tx, ruleId);
  refuse(ruleFaults(input));
  refuse(await targetFaults(tx, input, before));
  if (ruleId === undefined) await assertRoom(tx);
  if (input.status !== 2) return;
  if (lastDay(input.validTo) < (await today(tx)))
    refuse({ validTo: `已于 ${input.validTo} 截止，这条规则不会生效：请修改截止日期或停用` });
  if (input.basis === 'kg' && !(await hasDensity(tx, input)))
    refuse({ basis: '适用的材料都没有填写密度，重量无从计算，这条规则不会收费' });
  const rule = { ...input, id: ruleId ?? 0, target: (await targetNames(tx, [input]))(input) };
  const others = (await readChargeRules(tx)).filter((other) => other.id !== ruleId);
  if (others.length >= MAX_RULES_ON) refuse({ status: `最多同时启用${MAX_RULES_ON}条规则，请先停用不用的` });
  const conflict = chargeConflict(rule, others);
  if (conflict !== undefined) refuse({ basis: conflict });
}

/** The day of the write, which has advanced the catalogue's revision. */
async function today(tx: Db): Promise<string> {
  const { changedAt } = onlyRow(
    await tx
      .select({ changedAt: revisions.changedAt })
      .from(revisions)
      .where(eq(revisions.name, 'catalogue')),
  );
  return dayText(dayNumber(changedAt));
}

/** Throws `request.invalid` with these faults, if any. */
function refuse(fields: FieldErrors): void {
  const [msg] = Object.values(fields);
  if (msg !== undefined) throw new AppError('request.invalid', { msg, fields });
}

/** A rule that is switched off may keep what was deleted since. */
async function targetFaults(
  tx: Db,
  { materialTag, materialId, optionId, status: next }: ChargeRuleInput,
  before: ChargeRuleRecord | undefined,
): Promise<FieldErrors> {
  const kept = next === 2 ? undefined : before;
  if (materialTag !== '' && materialTag !== kept?.materialTag)
    if (!(await listKnownTags(tx, [materialTag])).has(materialTag)) return { materialTag: UNKNOWN_TAG };
  if (materialId !== null && materialId !== kept?.materialId)
    if (!(await listExistingMaterials(tx, [materialId])).has(materialId))
      return { materialId: '该材料不存在或已删除，请重新选择' };
  if (optionId !== null && optionId !== kept?.optionId)
    if (!(await listExistingOptions(tx, [optionId])).has(optionId))
      return { optionId: '该工艺选项不存在或已删除，请重新选择' };
  return {};
}

/** Does a material that the rule may apply to have a density? */
async function hasDensity(tx: Db, rule: ChargeRuleInput): Promise<boolean> {
  const [dense] = await tx
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
  return dense !== undefined;
}

async function assertRoom(tx: Db): Promise<void> {
  const { kept } = onlyRow(
    await tx.select({ kept: count() }).from(chargeRules).where(isNull(chargeRules.deletedAt)),
  );
  if (kept < MAX_CHARGE_RULES) return;
  throw new AppError('request.invalid', { msg: `最多${MAX_CHARGE_RULES}条规则，请先删除不用的` });
}

/** Names of what a rule may apply to, for imports. */
async function lookups(tx: Db): Promise<Record<string, Lookup>> {
  const sold = await tx
    .select({ value: materials.id, name: materials.name })
    .from(materials)
    .where(isNull(materials.deletedAt));
  const nodes = await tx
    .select({ id: processes.id, parentId: processes.parentId, name: processes.name })
    .from(processes)
    .where(isNull(processes.deletedAt));
  const roots = new Set(nodes.filter(({ parentId }) => parentId === 0).map((node) => node.id));
  const options = treePaths(nodes).filter(({ value }) => !roots.has(value));
  return {
    materialTag: await tagLookup(tx),
    materialId: nameLookup(sold, null),
    optionId: nameLookup(options, null, { byLastPart: true }),
  };
}

export function chargeRuleRoutes(app: App, database: Database, catalogue: CatalogueReader): void {
  recordRoutes(app, database, endpoints, store, {
    idOf: (row) => row.id,
    title: '附加费规则',
    check: checkRule,
    write: writeCatalogue,
  });
  importRoutes(
    app,
    database,
    storeImport({
      store,
      check: checkRule,
      lookups,
      locking: { write: writeCatalogue, writes: [revisions] },
      spec: chargeRuleImport,
      endpoints,
      permissions: { create: 'mfr:chargeRule:add', change: 'mfr:chargeRule:edit' },
      title: '附加费规则',
      idOf: (row: ChargeRuleRecord) => row.id,
      versionOf: (row) => row.version,
    }),
    endpoints.export.columns,
  );
  route(app, endpoints.table, async ({ session, now }) => {
    const { chargeRules: rules } = await catalogue(session.catalogueRevision);
    return { rules: rulesOn(rules, dayText(dayNumber(now))) };
  });
}
