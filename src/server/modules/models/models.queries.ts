import { and, asc, eq, exists, inArray, isNotNull, notExists, or, sql } from 'drizzle-orm';
import type { Model, OrderModel } from '#contract/files/models.ts';
import { countsOf, scaledCounts } from '#domain/charges/part-measures.ts';
import { modelScales, ALL_BODIES, type ModelScale } from '#domain/models/model-check.ts';
import type { Db } from '#server/db/database.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { modelBodies, modelFiles, orders, partModels } from '#server/db/schema.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import { withinScope } from '#server/modules/access/order-scope.ts';

export type ModelRow = typeof modelFiles.$inferSelect;
type BodyRow = Omit<typeof modelBodies.$inferSelect, 'thumbnail' | 'fingerprint'> & {
  hasThumbnail: boolean;
};

/** A condition on models: the user's own, and those of orders within the scope. */
export const visibleModels = (db: Db, userId: number, scope: Scope) =>
  or(
    eq(modelFiles.ownerId, userId),
    exists(
      db
        .select({ id: orders.id })
        .from(partModels)
        .innerJoin(orders, eq(orders.id, partModels.orderId))
        .where(and(eq(partModels.modelId, modelFiles.id), withinScope(scope))),
    ),
  );

export async function findModel(
  db: Db,
  userId: number,
  scope: Scope,
  id: number,
): Promise<ModelRow | undefined> {
  const [row] = await db
    .select()
    .from(modelFiles)
    .where(and(eq(modelFiles.id, id), visibleModels(db, userId, scope)));
  return row;
}

export async function insertModel(db: Db, row: typeof modelFiles.$inferInsert): Promise<ModelRow> {
  return onlyRow(await db.insert(modelFiles).values(row).returning());
}

const { thumbnail, ...bodyColumns } = {
  modelId: modelBodies.modelId,
  body: modelBodies.body,
  kind: modelBodies.kind,
  name: modelBodies.name,
  count: modelBodies.count,
  volumeMm3: modelBodies.volumeMm3,
  areaMm2: modelBodies.areaMm2,
  measures: modelBodies.measures,
  features: modelBodies.features,
  thumbnail: modelBodies.thumbnail,
};

/** The measured bodies of a model, in order. If there are several, the last row stands for all of them. */
async function listBodies(db: Db, modelId: number): Promise<BodyRow[]> {
  return db
    .select({ ...bodyColumns, hasThumbnail: sql<boolean>`${thumbnail} is not null` })
    .from(modelBodies)
    .where(eq(modelBodies.modelId, modelId))
    .orderBy(asc(modelBodies.body));
}

export async function findThumbnail(db: Db, modelId: number, body: number): Promise<Buffer | undefined> {
  const [row] = await db
    .select({ thumbnail })
    .from(modelBodies)
    .where(and(eq(modelBodies.modelId, modelId), eq(modelBodies.body, body), isNotNull(thumbnail)));
  return row?.thumbnail ?? undefined;
}

/** The number of a user's unmeasured models in the queue. */
export async function countWaiting(db: Db, ownerId: number): Promise<number> {
  return db.$count(modelFiles, and(eq(modelFiles.ownerId, ownerId), eq(modelFiles.status, 'waiting')));
}

/**
 * Deletes the user's own models that no order uses, with their bodies; the caller removes the files. Runs in a
 * transaction, and waits for orders with these models that are being written.
 */
export async function deleteUnused(tx: Db, ownerId: number, ids: readonly number[]): Promise<ModelRow[]> {
  const ownModels = and(inArray(modelFiles.id, [...ids]), eq(modelFiles.ownerId, ownerId));
  // A separate statement, so that the next one sees orders committed before the lock.
  await tx
    .select({ id: modelFiles.id })
    .from(modelFiles)
    .where(ownModels)
    .orderBy(asc(modelFiles.id))
    .for('update');
  return tx
    .delete(modelFiles)
    .where(
      and(
        ownModels,
        notExists(
          tx.select({ id: partModels.modelId }).from(partModels).where(eq(partModels.modelId, modelFiles.id)),
        ),
      ),
    )
    .returning();
}

/** Returns those of the ids whose models exist, and locks these models against deletion until the transaction ends. */
export async function lockModels(tx: Db, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx
    .select({ id: modelFiles.id })
    .from(modelFiles)
    .where(inArray(modelFiles.id, [...ids]))
    .orderBy(asc(modelFiles.id))
    .for('key share');
  return new Set(rows.map(({ id }) => id));
}

/** The fields that a user's model and a model of an order have in common. */
export const presentSharedFields = (row: ModelRow) => ({
  id: row.id,
  name: row.name,
  size: row.size,
  format: row.format,
  status: row.status,
  failure: row.failure,
  measurings: row.measurings,
  isDeleted: row.fileId === null,
});

export async function presentModel(db: Db, row: ModelRow): Promise<Model> {
  const bodies = (await listBodies(db, row.id)).map(presentBody);
  return {
    ...presentSharedFields(row),
    unit: row.unit,
    bodies: bodies.filter(({ body }) => body !== ALL_BODIES),
    whole: bodies.find(({ body }) => body === ALL_BODIES),
  };
}

const presentBody = (row: BodyRow): Model['bodies'][number] => ({
  body: row.body,
  kind: row.kind,
  name: row.name,
  count: row.count,
  volumeMm3: row.volumeMm3,
  areaMm2: row.areaMm2,
  boxMm: [...row.measures.boxMm],
  stockBoxMm: [...row.measures.stockBoxMm],
  counts: countsOnWire(row, '1'),
  hasThumbnail: row.hasThumbnail,
});

/** The measures of a body that charges use, at this scale, in the wire format. */
export function countsOnWire(
  body: Parameters<typeof countsOf>[0],
  scale: ModelScale,
): NonNullable<OrderModel['measured']>['counts'] {
  const counts = countsOf(body);
  if (!counts) return undefined;
  const { boxMm, features, ...rest } = scaledCounts(counts, modelScales[scale]);
  return { ...rest, boxMm: [...boxMm], features: features && { ...features, holes: [...features.holes] } };
}
