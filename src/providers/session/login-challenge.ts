import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { LoginChallenge } from '#contract/people/authentication.ts';

/** How many numbers are tried concurrently with the browser's native crypto, which runs outside the main thread. */
const CONCURRENCY = 8;
/** Without native crypto (pages over http), yields to the main thread after this long. */
const SLICE_MS = 12;

/**
 * Solves a login challenge without blocking the page: takes about 2 s, or up to 30 s without native crypto
 * (pages over http). Undefined if no number matches.
 */
export async function solveChallenge(
  challenge: LoginChallenge,
): Promise<{ id: string; number: number } | undefined> {
  const find = hasNativeCrypto() ? findNatively : findInSlices;
  const number = await find(challenge);
  return number === undefined ? undefined : { id: challenge.id, number };
}

// Only available over https and on localhost.
const hasNativeCrypto = () => 'subtle' in globalThis.crypto;

const toBytes = (text: string) => new TextEncoder().encode(text);
const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

async function findNatively({ id, digest, iterations, range }: LoginChallenge): Promise<number | undefined> {
  const { subtle } = globalThis.crypto;
  const salt = toBytes(id);
  const matches = async (number: number) => {
    const key = await subtle.importKey('raw', toBytes(String(number)), 'PBKDF2', false, ['deriveBits']);
    const bits = await subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, 256);
    return toHex(new Uint8Array(bits)) === digest;
  };
  for (let first = 0; first < range; first += CONCURRENCY) {
    const results = await Promise.all(Array.from({ length: CONCURRENCY }, (_, n) => matches(first + n)));
    const hit = results.indexOf(true);
    if (hit >= 0) return first + hit;
  }
  return undefined;
}

/** Fallback in plain JavaScript. */
export async function findInSlices({
  id,
  digest,
  iterations,
  range,
}: LoginChallenge): Promise<number | undefined> {
  const salt = toBytes(id);
  let sliceEnd = performance.now() + SLICE_MS;
  for (let number = 0; number < range; number += 1) {
    if (toHex(pbkdf2(sha256, toBytes(String(number)), salt, { c: iterations, dkLen: 32 })) === digest)
      return number;
    if (performance.now() < sliceEnd) continue;
    await new Promise((resolve) => setTimeout(resolve));
    sliceEnd = performance.now() + SLICE_MS;
  }
  return undefined;
}
