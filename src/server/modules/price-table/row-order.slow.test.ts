import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CostRow } from '#contract/catalogue/costs.ts';
import type { Material } from '#contract/catalogue/material-list.ts';
import type { ProcessTreeNode } from '#contract/catalogue/process-tree.ts';
import type { PriceTable } from '#contract/prices/price-table.ts';
import { listOf, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const admin = { as: 'admin' };

/** Gives a record another position among its siblings. */
async function sortTo(path: string, { id }: { id: number }, sort: number): Promise<void> {
  const { data } = await app.send('GET', `${path}/${id}`, admin);
  const { processConfig: _prices, ...record } = data as Record<string, unknown>;
  const saved = await app.send('PUT', `${path}/${id}`, { ...admin, body: { ...record, sort } });
  expect(saved.status, saved.msg).toBe(200);
}

/** The options below these nodes, depth first. */
const optionsBelow = (nodes: readonly ProcessTreeNode[]): ProcessTreeNode[] =>
  nodes.flatMap((node) => [node, ...optionsBelow(node.children)]);

/** The catalogue as customers read it, and the pairs of the price table, its export and the costs. */
async function readRows() {
  const { materials, tree } = await readCatalogue(app, admin);
  const table = (await app.send('GET', '/price-table', admin)).data as PriceTable;
  const costs: CostRow[] = [];
  for (let page = 1; ; page += 1) {
    const list = listOf<CostRow>(
      await app.send('GET', `/cost?kind=option&pageSize=1000&pageIndex=${page}`, admin),
    );
    costs.push(...list);
    if (list.length < 1000) break;
  }
  const { body: csv } = await app.http.inject({
    method: 'GET',
    url: '/api/v1/price-table/export?format=csv',
    headers: { authorization: `Bearer ${await app.signIn('admin')}` },
  });
  return {
    materials,
    tree,
    table,
    costPairs: costs.map(({ materialId, optionId }) => `${materialId}/${optionId}`),
    exportedPairs: csv
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(','))
      .map(([material, , option]) => `${material}/${option}`),
  };
}

/** The pairs by material in display order, each with its options in tree order. */
function expectedPairs(materials: readonly Material[], tree: readonly ProcessTreeNode[], table: PriceTable) {
  const rules = new Map(table.options.map(({ id, materialIds }) => [id, materialIds]));
  const options = tree.flatMap((root) => optionsBelow(root.children));
  return materials.flatMap(({ id }) =>
    options
      .filter((option) => rules.get(option.id)?.includes(id) ?? true)
      .map((option) => `${id}/${option.id}`),
  );
}

test('the price table, its export and the costs use the catalogue’s order of materials and options', async () => {
  const before = await readRows();
  expect(before.exportedPairs).toEqual(expectedPairs(before.materials, before.tree, before.table));
  expect(before.costPairs).toEqual(before.exportedPairs);

  // The last material, process and option become the first.
  const [material, root] = [before.materials.at(-1)!, before.tree.at(-1)!];
  const option = root.children.at(-1)!;
  expect(root.children.length).toBeGreaterThan(1);
  await sortTo('/material', material, 0);
  await sortTo('/process', root, 0);
  await sortTo('/process', option, 0);

  const after = await readRows();
  expect(after.materials[0]).toMatchObject({ id: material.id });
  expect(after.tree[0]).toMatchObject({ id: root.id });
  expect(after.tree[0]!.children[0]).toMatchObject({ id: option.id });
  expect(after.table.materials.map(({ id }) => id)).toEqual(after.materials.map(({ id }) => id));
  expect(after.table.options[0]).toMatchObject({ id: option.id });
  expect(after.exportedPairs).toEqual(expectedPairs(after.materials, after.tree, after.table));
  expect(after.costPairs).toEqual(after.exportedPairs);
  expect(after.exportedPairs).not.toEqual(before.exportedPairs);
  expect(after.exportedPairs.toSorted()).toEqual(before.exportedPairs.toSorted());
});
