import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import { text, timestamp, whole } from '../kernel/fields.ts';

const optionalString = (label: string, max: number) => z.optional(text(label, { min: 0, max }));

export const loginBody = z.strictObject({
  username: text('用户名', { max: 64 }),
  password: text('密码', { max: 128 }),
  /** Captcha answer and id; optional only while the captcha is off. */
  code: optionalString('验证码', 16),
  uuid: optionalString('验证码编号', 64),
  /** The token that the browser received at its last sign-in or renewal, even as another user. */
  device: optionalString('设备凭据', 64),
  /** The answer to a challenge; see `loginChallenge`. */
  proof: z.optional(
    z.strictObject({
      id: text('安全验证编号', { max: 64 }),
      number: whole('安全验证结果', { min: 0, max: 1_000_000 }),
    }),
  ),
});
export type LoginBody = z.output<typeof loginBody>;

/**
 * `data` of `login.proof`: while passwords of the account are being guessed, an unknown device must find the number below `range`
 * whose PBKDF2 (SHA-256 of the number as text, with the id as salt) equals the hexadecimal digest.
 */
export const loginChallenge = z.object({
  id: z.string(),
  digest: z.string(),
  iterations: z.number(),
  range: z.number(),
});
export type LoginChallenge = z.output<typeof loginChallenge>;

export const loginAnswer = z.object({
  token: z.string(),
  /** A token for the browser's next sign-in, because a known device never needs a proof of work. */
  device: z.string(),
  /** The key of the main role. */
  authority: z.string(),
  currentAuthority: z.string(),
  /** The latest end of the session. */
  expire: timestamp,
  username: z.string(),
  /** Whether the password is a generated or initial one, which must be changed first. */
  mustChangePassword: z.boolean(),
  success: z.boolean(),
});
export type LoginAnswer = z.output<typeof loginAnswer>;

export const userInfo = z.object({
  userId: z.number(),
  userName: z.string(),
  name: z.string(),
  /** 64 × 64, as a data URI; may be empty. */
  avatar: z.string(),
  deptId: z.nullable(z.number()),
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  /** Permission codes for the screens, or `*:*:*`. */
  buttons: z.array(z.string()),
  mustChangePassword: z.boolean(),
  /** Whether a second factor is required and must be set up first. */
  mustSetUpSecondFactor: z.boolean(),
});
export type UserInfo = z.output<typeof userInfo>;

const menuFields = {
  menuId: z.number(),
  menuName: z.string(),
  title: z.string(),
  icon: z.string(),
  path: z.string(),
  paths: z.string(),
  /** M directory, C page, F button. */
  menuType: z.literal(['M', 'C', 'F']),
  permission: z.string(),
  parentId: z.number(),
  sort: z.number(),
  /** "0" shown, "1" hidden. */
  visible: z.string(),
  /** The module of the screen, only for go-admin clients. */
  component: z.string(),
};
export interface MenuNode extends z.output<z.ZodMiniObject<typeof menuFields>> {
  children: MenuNode[];
}
const menuNode: z.ZodMiniType<MenuNode> = z.lazy(() =>
  z.object({ ...menuFields, children: z.array(menuNode) }),
);

export const setPasswordBody = z.strictObject({
  oldPassword: text('当前密码', { max: 128 }),
  newPassword: text('新密码', { min: 8, max: 128 }),
  device: loginBody.shape.device,
});

/** New session and device tokens; the old ones become invalid. */
export const renewedTokens = z.object({ token: z.string(), device: z.string() });
export type RenewedTokens = z.output<typeof renewedTokens>;

export const authentication = {
  captcha: {
    method: 'GET',
    path: '/captcha',
    summary: '获取验证码',
    permission: 'public',
    envelope: 'flat',
    msg: 'success',
    /** `data.data` is an image as a data URI, empty while the captcha is off. */
    data: z.object({ id: z.string(), data: z.string(), enabled: z.boolean() }),
  },
  login: {
    method: 'POST',
    path: '/login',
    summary: '登录',
    permission: 'public',
    envelope: 'flat',
    failure: { type: 'error', text: (code, msg) => `登录失败 ${code} : ${msg}` },
    msg: '登录成功',
    body: loginBody,
    data: loginAnswer,
  },
  logout: {
    method: 'POST',
    path: '/logout',
    summary: '退出登录',
    permission: 'session',
    duringSetUp: true,
    msg: '退出成功',
    data: z.null(),
  },
  info: {
    method: 'GET',
    path: '/getinfo',
    summary: '用户信息与权限',
    permission: 'session',
    duringSetUp: true,
    data: userInfo,
  },
  menus: {
    method: 'GET',
    path: '/menurole',
    summary: '本人菜单',
    permission: 'session',
    duringSetUp: true,
    data: z.array(menuNode),
  },
  setPassword: {
    method: 'PUT',
    path: '/user/pwd/set',
    summary: '修改本人密码',
    permission: 'session',
    duringSetUp: true,
    msg: '密码修改成功',
    body: setPasswordBody,
    data: renewedTokens,
  },
} as const satisfies Endpoints;
