import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_BASE } from '#contract/kernel/endpoint.ts';
import type { UploadedFile } from '#contract/files/files.ts';
import { hashPassword } from '#server/modules/authentication/passwords.service.ts';
import { createSender, type Api, type Envelope, type WireRequest } from '#tests/support/app/api.ts';
import { openNotificationStream } from '#tests/support/app/event-reader.ts';
import { png, samples, upload } from '#tests/support/data/files.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, listOf, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { startS3Server, type S3Server } from '#tests/support/processes/s3-server.ts';
import { assertBelow, atScale } from '#tests/support/load/scale.ts';
import { createServedApp, type Replica, type ServedApp } from '#tests/support/processes/served-app.ts';
import { newAddress, solveCaptcha } from '#tests/support/app/sign-in.ts';
import { beginUpload } from '#tests/support/proxies/slow-upload.ts';
import { bar } from './bar.ts';

/** Two servers on one database and one S3-compatible store share all state. */
let s3: S3Server;
let app: ServedApp;
let other: Replica;
/** Alternates between the two. */
let balanced: Api;
let admin: Person;
let customer: Person;
const password = 'a long enough password 1';
beforeAll(async () => {
  s3 = await startS3Server();
  const { endpoint, accessKeyId, secretAccessKey, bucket } = s3.config;
  const store = `s3://${accessKeyId}:${secretAccessKey}@${new URL(endpoint).host}/${bucket}/shop?tls=off`;
  app = await createServedApp({ env: { FILE_STORE: store, LOGIN_CAPTCHA: 'on' } });
  other = await app.addReplica();
  let turn = 0;
  const exchange = (wire: WireRequest) => (turn++ % 2 === 0 ? app : other).exchange(wire);
  balanced = { ...app, ...createSender(exchange) };
  admin = await addPerson(app, { roleKey: 'admin' });
  customer = await addPerson(app, {
    roleKey: 'customer',
    user: { passwordHash: await hashPassword(password) },
  });
});
afterAll(async () => {
  await app.close();
  await s3.close();
});

const ok = (answer: Envelope): Envelope => {
  expect(answer).toMatchObject({ status: 200 });
  return answer;
};
const there = (): Api => ({ ...app, ...other });

/** How long changes take to reach the other replica, in whole milliseconds. */
class Longest {
  #ms = 0;
  async of(work: () => Promise<unknown>): Promise<void> {
    const startedAt = performance.now();
    await work();
    this.#ms = Math.max(this.#ms, performance.now() - startedAt);
  }
  ms = () => Math.ceil(this.#ms);
}

bar([30, 31], 'an open stream on one replica ends when its session ends on the other', async () => {
  const rounds = atScale(2, 30);
  const longest = new Longest();
  const endings: [string, (person: Person) => Promise<unknown>][] = [
    ['signed out', ({ token }) => app.send('POST', '/logout', { token })],
    [
      'disabled',
      async ({ userId }) => {
        const user = ok(await app.send('GET', `/sys-user/${userId}`, { token: admin.token })).data;
        const { version } = user as { version: number };
        const body = { userId, status: '1', version };
        ok(await app.send('PUT', '/user/status', { token: admin.token, body }));
      },
    ],
    [
      'deleted',
      ({ userId }) => app.send('DELETE', '/sys-user', { token: admin.token, body: { ids: [userId] } }),
    ],
  ];
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, end] of endings) {
      const person = await addPerson(app, { roleKey: 'customer' });
      const stream = await openNotificationStream(other.address, person.token);
      expect(stream.status, name).toBe(200);
      await end(person);
      await longest.of(() => stream.ended);
    }
  }
  assertBelow(longest.ms(), 1_000, 'ms until a stream ends');
  return `${rounds * endings.length} open streams on the other replica ended after ${longest.ms()} ms at most`;
});

