import type { LoginAnswer } from '#contract/authentication.ts';
import { secondFactor } from '#contract/second-factor.ts';
import { isObject } from './browser-storage.ts';
import { call } from './http.ts';
import type { Failure, Result } from './result.ts';
import { setToken } from './session-store.ts';

/** The second step of a sign-in, with the ticket from the first one; stores the token. The form shows the outcome. */
export async function loginWithCode({ data }: Failure, code: string): Promise<Result<LoginAnswer>> {
  const ticket = isObject(data) ? String(data['ticket']) : '';
  const result = await call(secondFactor.login, { body: { ticket, code }, quiet: true });
  if (result.ok) setToken(result.data.token);
  return result;
}

/** Removes the spaces of a pasted code and normalizes full-width characters. */
export const normalizeCode = (typed: string): string => typed.normalize('NFKC').replaceAll(/\s/g, '');
