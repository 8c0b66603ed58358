import type { FieldErrors } from '#contract/kernel/errors.ts';
import type { BodyOf } from '#contract/kernel/endpoint.ts';
import type { Material } from '#contract/catalogue/material-list.ts';
import { materialImport, materials, type MaterialInput } from '#contract/catalogue/materials.ts';
import { priceGaps } from '#domain/process-tree/offered.ts';
import type { ProcessNode } from '#domain/process-tree/types.ts';
import { changedOptions } from '#contract/prices/cell-changes.ts';
import { hasPermission } from '#domain/permissions.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { ChangedBy } from '#server/db/record-store.ts';
import { AppError, fieldError } from '#server/http/app-error.ts';
import { exportRecords } from '#server/http/export-records.ts';
import { assertAllRemoved, changesOf, foundOrThrow, savedOrConflict } from '#server/http/records.ts';
import { route, type App } from '#server/http/route.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { importRoutes } from '#server/imports/import-routes.ts';
import { setManualOptions, touchMaterials, writeCatalogue } from './catalogue-writes.service.ts';
import { listMaterials } from './catalogue.queries.ts';
import { seesCompany } from './companies.service.ts';
import { readProcessTree } from './catalogue.service.ts';
import { findVisibleConflictingDrafts } from './conflicting-drafts.service.ts';
import { materialViewer, type CatalogueViewer } from './catalogue-viewer.ts';
import { sizeEffect } from './material-figures.service.ts';
import { listPricesOfTags } from './machining-prices.queries.ts';
import { listKnownTags, readTagLabels, tagLookup, UNKNOWN_TAG } from './material-tags.ts';
import {
  copyEligibility,
  deleteMaterialReferences,
  findMaterial,
  enableForMaterial,
  listAllMaterials,
  describeMaterialsInUse,
  materialStore,
  replacePrices,
} from './materials.queries.ts';
import { listExistingOptions } from './options.queries.ts';
import { assertNoJumps, type YuanChange } from './price-jumps.service.ts';
import { listPositions, type ProcessPosition } from './processes.queries.ts';

/** Creates a material. With a source, copies the options of the source, and its prices unless `ownPrices` has some. */
async function addMaterial(
  tx: Db,
  body: MaterialInput,
  by: ChangedBy,
  ownPrices: Partial<PriceList> = {},
  source?: Material,
): Promise<number> {
  await assertTag(tx, body, source?.materialTag);
  const { id, ...figures } = await materialStore.insert(tx, body, by);
  const processConfig = ownPrices.processConfig ?? source?.processConfig ?? [];
  const manualOptions = ownPrices.manualOptions ?? source?.manualOptions ?? [];
  if (processConfig.length + manualOptions.length > 0) {
    await assertOptions(tx, { processConfig, manualOptions });
    await replacePrices(tx, { id, processConfig: [], manualOptions: [] }, processConfig, by);
    await setManualOptions(tx, id, manualOptions);
  }
  if (source) await copyEligibility(tx, { from: source.id, to: id }, by);
  const saved = { ...figures, processConfig, manualOptions };
  // Without a status, as in the original API, a material is created on sale unchecked.
  if (body.status === 'onSale') assertNoGaps(await readProcessTree(tx), { id, ...saved });
  return id;
}

/**
 * Saves a material without its prices. A new tag changes its machining prices, and a new base size the prices of large
 * parts, so both are checked for jumps.
 */
async function saveMaterial(
  tx: Db,
  id: number,
  { confirmJumps, ...body }: MaterialInput & { version: number; confirmJumps?: boolean },
  caller: Caller,
  now: Date,
) {
  const by = { userId: caller.userId, now };
  const before = foundOrThrow(await findMaterial(tx, id));
  await assertTag(tx, body, before.materialTag);
  if (before.version === body.version)
    assertNoJumps(
      [
        sizeEffect(before, before, body),
        ...(body.materialTag === before.materialTag
          ? []
          : await listTagPriceChanges(tx, caller, body, before.materialTag)),
      ],
      confirmJumps,
    );
  if (body.status === 'onSale' && before.status === 'draft') assertNoGaps(await readProcessTree(tx), before);
  if (body.status === 'draft' && before.status === 'onSale') await assertUnused(tx, [id]);
  const saved = await materialStore.update(tx, id, body, by);
  return { before, after: await savedOrConflict(saved, () => findMaterial(tx, id)) };
}

