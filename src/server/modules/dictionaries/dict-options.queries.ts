import { and, asc, eq, isNull } from 'drizzle-orm';
import { orderStatusLabels, STATUS_DICT } from '#domain/orders/order-status.ts';
import type { DictOption } from '#contract/dict-options.ts';
import type { Db } from '#server/db/database.ts';
import { dictData, dictTypes } from '#server/db/schema.ts';

/** The enabled entries of an enabled type, in order; empty for an unknown type. */
export async function listOptions(db: Db, type: string): Promise<DictOption[]> {
  return db
    .select({ label: dictData.dictLabel, value: dictData.dictValue, listClass: dictData.listClass })
    .from(dictData)
    .innerJoin(dictTypes, eq(dictTypes.dictType, dictData.dictType))
    .where(
      and(
        eq(dictData.dictType, type),
        eq(dictData.status, 2),
        eq(dictTypes.status, 2),
        isNull(dictData.deletedAt),
        isNull(dictTypes.deletedAt),
      ),
    )
    .orderBy(asc(dictData.dictSort), asc(dictData.dictCode));
}

/** The column of statuses of an export, with the names of the dictionary. */
export async function statusColumn(db: Db): Promise<{ head: string; values: Record<string, string> }> {
  const named = (await listOptions(db, STATUS_DICT)).map(({ value, label }) => [value, label]);
  return { head: '状态', values: { ...orderStatusLabels, ...Object.fromEntries(named) } };
}
