import { isOpenToExtension, isOpenToOffers } from '#domain/orders/moves.ts';
import { validUntil } from '#domain/orders/validity.ts';
import { yuanText } from '#domain/money.ts';
import { CHARGE_LABELS, discountOn, totalWithCharges, type Charge } from '#domain/pricing/charges.ts';
import { lineFromTrace, withStep, type Line } from '#domain/pricing/line.ts';
import type { PriceTrace, TraceStep } from '#domain/pricing/types.ts';
import type { FieldErrors } from '#contract/errors.ts';
import type { Extension, Offer, OfferLine } from '#contract/offers.ts';
import type { Order } from '#contract/order-data.ts';
import { dateText } from '#domain/shanghai-time.ts';
import type { Db } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import type { Notifier } from '#server/modules/notifications/notifications.service.ts';
import { promisedDate, refuseOnPricingError } from '#server/modules/quotes/quotes.service.ts';
import { insertHistory, lockOrder, presentOrder, type OrderRow } from './orders.queries.ts';
import { getOrder, viewerOf, type Note } from './orders.service.ts';
import type { OrderDeps } from './place-order.service.ts';
import { lineFenOf } from './sold-order.ts';
import {
  archiveRevision,
  copyAttachments,
  insertItems,
  listItemRowsOf,
  reviseHead,
  type RevisedHead,
} from './revisions.queries.ts';

type Deps = Pick<OrderDeps, 'database' | 'settings'> & { notifier: Notifier };

/**
 * Prices a request by hand and sends it to its customer: a new revision with the same parts, files and models, valid and
 * promised from today. Lines that the formula prices keep the figures of the request. One of several simultaneous offers
 * wins; the others are refused.
 * Throws `record.not_found`, `order.not_requested`, `record.changed`, `order.line_open`, `request.invalid`, `quote.invalid`.
 */
export async function sendOffer(
  { database: { db }, settings: readSettings, notifier }: Deps,
  caller: Caller,
  id: number,
  offer: Offer,
  now: Date,
  note: Note,
): Promise<Order> {
  // Outside the transaction, where reading would need a second connection.
  const settings = await readSettings(caller.settingsRevision);
  const { lines: decisions, note: text = '', validDays, version } = offer;
  const viewer = viewerOf(caller, now);
  const { userId, nickName: userName } = caller;
  return db.transaction(async (tx) => {
    const before = await lockFor(tx, caller, { id, version, now, isOpen: isOpenToOffers, note });
    const rows = await listItemRowsOf(tx, before);
    const traces = decide(
      rows.map(({ trace }) => trace),
      decisions,
      userName,
    );
    const lines = traces.map(lineFromTrace);
    assertOffered(lines);
    const charges = chargesOf(offer, lines, userName);
    const total = refuseOnPricingError(() => totalWithCharges(lines, charges));
    const after = await writeRevision(tx, before, {
      totalFen: total.totalFen,
      charges,
      deliveryTime: total.deliveryDays,
      promisedDate: promisedDate(settings, total.deliveryDays, now),
      validUntil: validUntil(now, validDays ?? settings['quote.validDays']),
      userId,
      now,
    });
    const priced = rows.map((row, index) => ({
      ...row,
      trace: traces[index] ?? row.trace,
      lineFen: lineFenOf(lines[index] ?? lineFromTrace(row.trace)),
    }));
    await insertItems(tx, after, priced);
    const reason = [`人工报价，第 ${after.revision} 版`, text.trim()].filter(Boolean).join('：');
    await insertHistory(tx, { ...changeOf(before, after), reason, userId, userName, createdAt: now });
    note({
      id,
      orderNo: after.orderNo,
      revision: [before.revision, after.revision],
      price: [yuanText(before.totalFen), yuanText(after.totalFen)],
    });
    await notifier.offerSent(tx, after, text, { userId, isStaff: viewer.isStaff }, now);
    return presentOrder(after, viewer);
  });
}

/**
 * Offers a quotation once more as it is: a new revision with the same parts, prices, charges, files and models, valid and
 * promised from today, which is placed whatever the rules say now. Also for one that has expired.
 * Throws `record.not_found`, `order.not_quoted`, `record.changed`.
 */
export async function extendOffer(
  { database: { db }, settings: readSettings, notifier }: Deps,
  caller: Caller,
  id: number,
  { validDays, note: text = '', version }: Extension,
  now: Date,
  note: Note,
): Promise<Order> {
  // Outside the transaction, where reading would need a second connection.
  const settings = await readSettings(caller.settingsRevision);
  const viewer = viewerOf(caller, now);
  const { userId, nickName: userName } = caller;
  return db.transaction(async (tx) => {
    const before = await lockFor(tx, caller, { id, version, now, isOpen: isOpenToExtension, note });
    const rows = await listItemRowsOf(tx, before);
    const after = await writeRevision(tx, before, {
      totalFen: before.totalFen,
      charges: before.charges,
      deliveryTime: before.deliveryTime,
      promisedDate: promisedDate(settings, before.deliveryTime, now),
      validUntil: validUntil(now, validDays),
      userId,
      now,
    });
    await insertItems(tx, after, rows);
    const until = `有效期延长至 ${dateText(after.validUntil.toISOString())}，第 ${after.revision} 版`;
    const reason = [until, text.trim()].filter(Boolean).join('：');
    await insertHistory(tx, { ...changeOf(before, after), reason, userId, userName, createdAt: now });
    note({
      id,
      orderNo: after.orderNo,
      revision: [before.revision, after.revision],
      validUntil: [before.validUntil, after.validUntil],
    });
    await notifier.offerExtended(tx, after, text, { userId, isStaff: viewer.isStaff }, now);
    return presentOrder(after, viewer);
  });
}

