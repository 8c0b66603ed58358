import type { RenewedTokens } from '#contract/people/authentication.ts';
import type { BodyOf } from '#contract/kernel/endpoint.ts';
import type { NewRecoveryCodes, secondFactor, SecondFactorState } from '#contract/people/second-factor.ts';
import type { Database, Db } from '#server/db/database.ts';
import { AppError, fieldError } from '#server/http/app-error.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { isFactorRequired } from '#server/modules/access/access.service.ts';
import { newRecoveryCodes, plainCode } from './recovery-codes.ts';
import {
  confirmFactor,
  countRecoveryCodes,
  deleteFactor,
  findFactor,
  insertUnconfirmed,
  lockUser,
  replaceRecoveryCodes,
  consumeCode,
} from './second-factor.queries.ts';
import { assertOwnPassword } from './own-password.service.ts';
import { deleteSessions, findUserByName } from './authentication.queries.ts';
import { renewTokens, type AuthenticationDeps } from './authentication.service.ts';
import { claimAttempt, forgetFailures, usernameKey } from '#server/fairness/stored-throttle.ts';
import { keyUri, newSecret, stepOf } from './totp.ts';

/** The throttling key for wrong codes of a user, shared by all endpoints and IP addresses. */
export const codeKey = (userId: number): string => `second-factor/${userId}`;

/** The same answer for a wrong, an old and a used code. */
export function wrongCodeError(): AppError {
  const msg = '验证码不正确或已使用';
  return fieldError('code', msg);
}

const alreadyEnabled = () => new AppError('record.duplicate', { msg: '双重验证已启用，更换设备请先关闭' });

interface Proof {
  password: string;
  code: string;
}

export async function readSecondFactorState(
  { database: { db }, settings }: AuthenticationDeps,
  caller: Caller,
): Promise<SecondFactorState> {
  const factor = await findFactor(db, caller.userId);
  return {
    isOn: Boolean(factor?.confirmedAt),
    confirmedAt: factor?.confirmedAt?.toISOString() ?? '',
    recoveryCodesLeft: await countRecoveryCodes(db, caller.userId),
    isRequired: isFactorRequired(await settings(caller.settingsRevision), caller.grant),
  };
}

/** Creates a secret for the caller's device. Throws `request.invalid` for the password, `record.duplicate`. */
export async function beginSetUp(
  { database, settings }: AuthenticationDeps,
  caller: Caller,
  password: string,
  now: Date,
): Promise<{ secret: string; address: string }> {
  await assertOwnPassword(database, caller.userId, password, now);
  const secret = newSecret();
  if (!(await insertUnconfirmed(database.db, caller.userId, secret))) throw alreadyEnabled();
  const { 'site.name': issuer } = await settings(caller.settingsRevision);
  return { secret, address: keyUri(secret, issuer, caller.username) };
}

/**
 * Confirms the secret with the device's first code. Every sign-in needs a code from then on; the caller's token is
 * replaced and its other sessions end, because they were opened without one. Throws `record.not_found` when no set-up
 * was begun, `record.duplicate`, `login.throttled`, `request.invalid`.
 */
export async function confirmSetUp(
  { database: { db } }: AuthenticationDeps,
  caller: Caller,
  { code, device }: BodyOf<typeof secondFactor.confirm>,
  now: Date,
): Promise<NewRecoveryCodes & RenewedTokens> {
  const { userId } = caller;
  // Not the key of the sign-in: a stolen session must not lock its owner out.
  const key = `second-factor-set-up/${userId}`;
  await claimAttempt(db, key, now);
  const recoveryCodes = newRecoveryCodes();
  const renewed = await db.transaction(async (tx) => {
    await lockUser(tx, userId);
    const factor = await findFactor(tx, userId);
    if (!factor) throw new AppError('record.not_found', { msg: '请先扫描二维码' });
    if (factor.confirmedAt) throw alreadyEnabled();
    const step = stepOf(factor.secret, plainCode(code), now);
    if (step === undefined) throw wrongCodeError();
    await confirmFactor(tx, userId, step, now);
    await replaceRecoveryCodes(tx, userId, recoveryCodes);
    return renewTokens(tx, caller, device, now);
  });
  await forgetFailures(db, key);
  return { recoveryCodes, ...renewed };
}

/** Replaces the recovery codes with ten new ones. Throws the errors of `removeOwnFactor`. */
export async function renewRecoveryCodes(
  { database }: AuthenticationDeps,
  { userId }: Caller,
  proof: Proof,
  now: Date,
): Promise<NewRecoveryCodes> {
  const recoveryCodes = newRecoveryCodes();
  await withProof(database, userId, proof, now, (tx) => replaceRecoveryCodes(tx, userId, recoveryCodes));
  return { recoveryCodes };
}

/**
 * Removes the caller's second factor. Throws `record.not_found` when there is none, `login.throttled`,
 * `request.invalid` for password or code.
 */
export async function removeOwnFactor(
  { database }: AuthenticationDeps,
  { userId }: Caller,
  proof: Proof,
  now: Date,
): Promise<null> {
  await withProof(database, userId, proof, now, (tx) => deleteFactor(tx, userId));
  return null;
}

async function withProof(
  database: Database,
  userId: number,
  { password, code }: Proof,
  now: Date,
  change: (tx: Db) => Promise<unknown>,
): Promise<void> {
  const { db } = database;
  if (!(await findFactor(db, userId))?.confirmedAt) {
    throw new AppError('record.not_found', { msg: '尚未启用双重验证' });
  }
  await assertOwnPassword(database, userId, password, now);
  await claimAttempt(db, codeKey(userId), now);
  await db.transaction(async (tx) => {
    await lockUser(tx, userId);
    if (!(await consumeCode(tx, userId, code, now))) throw wrongCodeError();
    await change(tx);
  });
  await forgetFailures(db, codeKey(userId));
}

/**
 * Removes a user's factor for an authorised caller and ends the user's sessions; false when there was none. Run it in a
 * transaction.
 */
export async function deleteSecondFactor(tx: Db, userId: number): Promise<boolean> {
  await lockUser(tx, userId);
  if (!(await deleteFactor(tx, userId))) return false;
  await deleteSessions(tx, userId);
  return true;
}

/** Removes a second factor, for the command line. Undefined for an unknown name, false for a user without one. */
export async function removeSecondFactorByName(
  { db }: Database,
  username: string,
): Promise<boolean | undefined> {
  const user = await findUserByName(db, usernameKey(username));
  return user && db.transaction((tx) => deleteSecondFactor(tx, user.userId));
}
