import type { ProcessRecord } from '#contract/catalogue/process-tree.ts';
import { processImport, processes, type ProcessInput } from '#contract/catalogue/processes.ts';
import { hasPermission } from '#domain/permissions.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { ChangedBy } from '#server/db/record-store.ts';
import { AppError, fieldError } from '#server/http/app-error.ts';
import { exportRecords } from '#server/http/export-records.ts';
import { assertAllRemoved, changesOf, foundOrThrow, savedOrConflict } from '#server/http/records.ts';
import { route, type App } from '#server/http/route.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { importRoutes } from '#server/imports/import-routes.ts';
import { nameLookup, treePaths } from '#server/imports/name-lookup.ts';
import type { Stored } from '#server/imports/record-import.ts';
import { processViewer } from './catalogue-viewer.ts';
import { touchMaterials, writeCatalogue } from './catalogue-writes.service.ts';
import { listAllMaterials, listExistingMaterials } from './materials.queries.ts';
import { copyPricesOf, deletePricesOf } from './options.queries.ts';
import { branchOf, childrenProblem, parentProblem } from './process-branches.ts';
import {
  findProcess,
  insertProcess,
  listPositions,
  listProcesses,
  moveToRoot,
  processStore,
  touchRoots,
  type ProcessPosition,
} from './processes.queries.ts';

export function processRoutes(app: App, database: Database): void {
  const { db } = database;

  route(app, processes.one, async ({ params, session }) =>
    foundOrThrow(await findProcess(db, params.id, processViewer(session))),
  );
  route(app, processes.export, ({ query: { format, name = '' }, session }) =>
    exportRecords(database, {
      title: '工艺',
      format,
      columns: processes.export.columns,
      read: async (tx, { pageIndex, pageSize }) => {
        const { records, lookups } = await loadForImport(tx, session);
        const matches = records.filter((record) => record.name.toLowerCase().includes(name.toLowerCase()));
        const list = matches.slice((pageIndex - 1) * pageSize, pageIndex * pageSize).map((record) => ({
          ...record,
          parentId: lookups.parentId.nameOf(record.parentId),
          materialIds: record.materialIds.map((id) => lookups.materialIds.nameOf(id)).join('、'),
        }));
        return { list, count: matches.length };
      },
    }),
  );
  route(app, processes.create, ({ body: { copyOf, ...body }, session, audit }) =>
    writeCatalogue(database, async (tx, now) => {
      const by = { userId: session.userId, now };
      const source = copyOf === undefined ? undefined : foundOrThrow(await processStore.find(tx, copyOf));
      if (source && !hasPermission(session.grant.permissions, 'mfr:material:edit'))
        throw new AppError('permission.denied', { msg: '您没有修改材料的权限，不能复制工艺价格' });
      const { id, input } = await addProcess(tx, body, by);
      // Only options have prices.
      if (source && source.parentId !== 0 && input.parentId !== 0)
        await touchMaterials(tx, await copyPricesOf(tx, { from: source.id, to: id }), by);
      audit({ id, ...changesOf({}, input), ...(source && { copyOf: source.name }) });
      return id;
    }),
  );
  route(app, processes.update, ({ params: { id }, body, session: { userId }, audit }) =>
    writeCatalogue(database, async (tx, now) => {
      const { before, input, after } = await saveProcess(tx, id, body, { userId, now });
      audit({ id, ...changesOf(before, input) });
      return after;
    }),
  );
  importRoutes(app, database, {
    spec: processImport,
    endpoints: processes,
    idOf: ({ id }: ProcessRecord) => id,
    defaults: { parentId: 0, filterType: 0, materialIds: [] } satisfies Partial<ProcessInput>,
    load: loadForImport,
    pathOf: ({ parentId, name }) => [parentId, name].filter(Boolean).join('/'),
    revision: 'catalogue',
    create: async (tx, input: ProcessInput, { caller: { userId }, now }) =>
      (await addProcess(tx, input, { userId, now })).id,
    update: (tx, id, input, { caller: { userId }, now }) => saveProcess(tx, id, input, { userId, now }),
  });
  route(app, processes.remove, ({ body: { ids }, session: { userId }, audit }) =>
    writeCatalogue(database, async (tx, now) => {
      const problem = childrenProblem(await listPositions(tx), ids);
      if (problem !== undefined) throw new AppError('record.in_use', { msg: problem });
      audit({ ids });
      const removed = assertAllRemoved(ids, await processStore.remove(tx, ids, { userId, now }));
      await touchMaterials(tx, await deletePricesOf(tx, ids), { userId, now });
      return removed;
    }),
  );
}

