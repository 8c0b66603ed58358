import { and, desc, eq, gt, lte, max, sql, count, type SQL } from 'drizzle-orm';
import type { DataOf, QueryOf } from '#contract/kernel/endpoint.ts';
import {
  MAX_LATER_VERSIONS,
  type PriceVersion,
  type priceVersions as contract,
} from '#contract/prices/price-versions.ts';
import type { Db } from '#server/db/database.ts';
import { countUpTo, limitAndOffset, pageOf, withinTimes, type PageQuery } from '#server/db/list-query.ts';
import { materials, priceHistory, priceDrafts, users } from '#server/db/schema.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { parsePriceChange, isFromCopy, isRollBack } from '#server/modules/catalogue/price-history.service.ts';
import { withNames, readCurrentPrices } from './changes/current-prices.ts';
import { isVisibleTo } from './changes/price-access.ts';

const { id, revision, changedAt, userId, draftId, undoes } = priceHistory;

/** The matching versions, newest first. A version is one write by one user, of at most one draft. */
async function selectVersions(
  db: Db,
  where: SQL | undefined,
  page: { limit: number; offset: number },
): Promise<PriceVersion[]> {
  const versions = db
    .select({
      revision,
      at: max(changedAt).as('at'),
      userId: max(userId).as('by'),
      draftId: max(draftId).as('of_draft'),
      undoes: max(undoes).as('of_version'),
      prices: count().as('prices'),
    })
    .from(priceHistory)
    .where(where)
    .groupBy(revision)
    .orderBy(desc(revision))
    .limit(page.limit)
    .offset(page.offset)
    .as('versions');
  const rows = await db
    .select({
      revision: versions.revision,
      at: versions.at,
      count: versions.prices,
      userName: users.nickName,
      draft: {
        id: priceDrafts.id,
        name: priceDrafts.name,
        reason: priceDrafts.reason,
        state: priceDrafts.state,
      },
      undoneAt: priceDrafts.undoneAt,
      undoes: versions.undoes,
      undoneBy: sql<
        number | null
      >`(select max(later.revision) from price_change later where later.undoes = ${versions.revision})`.mapWith(
        Number,
      ),
      copyTo: sql<string | null>`(
        select ${materials.name} from ${priceHistory} join ${materials} on ${isFromCopy}
        where ${priceHistory.revision} = ${versions.revision} limit 1)`,
    })
    .from(versions)
    .leftJoin(users, eq(users.userId, versions.userId))
    .leftJoin(priceDrafts, eq(priceDrafts.id, versions.draftId))
    .orderBy(desc(versions.revision));
  return rows.map(({ at, userName, undoneAt, ...row }) => ({
    ...row,
    changedAt: at?.toISOString() ?? '',
    userName: userName ?? '',
    isRollBack: at !== null && isRollBack(at, undoneAt),
  }));
}

const MAX_COUNTED = 10_000;

/** A page of versions, newest first. */
export async function listVersions(
  db: Db,
  query: QueryOf<typeof contract.list>,
): Promise<DataOf<typeof contract.list>> {
  const where = withinTimes(changedAt, query);
  const revisions = db.selectDistinct({ revision }).from(priceHistory).where(where).as('revisions');
  const list = await selectVersions(db, where, limitAndOffset(query));
  return pageOf(list, await countUpTo(db, sql`${revisions}`, undefined, MAX_COUNTED), query);
}

export async function findVersion(db: Db, version: number): Promise<PriceVersion | undefined> {
  const [priceVersion] = await selectVersions(db, eq(revision, version), { limit: 1, offset: 0 });
  return priceVersion;
}

/** The version in effect at this catalogue revision, and the number of later ones. */
export async function findVersionAt(
  db: Db,
  catalogueRevision: number,
): Promise<DataOf<typeof contract.ofOrder>> {
  const [version = null] = await selectVersions(db, lte(revision, catalogueRevision), {
    limit: 1,
    offset: 0,
  });
  const later = db
    .selectDistinct({ revision })
    .from(priceHistory)
    .where(gt(revision, catalogueRevision))
    .as('later');
  return { version, later: await countUpTo(db, sql`${later}`, undefined, MAX_LATER_VERSIONS) };
}

/** A page of the changes of a version, with names and current prices. */
export async function listChanges(
  db: Db,
  caller: Caller,
  version: number,
  page: PageQuery,
): Promise<DataOf<typeof contract.changes>> {
  const where = and(eq(revision, version), isVisibleTo(caller));
  const { limit, offset } = limitAndOffset(page);
  const rows = await db.select().from(priceHistory).where(where).orderBy(id).limit(limit).offset(offset);
  const changes = rows.map(parsePriceChange);
  const list = await withNames(db, changes, await readCurrentPrices(db, changes));
  return pageOf(list, await db.$count(priceHistory, where), page);
}
