import type { DataOf } from '#contract/kernel/endpoint.ts';
import {
  MAX_LIVE_SHARES,
  type NewShare,
  type NewShareAnswer,
  type Share,
  type shares,
} from '#contract/orders/shares.ts';
import type { DeliveryContact } from '#domain/orders/contact.ts';
import { MOVE_PERMISSION } from '#domain/orders/moves.ts';
import { priceOf } from '#contract/kernel/amounts.ts';
import { isExpired, keepsValidQuotation } from '#domain/orders/validity.ts';
import { hasPermission } from '#domain/permissions.ts';
import type { Db } from '#server/db/database.ts';
import type { ShareAnswer } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Call } from '#server/http/read-call.ts';
import { toLogText } from '#server/http/record-operation.ts';
import { assertAllRemoved } from '#server/http/records.ts';
import { hashToken, loadGrant, newToken } from '#server/modules/access/access.service.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import {
  issueDocument,
  readCurrentPdf,
  presentDocument,
  type DocumentDeps,
} from '#server/modules/documents/documents.service.ts';
import type { PdfFile } from '#server/modules/documents/issued-file.ts';
import {
  addStaffEvent,
  getOrder,
  readOfferNote,
  viewerOf,
  type MoveDeps,
  type Audit,
} from '#server/modules/orders/reading/orders.service.ts';
import { moveWithin } from '#server/modules/orders/moving/move-order.service.ts';
import {
  countLive,
  countView,
  findCustomer,
  findShared,
  insertShare,
  listShares,
  lockForAnswer,
  lockOrder,
  readRevisions,
  recordAnswer,
  markRevoked,
  saveContact,
  type ShareRow,
} from './shares.queries.ts';

const DAY_MS = 86_400_000;

/** The share links of an order: valid ones, then ended ones. Throws `record.not_found`, also for an order outside the scope. */
export async function getShares(db: Db, caller: Caller, orderId: number, now: Date): Promise<Share[]> {
  const order = await getOrder(db, caller.grant.scope, orderId);
  const rows = await listShares(db, orderId, now);
  const awaitsReply = rows.some(({ canReply, answer }) => canReply && answer === null);
  const viewer = {
    mayAnswer: awaitsReply && (await customerMayAnswer(db, await findCustomer(db, order.userId))),
    isStaff: viewerOf(caller, now).isStaff,
  };
  return rows.map((row) => presentShare(row, viewer));
}

function presentShare(
  { id, revision, answer, answeredAt, ...row }: ShareRow,
  { mayAnswer, isStaff }: { mayAnswer: boolean; isStaff: boolean },
): Share {
  return {
    id,
    revision,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.creatorName,
    expiresAt: row.expiresAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    isLive: row.isLive,
    viewCount: row.viewCount,
    lastViewedAt: row.lastViewedAt?.toISOString() ?? null,
    canReply: row.canReply && (answer !== null || mayAnswer),
    reply: answer && answeredAt && { ...presentAnswer(isStaff, answer), at: answeredAt.toISOString() },
  };
}

/** Only staff see the IP address and user agent of an answer. */
const presentAnswer = (isStaff: boolean, { ip, userAgent, ...answer }: ShareAnswer): ShareAnswer =>
  isStaff ? { ...answer, ip, userAgent } : answer;

/** Whether the customer on whose behalf a link is answered still has an account with the permission to answer. */
const customerMayAnswer = async (
  db: Db,
  { userId, deptId, isActive }: Shared['customer'],
): Promise<boolean> =>
  isActive && hasPermission((await loadGrant(db, userId, deptId)).permissions, MOVE_PERMISSION);

/**
 * Creates a link to a revision and issues its document, so that the linked content does not change.
 * Throws `record.not_found`, `share.too_many`.
 */
