import { afterAll, expect, test } from 'vitest';
import type { MatchingPart, RepeatedPart } from '#contract/orders/parts.ts';
import { addDept, addPerson, type Person } from '#tests/support/data/people.ts';
import { buildOrder } from '#tests/support/data/quotations.ts';
import { startParts, namesOf, partFingerprint } from './parts.test-data.ts';

const { app, item, addCustomer, order, send, list, model, measure } = await startParts();
afterAll(() => app.close());

const permissions = ['mfr:quote:add', 'mfr:order:add', 'mfr:order:query', 'mfr:order:list', 'mfr:order:move'];
const addMember = (deptId: number, dataScope = '3') => addPerson(app, { deptId, dataScope, permissions });

test('a part is one row for all its orders, with its last configuration and its totals', async () => {
  const buyer = await addCustomer();
  await order(buyer, [{ name: 'QM-1024 B 支架', num: 5 }, { name: '盖板' }]);
  const last = await order(buyer, [{ name: ' qm-1024  b 支架', num: 7, length: 8, width: 60, height: 40 }]);
  await order(buyer, [{ name: 'QM-1024 B 支架', num: 100 }], 'quoted');
  const found = await list(buyer);
  expect(namesOf(found)).toEqual(['QM-1024 B 支架', '盖板']);
  expect(found[0]).toMatchObject({
    code: 'QM-1024',
    revision: 'B',
    orders: 2,
    pieces: 12,
    quotations: 1,
    orderId: last,
    isOrdered: true,
    item: { num: 7, material: item.material },
  });
  expect(found[0]?.lastOrderedAt).toBe(found[0]?.at);
});

test('customers see no parts of another company, and a colleague’s only within the data scope', async () => {
  const company = await addDept(app);
  const other = await addDept(app);
  const buyer = await addMember(company.deptId);
  const chief = await addMember(company.deptId);
  const colleague = await addMember(company.deptId, '5');
  const rival = await addMember(other.deptId);
  await order(buyer, [{ name: '法兰 A1' }]);
  await order(rival, [{ name: '法兰 A1' }, { name: '轴' }]);
  const [part] = await list(buyer);
  const [theirs] = await list(rival, '?text=%E6%B3%95');
  expect(namesOf(await list(buyer))).toEqual(['法兰 A1']);
  expect(namesOf(await list(chief))).toEqual(['法兰 A1']);
  expect(await list(colleague)).toEqual([]);
  expect(theirs?.id).not.toBe(part?.id);
  // Once the colleague orders the same part, the colleague sees it with that order only.
  await order(colleague, [{ name: '法兰 A1', num: 3 }]);
  expect(await list(colleague)).toMatchObject([{ id: part?.id, orders: 1, pieces: 3 }]);
  expect(await list(chief)).toMatchObject([{ id: part?.id, orders: 2 }]);

  for (const [method, path, body] of [
    ['GET', `/part/${part?.id}`, undefined],
    ['GET', `/part/${part?.id}/history`, undefined],
    ['PUT', `/part/${part?.id}`, { code: 'X', revision: '', name: 'X', version: 1 }],
    ['POST', '/part/repeat', { ids: [theirs?.id, part?.id] }],
  ] as const)
    expect((await app.send(method, path, { token: rival.token, body })).status, path).toBe(404);
  // Another user's library is limited to the caller's scope.
  expect(await list(rival, `?userId=${buyer.userId}`)).toEqual([]);
  const clerk = await addPerson(app, { roleKey: 'sales' });
  expect(namesOf(await list(clerk, `?userId=${buyer.userId}`))).toEqual(['法兰 A1']);
  expect(await list(clerk)).toEqual([]);
});

test('a cancelled order counts as a quotation, and a revision replaces its lines', async () => {
  const buyer = await addCustomer();
  const id = await order(buyer, [{ name: '滑块' }]);
  expect(await list(buyer)).toMatchObject([{ orders: 1, quotations: 0 }]);
  const { version } = (await app.send('GET', `/order/${id}/withExt`, { token: buyer.token })).data as {
    version: number;
  };
  const moved = await app.send('POST', `/order/${id}/move`, {
    token: buyer.token,
    body: { to: 'cancelled', reason: '不需要了', version },
  });
  expect(moved.status, moved.msg).toBe(200);
  expect(await list(buyer)).toMatchObject([
    { orders: 0, pieces: 0, quotations: 1, isOrdered: false, lastOrderedAt: null },
  ]);

  const quoted = await order(buyer, [{ name: '旧名' }], 'quoted');
  const items = [{ ...item, name: '新名' }];
  const { price } = await buildOrder(app, { token: buyer.token }, items);
  const revised = await app.send('PUT', `/order/${quoted}`, {
    token: buyer.token,
    body: { items, price, version: 1 },
  });
  expect(revised.status, revised.msg).toBe(200);
  expect(namesOf(await list(buyer)).toSorted()).toEqual(['新名', '滑块'].toSorted());
});

