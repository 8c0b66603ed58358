import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { ProcessRecord } from '#contract/catalogue/process-tree.ts';
import type { ProcessInput } from '#contract/catalogue/processes.ts';
import type { Db } from '#server/db/database.ts';
import { recordStore, type ChangedBy } from '#server/db/record-store.ts';
import { processes } from '#server/db/schema.ts';
import type { CatalogueViewer } from './catalogue-viewer.ts';
import { branchOf } from './process-branches.ts';
import { toProcessRecord } from './process-forest.ts';

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
  present: (rows) => rows.map((row) => toProcessRecord(row, { isEditor: true })),
});

export async function findProcess(
  db: Db,
  id: number,
  viewer: CatalogueViewer,
): Promise<ProcessRecord | undefined> {
  const [row] = await db
    .select()
    .from(processes)
    .where(and(eq(processes.id, id), notDeleted));
  return row && toProcessRecord(row, viewer);
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
    .map((row) => toProcessRecord(row, viewer));
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

/** Inserts a node below this root; 0 makes it a new root. */
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

/** Marks roots as changed, so that incremental readers get their whole trees again. */
export async function touchRoots(db: Db, ids: readonly number[], now: Date): Promise<void> {
  await db
    .update(processes)
    .set({ updatedAt: now })
    .where(inArray(processes.id, [...ids]));
}
