const LENGTH = 20;

/** Crockford's base 32: no I, L, O and U. */
const CODE = /^[0-9A-HJKMNP-TV-Z]{20}$/;

export const UNKNOWN_CODE =
  '没有这个验证码对应的报价单，请核对是否抄错；确认无误仍查不到，这份文件就不是本系统签发的。';

/**
 * Normalizes a code typed from paper: grouped, lower case or full width, with I, L and O for 1, 1 and 0, or
 * as part of the whole URL.
 */
export const readCode = (text: string): string =>
  (text.normalize('NFKC').trim().split('/').at(-1) ?? '')
    .toUpperCase()
    .replaceAll(/[\s\-\u2010-\u2015_.]/g, '')
    .replaceAll(/[IL]/g, '1')
    .replaceAll('O', '0');

/** The error of a malformed code; undefined if well-formed. */
export function codeError(code: string): string | undefined {
  if (code === '') return '请输入验证码';
  if (code.length !== LENGTH)
    return `验证码共 ${LENGTH} 位，这里是 ${code.length} 位，请对照报价单再核对一遍`;
  return CODE.test(code) ? undefined : '验证码只含数字和字母（没有字母 U），请对照报价单再核对一遍';
}
