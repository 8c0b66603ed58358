import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as every authenticator app has it: SHA-1, six digits, 30 seconds. */
const PERIOD_S = 30;
/** Periods before and after this one that count too: clocks of phones are never quite right. */
const WINDOW = 1;

const build = (secret: string, name: { issuer?: string; label?: string } = {}) =>
  new TOTP({
    ...name,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
  });

/** 160 random bits, base32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** The otpauth:// address that a QR code carries to the device. */
export const addressOf = (secret: string, issuer: string, label: string): string =>
  build(secret, { issuer, label }).toString();

/** The period, counted from 1970, whose code these six digits are; undefined when they are none of now. */
export function stepOf(secret: string, digits: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = build(secret).validate({ token: digits, window: WINDOW, timestamp });
  return delta === null ? undefined : Math.floor(timestamp / (PERIOD_S * 1000)) + delta;
}
