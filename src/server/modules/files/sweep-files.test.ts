import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DrizzleQueryError, eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UploadedFile } from '#contract/files/files.ts';
import { files } from '#server/db/schema.ts';
import { png, samples, upload } from '#tests/support/data/files.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { createDiskStore } from './disk-store.ts';
import { newKey, type FileStore } from './file-store.ts';
import { insertFile } from './files.queries.ts';
import { storeBytes } from './files.service.ts';
import { clearIncoming, sweepFiles } from './sweep-files.service.ts';

let app: TestApp;
let store: FileStore;
beforeAll(async () => {
  app = await createTestApp();
  store = createDiskStore(join(app.dataDir, 'files'));
});
afterAll(() => app.close());

const now = new Date('2026-11-21T08:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

async function sent(days: number, content: Buffer = samples.pdf): Promise<UploadedFile & { key: string }> {
  const file = (await upload(app, 'a.pdf', content)).data as UploadedFile;
  const [row] = await app.database.db
    .update(files)
    .set({ createdAt: daysAgo(days) })
    .where(eq(files.id, file.id))
    .returning();
  return { ...file, key: row!.key };
}

async function stored(): Promise<string[]> {
  const keys: string[] = [];
  for await (const batch of store.list()) keys.push(...batch.map(({ key }) => key));
  return keys.toSorted();
}

async function age(path: string, days: number): Promise<void> {
  await utimes(path, daysAgo(days), daysAgo(days));
}

const pathOf = (key: string) => join(app.dataDir, 'files', key.slice(0, 2), key.slice(2, 4), key);

test('a sweep deletes uploads unused for a week, and contents without a row after a day', async () => {
  const item = buildItem(await readCatalogue(app));
  const before = { keys: await stored(), rows: await app.database.db.select({ id: files.id }).from(files) };
  const [fresh, forgotten, used] = [await sent(6.9), await sent(7.1, png(30, 30)), await sent(30)];
  const body = await buildOrder(app, { as: 'demo' }, [{ ...item, fileIds: [used.id] }]);
  expect((await place(app, { as: 'demo' }, body)).status).toBe(200);
  const [stray, young] = [newKey(), newKey()];
  await store.put(stray, samples.pdf);
  await store.put(`${stray}-t`, samples.pdf);
  await store.put(young, samples.pdf);
  for (const key of [stray, `${stray}-t`, used.key]) await age(pathOf(key), 1.1);
  await age(pathOf(young), 0.9);
  await age(pathOf(forgotten.key), 7.1);
  for (const [name, days] of [
    ['cut-off', 1.1],
    ['arriving', 0.9],
  ] as const) {
    const path = join(store.incoming, name);
    await writeFile(path, 'half');
    await age(path, days);
  }
  // A foreign file in the same directory.
  await writeFile(join(app.dataDir, 'files/README'), '');
  await age(join(app.dataDir, 'files/README'), 100);

  const swept = await sweepFiles(app.database.db, store, now, new AbortController().signal);
  expect(swept).toStrictEqual({ file: 1, 'stray files': 2 });
  expect(await clearIncoming(store, now, new AbortController().signal)).toStrictEqual({
    'unfinished files': 1,
  });
  expect(await stored()).toStrictEqual([...before.keys, fresh.key, used.key, young].toSorted());
  expect(await readdir(store.incoming)).toStrictEqual(['arriving']);
  expect(await readdir(join(app.dataDir, 'files'))).toContain('README');
  const rows = await app.database.db.select({ id: files.id }).from(files);
  expect(new Set(rows)).toStrictEqual(new Set([...before.rows, { id: fresh.id }, { id: used.id }]));
});

test.each([
  ['the database refused it', () => failedQuery(new pg.DatabaseError('no', 2, 'error')), false],
  ['we gave up', () => new Error('archived by another process'), false],
  ['the outcome of the insert is unknown', () => failedQuery(new Error('Connection terminated')), true],
])('contents are removed unless their row may exist: %s', async (_, failure, isLeft) => {
  const before = await stored();
  const error = failure();
  await expect(storeBytes(store, samples.pdf, () => Promise.reject(error))).rejects.toBe(error);
  expect((await stored()).length - before.length).toBe(isLeft ? 1 : 0);
});

test('a file whose row was written before the connection broke is not removed', async () => {
  const { id: like } = await sent(0);
  const [row] = await app.database.db.select().from(files).where(eq(files.id, like));
  const { name, type, kind, ownerId } = row!;
  let key = '';
  const writing = storeBytes(store, samples.pdf, async (written) => {
    ({ key } = written);
    await insertFile(app.database.db, { ...written, name, type, kind, ownerId, createdAt: now });
    throw failedQuery(new Error('Connection terminated'));
  });
  await expect(writing).rejects.toThrow('Failed query');
  expect(await stored()).toContain(key);
});

const failedQuery = (cause: Error) => new DrizzleQueryError('commit', [], cause);

test('an aborted sweep stops reading', async () => {
  const stopping = new AbortController();
  const asked: string[] = [];
  const endless: FileStore = {
    ...store,
    async *list() {
      for (;;)
        yield [
          { key: newKey(), modifiedAt: daysAgo(900) },
          { key: newKey(), modifiedAt: daysAgo(900) },
        ];
    },
    remove: (key) => {
      asked.push(key);
      if (asked.length === 3) stopping.abort();
      // Without the signal the sweep would never end.
      return asked.length > 5 ? Promise.reject(new Error('not stopped')) : Promise.resolve();
    },
  };
  const swept = sweepFiles(app.database.db, endless, daysAgo(300), stopping.signal);
  await expect(swept).rejects.toThrow('aborted');
  expect(asked).toHaveLength(3);
});
