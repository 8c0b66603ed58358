import { Secret, TOTP } from 'otpauth';
import type { Api } from './api.ts';

/** An authenticator app with a user's secret. */
export interface Authenticator {
  secret: string;
  recoveryCodes: string[];
  /** The session's token from then on. */
  token: string;
  /** The token that names the device from then on. */
  deviceToken: string;
  /** The six digits shown at a moment. */
  codeAt(moment: Date | number): string;
}

/** The six-digit code of a secret, from an independent implementation of RFC 6238. */
export const codeOf = (secret: string, moment: Date | number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Number(moment) });

/** Sets up the second factor of the token's user through the API; `now` is the server's clock. */
export async function enrol(
  app: Pick<Api, 'send'>,
  token: string,
  password: string,
  now: Date | number = Date.now(),
  device?: string,
): Promise<Authenticator> {
  const begun = await app.send('POST', '/user/second-factor', { token, body: { password } });
  if (begun.status !== 200) throw new Error(begun.msg);
  const { secret } = begun.data as { secret: string };
  const body = { code: codeOf(secret, now), device };
  const confirmed = await app.send('POST', '/user/second-factor/confirm', { token, body });
  if (confirmed.status !== 200) throw new Error(confirmed.msg);
  const { recoveryCodes, ...renewed } = confirmed.data as {
    recoveryCodes: string[];
    token: string;
    device: string;
  };
  return {
    secret,
    recoveryCodes,
    token: renewed.token,
    deviceToken: renewed.device,
    codeAt: (moment) => codeOf(secret, moment),
  };
}
