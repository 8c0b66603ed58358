import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { DataOf, QueryOf } from '#contract/kernel/endpoint.ts';
import { priceKey } from '#contract/prices/price-changes.ts';
import type { ConflictingDrafts } from '#contract/prices/conflicting-drafts.ts';
import type { PriceDraft, priceDrafts as contract } from '#contract/prices/price-drafts.ts';
import type { Db } from '#server/db/database.ts';
import { limitAndOffset, pageOf } from '#server/db/list-query.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { stampOfChange, withWireTimes, type ChangedBy } from '#server/db/record-store.ts';
import { priceDrafts, type DraftChange } from '#server/db/schema.ts';
import { findConflictingDrafts } from '#server/modules/catalogue/conflicting-drafts.service.ts';

export type DraftRow = typeof priceDrafts.$inferSelect;
type NewDraft = Pick<DraftRow, 'name' | 'reason' | 'changes' | 'createdName' | 'createBy' | 'createdAt'>;

/** Omits the changes, of which a draft may have thousands. */
const { changes: _changes, ...headColumns } = getTableColumns(priceDrafts);

export const presentDraft = (row: Pick<DraftRow, keyof typeof headColumns>): PriceDraft => withWireTimes(row);

/** A page of drafts, newest first. */
export async function listDrafts(
  db: Db,
  page: QueryOf<typeof contract.list>,
): Promise<DataOf<typeof contract.list>> {
  const { limit, offset } = limitAndOffset(page);
  const [rows, total] = await Promise.all([
    db
      .select(headColumns)
      .from(priceDrafts)
      .orderBy(desc(priceDrafts.createdAt), desc(priceDrafts.id))
      .limit(limit)
      .offset(offset),
    db.$count(priceDrafts),
  ]);
  return pageOf(rows.map(presentDraft), total, page);
}

export async function findDraft(db: Db, id: number): Promise<DraftRow | undefined> {
  const [row] = await db.select().from(priceDrafts).where(eq(priceDrafts.id, id));
  return row;
}

/** Finds scheduled drafts that could not be published after this one; none once this one is published. */
export async function findDraftsInConflict(
  db: Db,
  { id, state, changes }: Pick<DraftRow, 'id' | 'state' | 'changes'>,
): Promise<ConflictingDrafts> {
  return state === 'draft' || state === 'scheduled'
    ? findConflictingDrafts(db, changes.map(toKeyedChange), id)
    : [];
}

const toKeyedChange = (change: DraftChange) => ({ key: priceKey(change), after: change.after });

/** Counts unpublished drafts; the lock keeps others from adding one until the transaction ends. */
export async function countOpenDrafts(tx: Db): Promise<number> {
  await tx.execute(sql`lock table price_draft in share row exclusive mode`);
  return tx.$count(priceDrafts, inArray(priceDrafts.state, ['draft', 'scheduled']));
}

export async function insertDraft(db: Db, draft: NewDraft): Promise<number> {
  const rows = await db
    .insert(priceDrafts)
    .values({ ...draft, count: draft.changes.length, updateBy: draft.createBy, updatedAt: draft.createdAt })
    .returning({ id: priceDrafts.id });
  return onlyRow(rows).id;
}

/** Changes a draft; false when its version or state is no longer the one that the caller saw. */
export async function updateDraft(
  db: Db,
  { id, version, state }: Pick<DraftRow, 'id' | 'version' | 'state'>,
  next: Partial<Omit<DraftRow, 'id' | 'count' | 'version' | 'updateBy' | 'updatedAt'>>,
  by: ChangedBy,
): Promise<boolean> {
  const updated = await db
    .update(priceDrafts)
    .set({
      ...next,
      ...(next.changes ? { count: next.changes.length } : {}),
      ...stampOfChange(priceDrafts, by),
    })
    .where(and(eq(priceDrafts.id, id), eq(priceDrafts.version, version), eq(priceDrafts.state, state)))
    .returning({ id: priceDrafts.id });
  return updated.length > 0;
}

/** Deletes a draft that is neither published nor scheduled, and has this version if given. Returns whether it did. */
export async function deleteDraft(db: Db, id: number, version?: number): Promise<boolean> {
  const deleted = await db
    .delete(priceDrafts)
    .where(
      and(
        eq(priceDrafts.id, id),
        eq(priceDrafts.state, 'draft'),
        version === undefined ? undefined : eq(priceDrafts.version, version),
      ),
    )
    .returning({ id: priceDrafts.id });
  return deleted.length > 0;
}