export function materialRoutes(app: App, database: Database): void {
  const { db } = database;

  route(app, materials.one, async ({ params, session }) =>
    foundOrThrow(visibleTo(materialViewer(session), await findMaterial(db, params.id))),
  );
  route(app, materials.export, ({ query: { format, ...filters }, session }) =>
    exportRecords(database, {
      title: '材料',
      format,
      columns: materials.export.columns,
      read: (tx, page) =>
        listMaterials(tx, { ...filters, ...page, maxUpdatedAt: undefined }, materialViewer(session)),
    }),
  );
  route(app, materials.create, ({ body, session: { userId }, audit }) =>
    writeCatalogue(database, async (tx, now) => {
      const { copyOf, processConfig, manualOptions, ...input } = body;
      const source = copyOf === undefined ? undefined : foundOrThrow(await findMaterial(tx, copyOf));
      const id = await addMaterial(tx, input, { userId, now }, { processConfig, manualOptions }, source);
      const bodyPrices = { processConfig: processConfig ?? [], manualOptions: manualOptions ?? [] };
      audit({
        id,
        ...changesOf({}, input),
        ...(source && { copyOf: source.name }),
        ...pricesForLog(
          { name: input.name, processConfig: [], manualOptions: [] },
          bodyPrices,
          await listPositions(tx),
        ),
      });
      return id;
    }),
  );
  route(app, materials.update, ({ params: { id }, body, session, audit }) =>
    writeCatalogue(database, async (tx, now) => {
      const { before, after } = await saveMaterial(tx, id, body, session, now);
      const { confirmJumps: _flag, ...input } = body;
      audit({ id, ...changesOf(before, input) });
      return { ...after, processConfig: before.processConfig };
    }),
  );
  route(app, materials.remove, ({ body: { ids }, session: { userId }, audit }) =>
    writeCatalogue(database, async (tx, now) => {
      await assertUnused(tx, ids);
      audit({ ids });
      const removed = assertAllRemoved(ids, await materialStore.remove(tx, ids, { userId, now }));
      await deleteMaterialReferences(tx, ids, { userId, now });
      return removed;
    }),
  );
  route(app, materials.join, ({ params: { id }, body: { ids }, session: { userId }, audit }) =>
    writeCatalogue(database, async (tx, now) => {
      const { name } = foundOrThrow(await findMaterial(tx, id));
      audit({ ids: await enableForMaterial(tx, id, ids, { userId, now }), material: name });
      return null;
    }),
  );
  importRoutes(app, database, {
    spec: materialImport,
    endpoints: materials,
    idOf: ({ id }: Material) => id,
    defaults: { status: 'draft' } satisfies Partial<MaterialInput>,
    load: async (tx, session) => ({
      records: await listAllMaterials(tx, materialViewer(session)),
      lookups: { materialTag: await tagLookup(tx) },
    }),
    revision: 'catalogue',
    create: (tx, input: MaterialInput, { caller: { userId }, now }) =>
      addMaterial(tx, input, { userId, now }),
    update: (tx, id, input, { caller, now }) => saveMaterial(tx, id, input, caller, now),
  });
  route(app, materials.setPrices, ({ params: { id }, body, session, audit }) =>
    writeCatalogue(database, async (tx, now) => {
      const { userId } = session;
      const before = foundOrThrow(await findMaterial(tx, id));
      await assertOptions(tx, body);
      // The locked revision excludes every other writer until the commit.
      if ((body.version ?? before.version) !== before.version)
        throw new AppError('record.changed', { data: before });
      const positions = await listPositions(tx);
      assertNoJumps(optionPriceChanges(before, body, positions), body.confirmJumps);
      await touchMaterials(tx, [id], { userId, now });
      const changes = await replacePrices(tx, before, body.processConfig, { userId, now });
      const manualOptions = manualOptionsAfter(before, body);
      await setManualOptions(tx, id, manualOptions);
      const after = { processConfig: body.processConfig, manualOptions };
      audit({ id, name: before.name, ...pricesForLog(before, after, positions) });
      const meets = await findVisibleConflictingDrafts(tx, session, changes);
      return { ...foundOrThrow(await findMaterial(tx, id)), meets };
    }),
  );
}

/** Throws unless the tag is enabled in the dictionary. A material may keep a tag that was disabled later. */
async function assertTag(tx: Db, { materialTag }: MaterialInput, before: string | undefined): Promise<void> {
  if (materialTag === before) return;
  const knownTags = await listKnownTags(tx, [materialTag]);
  if (!knownTags.has(materialTag))
    throw new AppError('request.invalid', { fields: { materialTag: UNKNOWN_TAG } });
}

async function assertUnused(tx: Db, ids: readonly number[]): Promise<void> {
  const reason = await describeMaterialsInUse(tx, ids);
  if (reason !== undefined) throw new AppError('record.in_use', { msg: reason });
}

/** The material without the fields that only editors see; undefined if it is a draft and the viewer is not an editor. */
const visibleTo = ({ isEditor }: CatalogueViewer, material: Material | undefined) =>
  material && (isEditor || material.status === 'onSale')
    ? { ...material, staffNote: isEditor ? material.staffNote : '' }
    : undefined;

const MAX_NAMED = 5;

/** Throws unless each option of the material has a price or needs manual pricing: only then may it go on sale. */
function assertNoGaps(tree: readonly ProcessNode[], material: Material): void {
  const gaps = priceGaps(tree, material);
  if (gaps.length === 0) return;
  const names = gaps.slice(0, MAX_NAMED).map(({ name }) => name);
  const more = gaps.length > names.length ? ` 等 ${gaps.length} 项` : '';
  const msg = `${names.join('、')}${more} 还没有价格：请先在“工艺价格”中填写价格（免费填 0）或标记需人工`;
  throw fieldError('status', msg);
}