test('settings, catalogue and permissions changed on one apply to the next request on the other', async () => {
  const rounds = atScale(3, 200);
  const longest = new Longest();
  const who = { token: admin.token };
  const staff = await addPerson(app, { permissions: ['admin:sysPost:list'], isStaff: true });
  const configs = listOf<{ id: number; configKey: string }>(
    ok(await app.send('GET', '/config?pageSize=100', who)),
  );
  const { id: configId } = configs.find(({ configKey }) => configKey === 'site.url')!;
  const item = buildItem(await readCatalogue(app, who));
  const quote = async (at: Api) => {
    const answer = ok(await at.send('POST', '/quote', { ...who, body: { items: [item] } }));
    return (answer.data as { delivery_time: number }).delivery_time;
  };
  for (let round = 0; round < rounds; round += 1) {
    const [here, away] = round % 2 === 0 ? [app, there()] : [there(), app];
    // Both replicas have cached the earlier state.
    const before = [await quote(here), await quote(away)];
    expect(before[1]).toBe(before[0]);

    const config = ok(await here.send('GET', `/config/${configId}`, who)).data as object;
    const site = `https://quote${round}.example`;
    ok(await here.send('PUT', `/config/${configId}`, { ...who, body: { ...config, configValue: site } }));
    await longest.of(async () => {
      const sent = await upload(away, 'a.pdf', samples.pdf, who);
      expect((ok(sent).data as UploadedFile).full_path).toContain(site);
    });

    const material = ok(await here.send('GET', `/material/${item.material}`, who)).data as {
      deliveryTime: number;
    };
    const deliveryTime = material.deliveryTime + 1;
    const body = { ...material, deliveryTime, remark: `round ${round}` };
    const list = await away.send('GET', '/material?pageSize=1000', who);
    ok(await here.send('PUT', `/material/${item.material}`, { ...who, body }));
    await longest.of(async () => {
      const etag = String(list.headers['etag']);
      const answer = await away.send('GET', '/material?pageSize=1000', {
        ...who,
        headers: { 'if-none-match': etag },
      });
      expect(JSON.stringify(ok(answer).data)).toContain(`round ${round}`);
      expect(await quote(away)).not.toBe(before[1]);
    });
    expect(await quote(here)).toBe(await quote(away));

    const may = async () => (await away.send('GET', '/post', { token: staff.token })).status;
    const expected = round % 2 === 0 ? [200, 403] : [403, 200];
    expect(await may()).toBe(expected[0]);
    const role = ok(await here.send('GET', `/role/${staff.roleId}`, who)).data as { version: number };
    const status = { roleId: staff.roleId, status: round % 2 === 0 ? '1' : '2', version: role.version };
    ok(await here.send('PUT', '/role-status', { ...who, body: status }));
    await longest.of(async () => expect(await may()).toBe(expected[1]));
  }
  console.info(`${rounds * 3} changes, each seen by the next request, ${longest.ms()} ms at most`);
});

test('a captcha of one is valid on the other, once, also under concurrent use', async () => {
  const signIn = (at: Pick<Api, 'send'>, captcha: object) =>
    at.send('POST', '/login', {
      body: { username: customer.username, password, ...captcha },
      remoteAddress: newAddress(),
    });
  const captcha = await solveCaptcha(app);
  ok(await signIn(other, captcha));
  expect(await signIn(app, captcha)).toMatchObject({ status: 400, error: 'login.captcha' });
  for (let round = 0; round < atScale(1, 20); round += 1) {
    const shared = await solveCaptcha(app);
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(balanced, shared)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ error }) => error === 'login.captcha')).toHaveLength(19);
  }
});

test('throttles count over both', async () => {
  const remoteAddress = newAddress();
  const asked = await Promise.all(
    Array.from({ length: 40 }, () => balanced.send('GET', '/captcha', { remoteAddress })),
  );
  const statuses = asked.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toStrictEqual([...Array<number>(20).fill(200), ...Array<number>(20).fill(429)]);

  const victim = await addPerson(app, { roleKey: 'customer' });
  const fail = async (at: Pick<Api, 'send'>) =>
    (
      await at.send('POST', '/login', {
        body: { username: victim.username, password: 'not this one 1', ...(await solveCaptcha(app)) },
        remoteAddress: '10.99.0.1',
      })
    ).error;
  const failures: (string | undefined)[] = [];
  for (let n = 0; n < 6; n += 1) failures.push(await fail(n % 2 === 0 ? app : other));
  expect(new Set(failures)).toStrictEqual(new Set(['login.failed']));
  // On a slow machine the delay of a second may be over, so it is made longer.
  const { rows } = await app.database.pool.query<{ count: number }>(
    "update throttle set blocked_until = now() + interval '1 minute' where key like 'login/' || $1 || '/%' and count = 6 returning count",
    [victim.username],
  );
  expect(rows).toStrictEqual([{ count: 6 }]);
  expect([await fail(app), await fail(other)]).toStrictEqual(['login.throttled', 'login.throttled']);
});

test('a file uploaded to one is available on the other, with its thumbnail, until it is removed', async () => {
  const who = { token: customer.token };
  const photo = png(300, 200);
  const sent = ok(await upload(app, 'photo.png', photo, who)).data as UploadedFile;
  const read = (path: string) =>
    fetch(`${other.address}${API_BASE}/file/${sent.id}${path}`, {
      headers: { authorization: `Bearer ${customer.token}` },
    });
  expect(Buffer.from(await (await read('')).arrayBuffer()).equals(photo)).toBe(true);
  expect((await read('/thumbnail')).headers.get('content-type')).toBe('image/webp');
  ok(await other.send('DELETE', '/file', { ...who, body: { ids: [sent.id] } }));
  expect((await app.send('GET', `/file/${sent.id}`, who)).status).toBe(404);
});

