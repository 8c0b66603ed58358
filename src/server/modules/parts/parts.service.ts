import { and, eq, sql } from 'drizzle-orm';
import type { BodyOf } from '#contract/kernel/endpoint.ts';
import type { RepeatedLine } from '#contract/orders/part-library.ts';
import {
  MAX_MATCHES,
  type MatchingPart,
  type parts as contract,
  type Part,
  type RepeatedPart,
} from '#contract/orders/parts.ts';
import { modelScales } from '#domain/models/model-check.ts';
import { partNameKey } from '#domain/parts/part-code.ts';
import { VOLUME_SEARCH_TOLERANCE } from '#geometry/fingerprint.ts';
import type { Fingerprint } from '#geometry/model-reading.ts';
import type { Database, Db } from '#server/db/database.ts';
import { stampOfChange } from '#server/db/record-store.ts';
import { orders, parts, users } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import { foundOrThrow } from '#server/http/records.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { listOrderFiles } from '#server/modules/files/attach-files.service.ts';
import { listOrderModels } from '#server/modules/models/part-models.service.ts';
import { likenessOf, rankOfLikeness } from '#server/modules/orders/reading/earlier-parts.service.ts';
import { withinScope } from '#server/modules/access/order-scope.ts';
import { viewerOf } from '#server/modules/orders/reading/orders.service.ts';
import { foldLatest } from './fold-parts.service.ts';
import { listRepeats } from './part-library.queries.ts';
import { findParts, ordersOf, type FoundPart, type Library, type PartOwner } from './parts.queries.ts';

/** The library of the caller, or of another customer within the caller's scope, including the latest orders. */
export async function openLibrary(
  database: Database,
  caller: Caller,
  userId?: number,
): Promise<CustomerLibrary> {
  const owner = userId === undefined ? caller : await findCustomer(database.db, userId);
  const library = {
    owner: { userId: owner.userId, deptId: owner.deptId },
    scope: caller.grant.scope,
  };
  await foldLatest(database, ordersOf(library));
  return library;
}

interface CustomerLibrary extends Library {
  owner: PartOwner;
}

/** The parts of all customers within the caller's scope, including the latest orders. */
export async function openFullLibrary(database: Database, { grant: { scope } }: Caller): Promise<Library> {
  const library = { owner: 'all', scope } as const;
  await foldLatest(database, ordersOf(library));
  return library;
}

/** Counts how often the parts of an order were ordered before. Throws `record.not_found`, also for an order outside the scope. */
export async function countRepeatsOfOrder(
  database: Database,
  caller: Caller,
  orderId: number,
): Promise<RepeatedLine[]> {
  const { db } = database;
  const isThisOrder = and(eq(orders.id, orderId), withinScope(caller.grant.scope));
  foundOrThrow((await db.select({ id: orders.id }).from(orders).where(isThisOrder))[0]);
  return listRepeats(db, await openFullLibrary(database, caller), orderId);
}

/** An unknown user gets an empty library. */
async function findCustomer(db: Db, userId: number) {
  const [user] = await db
    .select({ userId: users.userId, deptId: users.deptId })
    .from(users)
    .where(eq(users.userId, userId));
  return user ?? { userId, deptId: null };
}

/** Throws `record.not_found`, also for a part outside the library. */
export async function getPart(db: Db, library: Library, id: number): Promise<FoundPart> {
  return foundOrThrow((await findParts(db, library, [id]))[0]);
}

/** Throws `record.not_found`, `record.changed`. */
export async function updatePart(
  { db }: Database,
  library: Library,
  id: number,
  { code, revision, name, version }: BodyOf<typeof contract.update>,
  by: { userId: number; now: Date },
): Promise<{ before: Part; after: Part }> {
  return db.transaction(async (tx) => {
    const before = await getPart(tx, library, id);
    const edited = { code: code.trim(), revision: revision.trim(), name: name.trim() };
    const changed = await tx
      .update(parts)
      .set({
        ...edited,
        aliasKey: partNameKey(edited.name, before.item),
        ...stampOfChange(parts, by),
      })
      .where(and(eq(parts.id, id), eq(parts.version, version)))
      .returning({ id: parts.id });
    if (changed.length === 0) throw new AppError('record.changed', { data: before });
    return { before, after: await getPart(tx, library, id) };
  });
}

/** The parts of a library with this shape: equal ones, then scaled, then mirrored ones. */
export async function matchParts(
  db: Db,
  library: CustomerLibrary,
  fingerprint: Fingerprint,
): Promise<MatchingPart[]> {
  const volumes = Object.values(modelScales).map((factor) => fingerprint.volumeMm3 * factor ** 3);
  // A part's owner is the id of a company, or minus a user's id.
  const owners = [library.owner.deptId, -library.owner.userId].filter((owner) => owner !== null);
  const candidates = await db
    .select({ id: parts.id, storedFingerprint: parts.fingerprint })
    .from(parts)
    .where(
      sql`${parts.owner} = any(${sql.param(owners)}::int[]) and exists (
        select from unnest(${sql.param(volumes)}::float8[]) as scaled (volume)
        where ${parts.volumeMm3} between scaled.volume * ${1 - VOLUME_SEARCH_TOLERANCE}::float8 and scaled.volume * ${1 + VOLUME_SEARCH_TOLERANCE}::float8)`,
    )
    .orderBy(sql`${parts.id} desc`)
    .limit(MAX_CANDIDATES);
  const alike = candidates
    .flatMap(({ id, storedFingerprint }) => {
      const likeness = storedFingerprint && likenessOf(fingerprint, storedFingerprint);
      return likeness ? [{ id, likeness }] : [];
    })
    .toSorted((a, b) => rankOfLikeness(a) - rankOfLikeness(b))
    .slice(0, MAX_MATCHES);
  const foundParts = await findParts(
    db,
    library,
    alike.map(({ id }) => id),
  );
  return alike.flatMap(({ id, likeness }) => {
    const part = foundParts.find((candidate) => candidate.id === id);
    return part ? [{ ...part, likeness }] : [];
  });
}

/** A model is compared with at most this many parts of similar volume. */
const MAX_CANDIDATES = 200;

/** The parts as last ordered, with files and models. Throws `record.not_found` unless all are in the library. */
export async function getPartsToRepeat(
  db: Db,
  library: Library,
  caller: Caller,
  ids: readonly number[],
  now: Date,
): Promise<RepeatedPart[]> {
  const foundParts = await findParts(db, library, ids);
  if (foundParts.length < ids.length) throw new AppError('record.not_found');
  const repeated: RepeatedPart[] = [];
  for (const { id, orderId, orderNo, at, isOrdered, item } of foundParts) {
    const [order] = await db
      .select({ userId: orders.userId, revision: orders.revision })
      .from(orders)
      .where(eq(orders.id, orderId));
    if (!order) throw new AppError('record.not_found');
    const { userId, revision } = order;
    const files = await listOrderFiles(db, orderId, revision);
    const models = await listOrderModels(db, { orderId, revision }, viewerOf(caller, now));
    const isOfItem = ({ lineNo }: { lineNo: number }) => lineNo === item.lineNo;
    repeated.push({
      partId: id,
      orderId,
      orderNo,
      at,
      isOrdered,
      item,
      userId,
      files: files.filter(isOfItem),
      models: models.filter(isOfItem),
    });
  }
  return repeated;
}
