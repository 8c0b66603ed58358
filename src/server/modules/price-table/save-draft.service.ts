import { MAX_PRICE_DRAFTS } from '#contract/prices/price-drafts.ts';
import { priceKey } from '#contract/prices/price-changes.ts';
import { MAX_CELLS } from '#contract/prices/price-table.ts';
import type { Db } from '#server/db/database.ts';
import type { DraftChange } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import { assertChanges } from './changes/apply-changes.ts';
import { changesValue, mergeChanges } from './changes/change-values.ts';
import { countOpenDrafts, insertDraft, type DraftRow } from './price-drafts.queries.ts';
import { updateDraftOrThrow } from './publish-draft.service.ts';

interface SavedBy {
  userId: number;
  now: Date;
}

/** Saves changes as a new draft. Throws `price.too_many_drafts`, and `request.invalid` for impossible changes. */
export async function saveDraft(
  tx: Db,
  { name, reason, changes: sentChanges }: Pick<DraftRow, 'name' | 'reason' | 'changes'>,
  { userId, nickName }: { userId: number; nickName: string },
  now: Date,
): Promise<{ id: number; logEntry: Record<string, unknown> }> {
  if ((await countOpenDrafts(tx)) >= MAX_PRICE_DRAFTS) throw new AppError('price.too_many_drafts');
  const changes = await pickEffectiveChanges(tx, sentChanges);
  const draft = { name: name.trim(), reason: reason.trim(), changes, createdName: nickName };
  const id = await insertDraft(tx, { ...draft, createBy: userId, createdAt: now });
  return { id, logEntry: { id, name: draft.name, saved: changes.length } };
}

/**
 * Adds changes to an unpublished draft, replacing its changes of the same prices; returns the new number of changes.
 * Throws `record.changed` for another version, and `request.invalid` for impossible changes.
 */
export async function addToDraft(
  tx: Db,
  draft: DraftRow,
  version: number,
  sentChanges: readonly DraftChange[],
  by: SavedBy,
): Promise<number> {
  assertState(draft, 'draft', version);
  const added = await pickEffectiveChanges(tx, sentChanges);
  const { changes } = mergeChanges(added, draft.changes, { ours: added.map(priceKey), theirs: [] });
  return saveChanges(tx, draft, changes, by);
}

/** Throws `record.changed` for a draft in another state or version. */
export function assertState(draft: DraftRow, state: DraftRow['state'], version: number): void {
  if (draft.state !== state || draft.version !== version) throw new AppError('record.changed');
}

/** Returns those of the changes that change a value. Throws `request.invalid` for impossible changes, and if none remains. */
async function pickEffectiveChanges(tx: Db, sentChanges: readonly DraftChange[]): Promise<DraftChange[]> {
  const changes = sentChanges.filter(changesValue);
  if (changes.length === 0) throw new AppError('request.invalid', { msg: '没有要保存的价格' });
  await assertChanges(tx, changes);
  return changes;
}

/** Replaces the changes of a draft and returns their number. */
export async function saveChanges(
  tx: Db,
  draft: DraftRow,
  changes: DraftChange[],
  by: SavedBy,
): Promise<number> {
  if (changes.length > MAX_CELLS)
    throw new AppError('request.invalid', { msg: `一份草稿最多${MAX_CELLS}个价格` });
  await updateDraftOrThrow(tx, draft, { changes }, by);
  return changes.length;
}