/** The permits in use on both servers. */
async function taken(): Promise<number> {
  const { rows } = await app.database.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_locks where locktype = 'advisory' and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows[0]?.count ?? 0;
}

test('uploads and downloads of a user are counted over both, without those of a killed one', async () => {
  const who = { token: customer.token };
  await expect.poll(taken).toBe(0);
  const third = await app.addReplica();
  const uploads = [app, third, third, third].map(({ address }) => beginUpload(address, customer.token));
  await expect.poll(taken).toBe(4);
  const send = async (at: Api) => (await upload(at, 'a.pdf', samples.pdf, who)).status;
  expect([await send(app), await send(there())]).toStrictEqual([429, 429]);
  const longest = new Longest();
  await third.server.kill();
  await longest.of(async () => {
    await expect.poll(taken, { interval: 5 }).toBe(1);
  });
  expect(await send(there())).toBe(200);
  for (const upload of uploads) upload.destroy();
  await expect.poll(taken).toBe(0);
  console.info(`places of a killed server were free after ${longest.ms()} ms`);

  const large = Buffer.concat([samples.pdf, Buffer.alloc(12_000_000)]);
  const { id } = ok(await upload(app, 'large.pdf', large, who)).data as UploadedFile;
  const open = async (address: string): Promise<IncomingMessage> => {
    const headers = { authorization: `Bearer ${customer.token}` };
    const asked = request(`${address}${API_BASE}/file/${id}`, { agent: false, headers }).end();
    return ((await once(asked, 'response')) as [IncomingMessage])[0];
  };
  const readers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => open(n % 2 === 0 ? app.address : other.address)),
  );
  const statuses = readers.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(8);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  for (const reader of readers) reader.destroy();
  await expect.poll(taken, { timeout: 10_000 }).toBe(0);
});

test('orders of both are numbered without gaps, one per key, and announced and archived once', async () => {
  const count = atScale(6, 300);
  const who = { token: customer.token };
  const [staff, watching] = await Promise.all([
    addPerson(app, { permissions: ['mfr:order:handle', 'mfr:order:query'], isStaff: true, dataScope: '1' }),
    addPerson(app, { roleKey: 'customer' }),
  ]);
  const stream = await openNotificationStream(other.address, staff.token);
  const item = buildItem(await readCatalogue(app, who));
  const body = await buildOrder(balanced, who, [item]);
  const keys = Array.from({ length: count }, () => randomUUID());
  const startedAt = performance.now();
  // Each key to both at the same time.
  const answers = await Promise.all(
    keys.flatMap((key) => [place(app, who, body, key), place(there(), who, body, key)]),
  );
  const ids = new Set(answers.filter(({ status }) => status === 200).map(({ data }) => Number(data)));
  expect(ids.size).toBe(count);
  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual(
    [],
  );

  const { rows } = await app.database.pool.query<{ order_no: string }>(
    'select order_no from orders where id = any($1) order by order_no',
    [[...ids]],
  );
  const numbers = rows.map(({ order_no: no }) => Number(no.slice(-4)));
  expect(numbers).toStrictEqual(numbers.map((_, n) => (numbers[0] ?? 0) + n));

  // Announced once, by the first replica that polls, within a second.
  const readAnnounced = async () =>
    (
      await app.database.pool.query(
        'select order_id from notification where user_id = $1 and order_id = any($2)',
        [staff.userId, [...ids]],
      )
    ).rowCount;
  await expect.poll(readAnnounced, { timeout: 15_000, interval: 10 }).toBe(count);
  const announcedMs = Math.ceil(performance.now() - startedAt);
  // Orders announced in one transaction are one ping.
  await stream.next(0);
  stream.close();

  // Notifications written by a request arrive at once.
  const page = await openNotificationStream(other.address, watching.token);
  const longest = new Longest();
  const own = ok(await place(app, { token: watching.token }, body)).data as number;
  for (let n = 0; n < atScale(2, 50); n += 1) {
    const note = `note ${n}`;
    const message = { kind: 'note', audience: 'customer', text: note };
    const pinged = page.next();
    ok(await app.send('POST', `/order/${own}/staff-message`, { token: admin.token, body: message }));
    await longest.of(() => pinged);
  }
  page.close();
  console.info(
    `${count} orders announced to the shop within ${announcedMs} ms, notes to the customer after ${longest.ms()} ms at most`,
  );

  const archived = async () => {
    const documents = await app.database.pool.query<{ orders: number; files: number }>(
      `select count(distinct order_id)::int as orders, count(file_id)::int as files
        from quotation_document where order_id = any($1) and file_id is not null`,
      [[...ids].slice(0, 4)],
    );
    return documents.rows[0];
  };
  // Archiving pauses between documents, so the first one suffices.
  await expect.poll(async () => (await archived())?.files, { timeout: 100_000 }).toBeGreaterThan(0);
});
