import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createHttpServer } from '#server/http/http-server.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';
import { healthRoutes } from './health.routes.ts';

/** Only the health routes, with this database query. */
function withDatabase(query: () => Promise<unknown>, isStopping = () => false) {
  const http = createHttpServer({ logger: pino({ level: 'silent' }), trustProxy: false, isStopping });
  healthRoutes(http, query);
  return http;
}

describe('health', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  test('/healthz needs no database', async () => {
    const query = vi.fn<() => Promise<unknown>>(() => Promise.reject(new Error('away')));
    const http = withDatabase(query);
    const answer = await http.inject('/healthz');
    expect(answer.json()).toMatchObject({ code: 200, msg: 'ok', data: null });
    expect(query).not.toHaveBeenCalled();
  });

  test('/readyz queries the database once a second, however many requests arrive', async () => {
    const query = vi.fn<() => Promise<unknown>>(() => Promise.resolve());
    const http = withDatabase(query);
    const ask = async () => {
      const answers = await Promise.all(Array.from({ length: 100 }, () => http.inject('/readyz')));
      return new Set(answers.map((answer) => answer.statusCode));
    };
    expect(await ask()).toStrictEqual(new Set([200]));
    vi.advanceTimersByTime(999);
    expect(await ask()).toStrictEqual(new Set([200]));
    expect(query).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    await ask();
    expect(query).toHaveBeenCalledTimes(2);
  });

  test('/readyz never runs a second query while the first is pending', async () => {
    let answerIt = () => {};
    const query = vi.fn<() => Promise<unknown>>(() => new Promise<void>((resolve) => (answerIt = resolve)));
    const http = withDatabase(query);
    const asked = [http.inject('/readyz')];
    await expect.poll(() => query.mock.calls).toHaveLength(1);
    vi.advanceTimersByTime(5_000);
    asked.push(http.inject('/readyz'));
    await new Promise(setImmediate);
    answerIt();
    expect((await Promise.all(asked)).map((answer) => answer.statusCode)).toStrictEqual([200, 200]);
    expect(query).toHaveBeenCalledTimes(1);
  });

  test('/readyz is 200 and degraded without disk space, so that a load balancer still sends reads', async () => {
    const http = createHttpServer({
      logger: pino({ level: 'silent' }),
      trustProxy: false,
      isStopping: () => false,
    });
    let hasSpace = false;
    healthRoutes(http, () => Promise.resolve(), { hasDiskSpace: () => Promise.resolve(hasSpace) });
    const answer = await http.inject('/readyz');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ code: 200, msg: 'degraded', data: null });
    hasSpace = true;
    expect((await http.inject('/readyz')).json()).toMatchObject({ code: 200, msg: 'ok' });
  });

  test('/readyz is 503 while the database does not answer', async () => {
    const http = withDatabase(() => new Promise(() => {}));
    expect((await http.inject('/readyz')).statusCode).toBe(503);
  });

  test('/readyz is 503 while the database is unreachable, gives no reason, and recovers afterwards', async () => {
    let isAway = true;
    const http = withDatabase(() =>
      isAway ? Promise.reject(new Error('connect ECONNREFUSED /secret')) : Promise.resolve(),
    );
    const answer = await http.inject('/readyz');
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('2');
    expect(answer.body).not.toContain('ECONNREFUSED');
    expect(answer.json()).toMatchObject({ code: 503, error: 'server.unavailable', data: null });
    isAway = false;
    vi.advanceTimersByTime(1_000);
    expect((await http.inject('/readyz')).statusCode).toBe(200);
  });
});

test('every request is refused while the server stops', async () => {
  const http = withDatabase(
    () => Promise.resolve(),
    () => true,
  );
  for (const url of ['/healthz', '/readyz', '/nothing']) {
    const answer = await http.inject(url);
    expect(answer.json()).toMatchObject({ code: 503, error: 'server.stopping' });
    expect(answer.headers).toMatchObject({ connection: 'close', 'retry-after': '2' });
  }
});

test('every call that needs the database is 503 without it', async () => {
  const app = await createTestApp();
  await app.database.close();
  for (const path of ['/app-config', '/captcha'])
    expect(await app.send('GET', path, { token: 'A'.repeat(43) })).toMatchObject(
      path === '/captcha' ? { status: 200 } : { status: 503, error: 'server.unavailable', data: null },
    );
  expect(await app.send('GET', '/getinfo', { token: 'A'.repeat(43) })).toMatchObject({ status: 503 });
  await app.http.close();
});
