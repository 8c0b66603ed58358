import { afterAll, expect, test } from 'vitest';
import type { LibraryPart, PartHistoryLine, RepeatedLine } from '#contract/orders/part-library.ts';
import { addDept, addPerson, type Person } from '#tests/support/data/people.ts';
import { listOf } from '#tests/support/data/quotations.ts';
import { startLibrary } from './part-library.test-data.ts';

const { app, item, other, clerk, addMember, order, list } = await startLibrary();
afterAll(() => app.close());
const repeats = async (orderId: number, who: Person = clerk): Promise<RepeatedLine[]> =>
  (await app.send('GET', `/order/${orderId}/parts`, { token: who.token })).data;

test('staff find parts of all companies by number, size, company and material, latest first', async () => {
  const [first, second] = [await addDept(app), await addDept(app)];
  const [buyer, rival] = [await addMember(first.deptId), await addMember(second.deptId)];
  const loner = await addPerson(app, { roleKey: 'customer' });
  await order(buyer, [{ ...item, name: 'DG-1 A 阀体', num: 5 }]);
  await order(rival, [{ ...other, name: 'DG-1 A 阀体', num: 3, length: 60.3 }], 'quoted');
  const last = await order(loner, [{ ...item, name: 'DG-2 端盖', length: 8, width: 60, height: 41 }]);

  const { deptId: lonerDept } = (await app.send('GET', `/order/${last}`, { token: loner.token })).data as {
    deptId: number | null;
  };
  const all = await list({ part: 'dg-' });
  expect(all.map(({ name, deptId }) => [name, deptId])).toEqual([
    ['DG-2 端盖', lonerDept],
    ['DG-1 A 阀体', second.deptId],
    ['DG-1 A 阀体', first.deptId],
  ]);
  expect(all[2]).toMatchObject({
    code: 'DG-1',
    revision: 'A',
    size: '60×40×8',
    orders: 1,
    pieces: 5,
    quotations: 0,
    last: { num: 5, isOrdered: true },
  });
  expect(all[1]).toMatchObject({ orders: 0, quotations: 1, last: { isOrdered: false } });
  expect(await list({ part: 'dg-', deptId: String(second.deptId) })).toMatchObject([{ id: all[1]?.id }]);
  expect(await list({ part: 'dg-', lastAtOrder: 'asc' })).toEqual(all.toReversed());
  expect(await list({ part: 'dg-', size: '60×8' })).toHaveLength(3);
  expect(await list({ part: 'dg-', size: '６０．０×８' })).toHaveLength(3);
  expect(await list({ part: 'dg-', size: '8 x 60 x 41' })).toMatchObject([{ id: all[0]?.id }]);
  expect(await list({ part: 'dg-', materialName: all[1]!.materialName })).toMatchObject([{ id: all[1]?.id }]);
  expect(await list({ part: 'dg-', materialName: '没有的材料' })).toEqual([]);
  for (const size of ['abc', '60×40×8×1', '99999']) expect(await list({ part: 'dg-', size })).toEqual([]);
});

test('a part lists its quotations and orders with their prices', async () => {
  const { deptId } = await addDept(app);
  const buyer = await addMember(deptId);
  const first = await order(buyer, [{ ...item, name: 'ZK-3 法兰', num: 10 }]);
  const then = await order(buyer, [{ ...item, name: 'ZK-3 法兰', num: 4 }], 'quoted');
  const [part] = await list({ part: 'ZK-3' });
  const one = await app.send('GET', `/part-library/${part?.id}`, { token: clerk.token });
  expect(one.data as LibraryPart).toMatchObject({ id: part?.id, deptId, orders: 1, orderId: first });
  const past = listOf<PartHistoryLine>(
    await app.send('GET', `/part-library/${part?.id}/history`, { token: clerk.token }),
  );
  expect(past.map(({ orderId, status, item: { num } }) => [orderId, status, num])).toEqual([
    [then, 'quoted', 4],
    [first, 'placed', 10],
  ]);
  expect(
    past.every(({ customerName, item: { line_total: total } }) => customerName !== '' && total! > 0),
  ).toBe(true);
});

test('an order shows how often its parts were ordered before', async () => {
  const { deptId } = await addDept(app);
  const buyer = await addMember(deptId);
  const line = { ...item, name: 'ZK-4 滑块', num: 6 };
  const first = await order(buyer, [line]);
  await order(buyer, [line], 'quoted');
  const second = await order(buyer, [line, { ...line, name: 'ZK-5 垫块' }]);
  const request = await order(buyer, [line], 'requested');
  expect(await repeats(first)).toMatchObject([{ lineNo: 1, times: 0, last: null }]);
  expect(await repeats(second)).toMatchObject([
    { lineNo: 1, times: 1, last: { orderId: first, item: { num: 6 } } },
    { lineNo: 2, times: 0, last: null },
  ]);
  expect(await repeats(request)).toMatchObject([{ times: 2, last: { orderId: second } }]);
  const { version } = (await app.send('GET', `/order/${second}`, { token: buyer.token })).data as {
    version: number;
  };
  const body = { to: 'cancelled', reason: '不需要了', version };
  await app.send('POST', `/order/${second}/move`, { token: buyer.token, body });
  expect(await repeats(request)).toMatchObject([{ times: 1, last: { orderId: first } }]);
});

test('the library is for staff, and respects their data scope', async () => {
  const [mine, theirs] = [await addDept(app), await addDept(app)];
  const [buyer, rival] = [await addMember(mine.deptId), await addMember(theirs.deptId)];
  await order(buyer, [{ ...item, name: 'ZK-6 轴' }]);
  const hidden = await order(rival, [{ ...item, name: 'ZK-6 轴' }]);
  const all = await list({ part: 'ZK-6' });
  expect(all).toHaveLength(2);
  const staff = ['mfr:part:list', 'mfr:part:query'];
  const narrow = await addPerson(app, {
    permissions: staff,
    deptId: mine.deptId,
    dataScope: '3',
    isStaff: true,
  });
  const seen = await list({ part: 'ZK-6' }, narrow);
  expect(seen.map(({ deptId }) => deptId)).toEqual([mine.deptId]);
  const foreign = all.find(({ deptId }) => deptId === theirs.deptId);
  for (const path of [
    `/part-library/${foreign?.id}`,
    `/part-library/${foreign?.id}/history`,
    `/order/${hidden}/parts`,
  ])
    expect(await app.send('GET', path, { token: narrow.token }), path).toMatchObject({ status: 404 });
  // With the scope of own orders, staff see no parts ordered by others.
  const own = await addPerson(app, {
    permissions: staff,
    deptId: mine.deptId,
    dataScope: '5',
    isStaff: true,
  });
  expect(await list({ part: 'ZK-6' }, own)).toEqual([]);
  for (const path of ['/part-library', `/part-library/${foreign?.id}`, `/order/${hidden}/parts`])
    expect(await app.send('GET', path, { token: rival.token }), path).toMatchObject({ status: 403 });
});
