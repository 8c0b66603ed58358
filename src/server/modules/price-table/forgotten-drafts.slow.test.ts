import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Notification } from '#contract/system/notifications.ts';
import type { ChangeOf } from '#contract/prices/price-changes.ts';
import type { PriceDraftDetails } from '#contract/prices/price-drafts.ts';
import type { PriceHistoryEntry } from '#contract/prices/price-history.ts';
import type { PriceTable } from '#contract/prices/price-table.ts';
import { startJobQueue, type JobQueue } from '#server/jobs/job-queue.ts';
import { createNotifier } from '#server/modules/notifications/notifications.service.ts';
import { listOf } from '#tests/support/data/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { giveUpDraft, publishDue, queueLostDrafts } from './publish-due.service.ts';

const admin = { as: 'admin' };
const HOUR_MS = 3_600_000;

let app: TestApp;
const queues: JobQueue[] = [];
beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.stop()));
  await app.database.db.execute(sql`truncate pgboss.job`);
});
afterAll(() => app.close());

type Cell = PriceTable['cells'][number];
const readCells = async () => ((await app.send('GET', '/price-table', admin)).data as PriceTable).cells;
const one = async (id: number) =>
  (await app.send('GET', `/price-draft/${id}`, admin)).data as PriceDraftDetails;
const stateOf = async (id: number) => (await one(id)).state;
const raised = ([materialId, optionId, price, time]: Cell): ChangeOf<'cell'> => ({
  kind: 'cell',
  materialId,
  optionId,
  before: { price, time },
  after: { price: price + 1, time },
});

/** Returns a different priced cell for each test. */
let used = 0;
async function somePriced(): Promise<Cell> {
  const cells = (await readCells()).filter(([, , price]) => price > 1);
  used += 1;
  return cells[used]!;
}

/** Schedules a draft that raises a price in an hour. */
async function scheduled(cell: Cell, name: string): Promise<{ id: number; publishAt: Date }> {
  const made = await app.send('POST', '/price-draft', {
    ...admin,
    body: { name, reason: '', changes: [raised(cell)] },
  });
  const id = Number(made.data);
  const publishAt = new Date(Date.now() + HOUR_MS);
  const answer = await app.send('POST', `/price-draft/${id}/schedule`, {
    ...admin,
    body: { version: 1, confirmJumps: true, publishAt: publishAt.toISOString() },
  });
  expect(answer.status, answer.msg).toBe(200);
  return { id, publishAt };
}

const unschedule = (id: number) =>
  app.send('POST', `/price-draft/${id}/unschedule`, { ...admin, body: { version: 2 } });

/** Like a restore: backups exclude the queue. */
const loseJobs = () => app.database.db.execute(sql`truncate pgboss.job`);
const makeOverdue = (id: number) =>
  app.database.db.execute(sql`update price_draft set publish_at = now() - interval '1 day' where id = ${id}`);
const jobs = async (name = 'publish-prices') => {
  const { rows } = await app.database.db.execute<{ startAfter: string; data: unknown }>(
    sql`select start_after as "startAfter", data from pgboss.job where name = ${name} and state < 'completed'`,
  );
  return rows;
};
const sweep = () => queueLostDrafts(app.database.db, new Date());

async function startWork(processes = 1): Promise<void> {
  const deps = {
    database: app.database,
    notifier: createNotifier({ hasMail: false, origin: 'https://quote.test' }),
  };
  for (let n = 0; n < processes; n += 1) {
    const queue = await startJobQueue(app.database.pool, () => undefined, { maintenanceS: 1, pollMs: 50 });
    queues.push(queue);
    queue.work('publish-prices', (job) => publishDue(deps, job));
    queue.work('give-up-prices', (job) => giveUpDraft(deps, job));
  }
}
const notices = async (name: string) =>
  listOf<Notification>(await app.send('GET', '/notification', admin)).filter(({ title }) =>
    title.includes(`“${name}”`),
  );
const historyOf = async ([materialId, optionId]: Cell) =>
  listOf<PriceHistoryEntry>(
    await app.send('GET', `/price-table/history?materialId=${materialId}&optionId=${optionId}`, admin),
  );

test('a scheduled draft that lost its job gets one new job, even with several processes', async () => {
  const { id, publishAt } = await scheduled(await somePriced(), '等待');
  expect(await sweep()).toBe(0);
  await loseJobs();
  await Promise.all([sweep(), sweep()]);
  expect(await sweep()).toBe(0);
  const [job, ...more] = await jobs();
  expect(more).toEqual([]);
  expect(job!.data).toEqual({ draftId: id, version: 2 });
  expect(Math.abs(new Date(job!.startAfter).getTime() - publishAt.getTime())).toBeLessThan(60_000);
  await unschedule(id);
});

test('an overdue draft without a job is published once, by one of two processes', async () => {
  const cell = await somePriced();
  const { id } = await scheduled(cell, '迟到');
  await loseJobs();
  await makeOverdue(id);
  await Promise.all([sweep(), sweep()]);
  await startWork(2);
  await expect.poll(() => stateOf(id)).toBe('live');
  expect(await historyOf(cell)).toMatchObject([{ after: raised(cell).after, draftName: '迟到' }]);
  expect((await notices('迟到')).map(({ title }) => title)).toEqual(['调价“迟到”已按时发布']);
  expect(await sweep()).toBe(0);
});

test('a duplicate job takes effect once', async () => {
  const cell = await somePriced();
  const { id } = await scheduled(cell, '两次');
  await app.database.db.execute(sql`
    insert into pgboss.job (name, data, retry_limit) select name, data, retry_limit from pgboss.job where name = 'publish-prices'`);
  await app.database.db.execute(sql`update pgboss.job set start_after = now()`);
  expect(await jobs()).toHaveLength(2);
  await startWork(2);
  await expect.poll(jobs).toEqual([]);
  expect(await stateOf(id)).toBe('live');
  expect(await historyOf(cell)).toHaveLength(1);
  expect(await notices('两次')).toHaveLength(1);
});

test('an unscheduled or published draft gets no job', async () => {
  const [back, live] = [
    await scheduled(await somePriced(), '收回'),
    await scheduled(await somePriced(), '照常'),
  ];
  await unschedule(back.id);
  await app.database.db.execute(sql`update pgboss.job set start_after = now()`);
  await startWork();
  await expect.poll(() => stateOf(live.id)).toBe('live');
  await loseJobs();
  expect(await sweep()).toBe(0);
});

test('a draft that failed its last run is unscheduled with the reason, and its author is notified', async () => {
  const cell = await somePriced();
  const { id } = await scheduled(cell, '中断');
  // Every run has crashed: the next maintenance finds the last one.
  await app.database.db.execute(sql`
    update pgboss.job set state = 'active', started_on = now() - interval '1 day', retry_count = retry_limit
    where name = 'publish-prices'`);
  const maintenance = await startJobQueue(app.database.pool, () => undefined, {
    maintenanceS: 1,
    pollMs: 50,
  });
  queues.push(maintenance);
  await expect.poll(() => jobs('give-up-prices')).toHaveLength(1);
  // The job that gives up the draft is already queued.
  expect(await sweep()).toBe(0);
  await startWork();
  await expect.poll(() => stateOf(id)).toBe('draft');
  expect(await one(id)).toMatchObject({ publishAt: null, failure: '多次尝试后仍未能发布', version: 3 });
  expect(await notices('中断')).toMatchObject([{ title: '调价“中断”未能按时发布' }]);
  expect(await historyOf(cell)).toEqual([]);
  expect(await sweep()).toBe(0);
});
