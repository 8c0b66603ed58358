import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createSemaphore } from '#server/http/semaphore.ts';

/** argon2id, 19 MiB, two passes, one lane: 35 ms of a core (OWASP's first choice). */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Leaves one core for other requests and one of libuv's four threads for files. A full queue takes a second or two on
 * two cores.
 */
const semaphore = createSemaphore({
  permits: Math.min(3, Math.max(1, availableParallelism() - 1)),
  queue: 32,
});

/** The hash to store. */
export const hashPassword = (password: string) =>
  semaphore.run(() => hash(password.normalize('NFC'), parameters));

let dummy: Promise<string> | undefined;

/** Checks a password against its hash. Without a hash (unknown user) it takes the same time and returns false. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  dummy ??= hash('nobody has this password', parameters);
  const against = stored ?? (await dummy);
  const matches = await semaphore.run(() => verify(against, password.normalize('NFC')));
  return matches && stored !== undefined;
}
