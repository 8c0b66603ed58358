import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCatalogue } from '#tests/support/data/quotations.ts';
import type { Envelope } from '#tests/support/app/api.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { createMirror, type CatalogueMirror } from './catalogue-mirror.test-data.ts';

let app: TestApp;
let mirror: CatalogueMirror;
beforeAll(async () => {
  app = await createTestApp();
  mirror = await createMirror(app);
});
afterAll(() => app.close());

const byId = <T extends { id: number }>(rows: Iterable<T>) => [...rows].toSorted((a, b) => a.id - b.id);

/** Writes and returns the ids in the increments; the mirror must then equal a fresh client's copy. */
async function changesOf(write: Promise<Envelope>): Promise<{ materials: number[]; roots: number[] }> {
  expect(await write).toMatchObject({ status: 200 });
  const ids = await mirror.update();
  const fresh = await readCatalogue(app);
  expect(byId(mirror.materials.values())).toEqual(byId(fresh.materials));
  expect(byId(mirror.roots.values())).toEqual(byId(fresh.tree));
  return ids;
}

const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body: unknown) =>
  app.send(method, path, { as: 'admin', body });
const process = (rest: object) => ({
  name: '增量',
  sort: 1,
  filterType: 0,
  materialIds: [],
  remark: '',
  ...rest,
});
const idOf = async (path: string): Promise<object> => (await app.send('GET', path, { as: 'admin' })).data;

test('every kind of write appears in the increments, with only the changed records', async () => {
  const { materials, tree } = await readCatalogue(app);
  const model = materials[0]!;
  const {
    id: _id,
    processConfig: _prices,
    manualOptions: _manual,
    status: _status,
    version: _version,
    createdAt: _c,
    updatedAt: _u,
    ...input
  } = model;
  const [firstRoot, secondRoot] = [tree[0]!, tree[1]!];
  const priced = materials.find((one) => one.processConfig.length > 0)!;

  // Materials.
  const created = await send('POST', '/material', { ...input, name: '增量材料' });
  const materialId = Number(created.data);
  expect(await changesOf(Promise.resolve(created))).toEqual({ materials: [materialId], roots: [] });
  const material = await idOf(`/material/${materialId}`);
  expect(await changesOf(send('PUT', `/material/${materialId}`, { ...material, name: '改' }))).toEqual({
    materials: [materialId],
    roots: [],
  });
  const prices = { processConfig: [{ id: firstRoot.children[0]!.id, price: 3, time: 1 }], version: 2 };
  expect(await changesOf(send('POST', `/material_process/${materialId}`, prices))).toEqual({
    materials: [materialId],
    roots: [],
  });

  // Cells of the price table.
  const [cell] = priced.processConfig;
  const before = { price: cell!.price, time: cell!.time };
  const change = { materialId: priced.id, optionId: cell!.id, before, after: { price: 77.5, time: 2 } };
  expect(await changesOf(send('PUT', '/price-table', { cells: [change], confirmJumps: true }))).toEqual({
    materials: [priced.id],
    roots: [],
  });

  // Processes: a new root, an option below another one, moves between roots, out and in.
  const rootId = Number((await send('POST', '/process', process({ parentId: 0 }))).data);
  const optionId = Number((await send('POST', '/process', process({ parentId: rootId }))).data);
  expect(await changesOf(send('POST', '/process', process({ parentId: optionId })))).toMatchObject({
    roots: [rootId],
  });
  const move = async (id: number, parentId: number) =>
    send('PUT', `/process/${id}`, { ...(await idOf(`/process/${id}`)), parentId });
  const between = await changesOf(move(optionId, firstRoot.id));
  expect(new Set(between.roots)).toEqual(new Set([rootId, firstRoot.id, optionId]));
  await changesOf(move(optionId, 0));
  expect(mirror.roots.has(optionId)).toBe(true);
  // A root that becomes an option disappears from the roots.
  await changesOf(move(optionId, secondRoot.id));
  expect(mirror.roots.has(optionId)).toBe(false);
  const leaf = mirror.roots.get(secondRoot.id)!.children.find((node) => node.id === optionId)!.children[0]!;

  // Deletions: an option with prices, a root, a material named in rules.
  const named = { filterType: 1, materialIds: [materialId] };
  await changesOf(send('PUT', `/process/${rootId}`, { ...(await idOf(`/process/${rootId}`)), ...named }));
  const current = (await readCatalogue(app)).materials.find((one) => one.id === priced.id)!;
  const more = [...current.processConfig, { id: optionId, price: 1, time: 1 }];
  await changesOf(
    send('POST', `/material_process/${priced.id}`, { processConfig: more, version: current.version }),
  );
  const ended = await changesOf(send('DELETE', '/process', { ids: [optionId, leaf.id] }));
  expect(ended.materials).toEqual([priced.id]);
  const gone = await changesOf(send('DELETE', '/material', { ids: [materialId] }));
  expect(gone).toEqual({ materials: [materialId], roots: [rootId] });
  expect(await changesOf(send('DELETE', '/process', { ids: [rootId] }))).toMatchObject({ roots: [rootId] });
});

test('a machining price changes only the list of machining prices', async () => {
  const agreed = await app.send('GET', '/machining-price/agreed?deptId=0', { as: 'admin' });
  const [row] = agreed.data as { materialTag: string; price: number; version: number }[];
  const { materialTag, version } = row!;
  const prices = [{ materialTag, price: row!.price + 1, version }];
  expect(await changesOf(send('PUT', '/machining-price', { deptId: 0, prices }))).toEqual({
    materials: [],
    roots: [],
  });
});
