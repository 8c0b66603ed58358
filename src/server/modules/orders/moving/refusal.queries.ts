import { and, eq, isNull } from 'drizzle-orm';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import { REFUSAL_DICT } from '#contract/orders/order-moves.ts';
import type { Db } from '#server/db/database.ts';
import { dictData } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';

/** The label of a reason to refuse an offer; '' without one. Throws `request.invalid` for an unknown one, and with any other move. */
export async function refusalLabel(tx: Db, to: OrderStatus, refusal: string): Promise<string> {
  if (refusal === '') return '';
  const { dictType, dictValue, dictLabel, status, deletedAt } = dictData;
  const [reason] = await tx
    .select({ label: dictLabel })
    .from(dictData)
    .where(and(eq(dictType, REFUSAL_DICT), eq(dictValue, refusal), eq(status, 2), isNull(deletedAt)));
  if (!reason || to !== 'cancelled') {
    throw new AppError('request.invalid', { fields: { refusal: '没有这个原因，请重新选择' } });
  }
  return reason.label;
}
