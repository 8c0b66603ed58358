import { afterAll, beforeAll, expect, vi } from 'vitest';
import { API_BASE } from '#contract/kernel/endpoint.ts';
import { MAX_EXPORT_ROWS, tableTypes, type TableFormat } from '#server/tables/table-file.ts';
import { numberRow, workbookParts, zipOf } from '#server/tables/spreadsheets.test-data.ts';
import { failureFaults } from '#tests/support/app/answers.ts';
import type { Envelope } from '#tests/support/app/api.ts';
import { stateOf } from '#tests/support/app/database-state.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { costOf, createMaximum, watchMemory } from '#tests/support/processes/process-cost.ts';
import { assertBelow, atScale, createSampler, scale } from '#tests/support/load/scale.ts';
import { createServedApp, type ServedApp } from '#tests/support/processes/served-app.ts';
import { bar } from './bar.ts';

let app: ServedApp;
let token: string;
beforeAll(async () => {
  app = await createServedApp();
  ({ token } = await addPerson(app, { roleKey: 'admin' }));
});
afterAll(() => app.close());

const importTable = (format: TableFormat, raw: Buffer): Promise<Envelope> =>
  app.send('POST', '/price-table/import', { token, raw, headers: { 'content-type': tableTypes[format] } });

const others = workbookParts('').slice(0, -1);
const sheetOf = (content: string) => workbookParts(content).at(-1)!;
const cells = Array.from({ length: 1_000 }, (_, n) => `<c r="A${n + 1}"><v>1</v></c>`).join('');
const noise = () => Array.from({ length: 40_000 }, (_, n) => Math.sin(n)).join(' ');
const entity = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, n) => `<!ENTITY ${'abcdefghij'[n + 1]} "${`&${'abcdefghij'[n]};`.repeat(10)}">`).join('')}]>`;

/** Files that expand, span or nest excessively. */
const hostile: [name: string, format: TableFormat, build: () => Buffer][] = [
  ['a bomb of one part', 'xlsx', () => zipOf([...others, sheetOf(' '.repeat(30_000_000))])],
  [
    'a bomb of many parts',
    'xlsx',
    () =>
      zipOf([
        ...others,
        ...Array.from({ length: 9 }, (_, n) => ({
          name: `xl/p${n}.xml`,
          content: noise(),
          claimed: { bytes: 8_000_000 },
        })),
      ]),
  ],
  ['a million cells', 'xlsx', () => zipOf(workbookParts(`<row r="1">${cells.repeat(1_000)}</row>`))],
  [
    'a thousand and one parts',
    'xlsx',
    () => zipOf(Array.from({ length: 1_001 }, (_, n) => ({ name: `${n}.xml`, content: '' }))),
  ],
  [
    'too many rows',
    'xlsx',
    () => zipOf(workbookParts(Array.from({ length: 30_002 }, (_, n) => numberRow(n + 1, [n])).join(''))),
  ],
  [
    'two cells in far corners',
    'xlsx',
    () => zipOf(workbookParts(`${numberRow(1, [1])}<row r="30000"><c r="XFD30000"><v>1</v></c></row>`)),
  ],
  [
    'a row with the largest number',
    'xlsx',
    () => zipOf(workbookParts('<row r="4294967295"><c r="A4294967295"><v>1</v></c></row>')),
  ],
  [
    'a false size',
    'xlsx',
    () => zipOf([...others, { ...sheetOf(numberRow(1, [1])), claimed: { bytes: 10 } }]),
  ],
  [
    'a billion laughs',
    'xlsx',
    () =>
      zipOf([
        ...others,
        {
          name: 'xl/worksheets/sheet1.xml',
          content: `${entity}<worksheet><sheetData><row r="1"><c r="A1"><v>&j;</v></c></row></sheetData></worksheet>`,
        },
      ]),
  ],
  [
    'an entity of a file',
    'xlsx',
    () =>
      zipOf([
        ...others,
        {
          name: 'xl/worksheets/sheet1.xml',
          content:
            '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row r="1"><c r="A1" t="str"><v>&x;</v></c></row></sheetData></worksheet>',
        },
      ]),
  ],
  ['elements in each other', 'xlsx', () => zipOf(workbookParts('<row r="1">'.repeat(100_000)))],
  [
    'a workbook inside a workbook',
    'xlsx',
    () => zipOf([{ name: 'xl/workbook.xml', content: zipOf(workbookParts('')) }]),
  ],
  ['no end of commas', 'csv', () => Buffer.alloc(8 * 1024 ** 2 - 1, ',')],
  ['lines of commas', 'csv', () => Buffer.from(`${','.repeat(9_990)}\n`.repeat(800))],
  ['no end of quotes', 'csv', () => Buffer.alloc(4 * 1024 ** 2, '"')],
  ['no end of lines', 'csv', () => Buffer.alloc(4 * 1024 ** 2, '1\n')],
  ['nothing but NUL', 'csv', () => Buffer.alloc(4 * 1024 ** 2)],
];

/** Repeats a small request while large ones are pending; returns the duration of the slowest answer. */
async function askMeanwhile(large: Promise<unknown>): Promise<{ asked: number; longestMs: number }> {
  const found = { asked: 0, longestMs: 0 };
  const state = { isDone: false };
  void large.catch(() => undefined).finally(() => void (state.isDone = true));
  while (!state.isDone) {
    const startedAt = performance.now();
    const { status } = await app.send('GET', '/app-config');
    // Other checks may keep the machine too busy.
    if (scale !== 'quick') expect(status).toBe(200);
    found.asked += 1;
    found.longestMs = Math.max(found.longestMs, performance.now() - startedAt);
  }
  return found;
}

bar(64, 'a hostile table is refused within two seconds while others are served', async () => {
  const files = createSampler()(hostile, 4).map(([name, format, build]) => ({ name, format, file: build() }));
  await importTable('csv', Buffer.from('材料编号\n'));
  const before = await stateOf(app.database);
  const memory = watchMemory(app.server.pid);
  const { worst, note, tell } = createMaximum();
  const faults: string[] = [];
  let waits = 0;
  let longestWait = 0;
  for (const { name, format, file } of files) {
    const reading = costOf(app.server.pid, () => importTable(format, file), atScale(1, 3));
    const others = await askMeanwhile(reading);
    waits += others.asked;
    longestWait = Math.max(longestWait, others.longestMs);
    const { answer, cost } = await reading;
    note(cost, name);
    const isTold = answer.status === 200 && (answer.data as { errors: unknown[] }).errors.length > 0;
    // A readable file that is not a price table gets an error per row, and nothing can be applied.
    if (!isTold) faults.push(...failureFaults(answer, name, { status: 422, error: 'import.unreadable' }));
  }
  expect(faults).toStrictEqual([]);
  expect(await stateOf(app.database)).toStrictEqual(before);
  assertBelow(worst.cpuMs, 2_000, `ms of CPU: ${worst.of}`);
  assertBelow(worst.ms, 2_000, `ms for a refusal: ${worst.of}`);
  assertBelow(longestWait, 300, 'ms for others');
  const grown = memory.growthMb();
  assertBelow(grown, 1_000, 'MB of growth');
  return `${files.length} tables, ${tell()}; ${waits} others answered meanwhile within ${Math.round(longestWait)} ms; memory +${grown} MB at most`;
});

/** Adds rows up to a total, for an export. */
async function fill(table: string, columns: string, values: string, total: number): Promise<void> {
  await app.database.pool.query(
    `insert into ${table} (${columns}) select ${values} from generate_series((select count(*) + 1 from ${table}), $1) n`,
    [total],
  );
}

const exportOf = (path: string, format: TableFormat, bearer = token) =>
  app.exchange({
    method: 'GET',
    url: `${API_BASE}${path}/export?format=${format}`,
    headers: { authorization: `Bearer ${bearer}` },
  });

/** The tokens of this many users who may export everything. */
const addStaff = (count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await addPerson(app, { roleKey: 'admin' })).token));

/** The same, repeated while the server is busy and asks to retry later. */
const servedExportOf = (path: string) =>
  vi.waitFor(
    async () => {
      const answer = await exportOf(path, 'csv');
      if (answer.status === 503) throw new Error(answer.body);
      return answer;
    },
    { timeout: 100_000, interval: 500 },
  );

/** Tables that may grow large: how to fill them, and their export. */
const long: [path: string, table: string, columns: string, values: string][] = [
  ['/post', 'sys_post', 'post_name, post_code', "'岗位' || n, 'code' || n"],
  [
    '/sys-login-log',
    'sys_login_log',
    'username, status, ipaddr, user_agent, msg, login_time',
    "'user' || n, '2', '127.0.0.1', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', '登录成功', now()",
  ],
  [
    '/config',
    'sys_config',
    'config_name, config_key, config_value',
    "'参数' || n, 'key' || n, 'value ' || n",
  ],
];

bar(65, 'two exports run at a time, 32 wait, and further ones are refused with a retry time', async () => {
  const people = await addStaff(10);
  const client = await app.database.pool.connect();
  try {
    await client.query('begin');
    await client.query('lock table sys_post in access exclusive mode');
    const answers = people.flatMap((bearer) =>
      Array.from({ length: 4 }, () => exportOf('/post', 'csv', bearer)),
    );
    let refused = 0;
    for (const answer of answers)
      void answer.then(({ status }) => {
        if (status === 503) refused += 1;
      });
    const first = await Promise.race(answers);
    expect(first.status).toBe(503);
    expect(first.headers['retry-after']).toBe('2');
    const waiting = async () => {
      const { rows } = await app.database.pool.query<{ count: number }>(
        "select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows[0]?.count;
    };
    await expect.poll(waiting).toBe(2);
    // All have arrived: an export that ends frees a place in the queue.
    await expect.poll(() => refused, { timeout: 30_000 }).toBe(6);
    // Other requests do not wait for them.
    expect((await app.send('GET', '/app-config')).status).toBe(200);
    await client.query('rollback');
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 503)).toHaveLength(6);
    expect(statuses.filter((status) => status === 200)).toHaveLength(34);
  } finally {
    client.release();
  }
  return 'of 40 at once by 10 users 2 at work, 32 in line, 6 refused with 503 and Retry-After';
});

bar(65, 'more than 50,000 rows are not exported, and the caller gets an error', async () => {
  const tried = long.slice(0, atScale(1, 3));
  for (const [path, table, columns, values] of tried) {
    await fill(table, columns, values, MAX_EXPORT_ROWS);
    const whole = await servedExportOf(path);
    expect(whole.status, path).toBe(200);
    // The export reads pages: no row is missing or duplicated.
    const lines = whole.body.trim().split('\n');
    expect([lines.length, new Set(lines).size]).toStrictEqual([MAX_EXPORT_ROWS + 1, MAX_EXPORT_ROWS + 1]);
    await fill(table, columns, values, MAX_EXPORT_ROWS + 1);
    const { status, headers, body } = await servedExportOf(path);
    const refused = { ...(JSON.parse(body) as Envelope), status, headers };
    expect(failureFaults(refused, path, { status: 400, error: 'request.invalid' })).toStrictEqual([]);
    expect(refused.msg).toContain('50001');
  }
  return `${tried.length} lists: 50,000 rows are exported, 50,001 refused with 400`;
});

bar(65, 'ten large exports at once take bounded memory while others are served', async () => {
  const people = await addStaff(10);
  const figures: string[] = [];
  for (const format of ['csv', 'xlsx'] as const) {
    const rows = atScale(3_000, MAX_EXPORT_ROWS);
    await app.database.pool.query(
      'delete from sys_post where post_id not in (select post_id from sys_user_post)',
    );
    await fill('sys_post', 'post_name, post_code', "'岗位' || n, 'code' || n", rows);
    // Warm-up: loads the code that exports need.
    expect((await exportOf('/dict/type', format)).status).toBe(200);
    const memory = watchMemory(app.server.pid);
    const made = Promise.all(people.map((bearer) => exportOf('/post', format, bearer)));
    const { longestMs } = await askMeanwhile(made);
    const grown = memory.growthMb();
    // A busy machine refuses some of them with a retry time.
    const answers = await made;
    const count = answers.filter(({ status }) => status === 200).length;
    expect(count).toBeGreaterThanOrEqual(2);
    expect(answers.filter(({ status }) => status === 503).length).toBe(10 - count);
    assertBelow(grown, 100, `MB for exports as ${format}`);
    assertBelow(longestMs, 300, `ms for others during exports as ${format}`);
    figures.push(
      `${count} as .${format} made, memory +${grown} MB, others answered within ${Math.round(longestMs)} ms`,
    );
  }
  return `10 exports of ${atScale(3_000, MAX_EXPORT_ROWS).toLocaleString('en-US')} rows at once: ${figures.join('; ')}`;
});
