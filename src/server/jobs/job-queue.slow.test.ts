import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { createTestDatabase } from '#tests/support/app/test-database.ts';
import { sendJob, startJobQueue } from './job-queue.ts';

const kind = 'archive-missed';
const LEASE_S = 5;

test('a run longer than its lease keeps the job, which is released soon after its process dies', async () => {
  const testDatabase = await createTestDatabase();
  const database = openDatabase(testDatabase.url, 8, () => undefined);
  const errors: unknown[] = [];
  const queue = await startJobQueue(database.pool, (error) => void errors.push(error), {
    maintenanceS: 1,
    leaseS: LEASE_S,
  });
  try {
    const readJob = async () => {
      const { rows } = await database.db.execute<{ state: string; ran: number; left: number }>(sql`
        select state, extract(epoch from clock_timestamp() - started_on)::float8 as ran,
          extract(epoch from started_on + expire_in - clock_timestamp())::float8 as left
        from pgboss.job where name = ${kind}`);
      return rows[0]!;
    };
    let runs = 0;
    await sendJob(database.db, kind, {}, { key: 'long' });
    let release = () => undefined as void;
    queue.work(kind, () => {
      runs += 1;
      return new Promise((resolve) => (release = resolve));
    });
    await expect.poll(async () => (await readJob()).ran).toBeGreaterThan(LEASE_S + 1);
    expect((await readJob()).left).toBeLessThanOrEqual(LEASE_S);
    release();
    await expect.poll(async () => (await readJob()).state).toBe('completed');
    expect(runs).toBe(1);
    expect(errors).toStrictEqual([]);
  } finally {
    await queue.stop();
    await database.close();
    await testDatabase.drop();
  }
});
