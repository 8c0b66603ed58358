import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, ne } from 'drizzle-orm';
import type { ConflictingDrafts } from '#contract/prices/conflicting-drafts.ts';
import { priceKey } from '#contract/prices/price-changes.ts';
import { hasPermission } from '#domain/permissions.ts';
import type { Db } from '#server/db/database.ts';
import { priceDrafts } from '#server/db/schema.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import type { StoredPriceChange } from './price-history.service.ts';

/** Finds the scheduled drafts that can no longer be published after these prices were saved; none if the caller may not see drafts. */
export async function findVisibleConflictingDrafts(
  db: Db,
  { grant }: Caller,
  saved: readonly Pick<StoredPriceChange, 'key' | 'after'>[],
): Promise<ConflictingDrafts> {
  return saved.length > 0 && hasPermission(grant.permissions, 'mfr:price:list')
    ? findConflictingDrafts(db, saved)
    : [];
}

/** Finds scheduled drafts whose publication would be refused after a save of these prices, earliest first. */
export async function findConflictingDrafts(
  db: Db,
  saved: readonly Pick<StoredPriceChange, 'key' | 'after'>[],
  exceptId?: number,
): Promise<ConflictingDrafts> {
  const afterByKey = new Map(saved.map(({ key, after }) => [key, after]));
  const drafts = await db
    .select()
    .from(priceDrafts)
    .where(
      and(
        eq(priceDrafts.state, 'scheduled'),
        exceptId === undefined ? undefined : ne(priceDrafts.id, exceptId),
      ),
    )
    .orderBy(asc(priceDrafts.publishAt), asc(priceDrafts.id));
  return drafts.flatMap((draft) => {
    const conflictCount = draft.changes.filter((change) => {
      const after = afterByKey.get(priceKey(change));
      return (
        after !== undefined &&
        !isDeepStrictEqual(after, change.before) &&
        !isDeepStrictEqual(after, change.after)
      );
    }).length;
    const { publishAt } = draft;
    return conflictCount > 0 && publishAt
      ? [{ id: draft.id, name: draft.name, publishAt: publishAt.toISOString(), count: conflictCount }]
      : [];
  });
}
