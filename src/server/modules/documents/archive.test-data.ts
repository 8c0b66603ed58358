import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { files, quotationDocuments } from '#server/db/schema.ts';
import type { AppOptions } from '#server/app.ts';
import type { FileStore } from '#server/modules/files/file-store.ts';
import { createFileStore } from '#server/modules/files/create-file-store.ts';
import { createSettingsReader } from '#server/modules/settings/settings.service.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';
import { createArchive, type Archive } from './archive.service.ts';

export const demo = { as: 'demo' };

/** The app with an archive that fails as a test wants. */
export async function startArchives() {
  const failures: unknown[] = [];
  const onPlaced: AppOptions['onPlaced'] = (id) => current.add(id);

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

  const app = await createTestApp({ onPlaced });
  const store = createFileStore({ kind: 'disk' }, app.dataDir);
  let current = open(store);
  /** Another archive takes the orders that are placed from now on. */
  const archiveInto = (into: FileStore): Archive => (current = open(into));

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
  return {
    app,
    store,
    archiveInto,
    stopArchive: () => current.stop(),
    failures,
    open,
    order,
    archivedFileOf,
  };
}
