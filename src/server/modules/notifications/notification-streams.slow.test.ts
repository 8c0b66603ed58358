import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { API_BASE } from '#contract/kernel/endpoint.ts';
import { openNotificationStream } from '#tests/support/app/event-reader.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';
import { createNotificationStreams } from './notification-streams.ts';
import { NOTIFICATION_CHANNEL } from './insert-notifications.queries.ts';

test('a client that does not read is disconnected before it fills the memory', async () => {
  const app = await createTestApp();
  const base = await app.http.listen({ host: '127.0.0.1', port: 0 });
  const slow = await addPerson(app);
  const accepted = once(app.http.server, 'connection') as Promise<[Socket]>;
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  const [served] = await accepted;
  const head = ['Host: x', 'Accept: text/event-stream', `Authorization: Bearer ${slow.token}`];
  socket.write([`GET ${API_BASE}/notification/stream HTTP/1.1`, ...head, '', ''].join('\r\n'));
  await once(socket, 'data');
  socket.pause();
  const notifyAndCheck = async () => {
    // PostgreSQL sends equal payloads of a transaction once.
    await app.database.pool.query(
      "select pg_notify($1, $2 || ':' || n) from generate_series(1, 20000) as n",
      [NOTIFICATION_CHANNEL, String(slow.userId)],
    );
    return served.destroyed;
  };
  await expect.poll(notifyAndCheck).toBe(true);
  socket.destroy();
  await app.close();
});

test('a process has a limited number of streams, freed when they close; a stop ends all at once', async () => {
  const app = await createTestApp();
  const streams = createNotificationStreams({
    database: app.database,
    clock: () => new Date(),
    onError: () => undefined,
    maxStreams: 2,
  });
  const open = (userId: number) => streams.open({ userId, sessionId: userId });
  const leave: (() => void)[] = [];
  const sink = {
    ping() {},
    heartbeat() {},
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

  const base = await app.http.listen({ host: '127.0.0.1', port: 0 });
  const reader = await openNotificationStream(base, (await addPerson(app)).token);
  await reader.next(0);
  await app.http.close();
  await reader.ended;
  await app.close();
});
