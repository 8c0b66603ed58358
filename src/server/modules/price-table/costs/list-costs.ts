import { asc, eq } from 'drizzle-orm';
import type { CostRow, costs as contract } from '#contract/catalogue/costs.ts';
import { pairKey } from '#contract/prices/cell-changes.ts';
import { inYuan } from '#contract/kernel/amounts.ts';
import type { DataOf, QueryOf } from '#contract/kernel/endpoint.ts';
import type { Db } from '#server/db/database.ts';
import { machiningPrices, materialProcesses } from '#server/db/schema.ts';
import { allowedPairs, type PriceGrid } from '../price-grid.ts';
import { readGrid } from '../price-table.queries.ts';
import { costKey, readCosts, type CostTarget } from '#server/modules/costs/stored-costs.service.ts';
import { limitAndOffset, pageOf } from '#server/db/list-query.ts';

/** A target that can have a cost, with its price. */
export type CostEntry = CostTarget & Pick<CostRow, 'name' | 'group' | 'price'>;

const emptyTarget = { materialTag: '', materialId: 0, optionId: 0, group: '', price: null };

/** All targets of a kind, in the order of the catalogue. Call it in one snapshot, or under the revision's lock. */
export async function listCostEntries(db: Db, kind: CostTarget['kind']): Promise<CostEntry[]> {
  const grid = await readGrid(db);
  if (kind === 'machining') return listMachining(db, grid);
  // Hours have no price.
  if (kind === 'hour')
    return (await listMachining(db, grid)).map((entry) => ({ ...entry, kind, price: null }));
  if (kind === 'material')
    return grid.materials.map(({ id, name, materialTag }) => ({
      ...emptyTarget,
      kind,
      materialId: id,
      name,
      group: materialTag,
    }));
  return listOptions(db, grid);
}

async function listMachining(db: Db, { materials }: PriceGrid): Promise<CostEntry[]> {
  // Department 0 stands for the system's prices.
  const { materialTag, price, deptId } = machiningPrices;
  const rows = await db
    .select({ materialTag, price })
    .from(machiningPrices)
    .where(eq(deptId, 0))
    .orderBy(asc(materialTag));
  const prices = new Map(rows.map((row) => [row.materialTag, row.price]));
  const tags = new Set([...materials.map((material) => material.materialTag), ...prices.keys()]);
  return [...tags].map((tag) => ({
    ...emptyTarget,
    kind: 'machining',
    materialTag: tag,
    name: tag,
    price: prices.get(tag) ?? null,
  }));
}

async function listOptions(db: Db, grid: PriceGrid): Promise<CostEntry[]> {
  const { materialId, processId, price } = materialProcesses;
  const rows = await db.select({ materialId, processId, price }).from(materialProcesses);
  const prices = new Map(rows.map((row) => [pairKey(row.materialId, row.processId), row.price]));
  return allowedPairs(grid).map(({ material, option }) => ({
    ...emptyTarget,
    kind: 'option',
    materialId: material.id,
    optionId: option.id,
    name: option.name,
    group: `${material.name} · ${option.processName}`,
    price: prices.get(pairKey(material.id, option.id)) ?? null,
  }));
}

export async function listCosts(
  db: Db,
  query: QueryOf<typeof contract.list>,
): Promise<DataOf<typeof contract.list>> {
  const { kind, materialId, name, state } = query;
  const entries = await listCostEntries(db, kind);
  const costByKey = await readCosts(db, kind);
  const text = (name ?? '').toLowerCase();
  const matches = entries.filter(
    (entry) =>
      (materialId === undefined || entry.materialId === materialId) &&
      // The only filter by state is `missing`.
      (state === undefined || !costByKey.has(costKey(entry))) &&
      `${entry.group} ${entry.name}`.toLowerCase().includes(text),
  );
  const { limit, offset } = limitAndOffset(query);
  const list = matches
    .slice(offset, offset + limit)
    .map((entry) => inYuan({ ...entry, costFen: costByKey.get(costKey(entry)) ?? null }));
  return pageOf(list, matches.length, query);
}
