import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AgreedPrice } from '#contract/catalogue/machining-prices.ts';
import { priceKey, type PriceChange } from '#contract/prices/price-changes.ts';
import type { PriceDraftDetails } from '#contract/prices/price-drafts.ts';
import type { PriceTable } from '#contract/prices/price-table.ts';
import { copyMaterial } from '#tests/support/data/copy-material.ts';
import { addDept, addPerson } from '#tests/support/data/people.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const admin = { as: 'admin' };
const get = async <T>(path: string): Promise<T> => (await app.send('GET', path, admin)).data;
const post = (path: string, body: unknown) => app.send('POST', path, { ...admin, body });
const remove = async (path: string, id: number) =>
  expect(await app.send('DELETE', path, { ...admin, body: { ids: [id] } })).toMatchObject({ status: 200 });
const table = () => get<PriceTable>('/price-table');
const one = (id: number) => get<PriceDraftDetails>(`/price-draft/${id}`);
async function draftOf(changes: readonly PriceChange[]): Promise<number> {
  const answer = await post('/price-draft', { name: '年度调价', reason: '', changes });
  expect(answer.status, answer.msg).toBe(200);
  return Number(answer.data);
}
const drop = (id: number, changes: readonly PriceChange[], version = 1, sender: object = admin) =>
  app.send('POST', `/price-draft/${id}/drop`, {
    ...sender,
    body: { keys: changes.map(priceKey), version },
  });
const publish = async (id: number) => {
  const { version, seen } = await one(id);
  return post(`/price-draft/${id}/publish`, { version, seen, confirmJumps: true });
};

/** A copy of the first material, with its prices. */
const addMaterial = async (name: string) => copyMaterial(app, (await table()).materials[0]!.id, name);
/** The first `count` prices of a material, each raised by a yuan. */
async function raised(material: number, count: number): Promise<PriceChange[]> {
  const cells = (await table()).cells.filter(([materialId]) => materialId === material);
  return cells.slice(0, count).map(([materialId, optionId, price, time]) => ({
    kind: 'cell',
    materialId,
    optionId,
    before: { price, time },
    after: { price: price + 1, time },
  }));
}

test('a draft with prices of a deleted material names it, and can be published once they are removed', async () => {
  const [kept, gone] = [await addMaterial('留下的铝'), await addMaterial('停产的铝')];
  const [good, lost] = [await raised(kept, 2), await raised(gone, 2)];
  const id = await draftOf([...good, ...lost]);
  await remove('/material', gone);
  expect(
    (await one(id)).changes.map(({ group, isDeleted, now }) => [group, isDeleted, now === null]),
  ).toEqual([
    ['留下的铝', false, false],
    ['留下的铝', false, false],
    ['停产的铝', true, true],
    ['停产的铝', true, true],
  ]);
  expect(await publish(id)).toMatchObject({
    status: 400,
    msg: '材料“停产的铝”已删除，请先从草稿中移除有关的 2 个价格',
  });
  expect((await one(id)).state).toBe('draft');

  expect(await drop(id, lost)).toMatchObject({ status: 200, data: { count: 2 } });
  expect(await one(id)).toMatchObject({ count: 2, version: 2 });
  expect(await publish(id)).toMatchObject({ status: 200, data: { saved: 2 } });
});

test('a material deleted while its price is edited is reported by name, not by number', async () => {
  const gone = await addMaterial('改价时删除的铝');
  const [change] = await raised(gone, 1);
  await remove('/material', gone);
  const { kind: _kind, ...cell } = change as PriceChange & { kind: 'cell' };
  const saved = await app.send('PUT', '/price-table', { ...admin, body: { cells: [cell] } });
  expect(saved.msg).toBe('材料“改价时删除的铝”已删除');
  expect((await post('/price-draft', { name: '迟到', reason: '', changes: [change] })).msg).toBe(
    '材料“改价时删除的铝”已删除',
  );
});

test('an agreed price of a deleted company is named and can be removed', async () => {
  const { deptId } = await addDept(app);
  const [tag] = await get<AgreedPrice[]>('/machining-price/agreed');
  const agreed: PriceChange = {
    kind: 'machining',
    deptId,
    materialTag: tag!.materialTag,
    before: null,
    after: tag!.price + 1,
  };
  const [good] = await raised((await table()).materials[0]!.id, 1);
  const id = await draftOf([good!, agreed]);
  await remove('/dept', deptId);
  const [, named] = (await one(id)).changes;
  expect(named).toMatchObject({ isDeleted: true });
  expect(await publish(id)).toMatchObject({
    status: 400,
    msg: `公司“${named!.group}”已删除，请先从草稿中移除有关的 1 个价格`,
  });
  expect((await drop(id, [agreed])).status).toBe(200);
  expect((await publish(id)).status).toBe(200);
});

test('one of two simultaneous removals of different prices is refused', async () => {
  const changes = await raised((await table()).materials[1]!.id, 3);
  const id = await draftOf(changes);
  const answers = await Promise.all(changes.slice(0, 2).map((change) => drop(id, [change])));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await one(id)).toMatchObject({ count: 2, version: 2 });
});

test('the last price of a draft and prices of a published draft cannot be removed', async () => {
  const changes = await raised((await table()).materials[2]!.id, 2);
  const id = await draftOf(changes);
  expect(await drop(id, changes)).toMatchObject({
    status: 400,
    msg: '移除后草稿中没有价格，请直接删除草稿',
  });
  expect((await drop(id, changes.slice(0, 1))).status).toBe(200);
  expect(await drop(id, changes.slice(0, 1), 2)).toMatchObject({ status: 400, msg: '草稿中没有这个价格' });
  expect((await publish(id)).status).toBe(200);
  expect(await drop(id, changes.slice(1), 3)).toMatchObject({ status: 409, error: 'record.changed' });
});

test('prices hidden from a user cannot be removed by that user', async () => {
  const [tag] = await get<AgreedPrice[]>('/machining-price/agreed');
  const change = { kind: 'machining', deptId: 0, materialTag: tag!.materialTag } as const;
  const hidden: PriceChange = { ...change, before: tag!.price, after: tag!.price + 1 };
  const [good] = await raised((await table()).materials[0]!.id, 1);
  const id = await draftOf([good!, hidden]);
  const sender = await addPerson(app, { permissions: ['mfr:price:list', 'mfr:price:edit'], isStaff: true });
  expect((await drop(id, [hidden], 1, { token: sender.token })).status).toBe(400);
  expect((await drop(id, [good!], 1, { token: sender.token })).status).toBe(200);
});
