import { count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchesPerMinute, writesPerDay } from '#server/fairness/limits.ts';
import { operationLogs } from '#server/db/schema.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  // A day of its own, because the limits of a process outlast a test file.
  app.setNow(new Date('2031-05-06T02:00:00Z'));
});
afterAll(() => app.close());

const write = ({ token }: Person) => app.send('POST', '/post', { token, body: {} });
const statuses = async (who: Person, number: number) =>
  (await Promise.all(Array.from({ length: number }, () => write(who)))).map(({ status }) => status);

test('a customer has 600 writes a minute, with 200 log rows for refused ones; staff and others are not affected', async () => {
  const eager = await addPerson(app, { roleKey: 'customer' });
  const other = await addPerson(app, { roleKey: 'customer' });
  const staff = await addPerson(app, { roleKey: 'sales' });
  const seen = [...(await statuses(eager, 300)), ...(await statuses(eager, 302))];
  expect(seen.filter((status) => status === 403)).toHaveLength(600);
  expect(seen.filter((status) => status === 429)).toHaveLength(2);
  expect((await write(other)).status).toBe(403);
  expect((await write(staff)).status).toBe(403);
  const { db } = app.database;
  const [rows] = await db
    .select({ count: count() })
    .from(operationLogs)
    .where(eq(operationLogs.userId, eager.userId));
  expect(rows?.count).toBe(200);
  app.setNow(new Date('2031-05-06T02:01:00Z'));
  expect((await write(eager)).status).toBe(403);
  for (let n = 0; n < 9_399; n += 1) writesPerDay.count(eager.userId, new Date('2031-05-06T03:00:00Z'));
  app.setNow(new Date('2031-05-06T03:00:00Z'));
  for (let n = 0; n < 120; n += 1) searchesPerMinute.count(eager.userId, new Date('2031-05-06T03:00:00Z'));
  expect((await app.send('GET', '/search?text=Q', eager)).status).toBe(429);
  expect(await write(eager)).toMatchObject({ status: 429, msg: '您今天的操作已达 10000 次，请明天再试' });
});
