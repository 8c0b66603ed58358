import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { openDatabase, type Database } from '#server/db/database.ts';
import { openNotificationStream, type EventReader, type SeenEvent } from '#tests/support/event-reader.ts';
import { addPerson, type Person } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createNotificationStreams } from './notification-streams.ts';
import { insertNotifications } from './insert-notifications.queries.ts';

let app: TestApp;
let base: string;
/** A second process on the same database. */
let other: { http: FastifyInstance; database: Database; base: string };
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

test('a page that missed too much to read one by one is asked to refresh', async () => {
  const fresh = await addPerson(app);
  await tell(fresh, 'first');
  const { data } = await app.send('GET', '/notification', { token: fresh.token });
  const [{ id: since } = { id: 0 }] = (data as { list: { id: number }[] }).list;
  for (let i = 0; i < 101; i += 1) await tell(fresh, `${i}`);
  const reader = await open(fresh, base, { since });
  await reader.next(({ event }) => event === 'reread');
  // The last one may still be on its way while the stream opens, and then arrive live.
  expect(titles(reader).filter((title) => title !== undefined && title !== '100')).toEqual([]);
});

test('a page that missed few but long ones is asked to refresh and stays connected', async () => {
  const fresh = await addPerson(app);
  const one = {
    userId: fresh.userId,
    kind: 'staff_note',
    title: 'long',
    body: '长'.repeat(600),
    orderId: null,
  } as const;
  await insertNotifications(
    app.database.db,
    Array.from({ length: 60 }, () => one),
    new Date(),
  );
  const reader = await open(fresh, base, { since: 1 });
  await reader.next(({ event }) => event === 'reread');
  await tell(fresh, 'afterwards');
  await reader.next(titled('afterwards'));
  expect(titles(reader)).not.toContain('long');
});

test('a process accepts a limited number of streams; a closed one makes room', async () => {
  const streams = createNotificationStreams({
    database: app.database,
    clock: () => new Date(),
    onError: () => undefined,
    maxStreams: 2,
  });
  const open = (userId: number) => streams.open({ userId, sessionId: userId });
  const leave: (() => void)[] = [];
  const sink = {
    send() {},
    beat() {},
    end() {},
    onClose: (listener: () => void) => void leave.push(listener),
  };
  for (const userId of [1, 2]) open(userId)(sink);
  expect(() => open(3)).toThrow('实时消息的连接已满');
  leave[0]?.();
  open(3)(sink);
  expect(() => open(4)).toThrow('实时消息的连接已满');
  await streams.stop();
  expect(() => open(1)).toThrow('服务正在重启');
});

test('a stopping server ends all streams at once and is not delayed by them', async () => {
  const stopping = await startOther();
  const reader = await open(await addPerson(app), stopping.base);
  await listening(reader);
  await stopping.http.close();
  await expect(reader.ended).resolves.toBeUndefined();
  await stopping.database.close();
});
