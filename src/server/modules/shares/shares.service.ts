import type { DataOf } from '#contract/endpoint.ts';
import { MAX_LIVE_SHARES, type NewShare, type Share, type shares } from '#contract/shares.ts';
import type { Db } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import { assertAllRemoved } from '#server/http/records.ts';
import { hashToken, newToken } from '#server/modules/access/access.service.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import {
  issue,
  pdfNow,
  presentDocument,
  type DocumentDeps,
} from '#server/modules/documents/documents.service.ts';
import type { PdfFile } from '#server/modules/documents/current-file.ts';
import { getOrder, type Note } from '#server/modules/orders/orders.service.ts';
import {
  countLive,
  countView,
  findShared,
  insertShare,
  listShares,
  lockOrder,
  revokeShares,
  type ShareRow,
} from './shares.queries.ts';

const DAY_MS = 86_400_000;

/** The links of an order within the scope: valid ones, then ended ones. Throws `record.not_found`. */
export async function getShares(db: Db, caller: Caller, orderId: number, now: Date): Promise<Share[]> {
  await getOrder(db, caller.grant.scope, orderId);
  return (await listShares(db, orderId, now)).map(presentShare);
}

function presentShare({ id, revision, ...row }: ShareRow): Share {
  return {
    id,
    revision,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    isLive: row.isLive,
    viewCount: row.viewCount,
    lastViewedAt: row.lastViewedAt?.toISOString() ?? null,
  };
}

/**
 * Creates a link to one revision and issues its document, so that the linked content is frozen.
 * Throws `record.not_found`, `share.too_many`.
 */
export async function createShare(
  deps: DocumentDeps,
  caller: Caller,
  orderId: number,
  { days, revision: wanted }: NewShare,
  now: Date,
  note: Note,
): Promise<DataOf<typeof shares.create>> {
  const { order, row } = await issue(deps, orderId, wanted, caller, now);
  const { revision } = row;
  const token = newToken();
  const expiresAt = new Date(now.getTime() + days * DAY_MS);
  const id = await deps.database.db.transaction(async (tx) => {
    await lockOrder(tx, orderId);
    if ((await countLive(tx, orderId, now)) >= MAX_LIVE_SHARES) throw new AppError('share.too_many');
    return insertShare(tx, {
      orderId,
      revision,
      tokenHash: hashToken(token),
      createdBy: caller.userId,
      createdAt: now,
      expiresAt,
    });
  });
  note({ id, orderNo: order.orderNo, revision, expiresAt: [null, expiresAt.toISOString()] });
  return { id, token, expiresAt: expiresAt.toISOString() };
}

/** Ends links of an order, all or none. Throws `record.not_found`. */
export async function endShares(
  { database: { db } }: DocumentDeps,
  caller: Caller,
  orderId: number,
  ids: readonly number[],
  now: Date,
): Promise<number[]> {
  await getOrder(db, caller.grant.scope, orderId);
  return db.transaction(async (tx) => assertAllRemoved(ids, await revokeShares(tx, orderId, ids, now)));
}

/**
 * The content of a link for its bearer, also when the visit cannot be counted. Throws `record.not_found` for an
 * unknown, expired or revoked link, and while its creator is disabled.
 */
export async function openShare(
  { database: { db }, hasDiskSpace }: DocumentDeps,
  token: string,
  now: Date,
  onUncounted: (error: unknown) => void,
): Promise<DataOf<typeof shares.open>> {
  const shared = await getShared(db, token, now);
  if (await hasDiskSpace()) await countView(db, shared.shareId, now).catch(onUncounted);
  return {
    ...(await presentDocument(db, shared.document, shared, now)),
    expiresAt: shared.expiresAt.toISOString(),
  };
}

/** The PDF of a link. Throws the errors of `openShare`, `server.busy`, `storage.full`. */
export async function readSharedFile(deps: DocumentDeps, token: string, now: Date): Promise<PdfFile> {
  const shared = await getShared(deps.database.db, token, now);
  return pdfNow(deps, shared.document, shared, now);
}

async function getShared(db: Db, token: string, now: Date) {
  const shared = await findShared(db, hashToken(token), now);
  if (!shared) throw new AppError('record.not_found', { msg: '链接不存在或已失效' });
  return shared;
}
