/** The entries of a limit's text. */
export const splitList = (text: string): string[] =>
  text
    .split(/[,，;；、\n]+/)
    .map((entry) => entry.trim())
    .filter(Boolean);

/** A tag before its value: `plastic=1.5`. */
const TAG = /^([^=＝]+)[=＝]\s*/;

/** The entries of a limit with their material tags; an entry without a tag is for all other materials. */
export const taggedEntries = (text: string): { tag: string | undefined; value: string }[] =>
  splitList(text).map((entry) => ({ tag: TAG.exec(entry)?.[1]?.trim(), value: entry.replace(TAG, '') }));

/** The material tags in the text. */
export const tagsOf = (text: string): string[] => taggedEntries(text).flatMap(({ tag }) => tag ?? []);

/** Replaces the tags in the text by their names. */
export function withTagNames(text: string, nameOf: (tag: string) => string): string {
  if (tagsOf(text).length === 0) return text;
  return taggedEntries(text)
    .map(({ tag, value }) => (tag === undefined ? value : `${nameOf(tag)}=${value}`))
    .join(', ');
}

/** Whether a label can replace its tag in the text of a limit. */
export const canReplaceTag = (label: string): boolean => /^[^,，;；、\n=＝]{1,100}$/.test(label);
