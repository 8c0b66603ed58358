import { hash, verify } from '@node-rs/argon2';
import { AppError } from '#server/http/app-error.ts';

/** argon2id, 19 MiB, two passes, one lane: 35 ms of a core (OWASP's first choice). */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const MAX_AT_ONCE = 4;
const MAX_WAITING = 32;

let running = 0;
const waiting: (() => void)[] = [];

/** At most four hashes at once and 32 in line; beyond that `server.busy`, so that a flood of sign-ins drowns nobody. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < MAX_AT_ONCE) running += 1;
  else if (waiting.length >= MAX_WAITING) throw new AppError('server.busy', { retryAfterSeconds: 2 });
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    // The next in line takes over this place, so that nobody slips in between.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

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
