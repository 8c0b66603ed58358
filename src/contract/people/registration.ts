import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import { text } from '../kernel/fields.ts';
import { personFields } from './profile.ts';
import { loginAnswer, loginBody } from './authentication.ts';

/** The name to sign in with; full-width characters are normalized. */
export const username = text('用户名', { min: 2, max: 64 }).check(
  z.normalize('NFKC'),
  // NFKC may expand a character to several.
  z.maxLength(64, { error: '用户名最多64个字符' }),
  z.regex(/^[\p{L}\p{N}_.@-]+$/u, { error: '用户名只能由文字、数字和 _ . @ - 组成' }),
);

const { nickName, phone, email } = personFields;

/** Contains no role, department or status, because visitors may not choose them. */
export const registerBody = z.strictObject({
  username,
  password: text('密码', { min: 8, max: 128 }),
  nickName,
  companyTitle: text('公司名称', { max: 100 }),
  phone: z._default(phone, ''),
  email: z._default(email, ''),
  code: loginBody.shape.code,
  uuid: loginBody.shape.uuid,
  device: loginBody.shape.device,
});
export type RegisterBody = z.output<typeof registerBody>;

export const registration = {
  /** Only while the setting `registration.enabled` is on. Creates a session, like a login. */
  register: {
    method: 'POST',
    path: '/register',
    summary: '注册',
    permission: 'public',
    msg: '注册成功',
    body: registerBody,
    data: loginAnswer,
  },
} as const satisfies Endpoints;
