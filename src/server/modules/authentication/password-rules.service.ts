import { fieldError } from '#server/http/app-error.ts';
import { isCommonPassword } from './common-passwords.ts';

const STAFF_MIN = 12;
const CUSTOMER_MIN = 8;

/**
 * Checks a new password: long enough (12 characters for staff, 8 for customers), not common, and not like the username.
 * There are no composition rules.
 * Throws `request.invalid` for the field.
 */
export function assertGoodPassword(
  password: string,
  username: string,
  isStaff: boolean,
  field: 'newPassword' | 'password' = 'newPassword',
): void {
  const min = isStaff ? STAFF_MIN : CUSTOMER_MIN;
  const msg = problemWith(password, username, min);
  if (msg) throw fieldError(field, msg);
}

function problemWith(password: string, username: string, min: number): string | undefined {
  // Full-width characters are compared in their normal form.
  const plain = password.normalize('NFKC').toLowerCase();
  if (Array.from(password).length < min) return `新密码至少${min}个字符`;
  if (isCommonPassword(plain) || /^(.)\1*$/u.test(plain)) return '该密码过于常见，请换一个';
  if (plain.replaceAll(username.toLowerCase(), '').length < 4) return '密码不能与用户名相近';
  return undefined;
}
