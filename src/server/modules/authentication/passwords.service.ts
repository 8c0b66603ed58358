import { hash, verify } from '@node-rs/argon2';
import type { Owner } from '#server/fairness/fair-semaphore.ts';
import { passwordHashes } from '#server/fairness/limits.ts';

/** argon2id, 19 MiB, two passes, one lane: OWASP's first choice; takes about 35 ms on one core. */
let parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** For tests, which hash a thousand times. Nothing in the product calls it, so no setting weakens a stored hash. */
export function weakenHashes(): void {
  parameters = { memoryCost: 1_024, timeCost: 1, parallelism: 1 };
}

export const hashPassword = (password: string, owner: Owner = 'server') =>
  passwordHashes.run(owner, () => hash(password.normalize('NFC'), parameters));

let dummyHash: Promise<string> | undefined;

/** Checks a password against its hash. Without a hash (unknown user) it takes the same time and returns false. */
export async function verifyPassword(
  storedHash: string | undefined,
  password: string,
  owner: Owner,
): Promise<boolean> {
  dummyHash ??= hash('nobody has this password', parameters);
  const hashToVerify = storedHash ?? (await dummyHash);
  const matches = await passwordHashes.run(owner, () => verify(hashToVerify, password.normalize('NFC')));
  return matches && storedHash !== undefined;
}
