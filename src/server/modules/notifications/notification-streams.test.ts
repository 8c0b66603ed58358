import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { API_BASE } from '#contract/endpoint.ts';
import { buildApp } from '#server/app.ts';
import { openDatabase, type Database } from '#server/db/database.ts';
import { openNotificationStream, type EventReader, type SeenEvent } from '#tests/support/event-reader.ts';
import { addPerson, openSession, type Person } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { insertNotifications } from './insert-notifications.queries.ts';

let app: TestApp;
let base: string;
/** A second process on the same database. */
let other: { http: FastifyInstance; database: Database; base: string };
let person: Person;
beforeAll(async () => {
  app = await createTestApp();
  base = await app.http.listen({ host: '127.0.0.1', port: 0 });
  other = await startOther();
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

const opened: EventReader[] = [];
async function open(
  who: Person,
  at = base,
  options: Parameters<typeof openNotificationStream>[2] = {},
): Promise<EventReader> {
  const reader = await openNotificationStream(at, who.token, options);
  opened.push(reader);
  return reader;
}
/** The process is listening now. */
const listening = (reader: EventReader) => reader.next(({ event }) => event === 'reread');
afterEach(async () => {
  for (const reader of opened) reader.close();
  await Promise.all(opened.splice(0).map(({ ended }) => ended));
});

async function tell({ userId }: Person, title: string, database = app.database): Promise<void> {
  const notification = { userId, kind: 'staff_note', title, body: '', orderId: null } as const;
  await database.db.transaction((tx) => insertNotifications(tx, [notification], new Date()));
}
const titled = (title: string) => (event: SeenEvent) => (event.data as { title?: string }).title === title;
const titles = (reader: EventReader) => reader.events.map(({ data }) => (data as { title?: string }).title);

test('notifications reach only the open pages of their recipient, in every process', async () => {
  person = await addPerson(app);
  const neighbour = await addPerson(app);
  const here = await open(person);
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
  // The first listener of a process triggers a refresh, because something may have been missed.
  await listening(there);
  await listening(here);
  await tell(person, 'from here');
  await tell(person, 'from there', other.database);
  await tell(neighbour, 'to the neighbour');
  for (const reader of [here, there]) {
    const seen = await reader.next(titled('from here'));
    expect(seen).toMatchObject({ event: 'news', data: { kind: 'staff_note', readAt: null } });
    expect(seen.id).toBe(String((seen.data as { id: number }).id));
    await reader.next(titled('from there'));
  }
  await next.next(titled('to the neighbour'));
  expect(titles(next)).not.toContain('from here');
  expect(titles(here)).not.toContain('to the neighbour');
});

test('when one page marks notifications as read, the others are asked to refresh', async () => {
  const reader = await open(person, other.base);
  await tell(person, 'to be read');
  await reader.next(titled('to be read'));
  const before = reader.events.length;
  await app.send('POST', '/notification/read-all', { token: person.token });
  const refreshed = await reader.next((event) => reader.events.indexOf(event) >= before);
  expect(refreshed.event).toBe('reread');
});

test('a page that reconnects to any process gets the notifications it missed', async () => {
  const first = await open(person);
  await tell(person, 'the last one seen');
  const { id } = await first.next(titled('the last one seen'));
  first.close();
  await tell(person, 'missed 1');
  await tell(person, 'missed 2', other.database);
  const since = Number(id);
  const again = await open(person, other.base, { since });
  await again.next(titled('missed 1'));
  await again.next(titled('missed 2'));
  expect(titles(again)).not.toContain('the last one seen');
  const byQuery = await open(person, other.base, { query: `?since=${since}` });
  await byQuery.next(titled('missed 2'));
});

test('a stream never replays notifications of another user', async () => {
  const neighbour = await addPerson(app);
  await tell(neighbour, 'not yours');
  const reader = await open(person, base, { since: 1 });
  await tell(person, 'yours');
  await reader.next(titled('yours'));
  expect(titles(reader)).not.toContain('not yours');
});

test('after the listening connection was lost it listens again, and every page is asked to refresh', async () => {
  const reader = await open(person);
  await tell(person, 'before');
  await reader.next(titled('before'));
  const before = reader.events.length;
  const { rowCount } = await app.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query ilike 'listen %'`,
  );
  expect(rowCount).toBe(2);
  await reader.next((event) => event.event === 'reread' && reader.events.indexOf(event) >= before);
  await tell(person, 'afterwards');
  await reader.next(titled('afterwards'));
});

test('a stream ends soon after its session, however that ends', async () => {
  const leaver = await addPerson(app);
  const stayer: Person = { ...leaver, token: await openSession(app.database.db, leaver.userId) };
  const left = await open(leaver, other.base);
  const stayed = await open(stayer, other.base);
  await app.send('POST', '/logout', { token: leaver.token });
  await expect(left.ended).resolves.toBeUndefined();
  await tell(leaver, 'still here');
  await stayed.next(titled('still here'));
  await app.database.pool.query("update sys_user set status = '1' where user_id = $1", [leaver.userId]);
  await stayed.ended;
});

test('a user has at most twenty', async () => {
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
  const authorization = `Bearer ${person.token}`;
  expect((await ask({ accept: 'text/event-stream' })).status).toBe(401);
  const plain = await ask({ authorization });
  expect(plain.status).toBe(406);
  expect(await plain.json()).toMatchObject({ error: 'request.not_acceptable' });
  const since = await ask({ authorization, accept: 'text/event-stream', 'last-event-id': '1 or 1=1' });
  expect(since.status).toBe(400);
  expect((await ask({ authorization, accept: 'text/event-stream' }, 'HEAD')).status).toBe(200);
});
