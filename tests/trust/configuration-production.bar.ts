import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Order } from '#contract/orders/order-data.ts';
import { failureFaults } from '#tests/support/app/answers.ts';
import type { Envelope } from '#tests/support/app/api.ts';
import { addCustomerWithRecords } from '#tests/support/data/customer-records.ts';
import { png, upload } from '#tests/support/data/files.ts';
import { inParallel } from '#tests/support/app/in-parallel.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { readCatalogue } from '#tests/support/data/quotations.ts';
import { atScale } from '#tests/support/load/scale.ts';
import { createServedApp, type Replica, type ServedApp } from '#tests/support/processes/served-app.ts';
import { bar } from './bar.ts';

const clientDir = fileURLToPath(new URL('../../dist/client/', import.meta.url));

let app: ServedApp;
beforeAll(async () => {
  // Started as an operator would: only required settings, reachable from every address.
  app = await createServedApp({ env: { HOST: '0.0.0.0' } });
});
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}, from: Pick<Replica, 'exchange'> = app) =>
  from.exchange({ method: 'GET', url, headers });

/** Paths where servers have exposed information for developers and operators. */
const forDevelopers = `
  /docs /docs/ /openapi.json /openapi.yaml /api/v1/openapi.json /api-docs /v3/api-docs /swagger
  /swagger.json /swagger-ui /swagger-ui.html /swagger/index.html /redoc /graphql /.git/config /.git/HEAD
  /.env /.env.production /.npmrc /.DS_Store /.well-known/x /package.json /package-lock.json /tsconfig.json
  /vite.config.ts /src/main.ts /sbom.json /debug /debug/pprof /debug/vars /actuator /actuator/env
  /actuator/heapdump /jolokia /monitor /druid /prometheus /server-status /status /info /trace /console
  /heapdump /generator /gen /tool/gen /api/v1/gen /api/v1/debug /api/v1/test /demo /test
  /api/v1/server-monitor /api/v1/sys/tables/page /api/v1/db/tables/page /api/v1/gen/preview/1 /phpinfo.php
  /wp-login.php /backup.sql /dump.sql /quotemill.log /data /files /uploads /files/incoming /static
  /static/uploadfile /public /dist /server/main.js /node_modules /assets /assets/
  /assets/.vite/manifest.json /.vite/manifest.json /manifest.json /@vite/client /assets/../index.html
  /assets/%2e%2e/server/main.js /index.html /admin.html /admin/../.env
`
  .trim()
  .split(/\s+/);

bar(73, 'addresses for developers are not served, and metrics need their token', async () => {
  const faults: string[] = [];
  for (const path of forDevelopers) {
    const { status, body } = await get(path);
    if (![401, 404].includes(status)) faults.push(`${path}: ${status}`);
    if (/Index of|<pre>|"openapi"|sourceMappingURL/.test(body)) faults.push(`${path}: ${body.slice(0, 60)}`);
  }
  // Every file of the built pages: none has a source map, none points to one, no folder lists itself.
  const names = await readdir(clientDir, { recursive: true });
  const scripts = names.filter((name) => /\.(js|css)$/.test(name));
  expect(scripts.length).toBeGreaterThan(10);
  expect(names.filter((name) => name.endsWith('.map'))).toEqual([]);
  const maps = await inParallel(scripts, 4, async (name, at) => {
    if ((await readFile(clientDir + name, 'utf8')).includes('sourceMappingURL='))
      faults.push(`${name} has a map`);
    return at % atScale(8, 1) === 0 ? (await get(`/${name}.map`)).status : 404;
  });
  expect(maps.filter((status) => status !== 404)).toEqual([]);

  // Without a token the metrics are not served, because a proxy on this machine may add no header.
  const closed = await app.addReplica({ METRICS_TOKEN: '' });
  const tries: Record<string, string>[] = [{}, { authorization: 'Bearer ' }, { via: '1.1 proxy' }];
  for (const headers of tries) expect((await get('/metrics', headers, closed)).status).toBe(404);
  const guarded = await app.addReplica({ METRICS_TOKEN: 'a-token-for-the-figures', DOCS: 'on' });
  for (const headers of [...tries, { authorization: 'Bearer a-token-for-the-figure' }])
    expect((await get('/metrics', headers, guarded)).status).toBe(404);
  expect((await get('/metrics', { authorization: 'Bearer a-token-for-the-figures' }, guarded)).status).toBe(
    200,
  );
  // The same paths respond once the operator enables them, which proves that the check works.
  expect((await get('/docs', {}, guarded)).status).toBe(200);
  const openapi = JSON.parse((await get('/openapi.json', {}, guarded)).body) as { paths: object };
  expect(Object.keys(openapi.paths).length).toBeGreaterThan(50);
  // Health returns nothing else.
  for (const path of ['/healthz', '/readyz']) {
    const { requestId: _id, ...health } = JSON.parse((await get(path)).body) as Record<string, unknown>;
    expect(health).toEqual({ code: 200, msg: 'ok', data: null });
  }
  expect(faults).toEqual([]);
  return `${forDevelopers.length} addresses and ${scripts.length} source maps: 404 or 401; /docs and /openapi.json only with DOCS=on; /metrics only with its token, also for this machine`;
});