test('parts are found by number or name and by size, sorted and paged', async () => {
  const buyer = await addCustomer();
  await order(buyer, [{ name: 'AX-100 C 底座', length: 120, width: 60, height: 20 }]);
  await order(buyer, [{ name: '100%盖', length: 50.4, width: 50, height: 10 }]);
  await order(buyer, [{ name: '底座' }]);
  await order(buyer, [{ name: '底座' }]);
  expect(namesOf(await list(buyer, '?text=ax-100%20c'))).toEqual(['AX-100 C 底座']);
  expect(namesOf(await list(buyer, `?text=${encodeURIComponent('底座')}`))).toEqual([
    '底座',
    'AX-100 C 底座',
  ]);
  expect(namesOf(await list(buyer, '?text=100%25'))).toEqual(['100%盖']);
  expect(namesOf(await list(buyer, '?length=20&width=120'))).toEqual(['AX-100 C 底座']);
  // The two sides must match two different edges.
  expect(await list(buyer, '?length=120&width=120')).toEqual([]);
  expect(namesOf(await list(buyer, '?length=50&width=50'))).toEqual(['100%盖']);
  expect(await list(buyer, '?length=50&width=50.9&tolerance=0.4')).toEqual([]);
  expect(namesOf(await list(buyer, '?ordersOrder=desc&pageSize=1'))).toEqual(['底座']);
  expect(namesOf(await list(buyer, '?lastOrderedAtOrder=asc&pageSize=1&pageIndex=2'))).toEqual(['100%盖']);
  const beyond = await send(buyer, '?pageIndex=9');
  expect(beyond.data).toMatchObject({ list: [], count: 3 });
  for (const query of ['?length=abc', '?length=99999', '?tolerance=-1', '?what=1', '?pageSize=0'])
    expect((await send(buyer, query)).status, query).toBe(400);
});

test('number, revision and name can be edited, and orders under either name belong to the part', async () => {
  const buyer = await addCustomer();
  await order(buyer, [{ name: '支架' }]);
  const [part] = await list(buyer);
  const body = { code: 'QM-9', revision: 'C', name: '新支架', version: part!.version };
  const edit = (change: object) =>
    app.send('PUT', `/part/${part!.id}`, { token: buyer.token, body: { ...body, ...change } });
  expect((await edit({})).data).toMatchObject({ code: 'QM-9', revision: 'C', name: '新支架', version: 2 });
  expect((await edit({})).status).toBe(409);
  for (const change of [{ name: '' }, { code: 'x'.repeat(41) }, { revision: 'x'.repeat(11) }, { size: 1 }])
    expect((await edit({ ...change, version: 2 })).status, JSON.stringify(change)).toBe(400);
  await order(buyer, [{ name: '新支架' }]);
  await order(buyer, [{ name: '支架' }]);
  expect(await list(buyer)).toMatchObject([{ id: part!.id, name: '新支架', code: 'QM-9', orders: 3 }]);
  const history = await app.send('GET', `/part/${part!.id}/history?pageSize=2`, { token: buyer.token });
  expect(history.data).toMatchObject({ count: 3, list: [{ lineNo: 1, status: 'placed' }, {}] });
});

test('parts with models are recognised by their measured shape, and found by a dropped model', async () => {
  const buyer = await addCustomer();
  const stranger = await addCustomer();
  const [first, again, other] = [
    await model(buyer, '一'),
    await model(buyer, '二'),
    await model(buyer, '三'),
  ];
  await order(buyer, [{ name: '外壳', model: first }]);
  await order(buyer, [{ name: '外壳 二', model: again }]);
  await order(buyer, [{ name: '外壳', model: other }]);
  await order(buyer, [{ name: '外壳', model: first }]);
  expect(await list(buyer)).toHaveLength(3);
  await measure(first.id, partFingerprint);
  await measure(again.id, { ...partFingerprint, volumeMm3: 19_000.001 });
  await measure(other.id, { ...partFingerprint, volumeMm3: 25_000 });
  const found = await list(buyer);
  expect(found.map((part) => [part.name, part.orders])).toEqual([
    ['外壳', 3],
    ['外壳', 1],
  ]);
  expect(found[0]?.model).toEqual({ id: first.id, body: 0, hasThumbnail: false });

  const match = async (who: Person, fingerprint: unknown) =>
    app.send('POST', '/part/match', { token: who.token, body: { fingerprint } });
  expect((await match(buyer, partFingerprint)).data as MatchingPart[]).toMatchObject([
    { id: found[0]?.id, likeness: 'same' },
  ]);
  expect((await match(buyer, { ...partFingerprint, handedness: -0.3 })).data).toMatchObject([
    { likeness: 'mirrored' },
  ]);
  expect((await match(stranger, partFingerprint)).data).toEqual([]);
  expect((await match(buyer, { ...partFingerprint, volumeMm3: 0 })).status).toBe(400);
});

test('parts are repeated as last ordered, with their model; invalid lists of ids are refused', async () => {
  const buyer = await addCustomer();
  const sent = await model(buyer, '返');
  const id = await order(buyer, [{ name: '甲' }, { name: '乙', model: sent, num: 4 }]);
  const found = await list(buyer);
  const ids = ['乙', '甲'].map((name) => found.find((part) => part.name === name)!.id);
  const repeat = (wanted: unknown) =>
    app.send('POST', '/part/repeat', { token: buyer.token, body: { ids: wanted } });
  const repeated = (await repeat(ids)).data as RepeatedPart[];
  expect(repeated.map((part) => [part.partId, part.orderId, part.item.num])).toEqual([
    [ids[0], id, 4],
    [ids[1], id, 10],
  ]);
  expect(repeated.map(({ models }) => models.map((one) => one.id))).toEqual([[sent.id], []]);
  for (const wanted of [[], [ids[0], ids[0]], ['1'], undefined, Array.from({ length: 51 }, (_, n) => n + 1)])
    expect((await repeat(wanted)).status).toBe(400);
  expect((await repeat([...ids, 999_999])).status).toBe(404);
});