export async function createShare(
  deps: DocumentDeps,
  caller: Caller,
  orderId: number,
  { days, revision: requested, canReply = false }: NewShare,
  now: Date,
  audit: Audit,
): Promise<DataOf<typeof shares.create>> {
  const { order, row } = await issueDocument(deps, orderId, requested, caller, now);
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
      canReply,
    });
  });
  audit({ id, orderNo: order.orderNo, revision, expiresAt: [null, expiresAt.toISOString()] });
  return { id, token, expiresAt: expiresAt.toISOString() };
}

/** Ends links of an order, all or none. Throws `record.not_found`. */
export async function revokeShares(
  { database: { db } }: DocumentDeps,
  caller: Caller,
  orderId: number,
  ids: readonly number[],
  now: Date,
): Promise<number[]> {
  await getOrder(db, caller.grant.scope, orderId);
  return db.transaction(async (tx) => assertAllRemoved(ids, await markRevoked(tx, orderId, ids, now)));
}

/**
 * Reads the content of a link and counts the visit, except with 'uncounted'; `onUncounted` receives the error if
 * counting fails. Throws `record.not_found` for an unknown, expired or revoked link, and while its creator is
 * disabled.
 */
export async function openShare(
  deps: DocumentDeps,
  token: string,
  now: Date,
  onUncounted: ((error: unknown) => void) | 'uncounted',
): Promise<DataOf<typeof shares.open>> {
  const { db } = deps.database;
  const shared = await getShared(db, token, now);
  if (onUncounted !== 'uncounted' && (await deps.hasDiskSpace()))
    await countView(db, shared.shareId, now).catch(onUncounted);
  return {
    ...(await presentDocument(db, await documentOf(deps, shared, now), shared, now)),
    note: await readOfferNote(db, shared.document.orderId, shared.revision),
    expiresAt: shared.expiresAt.toISOString(),
    canReply: isAnswerable(shared, now) && (await customerMayAnswer(db, shared.customer)),
    reply: shared.answer?.kind ?? null,
    accepted:
      shared.answer?.kind === 'accepted' && shared.answeredAt
        ? {
            price: priceOf(shared),
            promisedDate: shared.promisedDate,
            at: shared.answeredAt.toISOString(),
          }
        : null,
  };
}

/** The document of the link's revision, or of the revision made by accepting it with alternatives. */
async function documentOf(deps: DocumentDeps, shared: Shared, now: Date): Promise<Shared['document']> {
  const { document, answer, revision, currentRevision, customer } = shared;
  if (answer?.kind !== 'accepted' || revision === currentRevision) return document;
  const { userId } = customer;
  const customerCaller = { userId, grant: { scope: { userId, all: true, deptIds: [], own: false } } };
  return (await issueDocument(deps, document.orderId, currentRevision, customerCaller, now)).row;
}

/** Reads the PDF of a link. Throws the errors of `openShare`, `server.busy`, `storage.full`. */
export async function readSharedFile(deps: DocumentDeps, token: string, now: Date): Promise<PdfFile> {
  const shared = await getShared(deps.database.db, token, now);
  return readCurrentPdf(deps, await documentOf(deps, shared, now), shared, now);
}

/** Whether the link allows an answer and its offer is current, valid and undecided. */
const isAnswerable = (
  shared: Pick<
    Shared,
    'canReply' | 'answer' | 'status' | 'revision' | 'currentRevision' | 'validUntil' | 'keepsQuotation'
  >,
  now: Date,
): boolean =>
  shared.canReply &&
  shared.answer === null &&
  (shared.status === 'quoted' || keepsValidQuotation(shared, now)) &&
  shared.revision === shared.currentRevision &&
  !isExpired(shared.validUntil, now);

interface AnswerContext extends Pick<Call<typeof shares.answer>, 'now' | 'audit' | 'setLogActor'> {
  client: { ip: string; userAgent: string };
}

/**
 * Accepts or refuses the offer of a link on behalf of its customer: moves the order as the customer would, and records
 * the respondent, the IP address and the link's creator. Resolves with the order's id when it was placed. Throws
 * `record.not_found`, `share.answered`, `share.unanswerable`, and the errors of the move; the link can then be answered
 * again.
 */
