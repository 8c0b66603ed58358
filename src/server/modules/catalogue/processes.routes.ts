import { processes, type ProcessInput } from '#contract/processes.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { By } from '#server/db/record-store.ts';
import { AppError } from '#server/http/app-error.ts';
import { allOf, changesOf, found, savedOrConflict } from '#server/http/records.ts';
import { route, type App } from '#server/http/route.ts';
import { touchMaterials, writeCatalogue } from './catalogue-writes.service.ts';
import { listLivingMaterials } from './materials.queries.ts';
import { deletePricesOf } from './options.queries.ts';
import { branchOf, childrenProblem, placeProblem } from './process-branches.ts';
import {
  findProcess,
  insertProcess,
  listPlaces,
  moveToRoot,
  removeProcesses,
  touchRoots,
  updateProcess,
  type ProcessPlace,
} from './processes.queries.ts';

export function processRoutes(app: App, database: Database): void {
  const { db } = database;

  route(app, processes.one, async ({ params }) => found(await findProcess(db, params.id)));
  route(app, processes.create, ({ body, session: { userId }, note }) =>
    writeCatalogue(database, async (tx, now) => {
      const input = await checked(tx, body);
      const places = await listPlaces(tx);
      assertPlace(places, undefined, input.parentId);
      const id = await insertProcess(tx, input, rootOf(places, input.parentId), { userId, now });
      note({ id, ...changesOf({}, input) });
      return id;
    }),
  );
  route(app, processes.update, ({ params: { id }, body, session: { userId }, note }) =>
    writeCatalogue(database, async (tx, now) => {
      const before = found(await findProcess(tx, id));
      const input = await checked(tx, body);
      const places = await listPlaces(tx);
      if (input.parentId !== before.parentId) assertPlace(places, id, input.parentId);
      const saved = await updateProcess(tx, id, input, { userId, now });
      const after = await savedOrConflict(saved, () => findProcess(tx, id));
      if (input.parentId !== before.parentId)
        await moveBranch(tx, places, id, input.parentId, { userId, now });
      note({ id, ...changesOf(before, input) });
      return after;
    }),
  );
  route(app, processes.remove, ({ body: { ids }, session: { userId }, note }) =>
    writeCatalogue(database, async (tx, now) => {
      const problem = childrenProblem(await listPlaces(tx), ids);
      if (problem !== undefined) throw new AppError('record.in_use', { msg: problem });
      note({ ids });
      const removed = allOf(ids, await removeProcesses(tx, ids, { userId, now }));
      await touchMaterials(tx, await deletePricesOf(tx, ids), { userId, now });
      return removed;
    }),
  );
}

/** The input with each material of the rule named once. Throws when one of them does not exist. */
async function checked<T extends ProcessInput>(tx: Db, input: T): Promise<T> {
  const materialIds = [...new Set(input.materialIds)];
  const living = await listLivingMaterials(tx, materialIds);
  const unknown = materialIds.filter((id) => !living.has(id));
  if (unknown.length === 0) return { ...input, materialIds };
  const msg = `材料 ${unknown.slice(0, 5).join('、')} 不存在`;
  throw new AppError('request.invalid', { fields: { materialIds: msg } });
}

function assertPlace(places: readonly ProcessPlace[], id: number | undefined, parentId: number): void {
  const problem = placeProblem(places, id, parentId);
  if (problem !== undefined)
    throw new AppError('request.invalid', { msg: problem, fields: { parentId: problem } });
}

/** The root of the tree below which a child of this parent stands; 0 for a root. */
const rootOf = (places: readonly ProcessPlace[], parentId: number): number =>
  places.find((place) => place.id === parentId)?.rootId ?? 0;

/** Takes the whole branch to its new root; an option that becomes a process of its own loses its prices. */
async function moveBranch(tx: Db, places: readonly ProcessPlace[], id: number, parentId: number, by: By) {
  const oldRoot = rootOf(places, id);
  const newRoot = parentId === 0 ? id : rootOf(places, parentId);
  const branch = branchOf(places, id).map((place) => place.id);
  await moveToRoot(tx, branch, newRoot, by.now);
  await touchRoots(tx, [oldRoot, newRoot], by.now);
  if (parentId === 0) await touchMaterials(tx, await deletePricesOf(tx, [id]), by);
}
