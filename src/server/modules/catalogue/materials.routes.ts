import type { FieldErrors } from '#contract/errors.ts';
import { materials, type MaterialInput } from '#contract/materials.ts';
import type { ProcessPrice } from '#domain/pricing/types.ts';
import type { Database, Db } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import { exportRecords } from '#server/http/export-records.ts';
import { assertAllRemoved, changesOf, foundOrThrow, savedOrConflict } from '#server/http/records.ts';
import { route, type App } from '#server/http/route.ts';
import { touchMaterials, writeCatalogue } from './catalogue-writes.service.ts';
import { listMaterials } from './catalogue.queries.ts';
import { listKnownTags, UNKNOWN_TAG } from './material-tags.queries.ts';
import {
  deleteMaterialReferences,
  findMaterial,
  materialsInUse,
  materialStore,
  replacePrices,
} from './materials.queries.ts';
import { listExistingOptions } from './options.queries.ts';

export function materialRoutes(app: App, database: Database): void {
  const { db } = database;

  route(app, materials.one, async ({ params }) => foundOrThrow(await findMaterial(db, params.id)));
  route(app, materials.export, ({ query: { format, ...filters } }) =>
    exportRecords(database, {
      title: '材料',
      format,
      columns: materials.export.columns,
      read: (tx, page) => listMaterials(tx, { ...filters, ...page, maxUpdatedAt: undefined }),
    }),
  );
  route(app, materials.create, ({ body, session: { userId }, note }) =>
    writeCatalogue(database, async (tx, now) => {
      await assertTag(tx, body, undefined);
      const { id } = await materialStore.insert(tx, body, { userId, now });
      note({ id, ...changesOf({}, body) });
      return id;
    }),
  );
  route(app, materials.update, ({ params: { id }, body, session: { userId }, note }) =>
    writeCatalogue(database, async (tx, now) => {
      const before = foundOrThrow(await findMaterial(tx, id));
      await assertTag(tx, body, before.materialTag);
      const saved = await materialStore.update(tx, id, body, { userId, now });
      const after = await savedOrConflict(saved, () => findMaterial(tx, id));
      note({ id, ...changesOf(before, body) });
      return { ...after, processConfig: before.processConfig };
    }),
  );
  route(app, materials.remove, ({ body: { ids }, session: { userId }, note }) =>
    writeCatalogue(database, async (tx, now) => {
      const use = await materialsInUse(tx, ids);
      if (use !== undefined) throw new AppError('record.in_use', { msg: use });
      note({ ids });
      const removed = assertAllRemoved(ids, await materialStore.remove(tx, ids, { userId, now }));
      await deleteMaterialReferences(tx, ids, { userId, now });
      return removed;
    }),
  );
  route(app, materials.setPrices, ({ params: { id }, body, session: { userId }, note }) =>
    writeCatalogue(database, async (tx, now) => {
      const before = foundOrThrow(await findMaterial(tx, id));
      await assertOptions(tx, body.processConfig);
      // The locked revision excludes every other writer until the commit.
      if (before.version !== body.version) throw new AppError('record.changed', { data: before });
      await touchMaterials(tx, [id], { userId, now });
      await replacePrices(tx, id, body.processConfig);
      note({ id, ...changesOf(priceMap(before.processConfig), priceMap(body.processConfig, before)) });
      return foundOrThrow(await findMaterial(tx, id));
    }),
  );
}

/** The tag must be enabled in the dictionary; a material keeps a tag that was disabled later. */
async function assertTag(tx: Db, { materialTag }: MaterialInput, before: string | undefined): Promise<void> {
  if (materialTag === before) return;
  const known = await listKnownTags(tx, [materialTag]);
  if (!known.has(materialTag))
    throw new AppError('request.invalid', { fields: { materialTag: UNKNOWN_TAG } });
}

async function assertOptions(tx: Db, prices: readonly ProcessPrice[]): Promise<void> {
  const existing = await listExistingOptions(
    tx,
    prices.map((entry) => entry.id),
  );
  const fields: FieldErrors = {};
  const seen = new Set<number>();
  for (const [index, { id }] of prices.entries()) {
    if (!existing.has(id)) fields[`processConfig.${index}.id`] = `工艺选项 ${id} 不存在`;
    else if (seen.has(id)) fields[`processConfig.${index}.id`] = `工艺选项 ${id} 重复`;
    seen.add(id);
  }
  if (Object.keys(fields).length > 0) throw new AppError('request.invalid', { fields });
}

/** Prices by option for the operation log; prices removed since `before` are null. */
function priceMap(
  prices: readonly ProcessPrice[],
  before: { processConfig: readonly ProcessPrice[] } = { processConfig: [] },
): Record<string, [number, number] | null> {
  const map: Record<string, [number, number] | null> = {};
  for (const { id } of before.processConfig) map[`process_${id}`] = null;
  for (const { id, price, time } of prices) map[`process_${id}`] = [price, time];
  return map;
}
