import { afterAll, afterEach, expect, test } from 'vitest';
import type { LeadClassRecord } from '#contract/catalogue/lead-classes.ts';
import type { Material } from '#contract/catalogue/material-list.ts';
import type { PriceHistoryEntry } from '#contract/prices/price-history.ts';
import type { PriceTable } from '#contract/prices/price-table.ts';
import type { PriceVersion } from '#contract/prices/price-versions.ts';
import { leadFiguresOf, materialFiguresOf } from '#contract/prices/record-figures.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { listOf } from '#tests/support/data/quotations.ts';
import { startPublications, admin } from './draft-publication.test-data.ts';

const { app, get, post, one, draftOf, publish, schedule, letMomentsCome, stopQueues } =
  await startPublications();
afterEach(stopQueues);
afterAll(() => app.close());

const material = (id: number) => get<Material>(`/material/${id}`);
const sizes = async (id: number) => materialFiguresOf(await material(id));
const lead = async (id: number) => leadFiguresOf(await get<LeadClassRecord>(`/lead-class/${id}`));
const historyOf = async (kind: string, id: number) =>
  listOf<PriceHistoryEntry>(await app.send('GET', `/price-history?kind=${kind}&recordId=${id}`, admin));
const latest = async () => listOf<PriceVersion>(await app.send('GET', '/price-version', admin))[0]!;
const rollBack = (revision: number, kept: string[] = []) =>
  post(`/price-version/${revision}/roll-back`, { kept });

test('a base size that raises large parts by more than half needs confirmation, in draft and form', async () => {
  const before = await sizes(1);
  const after = { ...before, length: before.length / 2 };
  const id = await draftOf([{ kind: 'material', materialId: 1, before, after }]);
  const jump = { name: expect.stringContaining('基准尺寸'), from: 100, to: 200 };
  expect(await post(`/price-draft/${id}/publish`, { version: 1 })).toMatchObject({
    status: 409,
    error: 'price.jump',
    data: { count: 1, jumps: [jump] },
  });
  const { name, materialTag, sort, remark, version } = await material(1);
  const edit = (body: object) =>
    app.send('PUT', '/material/1', {
      ...admin,
      body: { name, materialTag, sort, remark, version, ...after, ...body },
    });
  expect(await edit({})).toMatchObject({ status: 409, error: 'price.jump', data: { jumps: [jump] } });
  expect(await edit({ confirmJumps: true })).toMatchObject({ status: 200 });
  const saved = await latest();
  expect(saved).toMatchObject({ count: 1, draft: null });
  expect(await historyOf('material', 1)).toMatchObject([{ before, after, draftName: '' }]);
  // The draft already has its new value.
  expect((await one(id)).changes).toMatchObject([{ kind: 'material', group: '材料', now: after }]);
  expect(await rollBack(saved.revision)).toMatchObject({ status: 200, data: { saved: 1 } });
  expect(await sizes(1)).toEqual(before);
});

test('days of a material and a class are published on schedule and rolled back, each with its history', async () => {
  const [before, was] = [await sizes(2), await lead(2)];
  const [x, y] = (await get<PriceTable>('/price-table')).options.map((option) => option.id);
  const id = await draftOf([
    { kind: 'material', materialId: 2, before, after: { ...before, deliveryTime: 9, speed: 0.25 } },
    {
      kind: 'lead',
      leadClassId: 2,
      before: was,
      after: { ...was, slots: null, optionIds: [y!, x!], status: 2 },
    },
  ]);
  expect((await schedule(id)).status).toBe(200);
  await letMomentsCome();
  await expect.poll(async () => (await one(id)).state, { timeout: 60_000 }).toBe('live');
  expect(await sizes(2)).toEqual({ ...before, deliveryTime: 9, speed: 0.25 });
  expect(await lead(2)).toEqual({
    ...was,
    slots: null,
    optionIds: [x!, y!].toSorted((a, b) => a - b),
    status: 2,
  });
  expect((await post(`/price-draft/${id}/roll-back`, { version: 3 })).status).toBe(200);
  expect(await sizes(2)).toEqual(before);
  expect(await lead(2)).toEqual(was);
  for (const [kind, figures] of [
    ['material', before],
    ['lead', was],
  ] as const)
    expect(await historyOf(kind, 2)).toMatchObject([
      { after: figures, draftName: '年度调价', isRollBack: true },
      { before: figures, draftName: '年度调价', isRollBack: false },
    ]);
});

test('classes changed together are checked for contradictions only at the end', async () => {
  const add = async (name: string, factor: number, percent: number) =>
    Number((await post('/lead-class', { name, factor, percent, sort: 5, status: 2 })).data);
  const [fast, faster] = [await add('加快', 0.7, 20), await add('特快', 0.3, 40)];
  const [a, b] = [await lead(fast), await lead(faster)];
  const change = (percent: number, other: number) => [
    { kind: 'lead' as const, leadClassId: fast, before: a, after: { ...a, percent } },
    { kind: 'lead' as const, leadClassId: faster, before: b, after: { ...b, percent: other } },
  ];
  const wrong = await draftOf(change(60, 50));
  expect(await publish(wrong)).toMatchObject({ status: 400, msg: expect.stringContaining('不能更便宜') });
  expect([await lead(fast), await lead(faster)]).toEqual([a, b]);
  const right = await draftOf(change(60, 80));
  expect((await publish(right)).status).toBe(200);
  expect([(await lead(fast)).percent, (await lead(faster)).percent]).toEqual([60, 80]);
  // Records added with a version remain, and are listed.
  const [added] = await historyOf('lead', faster).then((entries) => entries.slice(-1));
  const key = `lead/${faster}`;
  expect(await rollBack(added!.revision)).toMatchObject({
    status: 409,
    msg: expect.stringContaining('交期档位“特快”是在这一版本新增的'),
  });
  await app.send('DELETE', '/lead-class', { ...admin, body: { ids: [faster] } });
  expect(await post(`/price-draft/${right}/roll-back`, { version: 2 })).toMatchObject({
    error: 'price.changed_since',
    data: { conflicts: [{ key, reason: '已删除' }] },
  });
  expect(await post(`/price-draft/${right}/roll-back`, { version: 2, kept: [key] })).toMatchObject({
    status: 200,
    data: { saved: 1 },
  });
});

test('a user without permission for a kind of record neither sees nor publishes its figures', async () => {
  const before = await lead(1);
  const id = await draftOf([{ kind: 'lead', leadClassId: 1, before, after: { ...before, percent: -9 } }]);
  const permissions = ['mfr:price:list', 'mfr:price:edit'];
  const { token } = await addPerson(app, { permissions, isStaff: true });
  expect((await app.send('GET', `/price-draft/${id}`, { token })).data).toMatchObject({
    changes: [],
    hidden: 1,
  });
  expect(await app.send('POST', `/price-draft/${id}/publish`, { token, body: { version: 1 } })).toMatchObject(
    { status: 403, msg: '草稿中有交期档位，您没有修改交期档位的权限' },
  );
  expect(await app.send('GET', '/price-history?kind=lead&recordId=1', { token })).toMatchObject({
    status: 200,
    data: { list: [], count: 0 },
  });
});