async function addProcess(tx: Db, body: ProcessInput, by: ChangedBy) {
  const input = await checkMaterials(tx, body);
  const nodes = await listPositions(tx);
  assertValidParent(nodes, undefined, input.parentId);
  return { id: await insertProcess(tx, input, rootOf(nodes, input.parentId), by), input };
}

/** Saves a process or option; a new parent moves the whole branch. */
async function saveProcess(tx: Db, id: number, body: ProcessInput & { version: number }, by: ChangedBy) {
  const before = foundOrThrow(await processStore.find(tx, id));
  const input = await checkMaterials(tx, body);
  const nodes = await listPositions(tx);
  if (input.parentId !== before.parentId) assertValidParent(nodes, id, input.parentId);
  const saved = await processStore.update(tx, id, input, by);
  const after = await savedOrConflict(saved, () => processStore.find(tx, id));
  if (input.parentId !== before.parentId) await moveBranch(tx, nodes, id, input.parentId, by);
  return { before, input, after };
}

/** Processes and options in tree order, with the lookups for names in a file. */
async function loadForImport(tx: Db, session: Caller) {
  const records = await listProcesses(tx, processViewer(session));
  const materials = await listAllMaterials(tx, { isEditor: true });
  return {
    records,
    lookups: {
      parentId: nameLookup(treePaths(records), 0),
      materialIds: nameLookup(
        materials.map(({ id, name }) => ({ value: id, name })),
        [],
      ),
    },
  } satisfies Stored<ProcessRecord>;
}

/** Removes duplicates from `materialIds`. Throws `request.invalid` when a material does not exist. */
async function checkMaterials<T extends ProcessInput>(tx: Db, input: T): Promise<T> {
  const materialIds = [...new Set(input.materialIds)];
  const existing = await listExistingMaterials(tx, materialIds);
  const unknownIds = materialIds.filter((id) => !existing.has(id));
  if (unknownIds.length === 0) return { ...input, materialIds };
  const msg = `材料 ${unknownIds.slice(0, 5).join('、')} 不存在`;
  throw new AppError('request.invalid', { fields: { materialIds: msg } });
}

function assertValidParent(
  nodes: readonly ProcessPosition[],
  id: number | undefined,
  parentId: number,
): void {
  const problem = parentProblem(nodes, id, parentId);
  if (problem !== undefined) throw fieldError('parentId', problem);
}

/** The root above a child of this parent; 0 if the child is a root itself. */
const rootOf = (nodes: readonly ProcessPosition[], parentId: number): number =>
  nodes.find((node) => node.id === parentId)?.rootId ?? 0;

/** Moves the branch to its new root. An option that becomes a process loses its prices and manual-pricing marks. */
async function moveBranch(
  tx: Db,
  nodes: readonly ProcessPosition[],
  id: number,
  parentId: number,
  by: ChangedBy,
) {
  const oldRoot = rootOf(nodes, id);
  const newRoot = parentId === 0 ? id : rootOf(nodes, parentId);
  const branch = branchOf(nodes, id).map((node) => node.id);
  await moveToRoot(tx, branch, newRoot, by.now);
  await touchRoots(tx, [oldRoot, newRoot], by.now);
  if (parentId === 0) await touchMaterials(tx, await deletePricesOf(tx, [id]), by);
}
