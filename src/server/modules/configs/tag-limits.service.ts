import { canReplaceTag, tagsOf, withTagNames } from '#geometry/checks/limit-texts.ts';
import { isTagLimit, limitTexts } from '#geometry/checks/shop-limits.ts';
import type { Db } from '#server/db/database.ts';
import { readTagLabels } from '#server/modules/catalogue/material-tags.ts';

/**
 * The text to store for a setting: a limit by material tag gets codes in place of labels. A tag must be in the
 * dictionary, the stored value or the default; otherwise returns the error, in Chinese.
 */
export async function toStoredText(
  db: Db,
  key: string,
  text: string,
  stored: string,
): Promise<{ text: string } | { error: string }> {
  if (!isTagLimit(key) || tagsOf(text).length === 0) return { text };
  const labels = await readTagLabels(db);
  const codes = new Map([...labels].map(([code, label]) => [label, code]));
  const accepted = new Set([...labels.keys(), ...tagsOf(stored), ...tagsOf(limitTexts[key])]);
  const codeOf = (tag: string) => (accepted.has(tag) ? tag : codes.get(tag));
  const unknownTags = tagsOf(text).filter((tag) => codeOf(tag) === undefined);
  if (unknownTags.length === 0) return { text: withTagNames(text, (tag) => codeOf(tag) ?? tag) };
  const names = [...labels].map(([code, label]) => (canReplaceTag(label) ? label : code));
  return { error: `没有材料分类“${unknownTags.join('”“')}”，可填 ${names.join('、')}` };
}
