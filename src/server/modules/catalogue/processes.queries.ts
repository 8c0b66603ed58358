import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { ProcessRecord } from '#contract/catalogue/process-tree.ts';
import type { ProcessInput } from '#contract/catalogue/processes.ts';
import type { Db } from '#server/db/database.ts';
import { recordStore, type ChangedBy } from '#server/db/record-store.ts';
import { processes } from '#server/db/schema.ts';
import type { CatalogueViewer } from './catalogue-viewer.ts';
import { branchOf } from './process-branches.ts';
import { recordOf } from './process-forest.ts';

/** A node's row without its rule; undefined when it is deleted. */
export interface ProcessPosition {
  id: number;
  parentId: number;
  rootId: number;
  name: string;
}

const notDeleted = isNull(processes.deletedAt);

export const processStore = recordStore<
  typeof processes,
  ProcessRecord,
  ProcessInput & { rootId?: number },
  object
>({
  table: processes,
  id: processes.id,
  present: (rows) => rows.map((row) => recordOf(row, { isEditor: true })),
});

/** The process as this viewer may see it. */
export async function findProcess(
  db: Db,
  id: number,
  viewer: CatalogueViewer,
): Promise<ProcessRecord | undefined> {
  const [row] = await db
    .select()
    .from(processes)
    .where(and(eq(processes.id, id), notDeleted));
  return row && recordOf(row, viewer);
}

/** Every node that is not deleted, parents before children, siblings in display order. */
export async function listProcesses(db: Db, viewer: CatalogueViewer): Promise<ProcessRecord[]> {
  const rows = await db
    .select()
    .from(processes)
    .where(notDeleted)
    .orderBy(asc(processes.sort), asc(processes.id));
  return rows
    .filter(({ parentId }) => parentId === 0)
    .flatMap((root) => branchOf(rows, root.id))
    .map((row) => recordOf(row, viewer));
}

/** Every node that is not deleted, with its parent and root, in display order of siblings. */
export function listPositions(db: Db): Promise<ProcessPosition[]> {
  const { id, parentId, rootId, name, sort } = processes;
  return db
    .select({ id, parentId, rootId, name })
    .from(processes)
    .where(notDeleted)
    .orderBy(asc(sort), asc(id));
}

/** Inserts a node below the given root, or as a new root for 0. */
export async function insertProcess(
  db: Db,
  input: ProcessInput,
  rootId: number,
  by: ChangedBy,
): Promise<number> {
  const { id } = await processStore.insert(db, { ...input, rootId }, by);
  if (rootId === 0) await moveToRoot(db, [id], id, by.now);
  return id;
}

/** Moves nodes to another root. */
export async function moveToRoot(db: Db, ids: readonly number[], rootId: number, now: Date): Promise<void> {
  await db
    .update(processes)
    .set({ rootId, updatedAt: now })
    .where(inArray(processes.id, [...ids]));
}

/** Marks roots whose tree lost or gained a branch: an incremental reader then gets the whole tree again. */
export async function touchRoots(db: Db, ids: readonly number[], now: Date): Promise<void> {
  await db
    .update(processes)
    .set({ updatedAt: now })
    .where(inArray(processes.id, [...ids]));
}
