import { alternativeTitle, applyAlternatives, type Alternative } from '#domain/pricing/alternatives.ts';
import { lineFromTrace } from '#domain/pricing/line.ts';
import { pricesFromTrace } from '#domain/pricing/price-item.ts';
import type { Db } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import { refuseOnPricingError } from '#server/modules/quotes/price-cart.service.ts';
import { promisedDate } from '#server/modules/quotes/quotes.service.ts';
import type { Settings } from '#server/modules/settings/settings.service.ts';
import { listItemRowsOf, type OrderRow } from '../reading/orders.queries.ts';
import { insertItems, writeOfferedRevision } from '../revising/revisions.queries.ts';
import { lineFenOf, summaryOf } from '../placing/stored-order.ts';
import type { OrderActor } from './approvals.queries.ts';

interface AcceptOptions {
  by: OrderActor;
  settings: Settings;
  now: Date;
}

/**
 * Applies the accepted alternatives to an offer: writes a new revision without alternatives, with the same validity.
 * Returns it with the history text. Throws `request.invalid` for an alternative that the offer does not have, or two of
 * one line.
 */
export async function acceptAlternatives(
  tx: Db,
  before: OrderRow,
  chosen: readonly number[],
  { by, settings, now }: AcceptOptions,
): Promise<{ after: OrderRow; reason: string }> {
  const alternatives = findChosen(before.alternatives, chosen);
  const rows = await listItemRowsOf(tx, before);
  const { lines, charges, total } = refuseOnPricingError(() =>
    applyAlternatives(rows, before.charges, alternatives, before.lead),
  );
  const items = lines.map((row) => {
    const { subTotalFen, deliveryDays } = pricesFromTrace(row.trace);
    return { ...row, subTotalFen, deliveryTime: deliveryDays, lineFen: lineFenOf(lineFromTrace(row.trace)) };
  });
  const after = await writeOfferedRevision(tx, before, {
    totalFen: total.totalFen,
    charges,
    deliveryTime: total.deliveryDays,
    promisedDate: promisedDate(settings, total.deliveryDays, now),
    validUntil: before.validUntil,
    pieceCount: items.reduce((sum, { num }) => sum + num, 0),
    summary: summaryOf(items),
    userId: by.userId,
    now,
  });
  await insertItems(tx, after, items);
  const titles = alternatives
    .map((alternative) => `零件 ${alternative.lineNo}：${alternativeTitle(alternative)}`)
    .join('；');
  return { after, reason: `选择方案，第 ${after.revision} 版：${titles}` };
}

function findChosen(alternatives: readonly Alternative[], chosen: readonly number[]): Alternative[] {
  const selected = chosen.flatMap((no) => alternatives.find((alternative) => alternative.no === no) ?? []);
  const lines = new Set(selected.map(({ lineNo }) => lineNo));
  if (selected.length < chosen.length) throw chosenError('报价中没有所选的方案，请刷新后重试');
  if (lines.size < selected.length) throw chosenError('每个零件只能选择一个方案');
  return selected;
}

const chosenError = (text: string) => new AppError('request.invalid', { fields: { chosen: text } });
