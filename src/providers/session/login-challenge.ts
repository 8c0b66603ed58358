import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { LoginChallenge } from '#contract/people/authentication.ts';

/** Numbers tried at the same time where the browser computes natively, outside the page's thread. */
const AT_ONCE = 8;
/** Without native code (pages served over http), the page gets its thread back after so long. */
const SLICE_MS = 12;

/**
 * Finds the number that a challenge asks for, without blocking the page: about 2 s, or up to half a minute where the page was
 * served over http and the browser offers no native code. Undefined when there is no such number.
 */
export async function solveChallenge(
  challenge: LoginChallenge,
): Promise<{ id: string; number: number } | undefined> {
  const find = hasNativeCode() ? findNatively : findInSlices;
  const number = await find(challenge);
  return number === undefined ? undefined : { id: challenge.id, number };
}

// Browsers offer it to pages that were served over https or by this machine only.
const hasNativeCode = () => 'subtle' in globalThis.crypto;

const encode = (text: string) => new TextEncoder().encode(text);
const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

async function findNatively({ id, digest, iterations, range }: LoginChallenge): Promise<number | undefined> {
  const { subtle } = globalThis.crypto;
  const salt = encode(id);
  const isRight = async (number: number) => {
    const key = await subtle.importKey('raw', encode(String(number)), 'PBKDF2', false, ['deriveBits']);
    const bits = await subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, 256);
    return toHex(new Uint8Array(bits)) === digest;
  };
  for (let first = 0; first < range; first += AT_ONCE) {
    const tried = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => isRight(first + n)));
    const hit = tried.indexOf(true);
    if (hit >= 0) return first + hit;
  }
  return undefined;
}

/** The same in JavaScript only. */
export async function findInSlices({
  id,
  digest,
  iterations,
  range,
}: LoginChallenge): Promise<number | undefined> {
  const salt = encode(id);
  let sliceEnd = performance.now() + SLICE_MS;
  for (let number = 0; number < range; number += 1) {
    if (toHex(pbkdf2(sha256, encode(String(number)), salt, { c: iterations, dkLen: 32 })) === digest)
      return number;
    if (performance.now() < sliceEnd) continue;
    await new Promise((resolve) => setTimeout(resolve));
    sliceEnd = performance.now() + SLICE_MS;
  }
  return undefined;
}
