import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { ProcessRecord } from '#contract/catalogue/process-tree.ts';
import type { ProcessInput } from '#contract/catalogue/processes.ts';
import type { Db } from '#server/db/database.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { softDeletion, stampOfChange, stampOfNew, type ChangedBy } from '#server/db/record-store.ts';
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

export async function findProcess(
  db: Db,
  id: number,
  viewer: CatalogueViewer = { isEditor: true },
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
  const row = onlyRow(
    await db
      .insert(processes)
      .values({ ...input, rootId, ...stampOfNew(by) })
      .returning({ id: processes.id }),
  );
  if (rootId === 0) await moveToRoot(db, [row.id], row.id, by.now);
  return row.id;
}

/** Undefined when the version is stale or the node is gone. */
export async function updateProcess(
  db: Db,
  id: number,
  { version, ...input }: ProcessInput & { version: number },
  by: ChangedBy,
): Promise<ProcessRecord | undefined> {
  const [row] = await db
    .update(processes)
    .set({ ...input, ...stampOfChange(processes, by) })
    .where(and(eq(processes.id, id), eq(processes.version, version), notDeleted))
    .returning();
  return row && recordOf(row, { isEditor: true });
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

export const removeProcesses = softDeletion(processes, processes.id);
