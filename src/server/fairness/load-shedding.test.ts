import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { createHttpServer } from '#server/http/http-server.ts';

let http: FastifyInstance;
afterEach(() => http.close());

/** A server whose answers wait until they are released. */
function openServer(atOnce: number, lateMs = 60_000) {
  http = createHttpServer({
    logger: pino({ level: 'silent' }),
    trustProxy: false,
    isStopping: () => false,
    limits: { atOnce, lateMs },
  });
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  let arrived = 0;
  http.get('/slow', async () => {
    arrived += 1;
    await gate;
    return 'done';
  });
  http.get('/health', { config: { isExemptFromLimits: true } }, () => 'well');
  return { letGo, arrived: () => arrived };
}

test('requests beyond the limit get Retry-After, and health is still answered', async () => {
  const { letGo, arrived } = openServer(3);
  const waiting = Array.from({ length: 3 }, () => http.inject('/slow'));
  await expect.poll(arrived).toBe(3);
  const refused = await http.inject('/slow');
  expect(refused.statusCode).toBe(503);
  expect(refused.headers['retry-after']).toBe('1');
  expect(refused.json()).toMatchObject({ code: 503, error: 'server.busy', data: null });
  expect((await http.inject('/health')).statusCode).toBe(200);
  letGo();
  expect((await Promise.all(waiting)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect((await http.inject('/slow')).statusCode).toBe(200);
});

test('slow senders and slow readers take no permit', async () => {
  const { letGo, arrived } = openServer(1);
  http.post('/body', () => 'read');
  http.get('/large', () => Buffer.alloc(8 * 1024 * 1024));
  await http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = http.server.address() as AddressInfo;
  const sending = connect(port, '127.0.0.1');
  sending.write(
    'POST /body HTTP/1.1\r\nhost: test\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
  );
  const taking = connect(port, '127.0.0.1');
  taking.write('GET /large HTTP/1.1\r\nhost: test\r\n\r\n');
  await once(taking, 'readable');
  const waiting = http.inject('/slow');
  await expect.poll(arrived).toBe(1);
  letGo();
  expect((await waiting).statusCode).toBe(200);
  sending.destroy();
  taking.destroy();
});

test('a request to an unknown URL counts like any other', async () => {
  const { letGo, arrived } = openServer(1);
  const waiting = http.inject('/slow');
  await expect.poll(arrived).toBe(1);
  expect((await http.inject('/nothing')).statusCode).toBe(503);
  letGo();
  await waiting;
});

test('a broken connection frees its permit', async () => {
  const { letGo, arrived } = openServer(1);
  await http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = http.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /slow HTTP/1.1\r\nhost: test\r\n\r\n');
  await expect.poll(arrived).toBe(1);
  socket.destroy();
  await once(socket, 'close');
  letGo();
  await expect.poll(async () => (await http.inject('/slow')).statusCode).toBe(200);
});
