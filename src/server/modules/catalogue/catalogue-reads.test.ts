import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Material } from '#contract/catalogue/material-list.ts';
import { materials, processes } from '#server/db/schema.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { listOf, readCatalogue } from '#tests/support/data/quotations.ts';
import { seededNumbers } from '#tests/support/data/seeded-numbers.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { createMirror } from './catalogue-mirror.test-data.ts';
import { writeCatalogue } from './catalogue-writes.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const get = (path: string, headers: Record<string, string> = {}, as = 'demo') =>
  app.send('GET', path, { as, headers });
const byId = <T extends { id: number }>(rows: Iterable<T>) => [...rows].toSorted((a, b) => a.id - b.id);

describe('reading increments during many writes', () => {
  test('misses no late commits: the copy ends up equal to the tables', async () => {
    const mirror = await createMirror(app);
    const { materials: model, tree } = await readCatalogue(app);
    const next = seededNumbers(11);
    const writing = { isOver: false };
    const writer = async (name: number) => {
      for (let round = 0; round < 12; round += 1) {
        await writeCatalogue(app.database, async (tx, updatedAt) => {
          // The timestamp is already taken; when the change commits is random.
          const {
            id: _id,
            processConfig: _prices,
            createdAt: _c,
            updatedAt: _u,
            ...like
          } = model[next(model.length)]!;
          const kind = next(4);
          const someMaterial = model[next(model.length)]!.id;
          const someRoot = tree[next(tree.length)]!;
          if (kind === 0) {
            await tx
              .insert(materials)
              .values({ ...like, name: `并发${name}-${round}`, createdAt: updatedAt, updatedAt });
          } else if (kind === 1) {
            await tx
              .update(materials)
              .set({ sort: next(999), updatedAt })
              .where(eq(materials.id, someMaterial));
          } else if (kind === 2) {
            await tx
              .update(processes)
              .set({ sort: next(999), updatedAt })
              .where(eq(processes.id, someRoot.id));
          } else if (round > 8) {
            await tx
              .update(materials)
              .set({ deletedAt: updatedAt, updatedAt })
              .where(eq(materials.id, someMaterial));
          }
          await tx.execute(sql`select pg_sleep(${next(8) / 1000})`);
        });
      }
    };
    const reader = async () => {
      let reads = 0;
      while (!writing.isOver) {
        await mirror.update();
        reads += 1;
      }
      return reads;
    };
    const reading = reader();
    await Promise.all(Array.from({ length: 8 }, (_, name) => writer(name)));
    writing.isOver = true;
    expect(await reading).toBeGreaterThan(3);
    await mirror.update();
    const fresh = await readCatalogue(app);
    expect(byId(mirror.materials.values())).toStrictEqual(byId(fresh.materials));
    expect(byId(mirror.roots.values())).toStrictEqual(byId(fresh.tree));
    const { rows } = await app.database.pool.query<{ n: number }>(
      'select count(*)::int as n from material where deleted_at is null',
    );
    expect(mirror.materials.size).toBe(rows[0]?.n);
  });

  test('includes a change that was in progress in the next increment', async () => {
    const mirror = await createMirror(app);
    const [first, second] = [...mirror.materials.keys()];
    let commitFirst = () => {};
    const mayCommit = new Promise<void>((resolve) => (commitFirst = resolve));
    let started = () => {};
    const hasStarted = new Promise<void>((resolve) => (started = resolve));
    const slow = writeCatalogue(app.database, async (tx, updatedAt) => {
      await tx.update(materials).set({ remark: '慢', updatedAt }).where(eq(materials.id, first!));
      started();
      await mayCommit;
    });
    await hasStarted;
    // A later change waits for the first, so no reader sees it earlier.
    const quick = writeCatalogue(app.database, async (tx, updatedAt) => {
      await tx.update(materials).set({ remark: '快', updatedAt }).where(eq(materials.id, second!));
    });
    expect((await mirror.update()).materials).toStrictEqual([]);
    commitFirst();
    await Promise.all([slow, quick]);
    expect((await mirror.update()).materials.toSorted((a, b) => a - b)).toStrictEqual(
      [first, second].toSorted((a, b) => a! - b!),
    );
  });
});

describe('the ETag', () => {
  const paths = ['/material', '/process/tree', '/machining-price', '/material?pageSize=5&nameOrder=desc'];

  test.each(paths)('of %s is 304 until the catalogue changes', async (path) => {
    const first = await get(path);
    const etag = String(first.headers['etag']);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const same = await get(path, { 'if-none-match': etag });
    expect({ status: same.status, etag: same.headers['etag'] }).toStrictEqual({ status: 304, etag });
    expect((await get(path, { 'if-none-match': `"x", W/${etag}, "y"` })).status).toBe(304);
    expect((await get(path, { 'if-none-match': `${etag.slice(0, -2)}x"` })).status).toBe(200);
    await writeCatalogue(app.database, () => Promise.resolve());
    const changed = await get(path, { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers['etag']).not.toBe(etag);
  });

  test('depends on the query, and is never sent without permission', async () => {
    const etags = await Promise.all(paths.map(async (path) => (await get(path)).headers['etag']));
    expect(new Set(etags).size).toBe(paths.length);
    const { token } = await addPerson(app, { permissions: ['mfr:order:list'] });
    const headers = { 'if-none-match': String(etags[0]) };
    expect((await app.send('GET', '/material', { token, headers })).status).toBe(403);
    expect((await app.send('GET', '/material', { headers })).status).toBe(401);
  });
});

describe('the material list', () => {
  test('is filtered by name and tag, with wildcards taken literally', async () => {
    const all = listOf<Material>(await get('/material?pageSize=1000'));
    const [some] = all;
    const found = await get(`/material?name=${encodeURIComponent(some!.name.slice(1, 4).toLowerCase())}`);
    expect(listOf<Material>(found).map(({ id }) => id)).toContain(some!.id);
    const tagged = listOf<Material>(
      await get(`/material?materialTag=${encodeURIComponent(some!.materialTag)}&pageSize=1000`),
    );
    expect(tagged.map(({ id }) => id)).toStrictEqual(
      all.filter(({ materialTag }) => materialTag === some!.materialTag).map(({ id }) => id),
    );
    for (const wildcard of ['%25', '%25%25', '__', '%5C', '%5C%25', "'--"])
      expect((await get(`/material?name=${wildcard}`)).data).toMatchObject({ list: [], count: 0 });
    await writeCatalogue(app.database, (tx, updatedAt) =>
      tx
        .update(materials)
        .set({ name: String.raw`100%_纯\铝`, updatedAt })
        .where(eq(materials.id, some!.id)),
    );
    for (const part of ['100%', '%_', String.raw`纯\铝`, '_纯'])
      expect(
        listOf<Material>(await get(`/material?name=${encodeURIComponent(part)}`)).map(({ id }) => id),
      ).toStrictEqual([some!.id]);
  });
});
