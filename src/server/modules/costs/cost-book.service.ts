import { inArray } from 'drizzle-orm';
import { optionCostKey, type CostBook } from '#domain/pricing/cost.ts';
import type { Database, Db } from '#server/db/database.ts';
import { costs, materials } from '#server/db/schema.ts';
import { oncePerRevision } from '#server/system/once-per-revision.ts';

/** Separate from the `Catalogue`, which serves customers, so that no response to them can contain a cost. */
export type CostBookReader = (revision: number) => Promise<CostBook>;

/** Reads the costs once per catalogue revision, which every change of a cost advances; they may be newer than it. */
export const createCostBookReader = ({ db }: Pick<Database, 'db'>): CostBookReader =>
  oncePerRevision(() => readCostBook(db));

/** Reads the costs; with `materialIds`, the costs of materials and options only for these materials. */
export async function readCostBook(db: Db, materialIds?: readonly number[]): Promise<CostBook> {
  const ids = materialIds && [...new Set(materialIds)];
  const rows = await db
    .select({
      kind: costs.kind,
      materialTag: costs.materialTag,
      materialId: costs.materialId,
      optionId: costs.optionId,
      fen: costs.costFen,
    })
    .from(costs)
    // Costs by material tag have the material 0.
    .where(ids && inArray(costs.materialId, [0, ...ids]));
  const densities =
    rows.length === 0
      ? []
      : await db
          .select({ id: materials.id, density: materials.density })
          .from(materials)
          .where(ids && inArray(materials.id, ids));
  const rowsOfKind = (kind: string) => rows.filter((row) => row.kind === kind);
  return {
    machining: new Map(rowsOfKind('machining').map(({ materialTag, fen }) => [materialTag, fen])),
    materials: new Map(rowsOfKind('material').map(({ materialId, fen }) => [materialId, fen])),
    options: new Map(
      rowsOfKind('option').map(({ materialId, optionId, fen }) => [optionCostKey(materialId, optionId), fen]),
    ),
    hours: new Map(rowsOfKind('hour').map(({ materialTag, fen }) => [materialTag, fen])),
    densities: new Map(densities.map(({ id, density }) => [id, density])),
  };
}
