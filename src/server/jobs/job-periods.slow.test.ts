import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { readJobFigures } from './job-figures.queries.ts';
import { startQueues, kind, keyOf } from './job-queue.test-data.ts';

const other = 'remind-expiring';
const { testDatabase, database, errors, open, send, figuresOf, stopQueues } = await startQueues();
beforeEach(async () => {
  await database.db.execute(sql`truncate pgboss.job`);
  errors.length = 0;
});
afterEach(stopQueues);
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

test('a failing job is retried a limited number of times, then marked failed', async () => {
  let runs = 0;
  await send('broken');
  (await open()).work(kind, () => {
    runs += 1;
    return Promise.reject(new Error('broken'));
  });
  for (let run = 1; run <= 4; run += 1) {
    await expect.poll(() => runs).toBe(run);
    await expect.poll(() => figuresOf(kind)).toMatchObject({ running: 0 });
    // Makes it due now instead of in a minute.
    await database.db.execute(
      sql`update pgboss.job set start_after = now() - interval '1 s' where state = 'retry'`,
    );
  }
  await expect.poll(() => figuresOf(kind)).toMatchObject({ waiting: 0, running: 0, failed: 1 });
  expect(runs).toBe(4);
});

test('a run is aborted when another process may take its job', async () => {
  await send('lost');
  const ended: unknown[] = [];
  (await open(4)).work(kind, ({ signal }) => {
    signal.addEventListener('abort', () => ended.push(signal.reason));
    return new Promise(() => undefined);
  });
  await expect.poll(() => figuresOf(kind)).toMatchObject({ running: 1 });
  await database.db.execute(sql`update pgboss.job set state = 'cancelled' where name = ${kind}`);
  await expect.poll(() => ended.map(String)).toHaveLength(1);
  expect(String(ended[0])).toContain('the lease of job');
});

test("a daily job runs at night in the shop's time zone", async () => {
  const queue = await open();
  queue.every('sweep-rows', () => Promise.resolve());
  await queue.addDue();
  const { rows } = await database.db.execute(sql`
    select to_char(start_after at time zone 'Asia/Shanghai', 'HH24:MI:SS') as "at", start_after > now() as "isLater",
      start_after <= now() + interval '1 day' as "isSoon"
    from pgboss.job where name = 'sweep-rows'`);
  expect(rows).toStrictEqual([{ at: '02:00:00', isLater: true, isSoon: true }]);
});

test('a periodic job runs once per period, no matter how many processes schedule it', async () => {
  const ran: string[] = [];
  const both = [await open(), await open()];
  for (const queue of both)
    queue.every(other, () => {
      ran.push('due');
      return Promise.resolve();
    });
  const age = (hours: number) =>
    database.db.execute(
      sql`update pgboss.job set singleton_on = singleton_on - make_interval(hours => ${hours}) where name = ${other}`,
    );
  const periods = async () => {
    const { rows } = await database.db.execute<{ count: number }>(
      sql`select count(distinct singleton_on)::int as count from pgboss.job where name = ${other}`,
    );
    return rows[0]!.count;
  };
  for (let round = 1; round <= 2; round += 1) {
    for (let tick = 0; tick < 3; tick += 1) await Promise.all(both.map((queue) => queue.addDue()));
    await expect.poll(() => figuresOf(other)).toMatchObject({ waiting: 0, running: 0 });
    // One more if a period ends between two of these ticks.
    expect([round, round + 1]).toContain(await periods());
    expect(ran).toHaveLength(await periods());
    await age(round);
  }
});

test('jobs continue after the database closed every connection', async () => {
  const ran: string[] = [];
  (await open()).work(kind, async (job) => {
    ran.push(keyOf(job));
    if (ran.length > 1) return;
    await database.pool
      .query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()')
      .catch(() => undefined);
  });
  await send('first');
  await expect.poll(() => ran).toStrictEqual(['first']);
  await expect
    .poll(() =>
      send('second').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await expect.poll(() => ran.includes('second')).toBe(true);
});

test('the queue is installed once, and its figures list every job type', async () => {
  await migrate(testDatabase.url);
  const figures = await readJobFigures(database.db);
  expect(figures.map(({ name }) => name)).toContain('sweep-rows');
  expect(figures.every(({ waiting, running, failed }) => waiting + running + failed === 0)).toBe(true);
});
