import { createHash } from 'node:crypto';
import { acceptsOffers } from '#domain/orders/moves.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import { isExpired } from '#domain/orders/validity.ts';
import type { DocumentStatus, QuotationDocument, QuotationSnapshot } from '#contract/orders/documents.ts';
import type { DataOf } from '#contract/kernel/endpoint.ts';
import type { Offer } from '#contract/orders/offer-body.ts';
import type { orders } from '#contract/orders/orders.ts';
import type { Database, Db } from '#server/db/database.ts';
import { customerDocumentsPerDay } from '#server/fairness/limits.ts';
import { randomBase32 } from '#server/system/random-base32.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Caller, Scope } from '#server/modules/access/caller.ts';
import { findHeldLines } from '#server/modules/models/unchecked-models.service.ts';
import type { OrderRow } from '#server/modules/orders/reading/orders.queries.ts';
import { assertStatusAndVersion } from '#server/modules/orders/offering/offer-order.service.ts';
import {
  getOrder,
  assertOffered,
  getOrderWithItems,
  readOfferNote,
  viewerOf,
} from '#server/modules/orders/reading/orders.service.ts';
import { toOfferedOrder, prepareOffer } from '#server/modules/orders/offering/prepare-offer.service.ts';
import { insertImage } from '#server/modules/pictures/pictures.service.ts';
import type { SettingsReader } from '#server/modules/settings/settings.service.ts';
import { canonicalJson } from '#server/system/canonical-json.ts';
import { markIfInvalid, isIssuedFile, type PdfFile } from './issued-file.ts';
import {
  findByCode,
  findDocument,
  insertDocument,
  readPdfHash,
  storePdf,
  readPdf,
  type DocumentRow,
} from './documents.queries.ts';
import { drawPictures, readPartPictures } from './document-pictures.ts';
import { renderPdf } from './pdf-renderer.ts';
import { readSeals, chooseSeals } from './document-seals.ts';
import { createSnapshot } from './quotation-snapshot.ts';
import { withUnprintableTerm } from './unprintable-term.ts';

export interface DocumentDeps {
  database: Database;
  settings: SettingsReader;
  /** The server's origin, used while the setting `site.url` is empty. */
  origin: string;
  /** False when the database's disk has only its reserve left: nothing new is issued, but drawn PDFs can be read. */
  hasDiskSpace: () => Promise<boolean>;
}

async function assertDiskSpace({ hasDiskSpace }: DocumentDeps): Promise<void> {
  if (!(await hasDiskSpace())) throw new AppError('storage.full');
}

/** The user for whom a document is issued: the caller, or the order's owner for automatic archiving. */
export interface Issuer {
  userId: number;
  settingsRevision?: number;
  /**
   * `isStaff` is false for a customer, who may issue a limited number per day; absent when the server issues the document
   * itself.
   */
  grant: { scope: Scope; isStaff?: boolean };
}

/** A verification code of 100 random bits. */
const newCode = (): string => randomBase32(20).toUpperCase();

/**
 * Gets the document of an order's revision (by default the current one). The first request issues it; later changes of
 * settings, names and prices do not affect it. Throws `record.not_found`, `order.not_offered`.
 */
export async function getDocument(
  deps: DocumentDeps,
  caller: Caller,
  orderId: number,
  revision: number | undefined,
  now: Date,
): Promise<QuotationDocument> {
  const { order, row } = await issueDocument(deps, orderId, revision, caller, now);
  return presentDocument(deps.database.db, row, { ...order, currentRevision: order.revision }, now);
}

/**
 * Previews the document of an offer, with today's texts, and whether the offer would need an approval. Writes nothing.
 * Throws `record.not_found`, `order.not_requested`, `record.changed`, `order.line_open`, `request.invalid`,
 * `quote.invalid`.
 */