export async function answerShare(
  deps: MoveDeps,
  token: string,
  { kind, name, phone, address = '', reason: text = '', chosen }: NewShareAnswer,
  { client, now, audit, setLogActor }: AnswerContext,
): Promise<number | undefined> {
  const { database, notifier } = deps;
  const revisions = await readRevisions(database.db);
  // Before the transaction: inside it, reading would need a second connection.
  const settings = await deps.settings(revisions.settings);
  const catalogue = await deps.catalogue(revisions.catalogue);
  return database.db.transaction(async (tx) => {
    await lockForAnswer(tx, hashToken(token));
    const shared = await getShared(tx, token, now);
    const { orderId } = shared.document;
    const { userId, username, deptId } = shared.customer;
    const nickName = `${name.trim()}（${phone.trim()}，通过链接）`;
    setLogActor({ userId, username: nickName });
    const origin = { share: shared.shareId, sharedBy: shared.creatorName };
    audit({ id: orderId, orderNo: shared.orderNo, ...origin });
    if (shared.answer) throw new AppError('share.answered');
    if (!isAnswerable(shared, now) || !(await customerMayAnswer(tx, shared.customer)))
      throw new AppError('share.unanswerable');
    if (kind === 'accepted') await completeContact(tx, orderId, shared.contact, { name, phone, address });
    const caller: Caller = {
      userId,
      username,
      deptId,
      sessionId: 0,
      nickName,
      mustChangePassword: false,
      mustSetUpSecondFactor: false,
      catalogueRevision: revisions.catalogue,
      settingsRevision: revisions.settings,
      grant: await loadGrant(tx, userId, deptId),
    };
    await addStaffEvent(tx, {
      orderId,
      status: shared.status,
      reason: `通过链接答复：链接由${shared.creatorName}生成，答复来自 ${client.ip}`,
      userId,
      userName: nickName,
      createdAt: now,
    });
    const decision =
      kind === 'accepted' ? `同意第 ${shared.revision} 版报价的价格、交期与条款` : '不接受报价';
    const reason = [decision, text.trim()].filter(Boolean).join('：');
    const to = kind === 'accepted' ? 'placed' : 'cancelled';
    const move = { to, reason, version: shared.version, chosen } as const;
    await moveWithin(
      tx,
      { settings, catalogue, notifier },
      {
        params: { id: orderId },
        body: move,
        session: caller,
        now,
        audit: (changes) => audit({ ...changes, ...origin }),
      },
    );
    const answer = { kind, name: name.trim(), phone: phone.trim(), ip: client.ip };
    const after = await getOrder(tx, caller.grant.scope, orderId);
    await notifier.answeredByLink(tx, after, { kind, name: name.trim() }, now);
    await recordAnswer(tx, shared.shareId, { ...answer, userAgent: toLogText(client.userAgent) }, now);
    return kind === 'accepted' ? orderId : undefined;
  });
}

/** Fills the gaps of a partial contact with the respondent's data; an entirely empty contact may stay empty. */
async function completeContact(
  tx: Db,
  orderId: number,
  { contactName, contactPhone, address }: DeliveryContact,
  respondent: Pick<NewShareAnswer, 'name' | 'phone' | 'address'>,
): Promise<void> {
  if ([contactName, contactPhone, address].every((text) => text === '')) return;
  await saveContact(tx, orderId, {
    contactName: contactName || respondent.name.trim(),
    contactPhone: contactPhone || respondent.phone.trim(),
    address: address || (respondent.address ?? '').trim(),
  });
}

type Shared = Awaited<ReturnType<typeof getShared>>;

async function getShared(db: Db, token: string, now: Date) {
  const shared = await findShared(db, hashToken(token), now);
  if (!shared) throw new AppError('record.not_found', { msg: '链接不存在或已失效' });
  return shared;
}
