import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { orders } from '#server/db/schema.ts';
import type { FileStore } from '#server/modules/files/file-store.ts';
import { AppError } from '#server/http/app-error.ts';
import { startArchives } from './archive.test-data.ts';

const { app, store, archiveInto, stopArchive, failures, open, order, archivedFileOf } = await startArchives();
const running = new AbortController().signal;
afterAll(async () => {
  await stopArchive();
  await app.close();
});

async function countStored(): Promise<number> {
  let count = 0;
  for await (const batch of store.list()) count += batch.length;
  return count;
}

test('a document that fails is reported, leaves nothing behind, and is archived once by the hourly check', async () => {
  await stopArchive();
  const full: FileStore = { ...store, put: () => Promise.reject(new AppError('storage.full')) };
  archiveInto(full);
  const before = await countStored();
  const id = await order('placed');
  await expect.poll(() => failures.length).toBe(1);
  expect(failures.splice(0)).toMatchObject([{ error: 'storage.full' }]);
  expect(await archivedFileOf(id)).toBeUndefined();
  await stopArchive();

  // Two processes check at the same time.
  const both = [open(store), open(store)];
  const later = new Date(Date.now() + 3_600_000);
  for (const { catchUp } of both) {
    expect(await catchUp(later, running)).toBe(1);
  }
  await expect.poll(() => archivedFileOf(id)).toBeDefined();
  for (const one of both) await one.stop();
  expect(await countStored()).toBe(before + 1);
  failures.length = 0;
  const third = open(store);
  expect(await third.catchUp(later, running)).toBe(0);
  await third.stop();
});

test('the check of a stopping server archives nothing', async () => {
  await stopArchive();
  const id = await order('placed');
  const later = new Date(Date.now() + 3_600_000);
  const archive = archiveInto(store);
  await expect(archive.catchUp(later, AbortSignal.abort(new Error('stops')))).rejects.toThrow('stops');
  const stopping = new AbortController();
  const checked = archive.catchUp(later, stopping.signal);
  stopping.abort(new Error('stops'));
  await expect(checked).rejects.toThrow('stops');
  expect(await archivedFileOf(id)).toBeUndefined();
  expect(await archive.catchUp(later, running)).toBeGreaterThan(0);
});

test('the hourly check finds a quotation that was placed long after it was created', async () => {
  await stopArchive();
  const id = await order('placed');
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const written = { createdAt: daysAgo(300), placedAt: daysAgo(1) };
  await app.database.db.update(orders).set(written).where(eq(orders.id, id));
  const again = open(store);
  expect(await again.catchUp(new Date(), running)).toBe(1);
  await again.stop();
});
