import type { BodyOf } from '#contract/endpoint.ts';
import type { FieldErrors } from '#contract/errors.ts';
import { machiningPrices, type AgreedPrice } from '#contract/machining-prices.ts';
import type { Database, Db } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import { changesOf } from '#server/http/records.ts';
import { route, type App } from '#server/http/route.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { assertCompany } from './companies.service.ts';
import { writeCatalogue } from './catalogue-writes.service.ts';
import { assertNoJumps, type PriceMove } from './price-jumps.service.ts';
import {
  listAgreedPrices,
  listCompanies,
  listUsedTags,
  setAgreedPrices,
} from './machining-prices.queries.ts';
import { listKnownTags, readTagLabels, UNKNOWN_TAG } from './material-tags.queries.ts';

type Save = BodyOf<typeof machiningPrices.save>;

export function machiningPriceRoutes(app: App, database: Database): void {
  const { db } = database;

  route(app, machiningPrices.agreed, async ({ query: { deptId }, session }) => {
    if (deptId !== 0) await assertCompany(db, session, deptId);
    return listAgreedPrices(db, deptId);
  });
  route(app, machiningPrices.companies, async ({ session: { deptId, grant } }) => {
    const companies = await listCompanies(db);
    const { all, deptIds } = grant.scope;
    return companies.filter((row) => all || row.deptId === deptId || deptIds.includes(row.deptId));
  });
  route(app, machiningPrices.save, ({ body, session, note }) =>
    writeCatalogue(database, async (tx, now) => {
      await assertOwner(tx, session, body.deptId);
      const { userId } = session;
      const current = await listAgreedPrices(tx, body.deptId);
      await assertPrices(tx, body, current);
      const before = new Map(current.map((row) => [row.materialTag, row]));
      const isStale = body.prices.some(
        (entry) => (before.get(entry.materialTag)?.version ?? 0) !== entry.version,
      );
      if (isStale) throw new AppError('record.changed', { data: current });
      const changed = body.prices.filter(
        (entry) => (before.get(entry.materialTag)?.price ?? null) !== entry.price,
      );
      assertNoJumps(await movesOf(tx, body.deptId, before, changed), body.confirmJumps);
      await setAgreedPrices(tx, body.deptId, changed, { userId, now });
      const labels = await readTagLabels(tx);
      note({ deptId: body.deptId, ...changesOf(byTag(current, labels), byTag(changed, labels)) });
      return listAgreedPrices(tx, body.deptId);
    }),
  );
}

/** The system's prices apply to everyone: changing them requires an unrestricted scope. */
async function assertOwner(tx: Db, caller: Caller, deptId: number): Promise<void> {
  if (deptId !== 0) return assertCompany(tx, caller, deptId);
  if (!caller.grant.scope.all)
    throw new AppError('permission.denied', { msg: '系统基价只能由可见全部数据的角色修改' });
}

/** The changes of the prices that apply: a company without its own has the system's. */
async function movesOf(
  tx: Db,
  deptId: number,
  before: ReadonlyMap<string, AgreedPrice>,
  changed: Save['prices'],
): Promise<PriceMove[]> {
  const system = new Map(
    (deptId === 0 ? [] : await listAgreedPrices(tx, 0)).map((row) => [row.materialTag, row.price]),
  );
  const labels = await readTagLabels(tx);
  return changed.map(({ materialTag, price }) => ({
    id: materialTag,
    name: labels.get(materialTag) ?? materialTag,
    from: before.get(materialTag)?.price ?? system.get(materialTag) ?? null,
    to: price ?? system.get(materialTag) ?? null,
  }));
}

/** Prices by the labels of their tags, which people read in the log. */
const byTag = (
  prices: readonly { materialTag: string; price: number | null }[],
  labels: ReadonlyMap<string, string>,
) =>
  Object.fromEntries(prices.map(({ materialTag, price }) => [labels.get(materialTag) ?? materialTag, price]));

/** Throws when the company or a new tag does not exist, or when a material would lose its price. */
async function assertPrices(
  tx: Db,
  { deptId, prices }: Save,
  current: readonly AgreedPrice[],
): Promise<void> {
  const fields: FieldErrors = {};
  const kept = new Set(current.map((row) => row.materialTag));
  const known = await listKnownTags(
    tx,
    prices.map((entry) => entry.materialTag),
  );
  const seen = new Set<string>();
  for (const [index, { materialTag }] of prices.entries()) {
    const field = `prices.${index}.materialTag`;
    if (!known.has(materialTag) && !kept.has(materialTag)) fields[field] = UNKNOWN_TAG;
    else if (seen.has(materialTag)) fields[field] = '材料分类重复';
    seen.add(materialTag);
  }
  if (Object.keys(fields).length > 0) throw new AppError('request.invalid', { fields });
  if (deptId !== 0) return;
  const ended = prices.filter((entry) => entry.price === null).map((entry) => entry.materialTag);
  const [used] = await listUsedTags(tx, ended);
  if (used !== undefined) {
    throw new AppError('record.in_use', { msg: `材料分类 ${used} 仍有材料使用，不能清空系统加工基价` });
  }
}
