import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { priceKey, recordIdOf } from '#contract/prices/price-changes.ts';
import { MAX_CELLS } from '#contract/prices/price-table.ts';
import type { Db } from '#server/db/database.ts';
import { materials, priceHistory, type DraftChange } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { readCompanyNames } from '#server/modules/catalogue/companies.service.ts';
import { parsePriceChange } from '#server/modules/catalogue/price-history.service.ts';
import { assertMayChange } from './changes/price-access.ts';
import { readRecordFigures } from './record-figures.ts';
import { readPriceNames } from './price-names.ts';
import { restorePrices } from './publish-draft.service.ts';

/** A refusal names at most this many reasons. */
const MAX_NAMED = 5;

/**
 * Restores all prices, except the kept ones, to their values before a directly saved version, inside a catalogue write,
 * which makes a new version. Throws `record.not_found`, `permission.denied`, `price.cannot_roll_back`,
 * `price.changed_since`.
 */
export async function rollBackVersion(
  tx: Db,
  caller: Caller,
  { revision, kept }: { revision: number; kept: readonly string[] },
  now: Date,
): Promise<{ saved: number; logEntry: Record<string, unknown> }> {
  const rows = await readVersion(tx, revision);
  const [first] = rows;
  if (!first) throw new AppError('record.not_found');
  const changes = rows.map(toDraftChange);
  await assertMayChange(tx, caller, changes.filter(hasCompany(await companiesOf(tx, changes))), '版本');
  if (first.draftId !== null) refuse('这一版本来自调价草稿，请打开那份草稿撤回');
  const rollBack = await findRollBack(tx, revision);
  if (rollBack !== undefined) refuse(`这一版本已由价目版本 ${rollBack} 回退`);
  if (rows.length > MAX_CELLS) refuse(`这一版本超过 ${MAX_CELLS} 个价格，不能一键回退`);
  const reasons = await findObstacles(tx, changes, first.changedAt);
  for (const row of rows)
    if (isCell(row.key) && row.before === null && row.wasManual === null)
      reasons.set(priceKey(toDraftChange(row)), '这一版本保存时还没有记录“需人工”标记，请直接修改价格');
  if (changes.every((change) => reasons.has(priceKey(change)))) {
    const texts = [...new Set(reasons.values())];
    const more = texts.length > MAX_NAMED ? `等 ${texts.length} 处` : '';
    refuse(`${texts.slice(0, MAX_NAMED).join('；')}${more}。这一版本不能回退，价格没有变动`);
  }
  return restorePrices(tx, changes, kept, { userId: caller.userId, now, undoes: revision }, reasons);
}

function refuse(msg: string): never {
  throw new AppError('price.cannot_roll_back', { msg });
}

const isCell = (key: string) => key.startsWith('cell/');

/** The changes of a version, oldest first, up to one more than can be rolled back. */
function readVersion(tx: Db, revision: number) {
  const { id, key, before, after, draftId, wasManual, changedAt } = priceHistory;
  return tx
    .select({ key, before, after, draftId, wasManual, changedAt })
    .from(priceHistory)
    .where(eq(priceHistory.revision, revision))
    .orderBy(asc(id))
    .limit(MAX_CELLS + 1);
}

function toDraftChange(row: Awaited<ReturnType<typeof readVersion>>[number]): DraftChange {
  const change = parsePriceChange(row);
  return change.kind === 'cell' && row.wasManual === true ? { ...change, wasManual: true } : change;
}

/** The version that rolled this one back. The catalogue's lock excludes a simultaneous roll-back. */
async function findRollBack(tx: Db, revision: number): Promise<number | undefined> {
  const [row] = await tx
    .select({ revision: priceHistory.revision })
    .from(priceHistory)
    .where(eq(priceHistory.undoes, revision))
    .limit(1);
  return row?.revision;
}

const companiesOf = (tx: Db, changes: readonly DraftChange[]) =>
  readCompanyNames(tx, [
    ...new Set(
      changes.flatMap((change) =>
        change.kind === 'machining' && change.deptId !== 0 ? [change.deptId] : [],
      ),
    ),
  ]);

/** Whether the company of a price still exists; true for prices without one. */
const hasCompany = (companies: ReadonlyMap<number, string>) => (change: DraftChange) =>
  change.kind !== 'machining' || change.deptId === 0 || companies.has(change.deptId);

/** Reasons why prices of a version cannot be restored, by key: their records were added with it or are deleted. */
async function findObstacles(
  tx: Db,
  changes: readonly DraftChange[],
  at: Date,
): Promise<Map<string, string>> {
  const reasons = new Map<string, string>();
  const names = await readPriceNames(tx, changes);
  const addedMaterials = await findMaterialsAdded(
    tx,
    changes.flatMap((change) => (change.kind === 'cell' ? [change.materialId] : [])),
    at,
  );
  const companyExists = hasCompany(await companiesOf(tx, changes));
  for (const change of changes) {
    const key = priceKey(change);
    if (!companyExists(change)) reasons.set(key, '协议价所属的公司已删除');
    if (change.kind === 'cell') {
      const { group = '', deletedText = '' } = names.get(key) ?? {};
      if (deletedText !== '') reasons.set(key, deletedText);
      else if (addedMaterials.has(change.materialId))
        reasons.set(key, `材料“${group}”是在这一版本新增的，请在材料中删除`);
    }
  }
  for (const { records, changes: kindChanges, recordsById } of await readRecordFigures(tx, changes))
    for (const change of kindChanges) {
      const id = recordIdOf(change);
      const { name, isDeleted } = recordsById.get(id) ?? { name: String(id), isDeleted: true };
      // Unlike drafts, the history has null where the record did not exist.
      const { before, after }: { before: unknown; after: unknown } = change;
      const subject = `${records.noun}“${name}”`;
      if (after === null) reasons.set(priceKey(change), `${subject}是在这一版本删除的，请重新新增`);
      else if (isDeleted) reasons.set(priceKey(change), `${subject}已删除`);
      else if (before === null)
        reasons.set(priceKey(change), `${subject}是在这一版本新增的，请在${records.noun}中停用或删除`);
    }
  return reasons;
}

/** Which of these materials the version added: those created at its time. */
async function findMaterialsAdded(tx: Db, ids: readonly number[], at: Date): Promise<Set<number>> {
  const unique = [...new Set(ids)];
  if (unique.length === 0) return new Set();
  const rows = await tx
    .select({ id: materials.id })
    .from(materials)
    .where(and(inArray(materials.id, unique), eq(materials.createdAt, at), isNull(materials.deletedAt)));
  return new Set(rows.map(({ id }) => id));
}
