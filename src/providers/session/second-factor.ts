import type { LoginAnswer } from '#contract/people/authentication.ts';
import { secondFactor, type NewRecoveryCodes } from '#contract/people/second-factor.ts';
import { storeNewDevice, openSession } from './auth.ts';
import { isObject } from '../browser-storage.ts';
import { readDevice } from './device-token.ts';
import { call } from '../http/http.ts';
import type { Failure, Result } from '../http/result.ts';
import { withTokenRenewal } from './session-store.ts';

/**
 * The second step of a sign-in, with the ticket from the first one; stores the token. Without notices: the
 * form shows the outcome.
 */
export async function loginWithCode({ data }: Failure, code: string): Promise<Result<LoginAnswer>> {
  const ticket = isObject(data) ? String(data['ticket']) : '';
  const result = await call(secondFactor.login, { body: { ticket, code, ...readDevice() }, quiet: true });
  if (result.ok) openSession(result.data);
  return result;
}

/** Confirms the user's new authenticator with its first code, and stores the new session and device tokens. */
export async function confirmSecondFactor(code: string): Promise<Result<NewRecoveryCodes>> {
  const body = { code: normalizeCode(code), ...readDevice() };
  return withTokenRenewal(() => call(secondFactor.confirm, { body, renewsToken: true }), storeNewDevice);
}

/** Removes spaces and normalizes full-width characters. */
export const normalizeCode = (input: string): string => input.normalize('NFKC').replaceAll(/\s/g, '');
