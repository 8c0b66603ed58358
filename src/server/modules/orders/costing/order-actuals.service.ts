import { isMeasurable } from '#domain/calibration/measured-line.ts';
import { pick } from '#domain/pick.ts';
import { inFen, inYuan } from '#contract/kernel/amounts.ts';
import type { LineActual, NewActual } from '#contract/orders/actuals.ts';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import type { Database, Db } from '#server/db/database.ts';
import { AppError, throwFieldErrors } from '#server/http/app-error.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import {
  deleteActual,
  listActuals,
  putActual,
  readHourCosts,
  type ActualRow,
} from '#server/modules/costs/actuals.service.ts';
import { getOrder, type Audit } from '../reading/orders.service.ts';
import { listItemRowsOf } from '../reading/orders.queries.ts';

/** The entered actual figures of an order's lines. Throws `record.not_found`. */
export async function listOrderActuals(db: Db, { grant }: Caller, id: number): Promise<LineActual[]> {
  const order = await getOrder(db, grant.scope, id);
  return (await listActuals(db, order)).map(toLineActual);
}

/**
 * Replaces the actual figures of a line, with the current hourly cost; an empty entry removes them. The operation log
 * names only the line, because other staff read it. Throws `record.not_found`, `order.illegal_move` before production,
 * `request.invalid`, `record.changed`.
 */
export async function saveOrderActual(
  { db }: Database,
  { grant, userId, nickName }: Caller,
  id: number,
  { lineNo, version, ...entry }: NewActual,
  now: Date,
  audit: Audit,
): Promise<LineActual | null> {
  return db.transaction(async (tx) => {
    const order = await getOrder(tx, grant.scope, id);
    audit({ id, orderNo: order.orderNo, lineNo });
    if (!isMeasurable(order.status))
      throw new AppError('order.illegal_move', { msg: '订单开始生产后才能录入实际工时与用料' });
    const item = (await listItemRowsOf(tx, order)).find((row) => row.lineNo === lineNo);
    if (!item) throw new AppError('request.invalid', { fields: { lineNo: '没有这个零件' } });
    assertFees(
      entry.fees,
      item.trace.options.map(({ optionId }) => optionId),
    );
    const key = { orderId: id, revision: order.revision, lineNo };
    const text = entry.note.trim();
    if (entry.hours === null && entry.kg === null && entry.fees.length === 0 && text === '') {
      if (version > 0 && !(await deleteActual(tx, key, version))) throw new AppError('record.changed');
      return null;
    }
    const tag = item.trace.materialTag;
    const rates = entry.hours === null ? new Map<string, number>() : await readHourCosts(tx, [tag]);
    const saved = await putActual(
      tx,
      key,
      version,
      {
        hours: entry.hours,
        hourFen: rates.get(tag) ?? null,
        kg: entry.kg,
        fees: inFen(entry.fees, 'amount').map(({ optionId, amountFen: fen }) => ({ optionId, fen })),
        note: text,
        byName: nickName,
      },
      { userId, now },
    );
    if (!saved) throw new AppError('record.changed');
    return toLineActual(saved);
  });
}

/** Throws `request.invalid` for options that the line does not have, and for those named twice. */
function assertFees(fees: NewActual['fees'], optionIds: readonly number[]): void {
  const fields: FieldErrors = {};
  const seenIds = new Set<number>();
  for (const [index, { optionId }] of fees.entries()) {
    const field = `fees.${index}.optionId`;
    if (!optionIds.includes(optionId)) fields[field] = '零件没有这个工艺选项';
    else if (seenIds.has(optionId)) fields[field] = '同一工艺选项出现两次';
    seenIds.add(optionId);
  }
  throwFieldErrors(fields);
}

const toLineActual = (row: ActualRow): LineActual =>
  inYuan({
    ...pick(row, ['lineNo', 'hours', 'kg', 'note', 'byName', 'version']),
    hourCostFen: row.hourFen,
    fees: row.fees.map(({ optionId, fen: amountFen }) => ({ optionId, amountFen })),
    updatedAt: row.updatedAt.toISOString(),
  });