export async function previewOffer(
  { database: { db }, settings }: DocumentDeps,
  caller: Caller,
  orderId: number,
  { version, ...offer }: Offer,
  now: Date,
): Promise<DataOf<typeof orders.previewOffer>> {
  const current = await settings(caller.settingsRevision);
  const order = await getOrder(db, caller.grant.scope, orderId);
  assertStatusAndVersion(acceptsOffers, order, version, viewerOf(caller, now));
  const prepared = await prepareOffer(db, order, offer, caller.nickName, current);
  const offered = toOfferedOrder(order, prepared, current, now);
  const issue = { order: offered.order, revision: offered.order.revision, issuedBy: caller.userId };
  const { percent } = prepared.reduction;
  const { discountLimit: limitPercent } = caller.grant;
  const seals = await chooseSeals(db, issue, current);
  const shopNote = (prepared.offer.note ?? '').trim();
  return {
    snapshot: await withUnprintableTerm(createSnapshot(offered, current, { seals, shopNote }, now)),
    percent,
    limitPercent,
    isForRelease: percent > limitPercent,
  };
}

/** A document's content and its current validity. */
export async function presentDocument(
  db: Db,
  row: DocumentRow,
  order: OrderState,
  now: Date,
): Promise<QuotationDocument> {
  const snapshot = JSON.parse(row.snapshot) as QuotationSnapshot;
  return {
    snapshot,
    seals: await readSeals(db, snapshot),
    pictures: await readPartPictures(db, snapshot),
    status: statusOf(row.revision, order, now),
    code: row.code,
    verifyUrl: row.verifyUrl,
    hash: row.hash,
  };
}

/**
 * Gets the document as a PDF. Draws it once; later requests get the same bytes, with a mark once it is no longer valid.
 * Throws `record.not_found`, `server.busy`.
 */
export async function getPdf(
  deps: DocumentDeps,
  caller: Caller,
  orderId: number,
  revision: number | undefined,
  now: Date,
): Promise<PdfFile> {
  const { order, row } = await issueDocument(deps, orderId, revision, caller, now);
  return readCurrentPdf(deps, row, { ...order, currentRevision: order.revision }, now);
}

/** The PDF of an issued document, with a mark if it is no longer valid. Throws `server.busy`. */
export async function readCurrentPdf(
  deps: DocumentDeps,
  row: DocumentRow,
  order: OrderState,
  now: Date,
): Promise<PdfFile> {
  return markIfInvalid(await readOrDrawPdf(deps, row), statusOf(row.revision, order, now));
}

/** The PDF of a document as issued; draws and stores it on the first call. Throws `server.busy`. */
export async function readOrDrawPdf(deps: DocumentDeps, row: DocumentRow): Promise<PdfFile> {
  const { db } = deps.database;
  const { orderId, revision, code, verifyUrl, hash } = row;
  const snapshot = JSON.parse(row.snapshot) as QuotationSnapshot;
  const name = `${snapshot.orderNo}-R${revision}.pdf`;
  const stored = await readPdf(db, orderId, revision);
  if (stored) return { name, body: stored };
  await assertDiskSpace(deps);
  const seals = await readSeals(db, snapshot);
  const pictures = await readPartPictures(db, snapshot);
  const drawn = await renderPdf({ snapshot, seals, pictures, code, verifyUrl, hash });
  await storePdf(db, orderId, revision, drawn);
  return { name, body: (await readPdf(db, orderId, revision)) ?? drawn };
}

/** The public data of the document with this code. Throws `record.not_found`. */
export async function verifyDocument(db: Db, code: string, now: Date) {
  const document = await findByCode(db, code);
  if (!document) throw new AppError('record.not_found', { msg: '没有这个验证码对应的报价单' });
  const { orderNo, issuer, total, issuedAt, validUntil } = JSON.parse(document.snapshot) as QuotationSnapshot;
  return {
    orderNo,
    revision: document.revision,
    status: statusOf(document.revision, document, now),
    issuer: issuer.name,
    total,
    issuedAt,
    validUntil,
    hash: document.hash,
  };
}

/**
 * Whether these bytes were issued under this code. Hashes them as they arrive. Throws `record.not_found`, `server.busy`.
 */
