import { afterAll, expect, test } from 'vitest';
import type { ChargeRuleRecord } from '#contract/catalogue/charge-rules.ts';
import type { NamedPriceChange } from '#contract/prices/price-changes.ts';
import type { PriceTable } from '#contract/prices/price-table.ts';
import type { PriceVersion } from '#contract/prices/price-versions.ts';
import { addDept, addPerson } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, listOf, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { testPasswords } from '#tests/support/app/test-database.ts';
import { startVersions, admin } from './price-versions.test-data.ts';

const { app, get, versions, saveCells } = await startVersions();
afterAll(() => app.close());
const changesOf = async (revision: number, who: object = admin): Promise<NamedPriceChange[]> =>
  listOf(await app.send('GET', `/price-version/${revision}/changes?pageSize=1000`, who));
const ofOrder = (id: number) =>
  get<{ version: PriceVersion | null; later: number }>(`/order/${id}/price-version`);

let used = 0;
/** Changes a different cell each time. */
async function raisedCell() {
  const { cells } = await get<PriceTable>('/price-table');
  const [materialId, optionId, price, time] = cells.filter(([, , yuan]) => yuan > 1)[used++]!;
  return { materialId, optionId, before: { price, time }, after: { price: price + 1, time } };
}

async function order(): Promise<number> {
  const item = buildItem(await readCatalogue(app));
  const who = { as: 'demo' };
  return Number((await place(app, who, await buildOrder(app, who, [item]))).data);
}

/** Publishes a draft of one price. */
async function publish() {
  const changes = [{ kind: 'cell', ...(await raisedCell()) }];
  const body = { name: '年度调价', reason: '外协涨价', changes };
  const id = Number((await app.send('POST', '/price-draft', { ...admin, body })).data);
  const publication = { ...admin, body: { version: 1, confirmJumps: true } };
  await app.send('POST', `/price-draft/${id}/publish`, publication);
  return { id, ...changes[0]! };
}
const rollBack = (id: number) =>
  app.send('POST', `/price-draft/${id}/roll-back`, { ...admin, body: { version: 2 } });

test('every write of prices creates a version with author, draft and changes; an order records its version', async () => {
  const [latest = null] = await versions();
  const first = await order();
  expect(await ofOrder(first)).toEqual({ version: latest, later: 0 });

  const cell = await raisedCell();
  await saveCells(cell, await raisedCell());
  const [saved] = await versions();
  expect(saved).toMatchObject({ count: 2, draft: null, isRollBack: false, userName: '系统管理员' });
  const second = await order();
  expect(await ofOrder(first)).toEqual({ version: latest, later: 1 });
  expect(await ofOrder(second)).toEqual({ version: saved, later: 0 });
  const [change] = await changesOf(saved!.revision);
  expect(change).toMatchObject({ before: cell.before, after: cell.after, now: cell.after, kind: 'cell' });
  expect([change!.group, change!.name].every((text) => text !== '' && !text.includes('已删除'))).toBe(true);

  const { id, materialId, optionId } = await publish();
  const live = (await versions())[0]!;
  expect(live).toMatchObject({
    count: 1,
    isRollBack: false,
    draft: { id, reason: '外协涨价', state: 'live' },
  });
  await rollBack(id);
  const [undone, before] = await versions();
  expect(undone).toMatchObject({ count: 1, isRollBack: true, draft: { id, state: 'undone' } });
  expect(before).toMatchObject({ revision: live.revision, isRollBack: false, draft: { state: 'undone' } });
  expect(await ofOrder(second)).toEqual({ version: saved, later: 2 });
  const history = `/price-table/history?materialId=${materialId}&optionId=${optionId}`;
  expect(listOf(await app.send('GET', history, admin))).toMatchObject([
    { draftName: '年度调价', isRollBack: true },
    { draftName: '年度调价', isRollBack: false },
  ]);
  // Other catalogue changes create no version, and the order keeps the latest one before it.
  await app.send('PUT', '/cost', {
    ...admin,
    body: { changes: [{ kind: 'machining', materialTag: 'aluminium', before: null, after: 40 }] },
  });
  expect((await versions())[0]).toEqual(undone);
  expect((await ofOrder(await order())).version).toEqual(undone);
  const page = await app.send('GET', '/price-version?pageSize=1&pageIndex=2', admin);
  expect(page.data).toMatchObject({ list: [{ revision: live.revision }] });
  expect(await versions('?beginTime=2999-01-01')).toEqual([]);
  expect(await app.send('GET', '/price-version/999999', admin)).toMatchObject({ status: 404 });
});

