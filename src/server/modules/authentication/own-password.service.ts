import type { Database } from '#server/db/database.ts';
import { fieldError } from '#server/http/app-error.ts';
import { verifyPassword } from './passwords.service.ts';
import { getUser, type User } from './authentication.queries.ts';
import { assertNotDelayed, countFailure } from '#server/fairness/stored-throttle.ts';

/**
 * Returns the user if this is the current password. Failures count together, wherever the password is asked for.
 * Throws `request.invalid` with the given field and message, or `login.throttled` after too many failures.
 */
export async function assertOwnPassword(
  { db }: Database,
  userId: number,
  password: string,
  now: Date,
  { field, msg } = { field: 'password', msg: '密码不正确' },
): Promise<User> {
  const failureKey = `password/${userId}`;
  await assertNotDelayed(db, failureKey, now);
  const user = await getUser(db, userId);
  if (await verifyPassword(user.passwordHash, password, `user/${userId}`)) return user;
  await countFailure(db, failureKey, now);
  throw fieldError(field, msg);
}