interface Locking {
  id: number;
  version: number;
  now: Date;
  isOpen: (status: OrderRow['status']) => boolean;
  note: Note;
}

/** Locks an order that is open to what the shop does, in the version that it saw. */
async function lockFor(
  tx: Db,
  caller: Caller,
  { id, version, now, isOpen, note }: Locking,
): Promise<OrderRow> {
  const { scope } = caller.grant;
  await getOrder(tx, scope, id); // Locks no order outside the scope.
  await lockOrder(tx, id);
  const before = await getOrder(tx, scope, id);
  note({ id, orderNo: before.orderNo });
  const data = presentOrder(before, viewerOf(caller, now));
  if (!isOpen(before.status)) {
    throw new AppError(isOpen === isOpenToOffers ? 'order.not_requested' : 'order.not_quoted', { data });
  }
  if (before.version !== version) throw new AppError('record.changed', { data });
  return before;
}

type OfferedHead = Pick<
  RevisedHead,
  'totalFen' | 'charges' | 'deliveryTime' | 'promisedDate' | 'validUntil' | 'userId' | 'now'
>;

/** Writes the head of the next revision of a locked order, keeps the one before, and copies files and models. */
async function writeRevision(tx: Db, before: OrderRow, head: OfferedHead): Promise<OrderRow> {
  const after = await reviseHead(tx, before.id, {
    ...head,
    itemCount: before.itemCount,
    pieceCount: before.pieceCount,
    summary: before.summary,
    catalogueRevision: before.catalogueRevision,
    gates: before.gates,
    offeredRevision: before.revision + 1,
    contactName: before.contactName,
    contactPhone: before.contactPhone,
    address: before.address,
    remark: before.remark,
    status: 'quoted',
    requestedAt: before.requestedAt,
    replyDueAt: before.replyDueAt,
    version: before.version,
  });
  if (!after) throw new Error(`order ${before.id} changed while it was locked`);
  await archiveRevision(tx, before, head);
  await copyAttachments(tx, before, after.revision);
  return after;
}

const changeOf = (before: OrderRow, after: OrderRow) => ({
  orderId: after.id,
  from: before.status,
  to: after.status,
});

/** The traces after these decisions. Throws `request.invalid` for a line that the order does not have. */
function decide(
  traces: readonly PriceTrace[],
  decisions: readonly OfferLine[],
  by: string,
): readonly PriceTrace[] {
  const decided = [...traces];
  for (const [index, decision] of decisions.entries()) {
    const trace = decided[decision.lineNo - 1];
    if (!trace) {
      const fields = { [`lines.${index}.lineNo`]: '没有这个零件' };
      throw new AppError('request.invalid', { fields });
    }
    decided[decision.lineNo - 1] = decidedTrace(trace, decision, by);
  }
  return decided;
}

function decidedTrace(trace: PriceTrace, decision: OfferLine, by: string): PriceTrace {
  if (decision.kind === 'formula') {
    const { steps, ...formula } = trace;
    // What the formula cannot price stays open; a price that a rule hid is given by accepting it.
    const open = steps?.find((step) => step.kind === 'open' && !step.isHeld);
    return open ? { ...formula, version: 2, steps: [open] } : { ...formula, version: 1 };
  }
  return withStep(trace, stepOf(decision, by));
}

function stepOf({ kind, amount = 0, days = 0, reason = '' }: OfferLine, by: string): TraceStep {
  return kind === 'declined'
    ? { kind: 'declined', reason: reason.trim(), by }
    : { kind: 'price', amount, days, reason: reason.trim(), by };
}

/** The charges as sent, then the discount. */
function chargesOf({ charges = [], discount }: Offer, lines: readonly Line[], by: string): Charge[] {
  const named = charges.map(({ kind, label = '', amount, reason = '' }) => ({
    kind,
    label: label.trim() || CHARGE_LABELS[kind],
    amount,
    reason: reason.trim(),
    by,
  }));
  if (!discount) return named;
  const { percent, reason = '' } = discount;
  return [...named, discountOn(lines, { percent, reason: reason.trim(), by })];
}

/** Throws `order.line_open` naming the lines without a price, and when every line is declined. */
function assertOffered(lines: readonly Line[]): void {
  const fields: FieldErrors = {};
  for (const [index, { state }] of lines.entries()) {
    if (state === 'open') fields[`lineNo.${index + 1}`] = '请输入金额，或选择不报价';
  }
  if (Object.keys(fields).length > 0) throw new AppError('order.line_open', { fields });
  if (lines.every(({ state }) => state === 'declined')) {
    throw new AppError('order.line_open', { msg: '全部零件都不报价时，请取消询价并说明原因' });
  }
}
