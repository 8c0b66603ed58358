import { afterAll, describe, expect, test } from 'vitest';
import type { Material } from '#contract/catalogue/material-list.ts';
import { listOf, readCatalogue } from '#tests/support/data/quotations.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { startProcesses, admin, input } from './processes.test-data.ts';

const { app, add, edit, remove } = await startProcesses();
afterAll(() => app.close());

describe('a process', () => {
  test('is copied with its prices and manual options, by users who can edit prices', async () => {
    const { materials, tree } = await readCatalogue(app, admin);
    const source = tree
      .flatMap((root) => root.children)
      .find(({ id }) => {
        return materials.some(({ processConfig }) => processConfig.some((price) => price.id === id));
      })!;
    const [marked] = materials;
    const { processConfig, version } = marked!;
    await app.send('POST', `/material_process/${marked!.id}`, {
      ...admin,
      body: {
        processConfig: processConfig.filter(({ id }) => id !== source.id),
        manualOptions: [source.id],
        version,
      },
    });
    const body = { ...input, name: '选项副本', parentId: source.parentId, copyOf: source.id };
    const copied = await app.send('POST', '/process', { ...admin, body });
    const after = (await readCatalogue(app, admin)).materials;
    const pricesOf = (list: readonly Material[], option: number) =>
      list.flatMap(({ id, processConfig: prices }) =>
        prices.filter((one) => one.id === option).map(({ price, time }) => ({ id, price, time })),
      );
    expect(pricesOf(after, Number(copied.data))).toEqual(pricesOf(after, source.id));
    expect(pricesOf(after, source.id).length).toBeGreaterThan(0);
    expect(after.find(({ id }) => id === marked!.id)?.manualOptions).toEqual([source.id, copied.data]);
    const clerk = await addPerson(app, { permissions: ['mfr:process:add'] });
    expect(await app.send('POST', '/process', { token: clerk.token, body })).toMatchObject({
      status: 403,
      msg: '您没有修改材料的权限，不能复制工艺价格',
    });
  });

  test('names only existing materials, each once', async () => {
    const [material] = (await readCatalogue(app)).materials;
    const body = { ...input, filterType: 2, materialIds: [material!.id, 999_999] };
    const refused = await app.send('POST', '/process', { ...admin, body });
    expect(refused).toMatchObject({ status: 400, errors: { materialIds: '材料 999999 不存在' } });
    const node = await add({ filterType: 2, materialIds: [material!.id, material!.id] });
    expect(node.materialIds).toEqual([material!.id]);
  });
});

test('an option that is deleted or becomes a process is no longer manual, and the prices can be saved', async () => {
  const { materials } = await readCatalogue(app, admin);
  const read = async () => (await app.send('GET', `/material/${materials[0]!.id}`, admin)).data as Material;
  const before = await read();
  const save = ({ id, processConfig, manualOptions, version }: Material) =>
    app.send('POST', `/material_process/${id}`, {
      ...admin,
      body: { processConfig, manualOptions, version },
    });
  const root = await add();
  const [kept, deleted, moved] = [
    await add({ parentId: root.id }),
    await add({ parentId: root.id }),
    await add({ parentId: root.id }),
  ];
  const marked = await save({ ...before, manualOptions: [kept.id, deleted.id, moved.id] });
  expect(marked).toMatchObject({ status: 200 });
  const list = await app.send('GET', '/material', admin);
  const since = encodeURIComponent((list.data as { maxUpdatedAt: string }).maxUpdatedAt);
  await remove(deleted.id);
  await edit(moved, { parentId: 0 });
  const after = await read();
  expect(after).toMatchObject({ manualOptions: [kept.id], version: before.version + 3 });
  const changes = listOf<Material>(await app.send('GET', `/material?maxUpdatedAt=${since}`, admin));
  expect(changes).toMatchObject([{ id: before.id, manualOptions: [kept.id] }]);
  expect(await save(after)).toMatchObject({ status: 200, data: { manualOptions: [kept.id] } });
});
