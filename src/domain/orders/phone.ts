/**
 * A telephone number or nothing: 7 to 20 digits with the usual separators, and an extension if any. Mobiles, numbers with an
 * area code, 400 numbers, any country's.
 */
export const PHONE =
  /^\s*$|^\s*\+?(?:[\s()（）-]*\d){7,20}[\s()（）-]*(?:(?:转|[Ee][Xx][Tt]\.?|[Xx]|#)\s*\d{1,6})?\s*$/;

export const PHONE_HINT = '请输入有效的电话，例如 13800138000 或 021-12345678';
