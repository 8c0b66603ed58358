import { and, eq, inArray, isNull } from 'drizzle-orm';
import { ENABLED } from '#contract/kernel/fields.ts';
import type { Db } from '#server/db/database.ts';
import { dictData, dictTypes } from '#server/db/schema.ts';
import { nameLookup } from '#server/imports/name-lookup.ts';
import type { Lookup } from '#server/imports/record-import.ts';
import { readLabels } from '#server/modules/dictionaries/labels.ts';

/** The dictionary whose enabled values are the material tags. */
const TAG_DICTIONARY = 'material_tag';

/** Returns those of the tags that are enabled values of the dictionary. */
export async function listKnownTags(db: Db, tags: readonly string[]): Promise<Set<string>> {
  if (tags.length === 0) return new Set();
  const rows = await db
    .select({ value: dictData.dictValue })
    .from(dictData)
    .innerJoin(dictTypes, eq(dictTypes.dictType, dictData.dictType))
    .where(
      and(
        eq(dictData.dictType, TAG_DICTIONARY),
        inArray(dictData.dictValue, [...tags]),
        eq(dictData.status, ENABLED),
        eq(dictTypes.status, ENABLED),
        isNull(dictData.deletedAt),
        isNull(dictTypes.deletedAt),
      ),
    );
  return new Set(rows.map((row) => row.value));
}

export const UNKNOWN_TAG = '材料分类不存在或已停用';

/** Labels by tag, including disabled tags, and deleted ones if `include` is `deleted`. */
export const readTagLabels = (
  db: Db,
  include: 'disabled' | 'deleted' = 'disabled',
): Promise<Map<string, string>> => readLabels(db, TAG_DICTIONARY, include);

/** Tags by their labels, for imports. */
export const tagLookup = async (db: Db): Promise<Lookup> =>
  nameLookup(
    [...(await readTagLabels(db))].map(([value, name]) => ({ value, name })),
    '',
  );
