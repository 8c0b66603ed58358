import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import { text, timestamp } from '../kernel/fields.ts';
import { loginAnswer, loginBody, renewedTokens } from './authentication.ts';

/** Six digits from the device, or a recovery code; spaces and dashes are ignored. */
const code = text('验证码', { max: 32 });
const password = text('密码', { max: 128 });

const proof = z.strictObject({ password, code });

/** Shown once; only hashes are stored. */
const newCodes = z.object({ recoveryCodes: z.array(z.string()) });
export type NewRecoveryCodes = z.output<typeof newCodes>;

/** `data` of `login.second_factor`: the password was correct, and a code is required. */
const loginTicket = z.object({ ticket: z.string() });
export type LoginTicket = z.output<typeof loginTicket>;

const state = z.object({
  isOn: z.boolean(),
  /** Empty while the second factor is off. */
  confirmedAt: z.union([timestamp, z.literal('')]),
  recoveryCodesLeft: z.number(),
  /** Whether a setting requires it for this user. */
  isRequired: z.boolean(),
});
export type SecondFactorState = z.output<typeof state>;

/** The caller's own second factor: time-based codes (RFC 6238) from a device. */
export const secondFactor = {
  /** The second step of a sign-in; the ticket is valid for five minutes and five attempts. */
  login: {
    method: 'POST',
    path: '/login/second-factor',
    summary: '登录双重验证',
    permission: 'public',
    envelope: 'flat',
    msg: '登录成功',
    body: z.strictObject({ ticket: text('登录凭据', { max: 64 }), code, device: loginBody.shape.device }),
    data: loginAnswer,
  },
  state: {
    method: 'GET',
    path: '/user/second-factor',
    summary: '双重验证状态',
    permission: 'session',
    duringSetUp: true,
    data: state,
  },
  /** Creates a secret, which takes effect when a code from it is confirmed. */
  begin: {
    method: 'POST',
    path: '/user/second-factor',
    summary: '设置双重验证',
    permission: 'session',
    duringSetUp: true,
    // The page shows the next step itself.
    msg: '',
    body: z.strictObject({ password }),
    /** `address`: the otpauth:// URL of the QR code. */
    data: z.object({ secret: z.string(), address: z.string() }),
  },
  confirm: {
    method: 'POST',
    path: '/user/second-factor/confirm',
    summary: '启用双重验证',
    permission: 'session',
    duringSetUp: true,
    msg: '双重验证已启用，其他设备上的登录已退出',
    body: z.strictObject({ code, device: loginBody.shape.device }),
    data: z.object({ ...newCodes.shape, ...renewedTokens.shape }),
  },
  renewCodes: {
    method: 'POST',
    path: '/user/second-factor/recovery-codes',
    summary: '重新生成恢复码',
    permission: 'session',
    msg: '恢复码已更新，原来的不再有效',
    body: proof,
    data: newCodes,
  },
  remove: {
    method: 'DELETE',
    path: '/user/second-factor',
    summary: '关闭双重验证',
    permission: 'session',
    msg: '双重验证已关闭',
    body: proof,
    data: z.null(),
  },
} as const satisfies Endpoints;
