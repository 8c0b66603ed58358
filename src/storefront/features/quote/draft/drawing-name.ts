/** A file name without its ending. */
export const stemOf = (fileName: string): string => fileName.replace(/\.[^.]+$/, '');

/** Always starts a new word. */
const CJK = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const IN_WORD = /^[\p{L}\p{M}\p{N}]/u;
/** Chinese has no spaces: 底板图纸 is a drawing of 底板, 底板盖 another part. */
const DRAWING_WORDS =
  /^(?:(?:二维|工程|加工|零件|尺寸|生产|制造|机加)*图|技术要求|工艺|标注|版|改|修订|(?:第|新|旧|最终|修改).{0,3}版)/u;

/**
 * The index of the part that a drawing bears the name of: that with the same name, else the longest name that the drawing's
 * name begins with and that ends there as a word or number does (`shaft rev B` is of `shaft`, `part-10` not of `part-1`).
 * Upper and lower case and full and half width are alike. −1 for none; the first of equal names.
 */
export function findNamed(drawing: string, names: readonly string[]): number {
  const wanted = plain(drawing);
  const known = names.map(plain);
  const equal = known.findIndex((name) => name !== '' && name === wanted);
  if (equal >= 0) return equal;
  const longest = Math.max(0, ...known.filter((name) => isNameOf(name, wanted)).map((name) => name.length));
  return longest === 0 ? -1 : known.findIndex((name) => name.length === longest && isNameOf(name, wanted));
}

const plain = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

function isNameOf(name: string, drawing: string): boolean {
  if (name === '' || !drawing.startsWith(name)) return false;
  const rest = drawing.slice(name.length);
  // 0-0-7 is not the part of 0-0-7-23, nor 板1 that of 板1.5.
  if (/\p{N}$/u.test(name) && /^[-.,]\p{N}/u.test(rest)) return false;
  const last = Array.from(name).at(-1) ?? '';
  if (CJK.test(rest)) return !CJK.test(last) || DRAWING_WORDS.test(rest);
  return !IN_WORD.test(rest);
}
