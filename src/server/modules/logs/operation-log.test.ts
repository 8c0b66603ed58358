import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operationLogs } from '#server/db/schema.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import type { SendOptions } from '#tests/support/app/api.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let editor: Person;
let guest: Person;
beforeAll(async () => {
  app = await createTestApp();
  editor = await addPerson(app, { roleKey: 'admin' });
  guest = await addPerson(app, { permissions: ['admin:sysPost:list'] });
});
afterAll(() => app.close());

const rows = () => app.database.db.select().from(operationLogs).orderBy(desc(operationLogs.id));
const rowsOf = (person: Person) =>
  app.database.db
    .select()
    .from(operationLogs)
    .where(eq(operationLogs.userId, person.userId))
    .orderBy(desc(operationLogs.id));

const post = { postName: '日志岗', postCode: 'logged', sort: 1, status: 2 };
type Attempt = [method: 'POST' | 'PUT' | 'DELETE', path: string, options: SendOptions];

describe('a write attempt', () => {
  test('is one row with user, operation, permission, IP address and result, whatever the outcome', async () => {
    const attempts: [name: string, Attempt, expected: object][] = [
      ['done', ['POST', '/post', { body: post }], { code: 200, status: '1', msg: '创建成功' }],
      ['a duplicate', ['POST', '/post', { body: post }], { code: 409, status: '2', msg: '记录已存在' }],
      ['invalid', ['POST', '/post', { body: {} }], { code: 400, status: '2' }],
      ['not JSON', ['POST', '/post', { raw: '{' }], { code: 400, status: '2', msg: '请求体不是有效的 JSON' }],
      [
        'another type',
        ['POST', '/post', { raw: '<a/>', headers: { 'content-type': 'text/xml' } }],
        { code: 415, status: '2' },
      ],
      ['too large', ['POST', '/post', { raw: `"${'a'.repeat(300_000)}"` }], { code: 413, status: '2' }],
      ['missing', ['PUT', '/post/987654', { body: { ...post, version: 1 } }], { code: 404, status: '2' }],
      [
        'refused',
        ['POST', '/post', { token: guest.token, body: post }],
        { code: 403, status: '2', userId: guest.userId },
      ],
    ];
    for (const [name, [method, path, options], expected] of attempts) {
      const before = (await rows()).length;
      const answer = await app.send(method, path, {
        token: editor.token,
        remoteAddress: '198.51.100.9',
        ...options,
        headers: {
          'x-request-id': `log-${name.replaceAll(' ', '-')}`,
          'user-agent': 'probe/1',
          ...options.headers,
        },
      });
      const all = await rows();
      expect(all).toHaveLength(before + 1);
      expect(all[0]).toMatchObject({
        requestMethod: method,
        operUrl: `/api/v1${path}`,
        operIp: '198.51.100.9',
        userAgent: 'probe/1',
        requestId: answer.requestId,
        ...expected,
      });
      expect(all[0]?.code).toBe(answer.status);
      expect(all[0]?.latencyMs).toBeGreaterThan(0);
    }
    const [refused] = await rowsOf(guest);
    expect(refused).toMatchObject({
      title: '新增岗位',
      permission: 'admin:sysPost:add',
      operName: guest.username,
    });
  });

  test('has the changes with old and new values', async () => {
    const { data: id } = await app.send('POST', '/post', {
      token: editor.token,
      body: { ...post, postCode: 'changes' },
    });
    const path = `/post/${String(id)}`;
    await app.send('PUT', path, {
      token: editor.token,
      body: { ...post, postCode: 'changes', sort: 7, version: 1 },
    });
    expect((await rows())[0]?.changes).toStrictEqual({ id, sort: [1, 7] });
    await app.send('DELETE', '/post', { token: editor.token, body: { ids: [id] } });
    expect((await rows())[0]?.changes).toMatchObject({ ids: [id] });
  });

  test('of an order has the order number', async () => {
    const who = { as: 'demo' };
    const body = await buildOrder(app, who, [buildItem(await readCatalogue(app))]);
    const { data: id } = await place(app, who, body);
    expect((await rows())[0]).toMatchObject({
      title: '提交订单',
      operName: 'demo',
      changes: { id, status: [null, 'placed'], price: [null, body.price] },
    });
    await place(app, who, { ...body, price: '1.00' });
    expect((await rows())[0]).toMatchObject({ code: 409, msg: '价格已更新，请确认新的价格', status: '2' });
    await app.send('POST', `/order/${String(id)}/move`, { ...who, body: { to: 'cancelled', version: 1 } });
    expect((await rows())[0]).toMatchObject({
      title: '变更订单状态',
      changes: { id, status: ['placed', 'cancelled'] },
    });
  });

  test('is logged also among many simultaneous ones', async () => {
    const before = (await rowsOf(editor)).length;
    const bodies = Array.from({ length: 60 }, (_, index) => ({ ...post, postCode: `many${index % 40}` }));
    const answers = await Promise.all(
      bodies.map((body) => app.send('POST', '/post', { token: editor.token, body })),
    );
    const after = await rowsOf(editor);
    expect(after).toHaveLength(before + 60);
    const wanted = answers.map(({ requestId, status }) => `${requestId} ${status}`).toSorted();
    expect(
      after
        .slice(0, 60)
        .map(({ requestId, code }) => `${requestId} ${code}`)
        .toSorted(),
    ).toStrictEqual(wanted);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(40);
  });

  test('with a hostile user agent stays one line, and is logged even with a broken surrogate pair', async () => {
    const agent = `\u001b[2J\u0085\u2028${'x'.repeat(293)}😀😀`;
    const before = (await rows()).length;
    await app.send('POST', '/post', { token: editor.token, body: {}, headers: { 'user-agent': agent } });
    const all = await rows();
    expect(all).toHaveLength(before + 1);
    expect(all[0]?.userAgent).toMatch(/^ \[2J {2}x+/);
    expect(all[0]?.userAgent.length).toBe(300);
  });
});

test('reads, quotes and anonymous calls are not logged', async () => {
  const item = buildItem(await readCatalogue(app));
  const before = (await rows()).length;
  await app.send('GET', '/post', { token: editor.token });
  await app.send('POST', '/quote', { as: 'demo', body: { items: [item] } });
  await app.send('POST', '/post', { body: post });
  await app.send('POST', '/post', { token: 'A'.repeat(43), body: post });
  await app.send('POST', '/login', { body: { username: 'demo', password: 'wrong password' } });
  await app.send('POST', '/nothing', { token: editor.token, body: post });
  expect(await rows()).toHaveLength(before);
});

test('an operation succeeds even if it cannot be logged', async () => {
  await app.database.pool.query('alter table sys_opera_log rename to sys_opera_log_away');
  const answer = await app.send('POST', '/post', {
    token: editor.token,
    body: { ...post, postCode: 'unlogged' },
  });
  expect(answer).toMatchObject({ status: 200, msg: '创建成功' });
  await app.database.pool.query('alter table sys_opera_log_away rename to sys_opera_log');
});
