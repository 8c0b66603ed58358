import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Material } from '#contract/catalogue/material-list.ts';
import { depts } from '#server/db/schema.ts';
import { addDept, addPerson } from '#tests/support/data/people.ts';
import { listOf, readCatalogue } from '#tests/support/data/quotations.ts';
import type { Envelope } from '#tests/support/app/api.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { advanceRevision, writeCatalogue } from './catalogue-writes.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const get = (path: string, headers: Record<string, string> = {}, as = 'demo') =>
  app.send('GET', path, { as, headers });

describe('the ETag', () => {
  test('of the machining prices changes when a price agreed with the parent company does', async () => {
    const company = await addDept(app);
    const branch = await addDept(app);
    const [{ material_tag: tag }] = (
      await app.database.pool.query<{ material_tag: string }>(
        'select material_tag from machining_price limit 1',
      )
    ).rows as [{ material_tag: string }];
    await writeCatalogue(app.database, (tx) =>
      tx.execute(
        sql`insert into machining_price (material_tag, dept_id, price_fen) values (${tag}, ${company.deptId}, 77700)`,
      ),
    );
    const { token } = await addPerson(app, { roleKey: 'customer', deptId: branch.deptId });
    const read = (headers = {}) => app.send('GET', '/machining-price', { token, headers });
    const priceOf = ({ data }: Envelope) =>
      (data as { materialTag: string; price: number }[]).find((row) => row.materialTag === tag)?.price;
    const before = await read();
    expect(priceOf(before)).not.toBe(777);
    await app.database.db.transaction(async (tx) => {
      await advanceRevision(tx, 'access');
      await tx
        .update(depts)
        .set({ deptPath: `${company.deptPath}${branch.deptId}/` })
        .where(eq(depts.deptId, branch.deptId));
    });
    const after = await read({ 'if-none-match': String(before.headers['etag']) });
    expect([after.status, priceOf(after)]).toStrictEqual([200, 777]);
  });
});

describe('the material list', () => {
  test('has each row on exactly one page, in every sort order', async () => {
    const all = listOf<Material>(await get('/material?pageSize=1000')).map(({ id }) => id);
    for (const order of [
      '',
      'materialTagOrder=asc',
      'deliveryTimeOrder=desc',
      'nameOrder=desc&sortOrder=asc',
    ]) {
      const seen: number[] = [];
      for (let pageIndex = 1; seen.length < all.length; pageIndex += 1) {
        const page = listOf<Material>(await get(`/material?pageSize=7&pageIndex=${pageIndex}&${order}`));
        if (page.length === 0) break;
        seen.push(...page.map(({ id }) => id));
      }
      expect(seen.toSorted((a, b) => a - b)).toStrictEqual(all.toSorted((a, b) => a - b));
    }
    const sorted = listOf<Material>(await get('/material?pageSize=1000&deliveryTimeOrder=desc')).map(
      ({ deliveryTime }) => deliveryTime,
    );
    expect(sorted).toStrictEqual(sorted.toSorted((a, b) => b - a));
  });

  test('of processes is paged by root, with whole subtrees', async () => {
    const { tree } = await readCatalogue(app);
    const answer = await get('/process/tree?pageSize=2&pageIndex=2');
    expect(answer.data).toMatchObject({ count: tree.length, pageIndex: 2, pageSize: 2 });
    expect(listOf(answer)).toStrictEqual(tree.slice(2, 4));
  });

  test('of processes finds options too, with their ancestors and descendants', async () => {
    const { tree } = await readCatalogue(app);
    const marking = tree.find(({ name }) => name === '打标')!;
    const printing = marking.children.find(({ name }) => name === '丝印')!;
    expect(printing.children.length).toBeGreaterThan(0);
    const find = (name: string) => get(`/process/tree?name=${encodeURIComponent(name)}`);
    expect((await find('丝印')).data).toMatchObject({
      count: 1,
      list: [{ ...marking, children: [printing] }],
    });
    expect(listOf(await find('打标'))).toContainEqual(marking);
    expect((await find('没有这样的工艺')).data).toMatchObject({ count: 0, list: [] });
  });
});
