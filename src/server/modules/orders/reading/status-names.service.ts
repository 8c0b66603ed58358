import { and, eq, isNull } from 'drizzle-orm';
import { orderStatusLabels, STATUS_DICT } from '#domain/orders/order-status.ts';
import type { Db } from '#server/db/database.ts';
import { dictData } from '#server/db/schema.ts';

/** The column of statuses of an export, with the names of the dictionary. */
export async function statusColumn(db: Db): Promise<{ head: string; values: Record<string, string> }> {
  const { dictType, dictValue, dictLabel, status, deletedAt } = dictData;
  const rows = await db
    .select({ value: dictValue, label: dictLabel })
    .from(dictData)
    .where(and(eq(dictType, STATUS_DICT), eq(status, 2), isNull(deletedAt)));
  const named = Object.fromEntries(rows.map(({ value, label }): [string, string] => [value, label]));
  return { head: '状态', values: { ...orderStatusLabels, ...named } };
}
