/** The entries of a limit's text. */
export const listOf = (text: string): string[] =>
  text
    .split(/[,，;；、\n]+/)
    .map((part) => part.trim())
    .filter(Boolean);

/** A tag before its value: `plastic=1.5`. */
const TAG = /^([^=＝]+)[=＝]\s*/;

/** The entries of a limit by material tag; without a tag an entry is for all others. */
export const taggedParts = (text: string): { tag: string | undefined; value: string }[] =>
  listOf(text).map((part) => ({ tag: TAG.exec(part)?.[1]?.trim(), value: part.replace(TAG, '') }));

/** The material tags that a limit by tag names. */
export const tagsOf = (text: string): string[] => taggedParts(text).flatMap(({ tag }) => tag ?? []);

/** The text of a limit by tag with other names of its tags; without tags it stays as it is. */
export function withTagNames(text: string, nameOf: (tag: string) => string): string {
  if (tagsOf(text).length === 0) return text;
  return taggedParts(text)
    .map(({ tag, value }) => (tag === undefined ? value : `${nameOf(tag)}=${value}`))
    .join(', ');
}

/** Whether a label can replace its tag in such a text. */
export const isTagName = (label: string): boolean => /^[^,，;；、\n=＝]{1,100}$/.test(label);
