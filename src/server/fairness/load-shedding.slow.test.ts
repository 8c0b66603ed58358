import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createHttpServer } from '#server/http/http-server.ts';

test('an event loop that is late twice makes the server refuse requests until it is on time again', async () => {
  const http = createHttpServer({
    logger: pino({ level: 'silent' }),
    trustProxy: false,
    isStopping: () => false,
    limits: { atOnce: 100, lateMs: 30 },
  });
  const block = (ms: number) => {
    const until = performance.now() + ms;
    while (performance.now() < until); // the event loop is blocked meanwhile
  };
  const refusedAfter = async () => {
    block(350);
    await new Promise((resolve) => setImmediate(resolve));
    return (await http.inject('/nothing')).statusCode;
  };
  await expect.poll(refusedAfter, { interval: 0 }).toBe(503);
  await expect.poll(async () => (await http.inject('/nothing')).statusCode).toBe(404);
  await http.close();
});
