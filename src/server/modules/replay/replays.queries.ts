import { and, desc, eq, getTableColumns, inArray, notInArray, sql } from 'drizzle-orm';
import { dateText } from '#domain/shanghai-time.ts';
import type { DataOf, QueryOf } from '#contract/kernel/endpoint.ts';
import {
  MAX_REPLAYS,
  replayFilter,
  type PriceReplay,
  type ReplayState,
  type priceReplays as contract,
} from '#contract/prices/price-replays.ts';
import type { ShadowRun } from '#contract/prices/shadow-runs.ts';
import type { Db } from '#server/db/database.ts';
import { limitAndOffset, pageOf } from '#server/db/list-query.ts';
import { withWireTimes } from '#server/db/record-store.ts';
import { priceDrafts, priceReplays, type StoredReceipt } from '#server/db/schema.ts';
import { onlyRow } from '#server/db/only-row.ts';
import type { ReplayOutcome } from './replay-orders.ts';

/** Omits result, receipts and changes, which are large. */
const {
  result: _result,
  receipts: _receipts,
  shadowChanges: _changes,
  ...rest
} = getTableColumns(priceReplays);
const headColumns = {
  ...rest,
  /** For a shadow run: the current state of its draft. */
  draftNow: sql<ShadowRun['draft']>`coalesce((
    select case when d.state <> 'draft' then d.state when d.changes = ${priceReplays.shadowChanges} then 'same' else 'edited' end
    from ${priceDrafts} d where d.id = ${priceReplays.draftId}), 'gone')`,
};
export const isUnfinished = inArray(priceReplays.state, ['waiting', 'running']);

type Row = typeof priceReplays.$inferSelect;
type ReplayHead = Pick<Row, Exclude<keyof typeof headColumns, 'draftNow'>> & { draftNow: ShadowRun['draft'] };

export function presentReplay(head: ReplayHead): PriceReplay {
  const { shadowUntil, shadowEnd, computedAt, draftNow, ...row } = withWireTimes(head);
  return {
    ...row,
    filter: replayFilter.parse(shadowUntil ? { ...row.filter, endDate: dateText(shadowUntil) } : row.filter),
    shadow:
      shadowUntil === null ? null : { until: shadowUntil, endedBy: shadowEnd, computedAt, draft: draftNow },
  };
}

/** A page of replays: running shadow runs, then the newest first. */
export async function listReplays(
  db: Db,
  page: QueryOf<typeof contract.list>,
): Promise<DataOf<typeof contract.list>> {
  const { limit, offset } = limitAndOffset(page);
  const [rows, total] = await Promise.all([
    db
      .select(headColumns)
      .from(priceReplays)
      .orderBy(desc(eq(priceReplays.state, 'shadow')), desc(priceReplays.createdAt), desc(priceReplays.id))
      .limit(limit)
      .offset(offset),
    db.$count(priceReplays),
  ]);
  return pageOf(rows.map(presentReplay), total, page);
}

/** A replay with its result, without receipts. */
export async function findReplay(db: Db, id: number) {
  const [row] = await db
    .select({ ...headColumns, result: priceReplays.result })
    .from(priceReplays)
    .where(eq(priceReplays.id, id));
  return row;
}

/** The lines of one of the listed orders of a replay. */
export async function findReceipts(
  db: Db,
  id: number,
  orderId: number,
): Promise<StoredReceipt[] | undefined> {
  const [row] = await db
    .select({ lines: sql<StoredReceipt[] | null>`${priceReplays.receipts} -> ${String(orderId)}::text` })
    .from(priceReplays)
    .where(eq(priceReplays.id, id));
  return row?.lines ?? undefined;
}

export async function findOpenDraft(db: Db, id: number) {
  const [draft] = await db
    .select({ name: priceDrafts.name, changes: priceDrafts.changes })
    .from(priceDrafts)
    .where(and(eq(priceDrafts.id, id), inArray(priceDrafts.state, ['draft', 'scheduled'])));
  return draft;
}

/** Counts replays in these states; the lock keeps others from adding one until the transaction ends. */
export async function countReplays(tx: Db, states: ReplayState[]): Promise<number> {
  await tx.execute(sql`lock table price_replay in share row exclusive mode`);
  return tx.$count(priceReplays, inArray(priceReplays.state, states));
}

type NewReplayRow = Pick<Row, 'draftId' | 'draftName' | 'filter' | 'createdName' | 'createBy' | 'createdAt'> &
  Partial<Pick<Row, 'bookRevision' | 'state' | 'shadowUntil' | 'shadowChanges'>>;

/** Adds a replay and removes the oldest ended ones beyond the limit. */
export async function insertReplay(tx: Db, replay: NewReplayRow): Promise<number> {
  const row = onlyRow(
    await tx
      .insert(priceReplays)
      .values({ ...replay, updateBy: replay.createBy, updatedAt: replay.createdAt })
      .returning({ id: priceReplays.id }),
  );
  const latest = tx
    .select({ id: priceReplays.id })
    .from(priceReplays)
    // Sorts by the end of replays, because a shadow run starts long before it ends.
    .orderBy(
      desc(sql`coalesce(${priceReplays.finishedAt}, ${priceReplays.createdAt})`),
      desc(priceReplays.id),
    )
    .limit(MAX_REPLAYS);
  await tx
    .delete(priceReplays)
    .where(
      and(
        notInArray(priceReplays.id, latest),
        notInArray(priceReplays.state, ['waiting', 'running', 'shadow']),
      ),
    );
  return row.id;
}

/** Marks a replay as running; undefined if it has ended. */
export async function startReplay(db: Db, id: number) {
  const [row] = await db
    .update(priceReplays)
    .set({ state: 'running', progress: 0, total: 0 })
    .where(and(eq(priceReplays.id, id), isUnfinished))
    .returning({
      draftId: priceReplays.draftId,
      bookRevision: priceReplays.bookRevision,
      filter: priceReplays.filter,
    });
  return row;
}

/** Saves the progress of a replay; false if it is no longer running because it was cancelled. */
export async function saveProgress(
  db: Db,
  id: number,
  { progress, total }: { progress: number; total: number },
): Promise<boolean> {
  const { rowCount } = await db
    .update(priceReplays)
    .set({ progress, total })
    .where(and(eq(priceReplays.id, id), eq(priceReplays.state, 'running')));
  return rowCount === 1;
}

/** Ends a replay; false if it had already ended. */
export async function endReplay(
  db: Db,
  id: number,
  end: ({ state: 'done' } & ReplayOutcome) | { state: 'cancelled' } | { state: 'failed'; failure: string },
): Promise<boolean> {
  const { rowCount } = await db
    .update(priceReplays)
    .set({ ...end, ...(end.state === 'done' && { progress: end.total }), finishedAt: sql`now()` })
    .where(and(eq(priceReplays.id, id), isUnfinished));
  return rowCount === 1;
}

/** Deletes an ended replay or a shadow run. Returns whether it did. */
export async function deleteReplay(db: Db, id: number): Promise<boolean> {
  const { rowCount } = await db
    .delete(priceReplays)
    .where(and(eq(priceReplays.id, id), notInArray(priceReplays.state, ['waiting', 'running'])));
  return rowCount === 1;
}
