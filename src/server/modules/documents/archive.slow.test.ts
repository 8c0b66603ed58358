import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { files, orders, quotationDocuments } from '#server/db/schema.ts';
import type { AppOptions } from '#server/app.ts';
import type { FileStore } from '#server/modules/files/file-store.ts';
import { createFileStore } from '#server/modules/files/file-stores.ts';
import { createSettingsReader } from '#server/modules/settings/settings.service.ts';
import { AppError } from '#server/http/app-error.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createArchive, type Archive } from './archive.service.ts';

let app: TestApp;
let store: FileStore;
let archive: Archive;
const failures: unknown[] = [];
const onPlaced: AppOptions['onPlaced'] = (id) => archive.add(id);
const demo = { as: 'demo' };
const running = new AbortController().signal;

const open = (into: FileStore): Archive =>
  createArchive(
    {
      database: app.database,
      store: into,
      settings: createSettingsReader(app.database.db),
      origin: 'https://quote.test',
      hasDiskSpace: () => Promise.resolve(true),
    },
    { clock: () => new Date(), onError: (error) => failures.push(error) },
  );

beforeAll(async () => {
  app = await createTestApp({ onPlaced });
  store = createFileStore({ kind: 'disk' }, app.dataDir);
  archive = open(store);
});
afterAll(async () => {
  await archive.stop();
  await app.close();
});

async function order(status: 'quoted' | 'placed'): Promise<number> {
  const item = buildItem(await readCatalogue(app));
  const answer = await place(app, demo, await buildOrder(app, demo, [item], { status }));
  expect(answer.status).toBe(200);
  return Number(answer.data);
}

async function archivedFileOf(orderId: number) {
  const [row] = await app.database.db
    .select({ file: files, pdf: quotationDocuments.pdf })
    .from(quotationDocuments)
    .innerJoin(files, eq(files.id, quotationDocuments.fileId))
    .where(and(eq(quotationDocuments.orderId, orderId)));
  return row;
}

async function countKept(): Promise<number> {
  let count = 0;
  for await (const batch of store.list()) count += batch.length;
  return count;
}

test('a failed document is reported, leaves nothing behind, and is archived by the hourly check, once', async () => {
  await archive.stop();
  const full: FileStore = { ...store, put: () => Promise.reject(new AppError('storage.full')) };
  archive = open(full);
  const before = await countKept();
  const id = await order('placed');
  await expect.poll(() => failures.length).toBe(1);
  expect(failures.splice(0)).toMatchObject([{ error: 'storage.full' }]);
  expect(await archivedFileOf(id)).toBeUndefined();
  await archive.stop();

  // Two processes check at the same time.
  const both = [open(store), open(store)];
  const later = new Date(Date.now() + 3_600_000);
  for (const { catchUp } of both) {
    expect(await catchUp(later, running)).toBe(1);
  }
  await expect.poll(() => archivedFileOf(id)).toBeDefined();
  for (const one of both) await one.stop();
  expect(await countKept()).toBe(before + 1);
  failures.length = 0;
  const third = open(store);
  expect(await third.catchUp(later, running)).toBe(0);
  await third.stop();
});

test('the check of a stopping server archives nothing', async () => {
  await archive.stop();
  const id = await order('placed');
  const later = new Date(Date.now() + 3_600_000);
  archive = open(store);
  await expect(archive.catchUp(later, AbortSignal.abort(new Error('stops')))).rejects.toThrow('stops');
  const stopping = new AbortController();
  const checked = archive.catchUp(later, stopping.signal);
  stopping.abort(new Error('stops'));
  await expect(checked).rejects.toThrow('stops');
  expect(await archivedFileOf(id)).toBeUndefined();
  expect(await archive.catchUp(later, running)).toBeGreaterThan(0);
});

test('the hourly check finds a quotation that was ordered long after it was made', async () => {
  await archive.stop();
  const id = await order('placed');
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const written = { createdAt: daysAgo(300), placedAt: daysAgo(1) };
  await app.database.db.update(orders).set(written).where(eq(orders.id, id));
  const again = open(store);
  expect(await again.catchUp(new Date(), running)).toBe(1);
  await again.stop();
});
