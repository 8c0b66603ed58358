import type { LoginTicket } from '#contract/people/second-factor.ts';
import { ENABLED_TEXT } from '#contract/kernel/fields.ts';
import type { BodyOf } from '#contract/kernel/endpoint.ts';
import type {
  authentication,
  LoginAnswer,
  LoginBody,
  RenewedTokens,
} from '#contract/people/authentication.ts';
import type { Database, Db } from '#server/db/database.ts';
import { AppError, fieldError } from '#server/http/app-error.ts';
import { hashToken, loadGrant, newToken } from '#server/modules/access/access.service.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { addressKey } from '#server/fairness/address-key.ts';
import type { Origin } from '#server/fairness/address-throttle.ts';
import type { Throttles } from '#server/fairness/limits.ts';
import type { SettingsReader } from '#server/modules/settings/settings.service.ts';
import { admitAttempt } from './account-guard.service.ts';
import { consumeCaptcha } from './captcha.ts';
import type { GuessingAlarm } from './guessing-alarm.service.ts';
import { rememberDevice } from './known-devices.queries.ts';
import { insertTicket } from './login-tickets.queries.ts';
import { assertOwnPassword } from './own-password.service.ts';
import { assertGoodPassword } from './password-rules.service.ts';
import { hashPassword, verifyPassword } from './passwords.service.ts';
import { hasSecondFactor } from './second-factor.queries.ts';
import {
  deleteSessions,
  findUserByName,
  insertSession,
  lockIfUnchanged,
  renewSession,
  updatePassword,
  type User,
} from './authentication.queries.ts';
import type { LoginEvent, LoginLog } from './login-log.service.ts';
import {
  assertNotDelayed,
  countFailure,
  forgetFailures,
  usernameKey,
} from '#server/fairness/stored-throttle.ts';

export { deleteSessions };

const HOUR_MS = 3_600_000;

export interface AuthenticationDeps {
  database: Database;
  settings: SettingsReader;
  /** Whether sign-in requires a captcha. */
  loginCaptcha: boolean;
  loginLog: LoginLog;
  throttles: Throttles;
  guessingAlarm: GuessingAlarm;
}

/**
 * Signs a user in. The order matters: limits first, then the captcha and the proof of work, and only then the
 * password. An unknown name, a disabled user and a wrong password give the same answer in the same time.
 * Throws `request.throttled`, `login.throttled`, `login.proof` with a challenge (the captcha stays valid),
 * `login.captcha`, `login.failed`, `server.busy`, and `login.second_factor` with a ticket when a code is required.
 */
export async function login(deps: AuthenticationDeps, body: LoginBody, origin: Origin): Promise<LoginAnswer> {
  const { db } = deps.database;
  const { ip, now } = origin;
  const name = usernameKey(body.username);
  const address = addressKey(ip);
  const failureKey = `login/${name}/${address}`;
  const log = (event: Pick<LoginEvent, 'userId' | 'ok' | 'msg'>) =>
    deps.loginLog.write(db, { username: body.username, ...origin, ...event });

  try {
    await deps.throttles.login.count(origin);
    await assertNotDelayed(db, failureKey, now);
  } catch (error) {
    if (error instanceof AppError) await deps.loginLog.writeThrottled(db, origin, body.username);
    throw error;
  }
  const isCaptchaCorrect = async (tx: Db) =>
    !deps.loginCaptcha || consumeCaptcha(tx, body.uuid ?? '', body.code ?? '', now);
  const attempt = await admitAttempt(db, { usernameKey: name, address, body }, isCaptchaCorrect, now);
  if (!attempt) {
    await log({ userId: null, ok: false, msg: '验证码错误' });
    throw new AppError('login.captcha');
  }

  const user = await findUserByName(db, name);
  const isEnabled = user?.status === ENABLED_TEXT;
  const isPasswordCorrect = await verifyPassword(user?.passwordHash, body.password, `address/${address}`);
  if (!user || !isEnabled || !isPasswordCorrect) {
    const userId = user?.userId ?? null;
    await countFailure(db, failureKey, now);
    await log({ userId, ok: false, msg: user && !isEnabled ? '用户已停用' : '用户名或密码错误' });
    if (await attempt.countWrongPassword())
      deps.guessingAlarm.raise({ username: body.username, ...origin, userId }, isEnabled);
    throw new AppError('login.failed');
  }
  await forgetFailures(db, failureKey);
  const { userId } = user;
  const answer = (await hasSecondFactor(db, userId))
    ? await openTicket(db, user, now)
    : await openSession(deps, user, body, origin);
  if (!answer) {
    await log({ userId, ok: false, msg: '登录期间密码或状态已变更' });
    throw new AppError('login.failed');
  }
  if ('ticket' in answer) {
    // Logged as a failure: a correct password is only half a sign-in.
    await log({ userId, ok: false, msg: '密码正确，等待验证码' });
    throw new AppError('login.second_factor', { data: answer });
  }
  return answer;
}

