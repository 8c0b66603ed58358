import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { API_BASE } from '#contract/kernel/endpoint.ts';
import { buildApp } from '#server/app.ts';
import { openDatabase, type Database } from '#server/db/database.ts';
import { openNotificationStream, type PingReader } from '#tests/support/app/event-reader.ts';
import { addPerson, openSession, type Person } from '#tests/support/data/people.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { insertNotifications } from './insert-notifications.queries.ts';

let app: TestApp;
let base: string;
/** A second process on the same database. */
let other: { http: FastifyInstance; database: Database; base: string };
beforeAll(async () => {
  app = await createTestApp();
  base = await app.http.listen({ host: '127.0.0.1', port: 0 });
  other = await startOther();
  // A process that starts listening pings all pages, in case it missed something.
  const first = await addPerson(app);
  const readers = [await open(first), await open(first, other.base)];
  await Promise.all(readers.map((reader) => reader.next(0)));
});
afterAll(async () => {
  await other.http.close();
  await other.database.close();
  await app.close();
});

async function startOther() {
  const database = openDatabase(app.url, 4, () => undefined);
  const http = await buildApp({
    database,
    logger: pino({ level: 'silent' }),
    clock: () => new Date(),
    version: '0.0.0-test',
    dataDir: app.dataDir,
    origin: 'https://quote.test',
    loginCaptcha: false,
    trustProxy: false,
    docs: false,
    pages: false,
  });
  return { http, database, base: await http.listen({ host: '127.0.0.1', port: 0 }) };
}

const opened: PingReader[] = [];
async function open(who: Person, at = base, query = ''): Promise<PingReader> {
  const reader = await openNotificationStream(at, who.token, query);
  opened.push(reader);
  return reader;
}
afterEach(async () => {
  for (const reader of opened) reader.close();
  await Promise.all(opened.splice(0).map(({ ended }) => ended));
});

async function notify({ userId }: Person, database = app.database): Promise<void> {
  const notification = { userId, kind: 'staff_note', title: 'news', body: '', orderId: null } as const;
  await database.db.transaction((tx) => insertNotifications(tx, [notification], new Date()));
}

test('a new or read notification pings only the open pages of its recipient, in every process', async () => {
  const person = await addPerson(app);
  const neighbour = await addPerson(app);
  // Pages opened before an upgrade send this query.
  const here = await open(person, base, '?since=7');
  const there = await open(person, other.base);
  const next = await open(neighbour);
  expect(here.status).toBe(200);
  expect(Object.fromEntries(here.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  expect(here.headers.get('content-encoding')).toBeNull();
  const before = next.pings();
  const readAll = () => app.send('POST', '/notification/read-all', { token: person.token });
  for (const change of [() => notify(person), () => notify(person, other.database), readAll]) {
    const pinged = Promise.all([here.next(), there.next()]);
    await change();
    await pinged;
  }
  const pinged = next.next();
  await notify(neighbour);
  await pinged;
  expect(next.pings()).toBe(before + 1);
});

test('a lost listening connection is replaced, and every page is pinged', async () => {
  const person = await addPerson(app);
  const reader = await open(person);
  const again = reader.next();
  const { rowCount } = await app.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query ilike 'listen %'`,
  );
  expect(rowCount).toBe(2);
  await again;
  const pinged = reader.next();
  await notify(person);
  await pinged;
});

test('a stream ends soon after its session, however the session ends', async () => {
  const leaver = await addPerson(app);
  const stayer: Person = { ...leaver, token: await openSession(app.database.db, leaver.userId) };
  const left = await open(leaver, other.base);
  const stayed = await open(stayer, other.base);
  await app.send('POST', '/logout', { token: leaver.token });
  await expect(left.ended).resolves.toBeUndefined();
  const pinged = stayed.next();
  await notify(leaver);
  await pinged;
  await app.database.pool.query("update sys_user set status = '1' where user_id = $1", [leaver.userId]);
  await stayed.ended;
});

test('a user has at most twenty streams', async () => {
  const busy = await addPerson(app);
  const readers = await Promise.all(Array.from({ length: 20 }, () => open(busy)));
  expect(new Set(readers.map(({ status }) => status))).toEqual(new Set([200]));
  const answer = await fetch(`${base}${API_BASE}/notification/stream`, {
    headers: { authorization: `Bearer ${busy.token}`, accept: 'text/event-stream' },
  });
  expect(answer.status).toBe(429);
  expect(answer.headers.get('retry-after')).toBe('60');
  expect(await answer.json()).toMatchObject({
    error: 'request.throttled',
    msg: expect.stringContaining('20 个页面'),
  });
  readers[0]?.close();
  await expect.poll(async () => (await open(busy)).status).toBe(200);
});

test('a stream needs a session and an explicit request', async () => {
  const ask = (headers: Record<string, string>, method = 'GET') =>
    fetch(`${base}${API_BASE}/notification/stream`, { headers, method });
  const { token } = await addPerson(app);
  const authorization = `Bearer ${token}`;
  expect((await ask({ accept: 'text/event-stream' })).status).toBe(401);
  const plain = await ask({ authorization });
  expect(plain.status).toBe(406);
  expect(await plain.json()).toMatchObject({ error: 'request.not_acceptable' });
  expect((await ask({ authorization, accept: 'text/event-stream' }, 'HEAD')).status).toBe(200);
});
