import { desc, eq } from 'drizzle-orm';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operationLogs } from '#server/db/schema.ts';
import { addPerson, type Person } from '#tests/support/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/quotations.ts';
import type { SendOptions } from '#tests/support/api.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createOperationLog, type OperationLogRow } from './operation-log.ts';

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
  test('is one row, whatever its outcome: user, operation, permission, address and result', async () => {
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

  test('contains the changes with old and new values', async () => {
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

  test('of an order contains the order', async () => {
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

  test('is written for each of many simultaneous ones', async () => {
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

  test('with a hostile device name stays one line, and a broken surrogate pair does not lose the row', async () => {
    const agent = `\u001b[2J\u0085\u2028${'x'.repeat(293)}😀😀`;
    const before = (await rows()).length;
    await app.send('POST', '/post', { token: editor.token, body: {}, headers: { 'user-agent': agent } });
    const all = await rows();
    expect(all).toHaveLength(before + 1);
    expect(all[0]?.userAgent).toMatch(/^ \[2J {2}x+/);
    expect(all[0]?.userAgent.length).toBe(300);
  });
});

test('reads, quotes and anonymous calls leave no row', async () => {
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

test('a log that cannot be written blocks nothing', async () => {
  await app.database.pool.query('alter table sys_opera_log rename to sys_opera_log_away');
  const answer = await app.send('POST', '/post', {
    token: editor.token,
    body: { ...post, postCode: 'unlogged' },
  });
  expect(answer).toMatchObject({ status: 200, msg: '创建成功' });
  await app.database.pool.query('alter table sys_opera_log_away rename to sys_opera_log');
});

test('below the reserve of the disk nothing is inserted; successful operations are logged once there is space', async () => {
  const disk = { hasRoom: true };
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const full = await createTestApp({ logger, hasDiskSpace: () => Promise.resolve(disk.hasRoom) });
  const count = async () => (await full.database.db.select().from(operationLogs)).length;
  const { token } = await addPerson(full, { roleKey: 'admin' });
  const { data: id } = await full.send('POST', '/post', { token, body: post });
  const before = await count();

  disk.hasRoom = false;
  expect((await full.send('POST', '/post', { token, body: post })).status).toBe(507);
  expect((await full.send('DELETE', '/post', { token, body: { ids: [id] } })).status).toBe(200);
  expect(await count()).toBe(before);
  expect(lines.filter((line) => line.includes('operation logged later'))).toHaveLength(1);

  disk.hasRoom = true;
  await full.send('DELETE', '/post', { token, body: { ids: [id] } });
  const { rows: late } = await full.database.pool.query<{ title: string; code: number; isPast: boolean }>(
    `select title, code, oper_time < now() as "isPast" from sys_opera_log order by id desc limit 2`,
  );
  expect(late).toStrictEqual([
    { title: '删除岗位', code: 404, isPast: true },
    { title: '删除岗位', code: 200, isPast: true },
  ]);
  expect(await count()).toBe(before + 2);
  await full.close();
});

/** A row of the editor, distinct by its duration. */
const rowOf = (title: string, n: number): OperationLogRow => ({
  title,
  permission: '',
  requestMethod: 'POST',
  operUrl: '/x',
  operName: editor.username,
  userId: editor.userId,
  operIp: '',
  userAgent: '',
  code: 200,
  msg: '',
  status: '1',
  requestId: 'chosen-by-the-client',
  latencyMs: n + 0.25,
  changes: null,
});
const durationsOf = async (title: string) =>
  (await rowsOf(editor)).filter((row) => row.title === title).map(({ latencyMs }) => latencyMs);

test('a held operation that the database rejects is reported and does not take the other held ones with it', async () => {
  const disk = { hasRoom: false };
  const errors: unknown[] = [];
  const log = createOperationLog(app.database, {
    hasDiskSpace: () => Promise.resolve(disk.hasRoom),
    onHeld: () => undefined,
    onError: (error) => errors.push(error),
  });
  await log.write(rowOf('磁盘已满', 1));
  // Larger than the column's integer.
  await log.write({ ...rowOf('磁盘已满', 2), code: 3_000_000_000 });
  await log.write(rowOf('磁盘已满', 3));
  disk.hasRoom = true;
  await log.write(rowOf('磁盘已满', 4));
  await expect
    .poll(async () => (await durationsOf('磁盘已满')).toSorted((a, b) => a - b))
    .toStrictEqual([1.25, 3.25, 4.25]);
  await expect.poll(() => errors).toHaveLength(1);
});

test('many refused operations of a user are counted in one row, and those carried out all have one', async () => {
  const log = createOperationLog(app.database, {
    hasDiskSpace: () => Promise.resolve(true),
    onHeld: () => undefined,
    onError: (error) => expect.fail(String(error)),
    countEveryMs: 1,
  });
  const throttled = (n: number) => ({ ...rowOf('限流', n), code: 429, status: '2', msg: '操作过于频繁' });
  await log.write(throttled(1));
  for (let n = 2; n <= 4; n += 1) await log.write(rowOf('限流', n));
  await log.write(throttled(5));
  await expect.poll(() => durationsOf('限流')).toStrictEqual([5.25, 4.25, 3.25, 2.25, 1.25]);
  const [last] = await rowsOf(editor);
  expect(last?.msg).toBe('短时间内被拒绝的操作过多，有 1 次未逐条记录，本行是最后一次：操作过于频繁');
});

test('operations carried out while the database has no leader are logged later, each once', async () => {
  const { pool } = app.database;
  const trouble = { code: '' };
  const query = async (config: { name: string; text: string; values: string[] }) => {
    const answer = await pool.query(config);
    // The rows are written, and their answer is lost.
    if (trouble.code !== '')
      throw Object.assign(new pg.DatabaseError('gone', 4, 'error'), { code: trouble.code });
    return answer;
  };
  const heldRows: OperationLogRow[] = [];
  const errors: unknown[] = [];
  const log = createOperationLog(
    { ...app.database, pool: Object.assign(Object.create(pool) as typeof pool, { query }) },
    {
      hasDiskSpace: () => Promise.resolve(true),
      onHeld: (row) => heldRows.push(row),
      onError: (error) => errors.push(error),
    },
  );
  const row = (n: number) => rowOf('切换期间', n);
  const kept = () => durationsOf('切换期间');
  trouble.code = '25006';
  await Promise.all([log.write(row(1)), log.write(row(2))]);
  expect(heldRows).toHaveLength(2);
  trouble.code = '';
  await log.write(row(3));
  expect((await kept()).toSorted((a, b) => a - b)).toStrictEqual([1.25, 2.25, 3.25]);
  // Written by the attempt whose answer was lost, or by the retry.
  trouble.code = '57P01';
  await log.write(row(4));
  trouble.code = '';
  await expect.poll(kept).toContain(4.25);
  expect(await kept()).toHaveLength(4);
  expect(errors).toStrictEqual([]);
});
