import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { pairKey } from '#contract/prices/cell-changes.ts';
import {
  inverseOf,
  isFigures,
  priceKey,
  recordIdOf,
  type ChangedPrice,
  type ChangeOf,
  type NamedPriceChange,
  type PriceValue,
} from '#contract/prices/price-changes.ts';
import { hasPermission } from '#domain/permissions.ts';
import { groupBy } from '#domain/group-by.ts';
import { pick } from '#domain/pick.ts';
import type { Db } from '#server/db/database.ts';
import type { DraftChange } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { companyNames } from '#server/modules/catalogue/companies.service.ts';
import { setManualOptions } from '#server/modules/catalogue/catalogue-writes.service.ts';
import {
  assertAgreedPrices,
  assertPriceOwner,
  machiningMoves,
  listAgreedPrices,
  saveAgreedPrices,
} from '#server/modules/catalogue/machining-prices.service.ts';
import type { PricedBy } from '#server/modules/catalogue/price-history.service.ts';
import { assertNoJumps, type PriceMove } from '#server/modules/catalogue/price-jumps.service.ts';
import { figuredKinds, isOfRecord, readFigured } from './figured-kinds.ts';
import { manualPairs } from './price-grid.ts';
import { readPriceNames } from './price-names.ts';
import { readCells, readGrid } from './price-table.queries.ts';
import { assertCells, cellMoves, notedCells, saveCells } from './save-cells.ts';

const cellsOf = (changes: readonly DraftChange[]) => changes.filter((change) => change.kind === 'cell');

/** The machining prices among the changes, by their owner. */
const machiningOf = (changes: readonly DraftChange[]) =>
  groupBy(
    changes.filter((change) => change.kind === 'machining'),
    ({ deptId }) => deptId,
  );

/** A figure of a record that only one side names does not make them differ. */
export function isSameValue(a: PriceValue, b: PriceValue): boolean {
  if (!isFigures(a) || !isFigures(b)) return isDeepStrictEqual(a, b);
  const others = new Map<string, unknown>(Object.entries(b));
  return Object.entries(a).every(([figure, value]) => {
    const other = others.get(figure);
    return value === undefined || other === undefined || isDeepStrictEqual(value, other);
  });
}

/** Whether the change changes something. */
export const isChange = ({ before, after }: DraftChange): boolean => !isSameValue(before, after);

/** Throws `permission.denied` where these prices are not the caller's to change; `of` says what they are part of. */
export async function assertMayChange(
  db: Db,
  caller: Caller,
  changes: readonly DraftChange[],
  of: '草稿' | '版本' = '草稿',
): Promise<void> {
  const { permissions } = caller.grant;
  const owners = machiningOf(changes);
  if (owners.size > 0 && !hasPermission(permissions, 'mfr:machiningPrice:edit'))
    throw new AppError('permission.denied', { msg: `${of}中有加工基价，您没有修改加工基价的权限` });
  // A user who sees everything gets the name of a deleted company later, where the prices are checked.
  const companies = await companyNames(db, [...owners.keys()]);
  for (const deptId of owners.keys())
    if (deptId === 0 || companies.has(deptId) || !caller.grant.scope.all)
      await assertPriceOwner(db, caller, deptId);
  for (const kind of new Set(changes.filter(isOfRecord).map((change) => change.kind))) {
    const { group, noun, permissions: needed } = figuredKinds[kind];
    if (!hasPermission(permissions, needed.edit))
      throw new AppError('permission.denied', { msg: `${of}中有${group}，您没有修改${noun}的权限` });
  }
}

/** Whether the caller may see this price. */
export function maySee({ deptId, grant: { permissions, scope } }: Caller, change: DraftChange): boolean {
  if (change.kind === 'cell') return true;
  if (isOfRecord(change)) return hasPermission(permissions, figuredKinds[change.kind].permissions.list);
  const isOwn = change.deptId === 0 || change.deptId === deptId || scope.deptIds.includes(change.deptId);
  return hasPermission(permissions, 'mfr:machiningPrice:query') && (scope.all || isOwn);
}

/** What these prices are now, by key. */
export async function readNow(tx: Db, changes: readonly DraftChange[]): Promise<Map<string, PriceValue>> {
  // In the order of the changes, which the hash of the prices depends on.
  const now = new Map<string, PriceValue>(changes.map((change) => [priceKey(change), null]));
  const cells = cellsOf(changes);
  const values = await readCells(tx, cells);
  for (const change of cells)
    now.set(priceKey(change), values.get(pairKey(change.materialId, change.optionId)) ?? null);
  for (const [deptId, own] of machiningOf(changes)) {
    const rows = await listAgreedPrices(tx, deptId);
    const prices = new Map(rows.map(({ materialTag, price }) => [materialTag, price]));
    for (const change of own) now.set(priceKey(change), prices.get(change.materialTag) ?? null);
  }
  for (const { changes: own, found } of await readFigured(tx, changes))
    for (const change of own) {
      const record = found.get(recordIdOf(change));
      if (record?.isDeleted === false) now.set(priceKey(change), record.figures);
    }
  return now;
}

