/** Strips the file extension. */
export const stemOf = (fileName: string): string => fileName.replace(/\.[^.]+$/, '');

/** These characters always start a new word. */
const CJK = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const IN_WORD = /^[\p{L}\p{M}\p{N}]/u;
/** Chinese has no spaces: 底板图纸 is a drawing of 底板, but 底板盖 is a different part. */
const DRAWING_WORDS =
  /^(?:(?:二维|工程|加工|零件|尺寸|生产|制造|机加)*图|技术要求|工艺|标注|版|改|修订|(?:第|新|旧|最终|修改).{0,3}版)/u;

/**
 * Finds the part that a drawing is named after: an equal name, or else the longest name that is a prefix of the drawing's
 * name and ends at a word or number boundary (`shaft rev B` matches `shaft`, `part-10` does not match `part-1`). Ignores
 * case and character width. Returns the first index among equal names, −1 if none matches.
 */
export function findPartOfDrawing(drawing: string, names: readonly string[]): number {
  const drawingName = normalize(drawing);
  const candidates = names.map(normalize);
  const equal = candidates.findIndex((name) => name !== '' && name === drawingName);
  if (equal >= 0) return equal;
  const longest = Math.max(
    0,
    ...candidates.filter((name) => isNameOf(name, drawingName)).map((name) => name.length),
  );
  return longest === 0
    ? -1
    : candidates.findIndex((name) => name.length === longest && isNameOf(name, drawingName));
}

const normalize = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

function isNameOf(name: string, drawing: string): boolean {
  if (name === '' || !drawing.startsWith(name)) return false;
  const rest = drawing.slice(name.length);
  // 0-0-7 does not match 0-0-7-23, and 板1 does not match 板1.5.
  if (/\p{N}$/u.test(name) && /^[-.,]\p{N}/u.test(rest)) return false;
  const last = Array.from(name).at(-1) ?? '';
  if (CJK.test(rest)) return !CJK.test(last) || DRAWING_WORDS.test(rest);
  return !IN_WORD.test(rest);
}
