import { afterAll, describe, expect, test } from 'vitest';
import type { ProcessTreeNode } from '#contract/catalogue/process-tree.ts';
import { readCatalogue } from '#tests/support/data/quotations.ts';
import { startProcesses, admin, input } from './processes.test-data.ts';

const { app, add, edit, remove } = await startProcesses();
afterAll(() => app.close());

async function treeOf(id: number): Promise<ProcessTreeNode | undefined> {
  return (await readCatalogue(app)).tree.find((root) => root.id === id);
}

/** `{id: root_id}` as stored. */
async function rootIds(...ids: number[]): Promise<Record<string, number>> {
  const { rows } = await app.database.pool.query<{ id: number; root_id: number }>(
    'select id, root_id from process where id = any($1) order by id',
    [ids],
  );
  return Object.fromEntries(rows.map((row) => [row.id, row.root_id]));
}

describe('a process', () => {
  test('is created with options, read, edited by version and deleted', async () => {
    const root = await add();
    const option = await add({ name: '选项', parentId: root.id });
    expect(await treeOf(root.id)).toMatchObject({ name: '试验工艺', children: [{ name: '选项' }] });
    expect(await edit(root, { name: '改名' })).toMatchObject({
      status: 200,
      data: { name: '改名', version: 2 },
    });
    expect(await edit(root, { name: '又改' })).toMatchObject({
      status: 409,
      error: 'record.changed',
      data: { name: '改名', version: 2 },
    });
    const refused = await remove(root.id);
    expect(refused).toMatchObject({ status: 409, error: 'record.in_use' });
    expect(refused.msg).toBe('改名 下还有 选项，请先删除或一并选择');
    expect(await remove(root.id, option.id)).toMatchObject({ status: 200 });
    expect(await treeOf(root.id)).toBeUndefined();
    expect(await app.send('GET', `/process/${option.id}`, admin)).toMatchObject({ status: 404 });
    expect(await remove(root.id)).toMatchObject({ status: 404 });
  });

  test('is listed among its siblings in sort order', async () => {
    const root = await add();
    const [b, a] = [await add({ parentId: root.id, sort: 2 }), await add({ parentId: root.id, sort: 1 })];
    const order = async () => (await treeOf(root.id))!.children.map((node) => node.id);
    expect(await order()).toEqual([a.id, b.id]);
    await edit(a, { sort: 3 });
    expect(await order()).toEqual([b.id, a.id]);
  });
});

describe('a moved branch', () => {
  test('moves to the new root with all descendants, and back', async () => {
    const [one, two] = [await add(), await add()];
    const branch = await add({ parentId: one.id });
    const leaf = await add({ parentId: branch.id });
    expect(await edit(branch, { parentId: two.id })).toMatchObject({
      status: 200,
      data: { parentId: two.id },
    });
    expect(await rootIds(branch.id, leaf.id)).toEqual({ [branch.id]: two.id, [leaf.id]: two.id });
    expect((await treeOf(one.id))!.children).toEqual([]);
    expect((await treeOf(two.id))!.children).toMatchObject([{ id: branch.id, children: [{ id: leaf.id }] }]);

    expect(await edit({ ...branch, version: 2 }, { parentId: 0 })).toMatchObject({ status: 200 });
    expect(await rootIds(branch.id, leaf.id)).toEqual({ [branch.id]: branch.id, [leaf.id]: branch.id });
    expect(await treeOf(branch.id)).toMatchObject({ children: [{ id: leaf.id }] });
  });

  test('is unchanged when the new parent is below it, too deep or unknown', async () => {
    const root = await add();
    const branch = await add({ parentId: root.id });
    const leaf = await add({ parentId: branch.id });
    const fault = (msg: string) => ({ status: 400, errors: { parentId: msg } });
    expect(await edit(root, { parentId: leaf.id })).toMatchObject(fault('不能移到自己或自己的下级之下'));
    expect(await edit(branch, { parentId: branch.id })).toMatchObject(fault('不能移到自己或自己的下级之下'));
    expect(await edit(branch, { parentId: 999_999 })).toMatchObject(fault('上级工艺不存在'));
    let deepest = leaf;
    for (let level = 4; level <= 6; level += 1) deepest = await add({ parentId: deepest.id });
    const seventh = await app.send('POST', '/process', {
      ...admin,
      body: { ...input, parentId: deepest.id },
    });
    expect(seventh).toMatchObject(fault('工艺最多6级'));
    expect(await treeOf(root.id)).toMatchObject({
      children: [{ children: [{ children: [{ children: [{}] }] }] }],
    });
  });

  test('cannot become a cycle through two simultaneous moves', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await add(), await add()];
      const answers = await Promise.all([edit(a, { parentId: b.id }), edit(b, { parentId: a.id })]);
      expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    }
  });
});

test("an option's prices are deleted with it, and when it becomes a process", async () => {
  const { materials } = await readCatalogue(app);
  const material = materials[0]!;
  const root = await add();
  const [deleted, moved] = [await add({ parentId: root.id }), await add({ parentId: root.id })];
  const entries = [deleted, moved].map(({ id }) => ({ id, price: 5, time: 1 }));
  const body = { processConfig: [...material.processConfig, ...entries], version: material.version };
  expect(await app.send('POST', `/material_process/${material.id}`, { ...admin, body })).toMatchObject({
    status: 200,
  });
  await remove(deleted.id);
  await edit(moved, { parentId: 0 });
  const after = await app.send('GET', `/material/${material.id}`, admin);
  expect(after.data).toMatchObject({ processConfig: material.processConfig, version: material.version + 3 });
});
