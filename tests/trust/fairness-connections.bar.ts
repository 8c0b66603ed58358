import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { percentile } from '#tests/support/load/open-load.ts';
import { createServedApp, type ServedApp } from '#tests/support/processes/served-app.ts';
import { newAddress } from '#tests/support/app/sign-in.ts';
import { assertBelow } from '#tests/support/load/scale.ts';
import { bar } from './bar.ts';

/** The server's limit. */
const IDLE = 2_000;

let app: ServedApp;
const sockets: Socket[] = [];
beforeAll(async () => {
  app = await createServedApp();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => app.close());

/** Opens connections that send nothing, or half a header. */
async function openIdle(addresses: readonly string[], text = ''): Promise<void> {
  for (let opened = 0; opened < IDLE; opened += 100) {
    const batch = Array.from({ length: 100 }, (_, n) => {
      const localAddress = addresses[(opened + n) % addresses.length];
      const socket = connect({ port: app.port, host: '127.0.0.1', localAddress });
      sockets.push(socket);
      socket.on('error', () => undefined).resume();
      if (text !== '') socket.write(text);
      return Promise.race([once(socket, 'connect'), once(socket, 'close')]);
    });
    await Promise.all(batch);
  }
  await delay(1_500);
}

/** Requests of new addresses, each on its own connection; their times in milliseconds. */
async function visit(): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < 30; n += 1) {
    const startedAt = performance.now();
    const answer = await app.send('GET', '/captcha', { remoteAddress: newAddress() });
    expect(answer.status).toBe(200);
    times.push(performance.now() - startedAt);
  }
  return times;
}

const cases = [
  { from: 'one address', addresses: ['127.88.0.1'] },
  { from: '20 addresses', addresses: Array.from({ length: 20 }, (_, n) => `127.88.1.${n + 1}`) },
  {
    from: '20 addresses with half a header each',
    addresses: Array.from({ length: 20 }, (_, n) => `127.88.2.${n + 1}`),
    text: 'GET / HTTP/1.1\r\nHost: x\r\n',
  },
];

for (const { from, addresses, text } of cases) {
  bar(88, `${IDLE} idle connections of ${from} do not keep others from connecting`, async (tell) => {
    await openIdle(addresses, text);
    const times = await visit();
    const left = sockets.filter((socket) => !socket.closed).length;
    tell(
      `with ${IDLE} idle connections of ${from} (${left} of them still open), ${times.length} new visitors were served, ` +
        `the slowest in ${Math.round(percentile(times, 1))} ms`,
    );
    assertBelow(percentile(times, 1), 2_000, 'ms for others');
  });
}
