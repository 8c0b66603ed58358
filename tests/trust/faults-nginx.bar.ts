import { connect as connectHttp2 } from 'node:http2';
import { request, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { API_BASE } from '#contract/kernel/endpoint.ts';
import type { UploadedFile } from '#contract/files/files.ts';
import { insertNotifications } from '#server/modules/notifications/insert-notifications.queries.ts';
import type { Api } from '#tests/support/app/api.ts';
import type { Answer, ApiClient, OrderBody } from '#tests/support/app/api-client.ts';
import { samples, upload } from '#tests/support/data/files.ts';
import { startLoad, unexpectedAnswers, type Load } from '#tests/support/load/load.ts';
import { boxStl, sendModel } from '#tests/support/models/models.ts';
import { metricsToken } from '#tests/support/processes/run-server.ts';
import { adaptNginxFiles, nginx, openssl, startNginx, type Proxy } from '#tests/support/proxies/nginx.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { startS3Server, type S3Server } from '#tests/support/processes/s3-server.ts';
import { assertBelow, atScale } from '#tests/support/load/scale.ts';
import { createServedApp, type Replica, type ServedApp } from '#tests/support/processes/served-app.ts';
import { testPasswords } from '#tests/support/app/test-database.ts';
import { bar } from './bar.ts';

/** Number of concurrent clients without pauses. */
const CUSTOMERS = atScale(2, 4);

const isHere = nginx !== undefined && openssl !== undefined;

test('the files of deploy/nginx contain every line that an installation replaces', async () => {
  const ports = { http: 8080, https: 8443, further: [8081, 8444] as [number, number] };
  const text = await adaptNginxFiles('/srv/certificates', [4001, 4002], ports);
  expect(text).toMatch(/server 127\.0\.0\.1:4001 [^]*server 127\.0\.0\.1:4002 /);
  expect(text).toContain('ssl_certificate /srv/certificates/fullchain.pem;');
  expect(text.match(/listen [\d.]+:\d+/g)).toHaveLength(4);
  if (!isHere) console.info('nginx or openssl is not installed here: no more than this was checked');
});

describe.each(isHere ? ['deploy'] : [])('behind the nginx of %s', () => {
  let s3: S3Server;
  let app: ServedApp;
  /** By port; a restarted replica keeps its port. */
  let replicas: Replica[];
  const launched: Replica[] = [];
  let proxy: Proxy;
  let customer: Person;
  let order: OrderBody;
  beforeAll(async () => {
    s3 = await startS3Server();
    const { endpoint, accessKeyId, secretAccessKey, bucket } = s3.config;
    const store = `s3://${accessKeyId}:${secretAccessKey}@${new URL(endpoint).host}/${bucket}/shop?tls=off`;
    app = await createServedApp({ env: { FILE_STORE: store, TRUST_PROXY: '127.0.0.1' } });
    replicas = [app, await app.addReplica()];
    launched.push(...replicas);
    const [first, second] = replicas.map(({ port }) => port);
    proxy = await startNginx(nginx ?? '', [first ?? 0, second ?? 0]);
    customer = await addPerson(app, { roleKey: 'customer' });
    const item = buildItem(await readCatalogue(app, { token: customer.token }));
    const body = await buildOrder(app, { token: customer.token }, [item]);
    order = { items: body.items.map((part) => ({ ...part })), price: body.price };
  });
  afterAll(async () => {
    await proxy.close();
    await app.close();
    await s3.close();
  });

  const through = (): Api => ({ ...app, send: proxy.send, signIn: proxy.signIn });

  /** Sends a request without the headers that the helpers add. */
  function ask(
    path: string,
    options: { method?: string; headers?: Record<string, string>; plain?: boolean } = {},
  ): Promise<IncomingMessage> {
    const { plain = false, ...rest } = options;
    const headers = { host: 'quote.example.com', ...rest.headers };
    const asked = plain
      ? request({ host: '127.0.0.1', port: proxy.httpPort, path, agent: false, ...rest, headers })
      : secureRequest(proxy.address + path, { agent: false, ...proxy.secured, ...rest, headers });
    return once(asked.end(), 'response').then(([answer]) => (answer as IncomingMessage).resume());
  }

  test('a customer signs in and orders; the log has the real address, not a claimed one', async () => {
    const signedIn = await proxy.send('POST', '/login', {
      body: { username: 'demo', password: testPasswords.demo },
      remoteAddress: '10.0.7.9',
      headers: { 'x-forwarded-for': '8.8.8.8', forwarded: 'for=8.8.4.4', 'x-forwarded-host': 'evil.example' },
    });
    expect(signedIn).toMatchObject({ status: 200 });
    const { rows } = await app.database.pool.query(
      'select ipaddr from sys_login_log order by id desc limit 1',
    );
    expect(rows).toStrictEqual([{ ipaddr: '127.0.7.9' }]);
    const token = String(signedIn['token']);
    const placed = await place(through(), { token }, { ...order, status: 'placed' });
    expect(placed).toMatchObject({ status: 200 });
    expect(placed.headers).toMatchObject({ 'x-request-id': placed.requestId });
  });

  test('pages carry HSTS, and plain HTTP is redirected to HTTPS', async () => {
    const page = await ask('/');
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'content-security-policy': expect.stringContaining("default-src 'none'") as string,
      server: 'nginx',
    });
    const plain = await ask('/orders?page=2', { plain: true });
    expect(plain.statusCode).toBe(308);
    expect(plain.headers.location).toBe('https://quote.example.com/orders?page=2');
  });

  test('the metrics of the replicas are not reachable', async () => {
    const headers = { authorization: `Bearer ${metricsToken}` };
    expect((await app.exchange({ method: 'GET', url: '/metrics', headers })).status).toBe(200);
    for (const path of ['/metrics', '//metrics', '/%6detrics', '/a/../metrics', '/metrics?a']) {
      const { statusCode, headers } = await ask(path);
      // Refused by nginx itself; the server would also refuse a forwarded request.
      expect([statusCode, headers['content-type']], path).toStrictEqual([404, 'text/html']);
    }
  });

  test('20 MB are uploaded and downloaded intact; larger files are refused in the usual format', async () => {
    const who = { token: customer.token };
    const content = Buffer.concat([samples.pdf, Buffer.alloc(20_000_000, 'quotemill')]);
    const sent = await upload(through(), 'large.pdf', content, who);
    expect(sent).toMatchObject({ status: 200 });
    const { id, size } = sent.data as UploadedFile;
    expect(size).toBe(content.length);
    // Repeated, so that both replicas answer.
    for (let n = 0; n < 2; n += 1) {
      const back = await proxy.exchange({
        method: 'GET',
        url: `${API_BASE}/file/${id}`,
        headers: { authorization: `Bearer ${customer.token}` },
      });
      expect([back.status, Number(back.headers['content-length'])]).toStrictEqual([200, content.length]);
    }
    const model = boxStl([60, 40, 8], 200_000);
    expect(await sendModel(through(), '底板.stl', model, who)).toMatchObject({
      status: 200,
      data: { size: model.length },
    });
    const refused = await upload(through(), 'large.pdf', Buffer.alloc(53 * 2 ** 20), who);
    expect(refused).toMatchObject({ status: 413, error: 'request.too_large' });
    const unknown = await upload(through(), 'a.pdf', Buffer.alloc(10_000_000, 'no such kind'), who);
    expect(unknown).toMatchObject({ status: 400, error: 'file.unsupported' });
  });

  test('notifications arrive at once, over HTTP/2 as well', async () => {
    const session = connectHttp2(proxy.address, { ca: proxy.secured.ca, servername: 'quote.example.com' });
    const stream = session.request({
      ':path': `${API_BASE}/notification/stream`,
      ':authority': 'quote.example.com',
      authorization: `Bearer ${customer.token}`,
      accept: 'text/event-stream',
    });
    let text = '';
    stream.setEncoding('utf8').on('data', (part: string) => (text += part));
    const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
    expect(headers).toMatchObject({ ':status': 200, 'content-type': 'text/event-stream; charset=utf-8' });
    await expect.poll(() => text).toContain('event: reread');
    const pings = text.split('event: reread').length - 1;
    const startedAt = performance.now();
    const notification = {
      userId: customer.userId,
      kind: 'staff_note',
      title: 'through nginx',
      body: '',
    } as const;
    await app.database.db.transaction((tx) =>
      insertNotifications(tx, [{ ...notification, orderId: null }], new Date()),
    );
    await expect.poll(() => text.split('event: reread').length - 1, { interval: 5 }).toBeGreaterThan(pings);
    assertBelow(performance.now() - startedAt, 1_000, 'ms for an event through nginx');
    session.destroy();
  });

  /** A customer's client, through nginx; a broken connection counts as no answer. */
  function client(): ApiClient {
    const call: ApiClient['call'] = async (method, path, body, headers = {}) => {
      const startedAt = performance.now();
      const answer = await proxy.exchange({
        method: method as 'GET',
        url: API_BASE + path,
        headers: {
          authorization: `Bearer ${customer.token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      const parsed = JSON.parse(answer.body) as Answer['body'];
      const type = String(answer.headers['content-type']);
      return { status: answer.status, type, body: parsed, elapsedMs: performance.now() - startedAt };
    };
    return {
      token: customer.token,
      call,
      composeOrder: () => Promise.resolve(order),
      placeOrder: (wanted, key) => call('POST', '/order', wanted, { 'idempotency-key': key }),
    };
  }

  const restart = async (n: number) => {
    const { port } = replicas[n]!;
    replicas[n] = await app.addReplica({ PORT: String(port) });
    launched.push(replicas[n]);
  };
  const grown = (load: Load, by = 40) => {
    const from = load.sent.length;
    return expect.poll(() => load.sent.length, { timeout: 20_000, interval: 5 }).toBeGreaterThan(from + by);
  };
  /** Checks that exactly the acknowledged orders exist, each once. */
  async function assertOrders(load: Load): Promise<number> {
    const keys = load.sent.flatMap(({ key, answer }) => (key !== undefined && answer ? [key] : []));
    const { rows } = await app.database.pool.query<{ count: number }>(
      'select count(*)::int as count from idempotency_key where key = any($1)',
      [keys],
    );
    expect(rows[0]?.count).toBe(keys.length);
    return keys.length;
  }

  /** Sends POSTs that a proxy must not repeat; failed ones count as refused. */
  function startOtherWrites() {
    const stopping = new AbortController();
    const counts = { written: 0, refused: 0 };
    const writing = (async () => {
      while (!stopping.signal.aborted) {
        const { status, body } = await client().call('POST', '/notification/read-all');
        expect([200, 503], JSON.stringify(body)).toContain(status);
        counts[status === 200 ? 'written' : 'refused'] += 1;
      }
    })();
    // The rejection reaches the caller of `stop`.
    writing.catch(() => undefined);
    return Object.assign(counts, {
      stop() {
        stopping.abort();
        return writing;
      },
    });
  }

  /** The requests that were not answered with 200, with the servers' log lines about them. */
  function failuresOf(load: Load): string[] {
    const lines = launched.flatMap(({ server }) => server.output().split('\n'));
    return unexpectedAnswers(load.sent, [200]).map((words) => {
      const [, id = 'none'] = /"requestId":"(\w+)"/.exec(words) ?? [];
      return [words, ...lines.filter((line) => line.includes(id))].join('\n');
    });
  }

  test('one replica is killed under load without a failed request', async () => {
    const load = startLoad(client(), order, CUSTOMERS);
    await grown(load);
    await replicas[1]?.server.kill();
    await grown(load, 100);
    await load.stop();
    expect(failuresOf(load)).toStrictEqual([]);
    await assertOrders(load);
    await restart(1);
  });

  bar(80, 'behind nginx both replicas are restarted in turn under load, and no request fails', async () => {
    const rounds = atScale(1, 20);
    const others = startOtherWrites();
    const load = startLoad(client(), order, CUSTOMERS);
    try {
      for (let round = 0; round < rounds; round += 1) {
        for (const n of [0, 1]) {
          await grown(load);
          expect((await replicas[n]!.server.stop()).code).toBe(0);
          await grown(load);
          await restart(n);
        }
      }
      await grown(load);
    } finally {
      await load.stop();
      await others.stop();
    }
    expect(failuresOf(load)).toStrictEqual([]);
    const orders = await assertOrders(load);
    const { written, refused } = others;
    return (
      `nginx: ${rounds * 2} restarts, 0 of ${load.sent.length} requests failed, ${orders} of them orders; ` +
      `${refused} of ${written + refused} other POSTs got 503 and could be sent again`
    );
  });

  test('every request is answered 503 in the usual format while both are down', async () => {
    await Promise.all(replicas.map(({ server }) => server.stop()));
    const answer = await proxy.send('GET', '/material', { token: customer.token });
    expect(answer).toMatchObject({ status: 503, code: 503, error: 'server.unavailable' });
    expect(answer.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' });
  });
});
