import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { priceDrafts, priceReplays, users } from '#server/db/schema.ts';
import type { Archive } from '#server/modules/documents/archive.service.ts';
import { createFileStore } from '#server/modules/files/create-file-store.ts';
import { createNotifier } from '#server/modules/notifications/notifications.service.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { startQueuedWork } from './queued-work.ts';

const idle: Archive = {
  add: () => undefined,
  catchUp: () => Promise.resolve(0),
  stop: () => Promise.resolve(),
};
const startWork = (app: TestApp, archive = idle) =>
  startQueuedWork({
    database: app.database,
    queueDatabase: app.database,
    store: createFileStore({ kind: 'disk' }, app.dataDir),
    archive,
    notifier: createNotifier({ hasMail: false, origin: 'https://quote.test' }),
    logger: pino({ level: 'silent' }),
  });

test('a start archives documents missed by a killed process at once, even within an hour of the last check', async () => {
  const app = await createTestApp();
  let checks = 0;
  const archive: Archive = { ...idle, catchUp: () => Promise.resolve((checks += 1)) };
  for (let starts = 1; starts <= 2; starts += 1) {
    const work = await startWork(app, archive);
    await expect.poll(() => checks).toBe(starts);
    await work.stop();
  }
  // A second check follows for orders placed just before the stop, which do not count as missed yet.
  const { rows } = await app.database.pool.query(
    "select count(*)::int as waiting from pgboss.job where name = 'archive-missed' and start_after > now() + interval '4 min'",
  );
  expect(rows).toStrictEqual([{ waiting: 1 }]);
  await app.close();
});

test('a start resumes scheduled drafts and replays without jobs, even within an hour of the last check', async () => {
  const app = await createTestApp();
  const { db } = app.database;
  const [admin] = await db.select().from(users).where(eq(users.username, 'admin'));
  for (let starts = 1; starts <= 2; starts += 1) {
    const name = `恢复 ${starts}`;
    const draft = { name, reason: '', changes: [], count: 0, createdName: '管理员', createBy: admin!.userId };
    await db
      .insert(priceDrafts)
      .values({ ...draft, state: 'scheduled', publishAt: sql`now() - interval '1 day'`, version: 2 });
    const day = '2026-01-01';
    const filter = { deptId: null, username: '', materialTag: '', processId: null, status: 'sold' } as const;
    await db.insert(priceReplays).values({
      filter: { ...filter, beginDate: day, endDate: day },
      state: 'running',
      createdName: '管理员',
      draftName: name,
    });
    const work = await startWork(app);
    const stateOfDraft = async () =>
      (await db.select().from(priceDrafts).where(eq(priceDrafts.name, name)))[0]!.state;
    const stateOfReplay = async () =>
      (await db.select().from(priceReplays).where(eq(priceReplays.draftName, name)))[0]!.state;
    await expect.poll(stateOfDraft).toBe('live');
    await expect.poll(stateOfReplay).toBe('done');
    await work.stop();
  }
  await app.close();
}, 240_000);
