/**
 * A number as people write or paste it: full-width digits, thousands separators, ¥, 元 and 天 are read. Null for
 * nothing, undefined for what is no plain decimal.
 */
export function figureOf(text: string): number | null | undefined {
  const plain = text
    .normalize('NFKC')
    .trim()
    .replace(/^¥\s*/, '')
    .replace(/\s*[元天]$/, '');
  if (plain === '') return null;
  const digits = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain) ? plain.replaceAll(',', '') : plain;
  return /^(\d{1,15}(\.\d{0,15})?|\.\d{1,15})$/.test(digits) ? Number(digits) : undefined;
}
