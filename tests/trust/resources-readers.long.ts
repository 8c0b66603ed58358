import { readdirSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import { addPerson } from '#tests/support/data/people.ts';
import { watchMemory } from '#tests/support/processes/process-cost.ts';
import { createServedApp, type ServedApp } from '#tests/support/processes/served-app.ts';
import { bar } from './bar.ts';

let app: ServedApp;
beforeAll(async () => {
  app = await createServedApp();
});
afterAll(() => app.close());

/** The file descriptors of the server. */
function sockets(): number {
  const fds = `/proc/${app.server.pid}/fd`;
  return readdirSync(fds).filter((fd) => {
    try {
      return readlinkSync(`${fds}/${fd}`).startsWith('socket:');
    } catch {
      return false; // closed meanwhile
    }
  }).length;
}

bar(65, 'a client that requests an export and does not read it is disconnected', async () => {
  const { token } = await addPerson(app, { roleKey: 'admin' });
  // More than the buffers between the server and a reader that reads nothing.
  await app.database.pool.query(
    `insert into sys_login_log (username, status, ipaddr, user_agent, msg)
     select 'user' || n, '2', '127.0.0.1', repeat('x', 280), '登录成功' from generate_series(1, 45000) n`,
  );
  const url = '/api/v1/sys-login-log/export?format=csv';
  const headers = { authorization: `Bearer ${token}` };
  expect((await app.exchange({ method: 'GET', url, headers })).status).toBe(200);
  const before = sockets();
  const memory = watchMemory(app.server.pid);
  const readers: Socket[] = [];
  for (let n = 0; n < 5; n += 1) {
    const reader = connect({ port: app.port, host: '127.0.0.1' });
    reader.on('error', () => undefined);
    readers.push(reader);
    reader.write(`GET ${url} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    // Reads only the head.
    await new Promise((resolve) => reader.once('data', resolve));
    reader.pause();
  }
  expect(sockets()).toBeGreaterThanOrEqual(before + 5);
  const startedAt = performance.now();
  while (sockets() > before && performance.now() - startedAt < 150_000) await delay(500);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  for (const reader of readers) reader.destroy();
  expect(sockets()).toBeLessThanOrEqual(before);
  return `5 clients that read nothing of 13 MB disconnected after ${seconds} s; memory +${memory.growthMb()} MB`;
});
