import { and, eq, isNull, sql } from 'drizzle-orm';
import { ENABLED } from '#contract/kernel/fields.ts';
import type { Db } from '#server/db/database.ts';
import { dictData } from '#server/db/schema.ts';

/**
 * The labels of a dictionary's entries by value: by default of the enabled ones, with `disabled` also of the disabled
 * ones, with `deleted` of all.
 */
export async function readLabels(
  db: Db,
  dictionary: string,
  include?: 'disabled' | 'deleted',
): Promise<Map<string, string>> {
  const { dictType, dictValue, dictLabel, dictSort, dictCode, status, deletedAt } = dictData;
  const rows = await db
    .select({ value: dictValue, label: dictLabel })
    .from(dictData)
    .where(
      and(
        eq(dictType, dictionary),
        include === 'deleted' ? undefined : isNull(deletedAt),
        include === undefined ? eq(status, ENABLED) : undefined,
      ),
    )
    // The last label of a value wins, so current entries come after deleted ones.
    .orderBy(sql`${deletedAt} nulls last`, dictSort, dictCode);
  return new Map(rows.map(({ value, label }) => [value, label]));
}
