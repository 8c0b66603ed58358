import {
  authentication,
  loginChallenge,
  type LoginAnswer,
  type LoginBody,
  type MenuNode,
  type RenewedTokens,
  type UserInfo,
} from '#contract/people/authentication.ts';
import { call } from '../http/http.ts';
import { readDevice, storeDevice } from './device-token.ts';
import { notify } from '../notices.ts';
import { CallError, type Failure, type Result } from '../http/result.ts';
import { clearToken, getToken, withTokenRenewal, setToken, setUser } from './session-store.ts';

/**
 * Signs in and stores the token. During a password-guessing attack on the account, an unknown browser first
 * has to compute a proof of work. Shows 登录成功, or 登录失败 with code and reason.
 */
export async function login(body: LoginBody): Promise<Result<LoginAnswer>> {
  const signIn = { ...body, ...readDevice() };
  let proof = unusedProof?.username === body.username ? unusedProof.proof : undefined;
  unusedProof = undefined;
  let result = await call(authentication.login, { body: proof ? { ...signIn, proof } : signIn });
  for (let tries = 0; tries < MAX_CHALLENGES && result.error === 'login.proof'; tries += 1) {
    notify({ type: 'info', message: PROOF_NOTICE, key: 'login-proof' });
    const { solveChallenge } = await import('./login-challenge.ts');
    proof = await solveChallenge(loginChallenge.parse(result.data));
    result = await call(authentication.login, { body: { ...signIn, proof } });
  }
  if (result.ok) openSession(result.data);
  else if (proof && result.error === 'login.captcha') unusedProof = { username: body.username, proof };
  return result;
}

/** The solution of a challenge, kept after a wrong captcha, because solving may have taken minutes. */
let unusedProof: { username: string; proof: NonNullable<LoginBody['proof']> } | undefined;

/** Maximum attempts: a challenge is valid for ten minutes, which a slow device may exceed. */
const MAX_CHALLENGES = 2;
const PROOF_NOTICE =
  '近期有人多次输错该账号的密码，正在进行安全验证，通常只需几秒，较慢的手机可能需要几分钟，请稍候';

/** Stores the tokens of a new session. */
export function openSession({ token, device }: LoginAnswer): void {
  storeDevice(device);
  setToken(token);
}

/** Ends the session here and on the server, which may be unreachable. */
export async function logout({ isQuiet = false }: { isQuiet?: boolean } = {}): Promise<void> {
  if (getToken() === null) return;
  const response = call(authentication.logout, { quiet: true });
  // Cleared before the response, so that no more requests are sent and a 401 for a pending one does not count as a lost session.
  clearToken();
  try {
    const result = await response;
    if (result.ok && !isQuiet) notify({ type: 'success', message: result.msg });
  } catch {
    notify({ type: 'warning', message: '已在本机退出；暂时无法通知服务器' });
  }
}

/**
 * Fetches and stores the signed-in user with the permission codes that `can` reads; undefined without a valid session.
 * @throws CallError on network and server errors
 */
export async function loadUser(): Promise<UserInfo | undefined> {
  if (getToken() === null) return undefined;
  const result = await call(authentication.info);
  if (!result.ok) {
    throwIfUnavailable(result);
    return undefined;
  }
  setUser(result.data);
  return result.data;
}

/**
 * The user's menu tree; empty without a valid session or any menu.
 * @throws CallError on network and server errors
 */
export async function loadMenus(): Promise<MenuNode[]> {
  if (getToken() === null) return [];
  const result = await call(authentication.menus);
  if (result.ok) return result.data;
  throwIfUnavailable(result);
  return [];
}

/** Throws if the server is busy or failing, which must not count as a sign-out. */
function throwIfUnavailable(failure: Failure): void {
  if (failure.code === 429 || failure.code >= 500) throw new CallError(failure);
}

/** Changes the user's own password and stores the new session and device tokens. */
export async function setPassword(oldPassword: string, newPassword: string): Promise<Result<RenewedTokens>> {
  const body = { oldPassword, newPassword, ...readDevice() };
  return withTokenRenewal(
    () => call(authentication.setPassword, { body, renewsToken: true }),
    storeNewDevice,
  );
}

/** Stores the new device token; returns the new session token. */
export function storeNewDevice(result: Result<RenewedTokens>): string | undefined {
  if (!result.ok) return undefined;
  storeDevice(result.data.device);
  return result.data.token;
}
