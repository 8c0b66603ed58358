import type { FieldErrors } from '#contract/kernel/errors.ts';
import type { AgreedPrice } from '#contract/catalogue/machining-prices.ts';
import { machiningKey } from '#contract/prices/price-changes.ts';
import type { Db } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { assertCompany } from './companies.service.ts';
import { listAgreedPrices, listUsedTags, setAgreedPrices } from './machining-prices.queries.ts';
import { listKnownTags, readTagLabels, UNKNOWN_TAG } from './material-tags.ts';
import { recordPrices, type PricedBy } from './price-history.service.ts';
import type { YuanChange } from './price-jumps.service.ts';

export { listAgreedPrices };

/** Yuan per piece; null ends an agreement. */
export interface TagPrice {
  materialTag: string;
  price: number | null;
}

/**
 * Sets prices of a company (0: the system) and adds them to their history. Runs inside `writeCatalogue`, after
 * `assertAgreedPrices`.
 */
export async function saveAgreedPrices(
  tx: Db,
  deptId: number,
  current: readonly AgreedPrice[],
  changed: readonly TagPrice[],
  by: PricedBy,
): Promise<void> {
  await setAgreedPrices(tx, deptId, changed, by);
  const before = new Map(current.map((row) => [row.materialTag, row.price]));
  await recordPrices(
    tx,
    changed.map(({ materialTag, price }) => ({
      key: machiningKey(deptId, materialTag),
      before: before.get(materialTag) ?? null,
      after: price,
    })),
    by,
  );
}

/**
 * Throws unless the caller may change the prices of this company, or with 0 the system's: they apply to everyone and
 * require an unrestricted scope.
 */
export async function assertMaySetPrices(tx: Db, caller: Caller, deptId: number): Promise<void> {
  if (deptId !== 0) return assertCompany(tx, caller, deptId);
  if (!caller.grant.scope.all)
    throw new AppError('permission.denied', { msg: '系统基价只能由可见全部数据的角色修改' });
}

/** The changes of effective prices. A company without an agreed price pays the system's price. */
export async function listMachiningPriceChanges(
  tx: Db,
  deptId: number,
  current: readonly AgreedPrice[],
  changed: readonly TagPrice[],
): Promise<YuanChange[]> {
  const before = new Map(current.map((row) => [row.materialTag, row]));
  const systemPrices = new Map(
    (deptId === 0 ? [] : await listAgreedPrices(tx, 0)).map((row) => [row.materialTag, row.price]),
  );
  const labels = await readTagLabels(tx);
  return changed.map(({ materialTag, price }) => ({
    id: machiningKey(deptId, materialTag),
    name: labels.get(materialTag) ?? materialTag,
    from: before.get(materialTag)?.price ?? systemPrices.get(materialTag) ?? null,
    to: price ?? systemPrices.get(materialTag) ?? null,
  }));
}

/** Throws when a new tag does not exist, a tag occurs twice, or a material would lose its price. */
export async function assertAgreedPrices(
  tx: Db,
  { deptId, prices }: { deptId: number; prices: readonly TagPrice[] },
  current: readonly AgreedPrice[],
): Promise<void> {
  const fields: FieldErrors = {};
  const existing = new Set(current.map((row) => row.materialTag));
  const knownTags = await listKnownTags(
    tx,
    prices.map((entry) => entry.materialTag),
  );
  const seenTags = new Set<string>();
  for (const [index, { materialTag }] of prices.entries()) {
    const field = `prices.${index}.materialTag`;
    if (!knownTags.has(materialTag) && !existing.has(materialTag)) fields[field] = UNKNOWN_TAG;
    else if (seenTags.has(materialTag)) fields[field] = '材料分类重复';
    seenTags.add(materialTag);
  }
  if (Object.keys(fields).length > 0) throw new AppError('request.invalid', { fields });
  if (deptId !== 0) return;
  const removedTags = prices.filter((entry) => entry.price === null).map((entry) => entry.materialTag);
  const [usedTag] = await listUsedTags(tx, removedTags);
  if (usedTag !== undefined) {
    throw new AppError('record.in_use', { msg: `材料分类 ${usedTag} 仍有材料使用，不能清空系统加工基价` });
  }
}
