import { isOpenToOffers } from '#domain/orders/moves.ts';
import { validUntil } from '#domain/orders/validity.ts';
import { yuanText } from '#domain/money.ts';
import { lineFromTrace, totalOfLines, withStep, type Line } from '#domain/pricing/line.ts';
import type { PriceTrace, TraceStep } from '#domain/pricing/types.ts';
import type { FieldErrors } from '#contract/errors.ts';
import type { Offer, OfferLine } from '#contract/offers.ts';
import type { Order } from '#contract/order-data.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import type { Notifier } from '#server/modules/notifications/notifications.service.ts';
import { promisedDate, refuseOnPricingError } from '#server/modules/quotes/quotes.service.ts';
import { insertHistory, lockOrder, presentOrder } from './orders.queries.ts';
import { getOrder, viewerOf, type Note } from './orders.service.ts';
import type { OrderDeps } from './place-order.service.ts';
import { lineFenOf } from './sold-order.ts';
import {
  archiveRevision,
  copyAttachments,
  insertItems,
  listItemRowsOf,
  reviseHead,
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
  { lines: decisions, note: text = '', validDays, version }: Offer,
  now: Date,
  note: Note,
): Promise<Order> {
  // Outside the transaction, where reading would need a second connection.
  const settings = await readSettings(caller.settingsRevision);
  const viewer = viewerOf(caller, now);
  const { userId, nickName: userName } = caller;
  const { scope } = caller.grant;
  return db.transaction(async (tx) => {
    await getOrder(tx, scope, id); // Locks no order outside the scope.
    await lockOrder(tx, id);
    const before = await getOrder(tx, scope, id);
    note({ id, orderNo: before.orderNo });
    if (!isOpenToOffers(before.status))
      throw new AppError('order.not_requested', { data: presentOrder(before, viewer) });
    if (before.version !== version)
      throw new AppError('record.changed', { data: presentOrder(before, viewer) });
    const rows = await listItemRowsOf(tx, before);
    const traces = decide(
      rows.map(({ trace }) => trace),
      decisions,
      userName,
    );
    const lines = traces.map(lineFromTrace);
    assertOffered(lines);
    const total = refuseOnPricingError(() => totalOfLines(lines));
    const after = await reviseHead(tx, id, {
      totalFen: total.totalFen,
      deliveryTime: total.deliveryDays,
      promisedDate: promisedDate(settings, total.deliveryDays, now),
      validUntil: validUntil(now, validDays ?? settings['quote.validDays']),
      itemCount: before.itemCount,
      pieceCount: before.pieceCount,
      summary: before.summary,
      catalogueRevision: before.catalogueRevision,
      contactName: before.contactName,
      contactPhone: before.contactPhone,
      address: before.address,
      remark: before.remark,
      status: 'quoted',
      requestedAt: before.requestedAt,
      replyDueAt: before.replyDueAt,
      version,
      userId,
      now,
    });
    if (!after) throw new AppError('record.changed', { data: presentOrder(before, viewer) });
    await archiveRevision(tx, before, { userId, now });
    const priced = rows.map((row, index) => ({
      ...row,
      trace: traces[index] ?? row.trace,
      lineFen: lineFenOf(lines[index] ?? lineFromTrace(row.trace)),
    }));
    await insertItems(tx, after, priced);
    await copyAttachments(tx, before, after.revision);
    const reason = [`人工报价，第 ${after.revision} 版`, text.trim()].filter(Boolean).join('：');
    await insertHistory(tx, {
      orderId: id,
      from: before.status,
      to: after.status,
      reason,
      userId,
      userName,
      createdAt: now,
    });
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
    // What the formula cannot price stays open.
    const open = steps?.find(({ kind }) => kind === 'open');
    return open ? { ...formula, version: 2, steps: [open] } : { ...formula, version: 1 };
  }
  return withStep(trace, stepOf(decision, by));
}

function stepOf({ kind, amount = 0, days = 0, reason = '' }: OfferLine, by: string): TraceStep {
  return kind === 'declined'
    ? { kind: 'declined', reason: reason.trim(), by }
    : { kind: 'price', amount, days, reason: reason.trim(), by };
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
