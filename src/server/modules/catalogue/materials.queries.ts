import { and, arrayOverlaps, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { ProcessPrice } from '#domain/pricing/types.ts';
import { FilterType } from '#domain/process-tree/types.ts';
import type { QueryOf } from '#contract/kernel/endpoint.ts';
import { changedOptions } from '#contract/prices/cell-changes.ts';
import { cellKey } from '#contract/prices/price-changes.ts';
import { materialFiguresOf } from '#contract/prices/record-figures.ts';
import type { Material } from '#contract/catalogue/material-list.ts';
import type { MaterialInput, materials as contract } from '#contract/catalogue/materials.ts';
import type { Db } from '#server/db/database.ts';
import { contains } from '#server/db/list-query.ts';
import {
  readExistingIds,
  recordStore,
  stampOfChange,
  type ChangedBy,
  type FiltersOf,
} from '#server/db/record-store.ts';
import { defaultConfigs, depts, materialProcesses, materials, processes } from '#server/db/schema.ts';
import { withFigureHistory } from './figure-records.ts';
import { recordPrices, type StoredPriceChange } from './price-history.service.ts';
import type { CatalogueViewer } from './catalogue-viewer.ts';
import { listPrices, presentMaterial } from './catalogue.queries.ts';

const { id, name, materialTag, sort } = materials;

const plainStore = recordStore<
  typeof materials,
  Material,
  MaterialInput,
  FiltersOf<QueryOf<typeof contract.export>>
>({
  table: materials,
  id,
  present: (rows) => rows.map((row) => presentMaterial(row, [], { isEditor: true })),
  where: (query) => [
    contains(name, query.name),
    query.materialTag ? eq(materialTag, query.materialTag) : undefined,
    query.status ? eq(materials.status, query.status) : undefined,
  ],
  sortable: {},
  order: [asc(sort), asc(id)],
});

const withHistory = withFigureHistory(plainStore, 'material', materialFiguresOf);

/** Materials without their prices; see `findMaterial`. Writes changes of figures to the price history. */
export const materialStore: typeof plainStore = {
  ...plainStore,
  // Adding and deleting a material is not recorded; its prices have their own history.
  update: (...change) => withHistory.update(...change),
};

/** A material with its prices; undefined when it is deleted. */
export async function findMaterial(db: Db, materialId: number): Promise<Material | undefined> {
  const row = await materialStore.find(db, materialId);
  if (row === undefined) return undefined;
  const prices = await listPrices(db, [materialId]);
  return { ...row, processConfig: prices.get(materialId) ?? [] };
}

/** Returns those of the ids whose materials exist and are not deleted. */
export const listExistingMaterials = (db: Db, ids: readonly number[]): Promise<Set<number>> =>
  readExistingIds(db, materials, id, ids);

/** Replaces all prices of a material, adds the changes to their history and returns them. */
export async function replacePrices(
  db: Db,
  {
    id: materialId,
    processConfig: before,
    manualOptions,
  }: Pick<Material, 'id' | 'processConfig' | 'manualOptions'>,
  prices: readonly ProcessPrice[],
  by: ChangedBy,
): Promise<StoredPriceChange[]> {
  const changes = priceChanges(materialId, before, prices, manualOptions);
  await recordPrices(db, changes, by);
  await db.delete(materialProcesses).where(eq(materialProcesses.materialId, materialId));
  if (prices.length === 0) return changes;
  await db
    .insert(materialProcesses)
    .values(prices.map(({ id: processId, price, time }) => ({ materialId, processId, price, time })));
  return changes;
}

function priceChanges(
  materialId: number,
  before: readonly ProcessPrice[],
  after: readonly ProcessPrice[],
  manualOptions: readonly number[],
): StoredPriceChange[] {
  return changedOptions(before, after).map(({ optionId, ...change }) => ({
    ...change,
    key: cellKey(materialId, optionId),
    wasManual: manualOptions.includes(optionId),
  }));
}

/** Deletes the references to these materials: their prices, and their ids in the rules of processes. */
export async function deleteMaterialReferences(db: Db, ids: readonly number[], by: ChangedBy): Promise<void> {
  await db.delete(materialProcesses).where(inArray(materialProcesses.materialId, [...ids]));
  const remaining = sql`(select coalesce(array_agg(material_id order by place), '{}') from unnest(${processes.materialIds}) with ordinality as listed(material_id, place) where material_id <> all(${sql.param([...ids])}::int[]))`;
  await db
    .update(processes)
    .set({
      materialIds: remaining,
      ...stampOfChange(processes, by),
    })
    .where(and(arrayOverlaps(processes.materialIds, [...ids]), isNull(processes.deletedAt)));
}

/** A sentence naming a default configuration that uses one of these materials; undefined if there is none. */
export async function describeMaterialsInUse(db: Db, ids: readonly number[]): Promise<string | undefined> {
  const [usingConfig] = await db
    .select({ name, scope: defaultConfigs.scope, deptName: depts.deptName })
    .from(defaultConfigs)
    .innerJoin(materials, sql`(${defaultConfigs.item} ->> 'material')::int = ${id}`)
    .leftJoin(depts, eq(depts.deptId, defaultConfigs.ownerId))
    .where(
      and(
        inArray(id, [...ids]),
        isNull(materials.deletedAt),
        or(eq(defaultConfigs.scope, 'system'), eq(defaultConfigs.scope, 'company')),
      ),
    )
    // The system's configuration comes before those of companies.
    .orderBy(sql`${defaultConfigs.scope} desc`)
    .limit(1);
  if (!usingConfig) return undefined;
  const owner = usingConfig.scope === 'system' ? '系统' : `公司 ${usingConfig.deptName ?? ''} `;
  return `材料 ${usingConfig.name} 是${owner}默认配置的材料，请先修改默认配置`;
}

/** Adds the material `to` to every process rule that names `from`, so that the same options apply to both. */
export async function copyEligibility(
  db: Db,
  { from, to }: { from: number; to: number },
  by: ChangedBy,
): Promise<void> {
  await db
    .update(processes)
    .set({
      materialIds: sql`${processes.materialIds} || ${to}::int`,
      ...stampOfChange(processes, by),
    })
    .where(and(arrayOverlaps(processes.materialIds, [from]), isNull(processes.deletedAt)));
}

/**
 * Of these processes and options, adds the material to the lists of those that are enabled only for listed materials.
 * Returns the ids of the changed ones.
 */
export async function enableForMaterial(
  db: Db,
  materialId: number,
  processIds: readonly number[],
  by: ChangedBy,
): Promise<number[]> {
  const changedRows = await db
    .update(processes)
    .set({
      materialIds: sql`${processes.materialIds} || ${materialId}::int`,
      ...stampOfChange(processes, by),
    })
    .where(
      and(
        inArray(processes.id, [...processIds]),
        eq(processes.filterType, FilterType.enabledFor),
        sql`not ${processes.materialIds} @> array[${materialId}::int]`,
        isNull(processes.deletedAt),
      ),
    )
    .returning({ id: processes.id });
  return changedRows.map((row) => row.id);
}

/** Every material that the viewer may see, without prices. */
export async function listAllMaterials(db: Db, viewer: CatalogueViewer): Promise<Material[]> {
  const rows = await db
    .select()
    .from(materials)
    .where(and(isNull(materials.deletedAt), viewer.isEditor ? undefined : eq(materials.status, 'onSale')))
    .orderBy(asc(sort), asc(id));
  return rows.map((row) => presentMaterial(row, [], viewer));
}
