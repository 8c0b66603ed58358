import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessions, users } from '#server/db/schema.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { untilBlockedBy } from '#tests/support/app/waiting.ts';
import { hashPassword } from './passwords.service.ts';

const password = 'a long enough password 1';
const resetTo = 'another long password 2';
let app: TestApp;
let passwordHash: string;
beforeAll(async () => {
  app = await createTestApp();
  passwordHash = await hashPassword(password);
});
afterAll(() => app.close());

/** Runs `attempt` during a reset of this user's password, and commits the reset once it blocks the attempt. */
async function duringReset<T>(userId: number, attempt: () => Promise<T>): Promise<T> {
  const client = await app.database.pool.connect();
  try {
    await client.query('begin');
    await client.query('update sys_user set password_hash = $2 where user_id = $1', [
      userId,
      await hashPassword(resetTo),
    ]);
    const attempted = attempt();
    await untilBlockedBy(app.database.pool, client);
    await client.query('delete from session where user_id = $1', [userId]);
    await client.query('commit');
    return await attempted;
  } finally {
    client.release();
  }
}

test('a sign-in with the old password during a reset opens no session', async () => {
  const { userId, username } = await addPerson(app, { roleKey: 'customer', user: { passwordHash } });
  const answer = await duringReset(userId, () =>
    app.send('POST', '/login', { body: { username, password } }),
  );
  expect(answer).toMatchObject({ status: 400, error: 'login.failed' });
  expect(await app.database.db.select().from(sessions).where(eq(sessions.userId, userId))).toStrictEqual([]);
  expect(await app.signIn(username, resetTo)).toHaveLength(43);
});

test('a password change during a reset does not undo the reset', async () => {
  const { userId, username, token } = await addPerson(app, {
    roleKey: 'customer',
    user: { passwordHash },
  });
  const body = { oldPassword: password, newPassword: 'a third long password 3' };
  const answer = await duringReset(userId, () => app.send('PUT', '/user/pwd/set', { token, body }));
  expect(answer).toMatchObject({ status: 400, errors: { oldPassword: '当前密码不正确' } });
  const [user] = await app.database.db.select().from(users).where(eq(users.userId, userId));
  expect(user?.passwordHash).not.toBe(passwordHash);
  expect(await app.signIn(username, resetTo)).toHaveLength(43);
});
