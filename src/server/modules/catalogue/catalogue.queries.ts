import { and, asc, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { DataOf, QueryOf } from '#contract/kernel/endpoint.ts';
import type { machiningPrices as machiningContract } from '#contract/catalogue/machining-prices.ts';
import type { Material } from '#contract/catalogue/material-list.ts';
import type { materials as materialContract } from '#contract/catalogue/materials.ts';
import type { processes as processContract } from '#contract/catalogue/processes.ts';
import type { Db } from '#server/db/database.ts';
import { contains, limitAndOffset, pageOf, sortOrder } from '#server/db/list-query.ts';
import { machiningPrices, materialProcesses, materials, processes, revisions } from '#server/db/schema.ts';
import { withWireTimes } from '#server/db/record-store.ts';
import { nearestPrices, pricesByMaterial } from './catalogue.service.ts';
import type { CatalogueViewer } from './catalogue-viewer.ts';
import { buildForest, narrowTree } from './process-forest.ts';
import type { ProcessPrice } from '#domain/pricing/types.ts';

/** The time of the last catalogue change; later changes have later times, in commit order. */
async function readCatalogueChangedAt(db: Db): Promise<string | null> {
  const [row] = await db
    .select({ at: revisions.changedAt })
    .from(revisions)
    .where(eq(revisions.name, 'catalogue'));
  return row?.at.toISOString() ?? null;
}

type MaterialQuery = QueryOf<typeof materialContract.list>;

/**
 * A page of materials; with `maxUpdatedAt`, of those changed since then, including deleted ones. Call it inside
 * `inSnapshot`.
 */
export async function listMaterials(
  db: Db,
  query: MaterialQuery,
  viewer: CatalogueViewer,
): Promise<DataOf<typeof materialContract.list>> {
  const since = query.maxUpdatedAt;
  const where = and(
    contains(materials.name, query.name),
    query.materialTag ? eq(materials.materialTag, query.materialTag) : undefined,
    since ? gt(materials.updatedAt, since) : isNull(materials.deletedAt),
    query.status ? eq(materials.status, query.status) : undefined,
    since || viewer.isEditor ? undefined : eq(materials.status, 'onSale'),
  );
  const { id, name, materialTag, sort, deliveryTime, updatedAt } = materials;
  const { limit, offset } = limitAndOffset(query);
  const rows = await db
    .select()
    .from(materials)
    .where(where)
    .orderBy(
      ...sortOrder(query, { id, name, materialTag, sort, deliveryTime, updatedAt }, asc(sort), asc(id)),
    )
    .limit(limit)
    .offset(offset);
  const prices = await listPrices(
    db,
    rows.map((row) => row.id),
  );
  const list = rows.map(
    (row) => removalOf(row, viewer) ?? presentMaterial(row, prices.get(row.id) ?? [], viewer),
  );
  const page = pageOf(list, await db.$count(materials, where), query);
  return { ...page, maxUpdatedAt: await readCatalogueChangedAt(db) };
}

/** The entry for a material that the viewer no longer sees because it was deleted or became a draft again. */
function removalOf(row: typeof materials.$inferSelect, { isEditor }: CatalogueViewer) {
  const isHidden = row.status === 'draft' && !isEditor;
  const hiddenAt = row.deletedAt ?? (isHidden ? row.updatedAt : undefined);
  return hiddenAt && { id: row.id, deletedAt: hiddenAt.toISOString() };
}

/** Omits fields that the wire format lacks: in a union, the serialiser rejects unknown fields instead of dropping them. */
export function presentMaterial(
  row: typeof materials.$inferSelect,
  processConfig: Material['processConfig'],
  { isEditor }: CatalogueViewer,
): Material {
  const { createBy: _createBy, updateBy: _updateBy, deletedAt: _deletedAt, ...material } = withWireTimes(row);
  return { ...material, staffNote: isEditor ? row.staffNote : '', processConfig };
}

export async function listPrices(db: Db, materialIds: readonly number[]) {
  if (materialIds.length === 0) return new Map<number, ProcessPrice[]>();
  const rows = await db
    .select()
    .from(materialProcesses)
    .where(inArray(materialProcesses.materialId, [...materialIds]))
    .orderBy(materialProcesses.materialId, materialProcesses.processId);
  return pricesByMaterial(rows);
}

type TreeEntry = DataOf<typeof processContract.tree>['list'][number];
type TreeQuery = QueryOf<typeof processContract.tree>;

/**
 * A page of roots, each with its whole subtree. With `maxUpdatedAt`, the roots with any change since then; every node
 * below a root that was edited since then is reported as deleted, because it may have been a root before. With `name`,
 * the nodes whose names contain it, with their ancestors and descendants.
 */
export async function listProcessTrees(
  db: Db,
  query: TreeQuery,
  viewer: CatalogueViewer,
): Promise<DataOf<typeof processContract.tree>> {
  const since = query.maxUpdatedAt;
  const changedRoots = db
    .select({ id: processes.rootId })
    .from(processes)
    .where(since ? gt(processes.updatedAt, since) : sql`true`);
  const isRoot = eq(processes.parentId, 0);
  const matchingNodes = query.name ? await listNodesByName(db, query.name) : undefined;
  const where = and(
    matchingNodes && inArray(processes.rootId, [...new Set(matchingNodes.map(({ rootId }) => rootId))]),
    since
      ? or(
          and(isRoot, inArray(processes.id, changedRoots)),
          and(ne(processes.parentId, 0), gt(processes.updatedAt, since), gt(processes.version, 1)),
        )
      : and(isRoot, isNull(processes.deletedAt)),
  );
  const { limit, offset } = limitAndOffset(query);
  const removedAt = sql<Date | null>`case when ${processes.parentId} = 0 then ${processes.deletedAt} else ${processes.updatedAt} end`;
  const roots = await db
    .select({ id: processes.id, deletedAt: removedAt.mapWith(processes.updatedAt) })
    .from(processes)
    .where(where)
    .orderBy(asc(processes.sort), asc(processes.id))
    .limit(limit)
    .offset(offset);
  const count = await db.$count(processes, where);
  const remaining = roots.filter((root) => root.deletedAt === null).map((root) => root.id);
  const rows = remaining.length === 0 ? [] : await listTreeRows(db, remaining);
  const forest = buildForest(rows, viewer);
  const ids = matchingNodes && new Set(matchingNodes.map(({ id }) => id));
  const shown = ids ? forest.flatMap((tree) => narrowTree(tree, ids) ?? []) : forest;
  const trees = new Map(shown.map((tree) => [tree.id, tree]));
  const list = roots.flatMap(({ id, deletedAt }): TreeEntry[] => {
    if (deletedAt) return [{ id, deletedAt: deletedAt.toISOString() }];
    const tree = trees.get(id);
    return tree ? [tree] : [];
  });
  return { ...pageOf(list, count, query), maxUpdatedAt: await readCatalogueChangedAt(db) };
}

function listNodesByName(db: Db, name: string) {
  const { id, rootId } = processes;
  return db
    .select({ id, rootId })
    .from(processes)
    .where(and(contains(processes.name, name), isNull(processes.deletedAt)));
}

function listTreeRows(db: Db, rootIds: number[]) {
  return db
    .select()
    .from(processes)
    .where(and(inArray(processes.rootId, rootIds), isNull(processes.deletedAt)))
    .orderBy(asc(processes.sort), asc(processes.id));
}

/** The effective machining prices for a department path (nearest department first), by tag. */
export async function listMachiningPrices(
  db: Db,
  deptPath: readonly number[],
): Promise<DataOf<typeof machiningContract.list>> {
  const rows = await db
    .select()
    .from(machiningPrices)
    .where(inArray(machiningPrices.deptId, [0, ...deptPath]))
    .orderBy(machiningPrices.materialTag);
  return nearestPrices(rows, deptPath).map((row) => ({
    materialTag: row.materialTag,
    price: row.price,
    origin: row.deptId === 0 ? 'system' : 'company',
    updatedAt: row.updatedAt.toISOString(),
  }));
}
