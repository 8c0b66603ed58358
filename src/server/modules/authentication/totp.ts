import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as in every authenticator app: SHA-1, six digits, 30 seconds. */
const PERIOD_S = 30;
/** Accepted periods before and after the current one: clocks of phones are inexact. */
const WINDOW = 1;

const buildTotp = (secret: string, name: { issuer?: string; label?: string } = {}) =>
  new TOTP({
    ...name,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
  });

/** 160 random bits, base32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** The otpauth:// URI for the QR code. */
export const keyUri = (secret: string, issuer: string, label: string): string =>
  buildTotp(secret, { issuer, label }).toString();

/** The number of the period, counted from 1970, that these six digits match; undefined for no accepted period. */
export function stepOf(secret: string, digits: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = buildTotp(secret).validate({ token: digits, window: WINDOW, timestamp });
  return delta === null ? undefined : Math.floor(timestamp / (PERIOD_S * 1000)) + delta;
}
