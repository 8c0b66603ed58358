import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Archive } from '#server/modules/documents/archive.service.ts';
import { createFileStore } from '#server/modules/files/file-stores.service.ts';
import { createNotifier } from '#server/modules/notifications/notifications.service.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { startQueuedWork } from './queued-work.ts';

test('documents that a killed process had not archived are looked for at once, though a check ran within the hour', async () => {
  const app = await createTestApp();
  let checks = 0;
  const archive: Archive = {
    add: () => undefined,
    catchUp: () => Promise.resolve((checks += 1)),
    stop: () => Promise.resolve(),
  };
  const start = () =>
    startQueuedWork({
      database: app.database,
      queueDatabase: app.database,
      store: createFileStore({ kind: 'disk' }, app.dataDir),
      archive,
      notifier: createNotifier({ hasMail: false, origin: 'https://quote.test' }),
      logger: pino({ level: 'silent' }),
    });
  for (let starts = 1; starts <= 2; starts += 1) {
    const work = await start();
    await expect.poll(() => checks, { timeout: 10_000 }).toBe(starts);
    await work.stop();
  }
  // Another one follows for orders placed just before the end, which do not count as missed yet.
  const { rows } = await app.database.pool.query(
    "select count(*)::int as waiting from pgboss.job where name = 'archive-missed' and start_after > now() + interval '4 min'",
  );
  expect(rows).toStrictEqual([{ waiting: 1 }]);
  await app.close();
});