const linesOf = (server: { output(): string }): Record<string, unknown>[] =>
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

bar(74, 'an internal error shows only its request id, and the log has the details', async () => {
  const { token } = await addPerson(app, { roleKey: 'admin' });
  const { pool } = app.database;
  const catalogue = await readCatalogue(app);
  const { placedId, person } = await addCustomerWithRecords(app, catalogue);
  const customer = { token: person.token };
  const post = { postName: '钳工', postCode: 'fitter', sort: 3, status: 2 };
  // Unexpected damage to the database: a changed table, column, type or value.
  const damages: { damage: string; repair: string; calls: (() => Promise<Envelope>)[]; says: RegExp }[] = [
    {
      damage: 'alter table sys_post rename to sys_post_gone',
      repair: 'alter table sys_post_gone rename to sys_post',
      calls: [
        () => app.send('GET', '/post', { token }),
        () => app.send('GET', '/post/1', { token }),
        () => app.send('POST', '/post', { token, body: post }),
      ],
      says: /relation "sys_post" does not exist/,
    },
    {
      damage: 'alter table orders rename column customer to customer_gone',
      repair: 'alter table orders rename column customer_gone to customer',
      calls: [() => app.send('GET', `/order/${placedId}/withExt`, customer)],
      says: /column .*customer.* does not exist/,
    },
    {
      damage: `update orders set customer = 'null' where id = ${placedId}`,
      repair: `select 1`,
      calls: [() => app.send('GET', `/order/${placedId}/withExt`, customer)],
      says: /TypeError/,
    },
  ];
  let count = 0;
  for (const { damage, repair, calls, says } of damages) {
    await pool.query(damage);
    try {
      for (const call of calls) {
        const answer = await call();
        count += 1;
        expect(
          failureFaults(answer, damage, { status: 500, error: 'server.error', msg: '系统错误' }),
        ).toEqual([]);
        expect(answer.requestId).toMatch(/^[0-9a-f-]{36}$/);
        const shown = JSON.stringify({ ...answer, headers: answer.headers });
        expect(shown).not.toMatch(
          /sys_post|customer_gone|TypeError|select|\/dist\/|\.js:\d|node_modules|postgres/i,
        );
        // The log has the cause under the same request id.
        const logged = () =>
          linesOf(app.server).filter((line) => line['reqId'] === answer.requestId && line['level'] === 50);
        await expect.poll(() => logged().length, { timeout: 10_000 }).toBe(1);
        const [line] = logged();
        const { stack } = line!['err'] as { stack: string };
        expect(stack).toMatch(says);
        expect(stack).toMatch(/\n\s+at .+:\d+:\d+/);
        expect(line).toMatchObject({ msg: 'server.error', path: expect.stringContaining('/api/v1/') });
      }
    } finally {
      await pool.query(repair);
    }
  }
  expect((await app.send('GET', '/post', { token })).status).toBe(200);
  expect((await app.send('POST', '/post', { token, body: post })).status).toBe(200);
  return `${count} calls with a table or a column missing or a value damaged: 500 系统错误 with the request's id; the log has error, stack and address under that id; everything works again after the repair`;
});