/** Issues a ticket for the second step. Undefined when password or status have changed meanwhile. */
function openTicket(db: Database['db'], user: User, now: Date): Promise<LoginTicket | undefined> {
  return db.transaction(async (tx) => {
    if (!(await lockIfUnchanged(tx, user))) return undefined;
    return { ticket: await insertTicket(tx, user.userId, now) };
  });
}

/** Refuses users with a second factor, even one confirmed a moment ago. */
const admitByPasswordAlone = (userId: number) => async (tx: Db) =>
  (await hasSecondFactor(tx, userId)) ? undefined : '登录成功';

/**
 * Opens the session and logs it in one transaction. `admit` decides last, with the user locked: it returns the log
 * message, or undefined to refuse. Resolves with undefined if refused, or if password or status have changed meanwhile.
 */
export async function openSession(
  deps: AuthenticationDeps,
  user: User,
  { username, device }: { username: string; device?: string | undefined },
  { ip, userAgent, now }: Origin,
  admit: (tx: Db) => Promise<string | undefined> = admitByPasswordAlone(user.userId),
): Promise<LoginAnswer | undefined> {
  const { db } = deps.database;
  const grant = await loadGrant(db, user.userId, user.deptId);
  const settings = await deps.settings();
  const [idleHours, days] = grant.isStaff
    ? [settings['session.staffIdleHours'], settings['session.staffDays']]
    : [settings['session.customerIdleHours'], settings['session.customerDays']];
  const token = newToken();
  const expiresAt = new Date(now.getTime() + days * 24 * HOUR_MS);
  const session = {
    tokenHash: hashToken(token),
    userId: user.userId,
    ip,
    userAgent,
    createdAt: now,
    lastSeenAt: now,
    idleUntil: new Date(Math.min(expiresAt.getTime(), now.getTime() + idleHours * HOUR_MS)),
    expiresAt,
  };
  const deviceToken = await db.transaction(async (tx) => {
    if (!(await lockIfUnchanged(tx, user))) return undefined;
    const { userId } = user;
    const msg = await admit(tx);
    if (msg === undefined) return undefined;
    await insertSession(tx, session);
    await deps.loginLog.write(tx, { userId, username, ok: true, ip, userAgent, msg, now });
    return rememberDevice(tx, userId, device, now);
  });
  if (deviceToken === undefined) return undefined;
  const authority = grant.roleKeys[0] ?? '';
  return {
    token,
    authority,
    currentAuthority: authority,
    expire: expiresAt.toISOString(),
    username: user.nickName,
    mustChangePassword: user.mustChangePassword,
    device: deviceToken,
    success: true,
  };
}

/**
 * Changes the caller's password, replaces the token and ends the caller's other sessions, so that stolen tokens
 * become invalid. Throws `request.invalid`, `login.throttled` after too many wrong passwords, and `session.expired`.
 */
export async function setOwnPassword(
  { database }: AuthenticationDeps,
  caller: Caller,
  { oldPassword, newPassword, device }: BodyOf<typeof authentication.setPassword>,
  now: Date,
): Promise<RenewedTokens> {
  const wrongPassword = { field: 'oldPassword', msg: '当前密码不正确' };
  const user = await assertOwnPassword(database, caller.userId, oldPassword, now, wrongPassword);
  assertGoodPassword(newPassword, user.username, caller.grant.isStaff);
  if (newPassword === oldPassword) {
    throw fieldError('newPassword', '新密码不能与当前密码相同');
  }
  const passwordHash = await hashPassword(newPassword, `user/${caller.userId}`);
  return database.db.transaction(async (tx) => {
    const change = { passwordHash, mustChangePassword: false, updateBy: caller.userId };
    // An administrator's concurrent reset takes precedence.
    const isChanged = await updatePassword(tx, caller.userId, change, now, user.passwordHash);
    if (!isChanged) throw fieldError(wrongPassword.field, wrongPassword.msg);
    return renewTokens(tx, caller, device, now);
  });
}

/**
 * Replaces the caller's token, ends the caller's other sessions and forgets the caller's other devices. Throws
 * `session.expired`.
 */
export async function renewTokens(
  tx: Db,
  { sessionId }: Caller,
  deviceToken: string | undefined,
  now: Date,
): Promise<RenewedTokens> {
  const token = newToken();
  const device = await renewSession(tx, sessionId, { tokenHash: hashToken(token), device: deviceToken, now });
  if (device === undefined) throw new AppError('session.expired');
  return { token, device };
}

/**
 * For the command line: sets a new password that must be changed and ends all sessions. False for an unknown name.
 */
export async function resetPasswordByName(
  { db }: Database,
  username: string,
  password: string,
  now: Date,
): Promise<boolean> {
  const user = await findUserByName(db, usernameKey(username));
  if (!user) return false;
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    await updatePassword(
      tx,
      user.userId,
      { passwordHash, mustChangePassword: true, updateBy: user.userId },
      now,
    );
    await deleteSessions(tx, user.userId);
  });
  return true;
}
