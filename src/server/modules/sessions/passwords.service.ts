import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createTurns } from '#server/http/turns.ts';

/** argon2id, 19 MiB, two passes, one lane: 35 ms of a core (OWASP's first choice). */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * So many hashes at once that a core is left for everybody else, and a thread of libuv's four for files; 32 in line, who
 * wait a second or two on two cores.
 */
const inTurn = createTurns({ atOnce: Math.min(3, Math.max(1, availableParallelism() - 1)), waiting: 32 });

/** The hash to store. */
export const hashPassword = (password: string) => inTurn(() => hash(password.normalize('NFC'), parameters));

let dummy: Promise<string> | undefined;

/** Does the password belong to the hash? Without a hash (unknown user) it takes the same time and says no. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  dummy ??= hash('nobody has this password', parameters);
  const against = stored ?? (await dummy);
  const matches = await inTurn(() => verify(against, password.normalize('NFC')));
  return matches && stored !== undefined;
}
