import type { OrderStatus } from '#domain/orders/order-status.ts';
import { REFUSAL_DICT } from '#contract/orders/order-moves.ts';
import type { Db } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import { readLabels } from '#server/modules/dictionaries/labels.ts';

/** The label of a refusal reason; '' for none. Throws `request.invalid` for an unknown reason or a move that does not cancel. */
export async function readRefusalLabel(tx: Db, to: OrderStatus, refusal: string): Promise<string> {
  if (refusal === '') return '';
  const label = (await readLabels(tx, REFUSAL_DICT)).get(refusal);
  if (label === undefined || to !== 'cancelled') {
    throw new AppError('request.invalid', { fields: { refusal: '没有这个原因，请重新选择' } });
  }
  return label;
}
