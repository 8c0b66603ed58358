import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { API_BASE } from '#contract/endpoint.ts';
import { addPerson } from '#tests/support/people.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { insertNotifications } from './insert-notifications.queries.ts';

test('a page that does not read is disconnected before it fills the memory', async () => {
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
  const one = {
    userId: slow.userId,
    kind: 'staff_note',
    title: '',
    body: '长'.repeat(1_000),
    orderId: null,
  } as const;
  const notifications = Array.from({ length: 500 }, () => one);
  const tellAndLook = async () => {
    await insertNotifications(app.database.db, notifications, new Date());
    return served.destroyed;
  };
  await expect.poll(tellAndLook).toBe(true);
  socket.destroy();
  await app.close();
});
