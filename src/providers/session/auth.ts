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
import { deviceOf, storeDevice } from './device-token.ts';
import { notify } from '../notices.ts';
import { CallError, type Failure, type Result } from '../http/result.ts';
import { clearToken, getToken, renewBy, setToken, setUser } from './session-store.ts';

/**
 * Signs in and stores the token. While passwords of the account are guessed and this browser is unknown, the server
 * first requires a few seconds of work. Shows 登录成功, or 登录失败 with code and reason.
 */
export async function login(body: LoginBody): Promise<Result<LoginAnswer>> {
  const signIn = { ...body, ...deviceOf() };
  let proof = unusedProof?.username === body.username ? unusedProof.proof : undefined;
  unusedProof = undefined;
  let result = await call(authentication.login, { body: proof ? { ...signIn, proof } : signIn });
  for (let tries = 0; tries < CHALLENGES && result.error === 'login.proof'; tries += 1) {
    notify({ type: 'info', message: PROOF_NOTICE, key: 'login-proof' });
    const { solveChallenge } = await import('./login-challenge.ts');
    proof = await solveChallenge(loginChallenge.parse(result.data));
    result = await call(authentication.login, { body: { ...signIn, proof } });
  }
  if (result.ok) openSession(result.data);
  else if (proof && result.error === 'login.captcha') unusedProof = { username: body.username, proof };
  return result;
}

/** The answer to a challenge that a wrong captcha left valid: the search may have taken minutes. */
let unusedProof: { username: string; proof: NonNullable<LoginBody['proof']> } | undefined;

/** A slow device may need another try: a challenge is valid for ten minutes. */
const CHALLENGES = 2;
const PROOF_NOTICE =
  '近期有人多次输错该账号的密码，正在进行安全验证，通常只需几秒，较慢的手机可能需要几分钟，请稍候';

/** Stores the tokens of a new session. */
export function openSession({ token, device }: LoginAnswer): void {
  storeDevice(device);
  setToken(token);
}

/** Ends the session here, then on the server, which may not be reachable. */
export async function logout({ isQuiet = false }: { isQuiet?: boolean } = {}): Promise<void> {
  if (getToken() === null) return;
  const answer = call(authentication.logout, { quiet: true });
  // Before the answer: the page sends no more requests, and a pending one that the server then refuses is no lost
  // session.
  clearToken();
  try {
    const result = await answer;
    if (result.ok && !isQuiet) notify({ type: 'success', message: result.msg });
  } catch {
    notify({ type: 'warning', message: '已在本机退出；暂时无法通知服务器' });
  }
}

/**
 * The signed-in user with its permission codes, which `can` then reads; undefined without a valid session.
 * @throws CallError when the server cannot answer
 */
export async function currentUser(): Promise<UserInfo | undefined> {
  if (getToken() === null) return undefined;
  const result = await call(authentication.info);
  if (!result.ok) {
    assertAnswered(result);
    return undefined;
  }
  setUser(result.data);
  return result.data;
}

/**
 * The caller's menu tree; empty without a valid session or without any menu.
 * @throws CallError when the server cannot answer
 */
export async function loadMenus(): Promise<MenuNode[]> {
  if (getToken() === null) return [];
  const result = await call(authentication.menus);
  if (result.ok) return result.data;
  assertAnswered(result);
  return [];
}

/** A busy or failing server does not end the session: its answer must not count as a sign-out. */
function assertAnswered(failure: Failure): void {
  if (failure.code === 429 || failure.code >= 500) throw new CallError(failure);
}

/** Changes the caller's own password and stores the new tokens of session and device. */
export async function setPassword(oldPassword: string, newPassword: string): Promise<Result<RenewedTokens>> {
  const body = { oldPassword, newPassword, ...deviceOf() };
  return renewBy(() => call(authentication.setPassword, { body, renewsToken: true }), keepDevice);
}

/** Stores the device's token of a renewal; returns the session's. */
export function keepDevice(result: Result<RenewedTokens>): string | undefined {
  if (!result.ok) return undefined;
  storeDevice(result.data.device);
  return result.data.token;
}
