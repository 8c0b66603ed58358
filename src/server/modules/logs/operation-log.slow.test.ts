import { desc, eq } from 'drizzle-orm';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operationLogs } from '#server/db/schema.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { createOperationLog, type OperationLogRow } from './operation-log.ts';

let app: TestApp;
let editor: Person;
beforeAll(async () => {
  app = await createTestApp();
  editor = await addPerson(app, { roleKey: 'admin' });
});
afterAll(() => app.close());

const rowsOf = (person: Person) =>
  app.database.db
    .select()
    .from(operationLogs)
    .where(eq(operationLogs.userId, person.userId))
    .orderBy(desc(operationLogs.id));

const post = { postName: '日志岗', postCode: 'logged', sort: 1, status: 2 };

test('when the disk is nearly full, successful operations are buffered and logged once there is space', async () => {
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

/** A row of the editor, identified by its duration. */
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

test('a buffered operation that the database rejects is reported, and the others are written', async () => {
  const disk = { hasRoom: false };
  const errors: unknown[] = [];
  const log = createOperationLog(app.database, {
    hasDiskSpace: () => Promise.resolve(disk.hasRoom),
    onPostponed: () => undefined,
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

test('many refused operations of a user share one row, and successful ones each have a row', async () => {
  const log = createOperationLog(app.database, {
    hasDiskSpace: () => Promise.resolve(true),
    onPostponed: () => undefined,
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

test('operations while the database has no leader are logged later, once each', async () => {
  const { pool } = app.database;
  const trouble = { code: '' };
  const query = async (config: { name: string; text: string; values: string[] }) => {
    const answer = await pool.query(config);
    // The rows are written, but the response is lost.
    if (trouble.code !== '')
      throw Object.assign(new pg.DatabaseError('gone', 4, 'error'), { code: trouble.code });
    return answer;
  };
  const postponedRows: OperationLogRow[] = [];
  const errors: unknown[] = [];
  const log = createOperationLog(
    { ...app.database, pool: Object.assign(Object.create(pool) as typeof pool, { query }) },
    {
      hasDiskSpace: () => Promise.resolve(true),
      onPostponed: (row) => postponedRows.push(row),
      onError: (error) => errors.push(error),
    },
  );
  const row = (n: number) => rowOf('切换期间', n);
  const kept = () => durationsOf('切换期间');
  trouble.code = '25006';
  await Promise.all([log.write(row(1)), log.write(row(2))]);
  expect(postponedRows).toHaveLength(2);
  trouble.code = '';
  await log.write(row(3));
  expect((await kept()).toSorted((a, b) => a - b)).toStrictEqual([1.25, 2.25, 3.25]);
  // Written by the attempt whose response was lost, or by the retry.
  trouble.code = '57P01';
  await log.write(row(4));
  trouble.code = '';
  await expect.poll(kept).toContain(4.25);
  expect(await kept()).toHaveLength(4);
  expect(errors).toStrictEqual([]);
});
