import { priceKey } from '#contract/prices/price-changes.ts';
import type { Database, Db } from '#server/db/database.ts';
import { dryRun } from '#server/db/dry-run.ts';
import type { DraftChange } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import type { PricedBy } from '#server/modules/catalogue/price-history.service.ts';
import { advanceRevision } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { applyChanges, restoreManualMarks } from './changes/apply-changes.ts';
import { changesValue } from './changes/change-values.ts';
import { assertNoneDeleted } from './changes/current-prices.ts';
import { rebaseChanges, reverseChanges } from './changes/rebase-changes.ts';
import { findDraft, updateDraft, type DraftRow } from './price-drafts.queries.ts';

interface Publisher {
  userId: number;
  name: string;
}

/** Throws `record.not_found`: other users may have deleted or merged a listed draft. */
export async function draftOrThrow(db: Db, id: number): Promise<DraftRow> {
  const draft = await findDraft(db, id);
  if (!draft) throw new AppError('record.not_found', { msg: '草稿已被他人删除或合并' });
  return draft;
}

/** Changes the draft. Throws `record.changed` when another change came first. */
export async function updateDraftOrThrow(...args: Parameters<typeof updateDraft>): Promise<void> {
  if (!(await updateDraft(...args))) throw new AppError('record.changed');
}

/**
 * Applies all prices of a draft or none, inside a catalogue write. `seen` is the digest of the current prices that
 * the user has seen. Throws `price.conflict`, `price.jump`, `request.invalid`, `record.changed`.
 */
export async function publishDraft(
  tx: Db,
  draft: DraftRow,
  { seen, confirmJumps }: { seen?: string | undefined; confirmJumps?: boolean | undefined },
  { userId, name }: Publisher,
  now: Date,
): Promise<{ saved: number; logEntry: Record<string, unknown> }> {
  await assertNoneDeleted(tx, draft.changes);
  const rebased = await rebaseChanges(tx, draft.changes, seen);
  const { changes, saved, logEntry } = await applyChanges(
    tx,
    rebased,
    { userId, now, draftId: draft.id },
    confirmJumps,
  );
  // The applied changes hold the replaced values, which a roll-back restores.
  const next = { state: 'live', changes, failure: '', publishedName: name, publishedAt: now } as const;
  await updateDraftOrThrow(tx, draft, next, { userId, now });
  return { saved, logEntry };
}

/** Restores all prices, except the kept ones, to their values before the publication. Throws the errors of `restorePrices`. */
export async function rollBackDraft(
  tx: Db,
  draft: DraftRow,
  kept: readonly string[],
  { userId, name }: Publisher,
  now: Date,
): Promise<{ saved: number; logEntry: Record<string, unknown> }> {
  const { saved, logEntry } = await restorePrices(tx, draft.changes, kept, {
    userId,
    now,
    draftId: draft.id,
  });
  await updateDraftOrThrow(tx, draft, { state: 'undone', undoneName: name, undoneAt: now }, { userId, now });
  return { saved, logEntry };
}

/**
 * Restores all prices, except the kept ones, to their values before these changes, with the marks 需人工 that the changes
 * removed. Throws `price.changed_since`, and `request.invalid` when all are kept.
 * @param reasons why further prices cannot be restored, by price key; they also cause `price.changed_since`
 */
export async function restorePrices(
  tx: Db,
  changes: readonly DraftChange[],
  kept: readonly string[],
  by: PricedBy,
  reasons: ReadonlyMap<string, string> = new Map(),
): Promise<{ saved: number; logEntry: Record<string, unknown> }> {
  const keptKeys = new Set(kept);
  // Skips prices that already had the new value.
  const replaced = changes.filter((change) => changesValue(change) && !keptKeys.has(priceKey(change)));
  if (keptKeys.size > 0 && replaced.length === 0)
    throw new AppError('request.invalid', { fields: { kept: '没有可以恢复的价格' } });
  const inverse = await reverseChanges(tx, replaced, reasons);
  // Jumps back to earlier prices need no confirmation.
  const { saved, logEntry } = await applyChanges(tx, inverse, by, true);
  await restoreManualMarks(tx, replaced);
  return { saved, logEntry: { ...logEntry, ...(keptKeys.size > 0 && { kept: keptKeys.size }) } };
}

/** Publishes in a transaction that is rolled back. Throws the errors of a publication. */
export const dryRunPublication = (database: Database, publish: (tx: Db, now: Date) => Promise<unknown>) =>
  dryRun(database, async (tx) => publish(tx, await advanceRevision(tx, 'catalogue')));
