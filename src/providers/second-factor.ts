import type { LoginAnswer } from '#contract/sessions.ts';
import { secondFactor } from '#contract/second-factor.ts';
import { isObject } from './browser-storage.ts';
import { call } from './http.ts';
import type { Failure, Result } from './result.ts';
import { setToken } from './session-store.ts';

/** The second step of a sign-in, from what the first one was answered; keeps the token. The form tells its outcome. */
export async function loginWithCode({ data }: Failure, code: string): Promise<Result<LoginAnswer>> {
  const ticket = isObject(data) ? String(data['ticket']) : '';
  const result = await call(secondFactor.login, { body: { ticket, code }, quiet: true });
  if (result.ok) setToken(result.data.token);
  return result;
}

/** The code as a form takes it: digits and letters of a recovery code alone, so that what is pasted fits. */
export const tidyCode = (typed: string): string => typed.normalize('NFKC').replaceAll(/\s/g, '');
