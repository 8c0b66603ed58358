import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createHttpServer } from './http-server.ts';

test('an idle connection that never sent a request does not delay the stop', async () => {
  const logger = pino({ level: 'silent' });
  const http = createHttpServer({ logger, trustProxy: false, isStopping: () => false });
  http.get('/', () => 'here');
  // No timeout may close the connection before the stop does.
  Object.assign(http.server, { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0, timeout: 0 });
  await http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = http.server.address() as AddressInfo;
  const accepted = once(http.server, 'connection');
  const unused = connect(port, '127.0.0.1');
  await accepted;
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here');
  const ended = once(unused, 'close');
  await http.close();
  await ended;
});