export async function compareFile(
  db: Db,
  code: string,
  chunks: AsyncIterable<Buffer>,
): Promise<{ isIssued: boolean }> {
  const document = await findByCode(db, code);
  if (!document) throw new AppError('record.not_found', { msg: '没有这个验证码对应的报价单' });
  const { orderId, revision } = document;
  // No file matches a PDF that has not been drawn yet.
  const stored = (await readPdfHash(db, orderId, revision)) ?? { size: 0, hash: '' };
  const read = async () => (await readPdf(db, orderId, revision)) ?? Buffer.alloc(0);
  return { isIssued: await isIssuedFile({ ...stored, read }, chunks) };
}

/** The number of distinct characters in a long ordinary document; a PDF embeds about 370 bytes of font for each. */
const ORDINARY_CHARACTERS = 2_000;

/**
 * How many documents this content counts as in the daily limit. More distinct characters embed larger fonts: 200
 * remarks in rare characters embed 7 MB.
 */
const countAsDocuments = (content: object): number =>
  Math.ceil(new Set(JSON.stringify(content)).size / ORDINARY_CHARACTERS);

/**
 * Gets an order with the document of one of its revisions; issues it if necessary, with the date of the revision.
 * Throws `record.not_found`, `order.not_offered`, `request.throttled` when a customer has issued too many.
 */
export async function issueDocument(
  deps: DocumentDeps,
  orderId: number,
  requestedRevision: number | undefined,
  issuer: Issuer,
  now: Date,
): Promise<{ order: OrderRow; row: DocumentRow }> {
  const { settings, origin } = deps;
  const { db } = deps.database;
  const order = await getOrder(db, issuer.grant.scope, orderId);
  const revision = requestedRevision ?? order.revision;
  const issued = await findDocument(db, orderId, revision);
  if (issued) return { order, row: issued };
  const { createdAt, ...quotation } = await getOrderWithItems(db, issuer.grant.scope, orderId, revision);
  await assertOffered(db, order, revision);
  await assertDiskSpace(deps);
  if (issuer.grant.isStaff === false)
    customerDocumentsPerDay.count(issuer.userId, now, countAsDocuments(quotation));
  const current = await settings(issuer.settingsRevision);
  const seals = await chooseSeals(db, { order, revision, issuedBy: issuer.userId }, current);
  const pictures = await drawPictures(db, orderId, revision);
  const holds = await findHeldLines(db, quotation.order);
  const shopNote = await readOfferNote(db, orderId, revision);
  const content = createSnapshot(
    quotation,
    current,
    { seals, pictures: pictures.byLine, holds, shopNote },
    createdAt,
  );
  // The round trip through JSON removes undefined fields.
  const snapshot = canonicalJson(JSON.parse(JSON.stringify(await withUnprintableTerm(content))));
  const code = newCode();
  await db.transaction(async (tx) => {
    for (const [hash, png] of pictures.pngs) await insertImage(tx, hash, png, now);
    await insertDocument(tx, {
      orderId,
      revision,
      code,
      snapshot,
      hash: createHash('sha256').update(snapshot).digest('hex'),
      verifyUrl: `${current['site.url'] || origin}/verify/${code}`,
      issuedBy: issuer.userId,
      issuedAt: now,
    });
  });
  // A concurrent request may have inserted it first.
  const row = await findDocument(db, orderId, revision);
  if (!row) throw new Error(`order ${orderId} has no document after it was issued`);
  return { order, row };
}

/** The current state of a document's order. */
export interface OrderState {
  status: OrderStatus;
  currentRevision: number;
  validUntil: Date;
  keepsQuotation: boolean;
}

/**
 * The status of a revision's document. A request for a change supersedes it too, unless the request only asks about the
 * quotation and keeps it.
 */
function statusOf(revision: number, order: OrderState, now: Date): DocumentStatus {
  if (order.status === 'cancelled') return 'cancelled';
  if (order.currentRevision !== revision) return 'superseded';
  const isRequest = order.status === 'requested';
  if (isRequest && !order.keepsQuotation) return 'superseded';
  return (isRequest || order.status === 'quoted') && isExpired(order.validUntil, now) ? 'expired' : 'valid';
}