type PriceList = BodyOf<typeof materials.setPrices>;

/** The new list of manual options: as sent; by default, the old list without the options that now have a price. */
function manualOptionsAfter(before: Material, { processConfig, manualOptions }: PriceList): number[] {
  if (manualOptions) return manualOptions;
  const priced = new Set(processConfig.map(({ id }) => id));
  return before.manualOptions.filter((id) => !priced.has(id));
}

async function assertOptions(
  tx: Db,
  { processConfig: prices, manualOptions = [] }: Pick<PriceList, 'processConfig' | 'manualOptions'>,
): Promise<void> {
  const existing = await listExistingOptions(tx, [...prices.map((entry) => entry.id), ...manualOptions]);
  const fields: FieldErrors = {};
  const seenIds = new Set<number>();
  for (const [index, id] of manualOptions.entries()) {
    if (!existing.has(id)) fields[`manualOptions.${index}`] = `工艺选项 ${id} 不存在`;
    else if (prices.some((entry) => entry.id === id))
      fields[`manualOptions.${index}`] = `工艺选项 ${id} 已有价格，不能同时需人工`;
  }
  for (const [index, { id }] of prices.entries()) {
    if (!existing.has(id)) fields[`processConfig.${index}.id`] = `工艺选项 ${id} 不存在`;
    else if (seenIds.has(id)) fields[`processConfig.${index}.id`] = `工艺选项 ${id} 重复`;
    seenIds.add(id);
  }
  if (Object.keys(fields).length > 0) throw new AppError('request.invalid', { fields });
}

/** Returns a function that names an option with its parent. */
function createOptionNamer(positions: readonly ProcessPosition[]): (id: number) => string {
  const nodes = new Map(positions.map((node) => [node.id, node]));
  return (id) => {
    const node = nodes.get(id);
    return [nodes.get(node?.parentId ?? 0)?.name, node?.name].filter(Boolean).join(' ');
  };
}

function optionPriceChanges(
  before: Material,
  { processConfig }: PriceList,
  positions: readonly ProcessPosition[],
): YuanChange[] {
  const nameOf = createOptionNamer(positions);
  const oldPrices = new Map(before.processConfig.map(({ id, price }) => [id, price]));
  return processConfig.map(({ id, price }) => ({
    id: String(id),
    name: nameOf(id),
    from: oldPrices.get(id) ?? null,
    to: price,
  }));
}

/**
 * The changes of a material's machining prices that a new tag causes: of the system's, and of those agreed with companies
 * that the caller may see.
 */
async function listTagPriceChanges(
  tx: Db,
  caller: Caller,
  { name, materialTag }: Pick<Material, 'name' | 'materialTag'>,
  before: string,
): Promise<YuanChange[]> {
  const prices = await listPricesOfTags(tx, [before, materialTag]);
  const labels = await readTagLabels(tx);
  const title = [before, materialTag].map((tag) => labels.get(tag) ?? tag).join(' → ');
  // Owner 0 is the system.
  const priceOf = (owner: number, tag: string) =>
    prices.find((row) => row.deptId === owner && row.materialTag === tag)?.price;
  const effectivePrice = (owner: number, tag: string) => priceOf(owner, tag) ?? priceOf(0, tag) ?? null;
  const maySee = (deptId: number) =>
    hasPermission(caller.grant.permissions, 'mfr:machiningPrice:query') && seesCompany(caller, deptId);
  const companies = new Map(
    prices.filter(({ deptId }) => maySee(deptId)).map((row) => [row.deptId, row.deptName]),
  );
  return [...new Map([[0, null], ...companies])].flatMap(([owner, company]) => {
    const to = effectivePrice(owner, materialTag);
    // Without a price for the new tag, nothing jumps.
    if (to === null) return [];
    const suffix = company === null ? '' : ` ${company}`;
    return {
      id: String(owner),
      name: `${name} 加工基价（${title}）${suffix}`,
      from: effectivePrice(owner, before),
      to,
    };
  });
}

/** For the operation log: the changed prices with the names of their options, and changes of manual options. */
function pricesForLog(
  before: Pick<Material, 'name' | 'processConfig' | 'manualOptions'>,
  { processConfig, manualOptions }: Pick<Material, 'processConfig' | 'manualOptions'>,
  positions: readonly ProcessPosition[],
): Record<string, unknown> {
  const nameOf = createOptionNamer(positions);
  const prices = changedOptions(before.processConfig, processConfig).map(({ optionId, ...change }) => ({
    material: before.name,
    option: nameOf(optionId),
    ...change,
  }));
  const joinNames = (ids: readonly number[]) => ids.map(nameOf).join('、');
  return {
    ...changesOf(
      { manualOptions: joinNames(before.manualOptions) },
      { manualOptions: joinNames(manualOptions) },
    ),
    ...(prices.length > 0 ? { prices } : {}),
  };
}
