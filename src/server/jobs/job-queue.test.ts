import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { sendJob, type Job } from './job-queue.ts';
import { startQueues, kind, keyOf } from './job-queue.test-data.ts';

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
const untilEnded = async () =>
  await expect.poll(() => figuresOf(kind)).toMatchObject({ waiting: 0, running: 0 });

test('each job runs once, in one of several processes', async () => {
  const ran: string[] = [];
  for (const queue of [await open(), await open(), await open()])
    queue.work(kind, (job) => {
      ran.push(keyOf(job));
      return Promise.resolve();
    });
  const keys = Array.from({ length: 20 }, (_, n) => `job ${n}`);
  await Promise.all(keys.map((key) => send(key)));
  await untilEnded();
  expect(ran.toSorted()).toStrictEqual(keys.toSorted());
});

test('a job is added when its transaction commits, and only one per key waits', async () => {
  await expect(
    database.db.transaction(async (tx) => {
      await sendJob(tx, kind, {}, { key: 'withdrawn' });
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await figuresOf(kind)).toMatchObject({ waiting: 0 });
  await send('same');
  await send('same');
  expect(await figuresOf(kind)).toMatchObject({ waiting: 1, running: 0, failed: 0 });
});

test('jobs with a higher priority run first, others in order of arrival', async () => {
  const ran: string[] = [];
  await send('a');
  await send('b');
  await send('c', { priority: 1 });
  await send('later', { delayS: 3_600 });
  (await open()).work(kind, (job) => {
    ran.push(keyOf(job));
    return Promise.resolve();
  });
  await expect.poll(() => ran).toStrictEqual(['c', 'a', 'b']);
  expect(await figuresOf(kind)).toMatchObject({ waiting: 1, oldestSeconds: 0 });
});

test('a job’s writes and its completion are one transaction', async () => {
  await database.db.execute(sql`create table effect (key text)`);
  let runs = 0;
  await send('once');
  (await open()).work(kind, async (job) => {
    runs += 1;
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`insert into effect values (${keyOf(job)})`);
      // Another process has taken the job over, because the lease of the first run has ended.
      if (runs === 1)
        await database.db.execute(
          sql`update pgboss.job set state = 'retry', retry_count = 1, started_on = null where name = ${kind}`,
        );
      await job.complete(tx);
    });
  });
  await untilEnded();
  expect(runs).toBe(2);
  expect((await database.db.execute(sql`select key from effect`)).rows).toStrictEqual([{ key: 'once' }]);
  expect(String(errors[0])).toContain('the lease of job');
});

test('the job of a dead process runs again once its lease has ended', async () => {
  await send('orphan');
  await database.db.execute(sql`
    update pgboss.job set state = 'active', started_on = now() - interval '1 day', retry_delay = 1 where name = ${kind}`);
  const ran: string[] = [];
  (await open()).work(kind, (job) => {
    ran.push(keyOf(job));
    return Promise.resolve();
  });
  await expect.poll(() => ran).toStrictEqual(['orphan']);
});

test('a stop aborts a running job and returns it to the queue without counting a try', async () => {
  await send('long');
  const first = await open();
  const signals: AbortSignal[] = [];
  first.work(kind, ({ signal }) => {
    signals.push(signal);
    return new Promise(() => undefined);
  });
  await expect.poll(() => signals).toHaveLength(1);
  await first.stop();
  expect(signals[0]?.aborted).toBe(true);
  expect(await figuresOf(kind)).toMatchObject({ waiting: 1, running: 0 });
  (await open()).work(kind, () => Promise.resolve());
  await untilEnded();
  const { rows } = await database.db.execute(sql`select state, retry_count as tries from pgboss.job`);
  expect(rows).toStrictEqual([{ state: 'completed', tries: 0 }]);
  expect(errors).toStrictEqual([]);
});

test('a run whose job was returned completes nothing, though the next run counts as the same try', async () => {
  await send('slow');
  const first = await open();
  const runs: Job[] = [];
  const take = (job: Job) => {
    runs.push(job);
    return new Promise<void>(() => undefined);
  };
  first.work(kind, take);
  await expect.poll(() => runs).toHaveLength(1);
  await first.stop();
  (await open()).work(kind, take);
  await expect.poll(() => runs).toHaveLength(2);
  // The stopped process's handler runs on until it checks its signal.
  await expect(database.db.transaction((tx) => runs[0]!.complete(tx))).rejects.toThrow('the lease of job');
  await database.db.transaction((tx) => runs[1]!.complete(tx));
  expect(await figuresOf(kind)).toMatchObject({ waiting: 0, running: 0, failed: 0 });
});