/** The hash of what the prices are now: 64 hexadecimal digits. */
export const seenOf = (now: ReadonlyMap<string, PriceValue>): string =>
  createHash('sha256')
    .update(JSON.stringify([...now]))
    .digest('hex');

/** The changes with names and the prices of now. */
export async function namedChanges(
  tx: Db,
  changes: readonly DraftChange[],
  now: ReadonlyMap<string, PriceValue>,
): Promise<NamedPriceChange[]> {
  const names = await readPriceNames(tx, changes);
  return changes.map((change) => {
    const key = priceKey(change);
    const { group = '', name = key, gone = '' } = names.get(key) ?? {};
    const { kind, before, after } = change;
    const held = now.get(key) ?? null;
    const named = { kind, key, group, name, isDeleted: gone !== '', before, after, now: held };
    return named as NamedPriceChange;
  });
}

/** Sentences about what is deleted that a refusal names, at most. */
const MAX_GONE = 3;

/** Throws `request.invalid` naming what was deleted since the draft was written: its prices have to be taken out. */
export async function assertNoneDeleted(tx: Db, changes: readonly DraftChange[]): Promise<void> {
  const names = await readPriceNames(tx, changes);
  const gone = [...names.values()].map((one) => one.gone).filter((sentence) => sentence !== '');
  if (gone.length === 0) return;
  const sentences = [...new Set(gone)];
  const more = sentences.length > MAX_GONE ? `等 ${sentences.length} 处` : '';
  throw new AppError('request.invalid', {
    msg: `${sentences.slice(0, MAX_GONE).join('，')}${more}，请先从草稿中移除有关的 ${gone.length} 个价格`,
  });
}

/**
 * The changes as they replace what the prices are now: nothing where a price already has its new value. Throws `price.conflict`
 * naming the prices that are neither that nor what the author saw, unless `seen` is the hash of the prices of now.
 */
export async function rebased(
  tx: Db,
  changes: readonly DraftChange[],
  seen: string | undefined,
): Promise<DraftChange[]> {
  const now = await readNow(tx, changes);
  const different = changes.filter((change) => isOther(change, now));
  if (different.length > 0 && seen !== seenOf(now))
    throw conflictOf(
      'price.conflict',
      (await namedChanges(tx, different, now)).map((one) => ({ ...one, reason: '' })),
      '已被他人修改，请核对后再发布',
    );
  return changes.map((change) => basedOn(change, now.get(priceKey(change)) ?? null));
}

/**
 * The changes the other way round. Throws `price.changed_since` naming prices that changed later, are of something deleted, or cannot
 * be set back for one of the given reasons, by key.
 */
export async function reversed(
  tx: Db,
  changes: readonly DraftChange[],
  reasons: ReadonlyMap<string, string>,
): Promise<DraftChange[]> {
  const wanted = inverseOf(changes);
  const now = await readNow(tx, wanted);
  const named = await namedChanges(tx, wanted, now);
  const lost = named.flatMap((one, n) => {
    const change = wanted[n];
    const reason =
      reasons.get(one.key) ??
      (one.isDeleted ? '已删除' : change && isOther(change, now) ? '之后又改过' : undefined);
    return reason === undefined ? [] : [{ ...one, reason }];
  });
  if (lost.length > 0) throw conflictOf('price.changed_since', lost, '不能恢复');
  return wanted.map((change) => basedOn(change, now.get(priceKey(change)) ?? null));
}

/** Whether the price is neither what the change replaces nor what it brings. */
function isOther(change: DraftChange, now: ReadonlyMap<string, PriceValue>): boolean {
  const held = now.get(priceKey(change)) ?? null;
  return !isSameValue(held, change.before) && !isSameValue(held, change.after);
}

function conflictOf(
  error: 'price.conflict' | 'price.changed_since',
  changes: readonly ChangedPrice[],
  refusal: string,
): AppError {
  const conflicts = changes.map((one): ChangedPrice => pick(one, ['key', 'group', 'name', 'reason']));
  const [first] = conflicts;
  const more = conflicts.length > 1 ? ` 等 ${conflicts.length} 个价格` : '';
  return new AppError(error, {
    msg: `${first?.group} · ${first?.name}${more}${refusal}`,
    data: { conflicts },
  });
}

/** The change as it replaces this value, which is of its kind. */
function basedOn(change: DraftChange, now: PriceValue): DraftChange {
  if (!isOfRecord(change)) return { ...change, before: now } as DraftChange;
  // A deleted record is refused by name when it is changed. Figures that the change does not name stay, now and when it is undone.
  if (!isFigures(now)) return change;
  const named = Object.entries(now).filter(([figure]) => !isFigures(change.after) || figure in change.after);
  return { ...change, before: Object.fromEntries(named) } as DraftChange;
}