test('versions include changed, added and deleted charge rules', async () => {
  const rule = { kind: 'setup', scope: 'all', basis: 'line', amount: 12.5, sort: 3, status: 1, remark: '' };
  const { data: id } = await app.send('POST', '/charge-rule', { ...admin, body: rule });
  const record = await get<ChargeRuleRecord>(`/charge-rule/${String(id)}`);
  const { version } = record;
  const edit = (body: object) => app.send('PUT', `/charge-rule/${String(id)}`, { ...admin, body });
  expect(await edit({ ...rule, remark: '只改备注', version })).toMatchObject({ status: 200 });
  expect(await edit({ ...rule, amount: 15, version: version + 1 })).toMatchObject({ status: 200 });
  expect(await app.send('DELETE', '/charge-rule', { ...admin, body: { ids: [id] } })).toMatchObject({
    status: 200,
  });
  const [removed, changed, added] = await versions();
  const figures = { amount: 12.5, percent: null, minimum: null, status: 1 };
  expect(await changesOf(added!.revision)).toMatchObject([{ before: null, after: figures, group: '附加费' }]);
  expect(await changesOf(changed!.revision)).toMatchObject([
    { before: figures, after: { ...figures, amount: 15 }, now: null },
  ]);
  expect(await changesOf(removed!.revision)).toMatchObject([
    { after: null, name: '编程开机费', isDeleted: true },
  ]);
});

test('prices of companies outside the scope are counted but not shown', async () => {
  await rollBack((await publish()).id);
  const { deptId } = await addDept(app);
  const agreed = { deptId, prices: [{ materialTag: 'aluminium', price: 77, version: 0 }] };
  const saved = await app.send('PUT', '/machining-price', {
    ...admin,
    body: { ...agreed, confirmJumps: true },
  });
  expect(saved.status, saved.msg).toBe(200);
  const [{ revision } = { revision: 0 }] = await versions();
  expect(await changesOf(revision)).toMatchObject([{ kind: 'machining', before: null, after: 77 }]);
  const permissions = ['mfr:price:list', 'mfr:price:export', 'mfr:machiningPrice:query'];
  const clerk = await addPerson(app, { permissions, isStaff: true, dataScope: '3' });
  const { token } = clerk;
  expect(await changesOf(revision, { token })).toEqual([]);
  expect(await get(`/price-version/${revision}`, { token })).toMatchObject({ count: 1, hidden: 1 });
  const sheet = async (bearer: string) => {
    const file = await app.http.inject({
      url: '/api/v1/price-version/export?format=csv',
      headers: {
        authorization: `Bearer ${bearer}`,
      },
    });
    expect(file.statusCode).toBe(200);
    return file.body;
  };
  const whole = await sheet(await app.signIn('admin', testPasswords.admin));
  expect(whole.split('\r\n')[0]).toContain('时间,价目版本,修改人,方式,原因');
  expect(whole).toMatch(/,77,/);
  expect(whole).toMatch(/发布“年度调价”,外协涨价,工艺价格/);
  expect(whole).toMatch(/撤回“年度调价”/);
  const narrow = await sheet(token);
  expect(narrow).not.toMatch(/,77,/);
  expect(narrow).not.toContain('附加费');
  expect(narrow).toMatch(/发布“年度调价”/);
});

test('customers see no versions, and staff none of an order outside their scope', async () => {
  const id = await order();
  for (const path of [
    '/price-version',
    '/price-version/1',
    '/price-version/1/changes',
    `/order/${id}/price-version`,
  ])
    expect(await app.send('GET', path, { as: 'demo' }), path).toMatchObject({ status: 403 });
  const { deptId } = await addDept(app);
  const clerk = await addPerson(app, {
    permissions: ['mfr:price:list'],
    isStaff: true,
    dataScope: '3',
    deptId,
  });
  expect(await app.send('GET', `/order/${id}/price-version`, { token: clerk.token })).toMatchObject({
    status: 404,
  });
});
