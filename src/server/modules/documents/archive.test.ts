import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { files, quotationDocuments } from '#server/db/schema.ts';
import type { AppOptions } from '#server/app.ts';
import type { FileStore } from '#server/modules/files/file-store.ts';
import { createFileStore } from '#server/modules/files/file-stores.ts';
import { createSettingsReader } from '#server/modules/settings/settings.service.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createArchive, type Archive } from './archive.service.ts';

let app: TestApp;
let store: FileStore;
let archive: Archive;
const failures: unknown[] = [];
const onPlaced: AppOptions['onPlaced'] = (id) => archive.add(id);
const demo = { as: 'demo' };

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

test('the document of an order is archived after the order is placed, at once or later', async () => {
  const quoted = await order('quoted');
  const placed = await order('placed');
  await expect.poll(() => archivedFileOf(placed)).toBeDefined();
  expect(await archivedFileOf(quoted)).toBeUndefined();
  const moved = await app.send('POST', `/order/${quoted}/move`, {
    ...demo,
    body: { to: 'placed', version: 1 },
  });
  expect(moved.status).toBe(200);
  await expect.poll(() => archivedFileOf(quoted)).toBeDefined();

  for (const id of [quoted, placed]) {
    const { file, pdf } = (await archivedFileOf(id))!;
    const { orderNo, userId } = (await app.send('GET', `/order/${id}`, demo)).data as {
      orderNo: string;
      userId: number;
    };
    expect(file).toMatchObject({ kind: 'document', name: `${orderNo}-R1.pdf`, ownerId: userId });
    const answer = await app.http.inject({
      url: `/api/v1/file/${file.id}`,
      headers: { authorization: `Bearer ${await app.signIn('demo')}` },
    });
    expect(answer.rawPayload.equals(pdf!)).toBe(true);
    expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(file.hash);
  }
  expect(failures).toStrictEqual([]);
});