/** Throws `request.invalid` for prices that cannot be, and for those that are named twice. */
export async function assertChanges(tx: Db, changes: readonly DraftChange[]): Promise<void> {
  const cells = cellsOf(changes);
  if (cells.length > 0) await assertCells(tx, cells, await readGrid(tx));
  const keys = new Set(changes.map(priceKey));
  if (keys.size < changes.length) throw new AppError('request.invalid', { msg: '同一价格出现两次' });
  for (const [deptId, owned] of machiningOf(changes))
    await assertAgreedPrices(tx, { deptId, prices: owned.map(tagPrice) }, await listAgreedPrices(tx, deptId));
  for (const { records, changes: own, found } of await readFigured(tx, changes)) {
    const gone = own.map(recordIdOf).find((id) => found.get(id)?.isDeleted !== false);
    if (gone === undefined) continue;
    const name = found.get(gone)?.name;
    throw new AppError('request.invalid', {
      msg: name === undefined ? `${records.noun} ${gone} 不存在` : `${records.noun}“${name}”已删除`,
    });
  }
}

const tagPrice = ({ materialTag, after }: ChangeOf<'machining'>) => ({ materialTag, price: after });

/**
 * Sets every price to `after`, in a write of the catalogue. Returns the changes that changed something, those of pairs that a
 * person priced marked, and what the log says. Throws `request.invalid`, `price.jump`.
 */
export async function applyChanges(
  tx: Db,
  changes: readonly DraftChange[],
  by: PricedBy,
  confirmJumps: boolean | undefined,
): Promise<{ changes: DraftChange[]; saved: number; noted: Record<string, unknown> }> {
  const changed = changes.filter(isChange);
  const grid = await readGrid(tx);
  const cells = cellsOf(changed);
  const machining = [];
  const moves: PriceMove[] = cellMoves(cells, grid);
  for (const [deptId, owned] of machiningOf(changed)) {
    const rows = await listAgreedPrices(tx, deptId);
    const prices = owned.map(tagPrice);
    await assertAgreedPrices(tx, { deptId, prices }, rows);
    moves.push(...(await machiningMoves(tx, deptId, rows, prices)));
    machining.push({ deptId, rows, prices });
  }
  const figured = await readFigured(tx, changed);
  for (const { records, changes: own, found } of figured)
    for (const change of own) {
      const id = recordIdOf(change);
      const record = found.get(id);
      if (record) moves.push(...records.moves(record, { ...change, id }));
    }
  assertNoJumps(moves, confirmJumps);
  if (cells.length > 0) await saveCells(tx, cells, by, true);
  for (const { deptId, rows, prices } of machining) await saveAgreedPrices(tx, deptId, rows, prices, by);
  for (const { records, changes: own } of figured)
    await records.change(
      tx,
      own.map((change) => ({ id: recordIdOf(change), after: change.after })),
      by,
    );
  const countOf = (kind: DraftChange['kind']) => changed.filter((change) => change.kind === kind).length;
  const manual = manualPairs(grid);
  const isManual = ({ materialId, optionId }: ChangeOf<'cell'>) => manual.has(pairKey(materialId, optionId));
  return {
    changes: changes.map((change) =>
      change.kind === 'cell' && isManual(change) ? { ...change, wasManual: true } : change,
    ),
    saved: changed.length,
    noted: {
      ...notedCells(cells, grid),
      saved: changed.length,
      machiningPrices: countOf('machining'),
      chargeRules: countOf('charge'),
      materialFigures: countOf('material'),
      leadClasses: countOf('lead'),
    },
  };
}

/** Marks the pairs 需人工 again that were so before the publication. */
export async function restoreManual(tx: Db, changes: readonly DraftChange[]): Promise<void> {
  const marked = cellsOf(changes).filter(({ wasManual }) => wasManual);
  if (marked.length === 0) return;
  for (const { id, manualOptions } of (await readGrid(tx)).materials) {
    const restored = marked.filter(({ materialId }) => materialId === id);
    if (restored.length === 0) continue;
    await setManualOptions(tx, id, [...manualOptions, ...restored.map(({ optionId }) => optionId)]);
  }
}

/** The changes of two drafts as one. A price that both change takes the value of the one that is named, and has to be decided. */
export function merged(
  ours: readonly DraftChange[],
  theirs: readonly DraftChange[],
  decided: { ours: readonly string[]; theirs: readonly string[] },
): { changes: DraftChange[]; undecided: string[] } {
  const all = new Map(ours.map((change) => [priceKey(change), change]));
  const [keepOurs, takeTheirs] = [new Set(decided.ours), new Set(decided.theirs)];
  const undecided: string[] = [];
  for (const change of theirs) {
    const key = priceKey(change);
    const own = all.get(key);
    if (own && !isSameValue(own.after, change.after) && !takeTheirs.has(key)) {
      if (!keepOurs.has(key)) undecided.push(key);
      continue;
    }
    all.set(key, change);
  }
  return { changes: [...all.values()], undecided };
}
