import { eq } from 'drizzle-orm';
import { REFUSAL_DICT } from '#contract/orders/order-moves.ts';
import type { Db } from '#server/db/database.ts';
import { dictData } from '#server/db/schema.ts';

/** The label of every reason to refuse an offer by its value, also of those that were deleted since. */
export async function listRefusalLabels(db: Db): Promise<Map<string, string>> {
  const { dictType, dictValue, dictLabel } = dictData;
  const rows = await db
    .select({ value: dictValue, label: dictLabel })
    .from(dictData)
    .where(eq(dictType, REFUSAL_DICT));
  return new Map(rows.map(({ value, label }) => [value, label]));
}
