import { and, desc, eq, like, sql } from 'drizzle-orm';
import { priceKey, type PriceValue } from '#contract/prices/price-changes.ts';
import type { PriceHistoryEntry } from '#contract/prices/price-history.ts';
import type { Db } from '#server/db/database.ts';
import { limitAndOffset, pageOf, type PageQuery } from '#server/db/list-query.ts';
import type { ChangedBy } from '#server/db/record-store.ts';
import { materials, priceHistory, priceDrafts, users, type DraftChange } from '#server/db/schema.ts';

/** The author and cause of a change of prices. */
export interface PricedBy extends ChangedBy {
  /** The draft that is published or rolled back. */
  draftId?: number;
  /** The version that is rolled back. */
  undoes?: number;
}

/** A change of the price that `key` (`priceKey`) identifies. */
export interface StoredPriceChange {
  key: string;
  before: PriceValue;
  after: PriceValue;
  /** For an option price: whether the option was marked for manual pricing before. */
  wasManual?: boolean;
}

/** Adds changes to the price history, inside the `writeCatalogue` that makes them. */
export async function recordPrices(
  tx: Db,
  changes: readonly StoredPriceChange[],
  { userId, now, draftId, undoes }: PricedBy,
): Promise<void> {
  if (changes.length === 0) return;
  await tx.execute(sql`
    insert into price_change (key, before, after, was_manual, revision, draft_id, undoes, user_id, changed_at)
    select change.key, change.before, change.after, change."wasManual", revision.value, ${draftId ?? null}::int,
      ${undoes ?? null}::bigint, ${userId}, ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as change (key text, before jsonb, after jsonb, "wasManual" boolean),
      revision
    where revision.name = 'catalogue'`);
}

/** A join condition: a price and its material were added together, which happens only when a material is copied. */
export const isFromCopy = and(
  like(priceHistory.key, 'cell/%'),
  eq(materials.id, sql`split_part(${priceHistory.key}, '/', 2)::int`),
  eq(materials.createdAt, priceHistory.changedAt),
);

/** Whether a change is the roll-back of its draft. */
export const isRollBack = (changedAt: Date, undoneAt: Date | null | undefined): boolean =>
  undoneAt?.getTime() === changedAt.getTime();

/** A page of a price's history, newest first. */
export async function listPastPrices(db: Db, key: string, page: PageQuery) {
  const { limit, offset } = limitAndOffset(page);
  const hasKey = eq(priceHistory.key, key);
  const rows = await db
    .select({
      id: priceHistory.id,
      before: priceHistory.before,
      after: priceHistory.after,
      changedAt: priceHistory.changedAt,
      userName: users.nickName,
      draftName: priceDrafts.name,
      undoneAt: priceDrafts.undoneAt,
      undoes: priceHistory.undoes,
      copyTo: materials.name,
      revision: priceHistory.revision,
    })
    .from(priceHistory)
    .leftJoin(users, eq(users.userId, priceHistory.userId))
    .leftJoin(priceDrafts, eq(priceDrafts.id, priceHistory.draftId))
    .leftJoin(materials, isFromCopy)
    .where(hasKey)
    .orderBy(desc(priceHistory.id))
    .limit(limit)
    .offset(offset);
  const list = rows.map(({ changedAt, userName, draftName, undoneAt, ...row }): PriceHistoryEntry => ({
    ...row,
    changedAt: changedAt.toISOString(),
    userName: userName ?? '',
    draftName: draftName ?? '',
    isRollBack: isRollBack(changedAt, undoneAt),
  }));
  return pageOf(list, await db.$count(priceHistory, hasKey), page);
}

/** Whether this revision of the catalogue changed prices. */
export async function isPriceVersion(db: Db, revision: number): Promise<boolean> {
  const rows = await db
    .select({ id: priceHistory.id })
    .from(priceHistory)
    .where(eq(priceHistory.revision, revision))
    .limit(1);
  return rows.length > 0;
}

/** The changes that restore every price to this revision; `after` is null for a record that did not exist. */
export async function listChangesToRestore(db: Db, revision: number): Promise<DraftChange[]> {
  const { rows } = await db.execute<{ key: string; before: PriceValue; after: PriceValue }>(sql`
    select distinct on (key) key, after as before, before as after from price_change
    where revision > ${revision}
    order by key, id`);
  return rows.map(parsePriceChange);
}

/** Converts a history row into a draft change: the inverse of `priceKey`. */
export function parsePriceChange({
  key,
  before,
  after,
}: Pick<typeof priceHistory.$inferSelect, 'key' | 'before' | 'after'>) {
  const [kind, first, ...rest] = key.split('/');
  const id = Number(first);
  const targets: Readonly<Record<string, object>> = {
    cell: { materialId: id, optionId: Number(rest[0]) },
    machining: { deptId: id, materialTag: rest.join('/') },
    charge: { ruleId: id },
    material: { materialId: id },
    lead: { leadClassId: id },
  };
  const change = { kind, ...targets[kind ?? ''], before, after } as DraftChange;
  if (priceKey(change) !== key) throw new Error(`unknown price ${key}`);
  return change;
}