bar(75, 'without a trusted proxy, forwarded headers have no effect', async () => {
  const forged = {
    'x-forwarded-for': '203.0.113.7',
    'x-real-ip': '203.0.113.7',
    forwarded: 'for=203.0.113.7;proto=https;host=evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-port': '443',
    'x-original-url': '/api/v1/sys-user',
    'x-rewrite-url': '/api/v1/sys-user',
    'x-client-ip': '203.0.113.7',
    'true-client-ip': '203.0.113.7',
    'cf-connecting-ip': '203.0.113.7',
    host: 'evil.example',
  };
  const catalogue = await readCatalogue(app);
  const { person, placedId } = await addCustomerWithRecords(app, catalogue);
  /** Every record and response of a request that could contain an IP address. */
  async function trace(from: ServedApp | Replica): Promise<string> {
    const login = await from.send('POST', '/login', {
      headers: forged,
      body: { username: 'demo', password: 'wrong for bar 75' },
    });
    const post = await from.send('PUT', '/material_process/default_config', { headers: forged });
    const token = person.token;
    const order = (await from.send('GET', `/order/${placedId}`, { token, headers: forged })).data as Order;
    const forger: ServedApp = {
      ...app,
      send: (method, path, options) =>
        from.send(method, path, { ...options, headers: { ...forged, ...options?.headers } }),
    };
    const stored = await upload(forger, '图.png', png(2, 2), { token });
    const document = await from.send('GET', `/order/${placedId}/document`, { token, headers: forged });
    const written = await from.send('POST', '/notification/read-all', { token, headers: forged });
    const headers = [login, post, document, written].map((answer) => answer.headers);
    const pages = await Promise.all(
      ['/', '/admin', '/nothing', '/user', '/admin/'].map((path) => get(path, forged, from)),
    );
    for (const page of pages)
      expect([page.status < 300 || page.status === 404, page.headers['location']]).toEqual([true, undefined]);
    const { rows: logins } = await app.database.pool.query(
      'select ipaddr from sys_login_log order by id desc limit 1',
    );
    const { rows: operations } = await app.database.pool.query(
      'select oper_ip from sys_opera_log order by id desc limit 3',
    );
    const line = () => linesOf(from.server).filter(({ reqId }) => reqId === login.requestId);
    await expect.poll(() => line().length, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(order.id).toBe(placedId);
    return JSON.stringify([
      headers,
      pages.map((page) => page.headers),
      logins,
      operations,
      line(),
      stored,
      document.data,
    ]);
  }
  const before = await trace(app);
  expect(before).not.toMatch(/203\.0\.113\.7|evil\.example|strict-transport-security/i);
  // Proof that the check works: a server that trusts this machine as its proxy uses its headers.
  const trusting = await app.addReplica({ TRUST_PROXY: '127.0.0.1' });
  const trusted = await trace(trusting);
  expect(trusted).toMatch(/203\.0\.113\.7/);
  expect(trusted).toMatch(/strict-transport-security/);
  // Links use a setting, never the host of a request, not even from the proxy.
  expect(trusted).not.toMatch(/https?:\/\/evil\.example/);
  return `${Object.keys(forged).length} headers: sign-in log, operation log, request log, links of files and documents, redirects (none) and HSTS as without them; with TRUST_PROXY the address and HSTS follow, links do not`;
});
