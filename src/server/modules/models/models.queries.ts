import { and, asc, eq, exists, inArray, isNotNull, ne, notExists, or, sql } from 'drizzle-orm';
import type { Model } from '#contract/files/models.ts';
import { WHOLE_BODY } from '#domain/models/model-check.ts';
import type { Db } from '#server/db/database.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { modelBodies, modelFiles, orders, partModels } from '#server/db/schema.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import { withinScope } from '#server/modules/access/order-scope.ts';

export type ModelRow = typeof modelFiles.$inferSelect;
type BodyRow = Omit<typeof modelBodies.$inferSelect, 'thumbnail' | 'features' | 'fingerprint'> & {
  hasThumbnail: boolean;
};

/** The user's own models, and those of orders within the scope. */
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
  thumbnail: modelBodies.thumbnail,
};

/** The measured bodies of a model, in their order. */
async function listBodies(db: Db, modelId: number): Promise<BodyRow[]> {
  return db
    .select({ ...bodyColumns, hasThumbnail: sql<boolean>`${thumbnail} is not null` })
    .from(modelBodies)
    .where(and(eq(modelBodies.modelId, modelId), ne(modelBodies.body, WHOLE_BODY)))
    .orderBy(asc(modelBodies.body));
}

export async function findThumbnail(db: Db, modelId: number, body: number): Promise<Buffer | undefined> {
  const [row] = await db
    .select({ thumbnail })
    .from(modelBodies)
    .where(and(eq(modelBodies.modelId, modelId), eq(modelBodies.body, body), isNotNull(thumbnail)));
  return row?.thumbnail ?? undefined;
}

/** The number of a user's models that wait to be measured. */
export async function countWaiting(db: Db, ownerId: number): Promise<number> {
  return db.$count(modelFiles, and(eq(modelFiles.ownerId, ownerId), eq(modelFiles.status, 'waiting')));
}

/**
 * Deletes the user's own models that no order uses, with their bodies; the caller removes the files. Runs in a transaction: an order
 * that is being written with one of the models is waited for.
 */
export async function deleteUnused(tx: Db, ownerId: number, ids: readonly number[]): Promise<ModelRow[]> {
  const own = and(inArray(modelFiles.id, [...ids]), eq(modelFiles.ownerId, ownerId));
  // A separate statement: the next one sees what was committed before the lock.
  await tx
    .select({ id: modelFiles.id })
    .from(modelFiles)
    .where(own)
    .orderBy(asc(modelFiles.id))
    .for('update');
  return tx
    .delete(modelFiles)
    .where(
      and(
        own,
        notExists(
          tx.select({ id: partModels.modelId }).from(partModels).where(eq(partModels.modelId, modelFiles.id)),
        ),
      ),
    )
    .returning();
}

/** The ids among these of models that exist, which stay until the transaction ends. */
export async function holdModels(tx: Db, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx
    .select({ id: modelFiles.id })
    .from(modelFiles)
    .where(inArray(modelFiles.id, [...ids]))
    .orderBy(asc(modelFiles.id))
    .for('key share');
  return new Set(rows.map(({ id }) => id));
}

/** What is the same about a model wherever it is shown. */
export const presentFields = (row: ModelRow) => ({
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
  const bodies = await listBodies(db, row.id);
  return {
    ...presentFields(row),
    bodies: bodies.map(({ body, kind, name, count, volumeMm3, areaMm2, measures, hasThumbnail }) => ({
      body,
      kind,
      name,
      count,
      volumeMm3,
      areaMm2,
      boxMm: [...measures.boxMm],
      stockBoxMm: [...measures.stockBoxMm],
      hasThumbnail,
    })),
  };
}
