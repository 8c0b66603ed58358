import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Company } from '#contract/people/companies.ts';
import type { Profile } from '#contract/people/profile.ts';
import { addDept, addPerson } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  app.send(method, path, { as: 'admin', ...(body ? { body } : {}) });

async function create(deptName: string, parentId: number): Promise<number> {
  return Number((await send('POST', '/dept', { deptName, parentId, sort: 1, status: 2 })).data);
}

async function find(id: number) {
  return (await send('GET', `/dept/${id}`)).data as object & { deptPath: string };
}

describe('departments', () => {
  test('moving a department updates every path below it', async () => {
    const a = await create('一部', 0);
    const b = await create('二部', a);
    const c = await create('三部', b);
    const other = await create('别处', 0);
    expect(await send('PUT', `/dept/${b}`, { ...(await find(b)), parentId: other })).toMatchObject({
      status: 200,
      data: { deptPath: `/0/${other}/${b}/` },
    });
    expect((await find(c)).deptPath).toBe(`/0/${other}/${b}/${c}/`);
    const cycle = await send('PUT', `/dept/${other}`, { ...(await find(other)), parentId: c });
    expect(cycle).toMatchObject({ status: 400, errors: { parentId: '不能移动到自己或自己的下级' } });
  });

  test('a department with children or users is not deleted, and the answer gives the reason', async () => {
    const a = await create('上级', 0);
    const b = await create('某组', a);
    expect(await send('DELETE', '/dept', { ids: [a] })).toMatchObject({
      status: 409,
      msg: '仍有下级部门 某组，不能删除',
    });
    expect(await send('DELETE', '/dept', { ids: [4] })).toMatchObject({
      status: 409,
      msg: '仍有用户 张工，不能删除',
    });
    expect(await send('DELETE', '/dept', { ids: [a, b] })).toMatchObject({ status: 200 });
  });

  test('a customer can select only its own company', async () => {
    const { data } = await app.send('GET', '/deptTree', { as: 'demo' });
    expect(data).toEqual([
      { id: 3, label: '客户公司', children: [{ id: 4, label: '示例客户公司', children: [] }] },
    ]);
  });

  test('a department can be moved only when its whole branch is within the data scope', async () => {
    const home = await addDept(app);
    const seen = await addDept(app);
    const hidden = await addDept(app, seen);
    const permissions = ['admin:sysDept:edit', 'admin:sysDept:query'];
    const person = (scopeDeptIds: number[]) =>
      addPerson(app, { permissions, isStaff: true, dataScope: '2', scopeDeptIds, deptId: home.deptId });
    const move = async (token: string) => {
      const body = { ...(await find(seen.deptId)), parentId: home.deptId };
      return app.send('PUT', `/dept/${seen.deptId}`, { token, body });
    };
    const half = await person([home.deptId, seen.deptId]);
    expect(await move(half.token)).toMatchObject({
      status: 403,
      msg: '下级部门不全在您的数据权限范围内，不能移动',
    });
    expect((await find(hidden.deptId)).deptPath).toBe(hidden.deptPath);
    const whole = await person([home.deptId, seen.deptId, hidden.deptId]);
    expect(await move(whole.token)).toMatchObject({ status: 200 });
  });
});

describe('customer companies', () => {
  test('give their invoice data to buyers without own data, in profile, orders and documents', async () => {
    const data = {
      companyTitle: '新客户科技有限公司',
      taxNumber: '91310000MA1K3ABC2D',
      address: '苏州 1 号',
    };
    const seller = await addPerson(app, { roleKey: 'sales' });
    const body = { deptName: '新客户', ...data, salespersonId: seller.userId, status: 2 };
    const deptId = Number((await send('POST', '/company', body)).data);
    const team = await create('采购部', deptId);
    const buyer = await addPerson(app, { roleKey: 'customer', deptId: team });
    const profile = async () =>
      ((await app.send('GET', '/user/profile', { token: buyer.token })).data as Profile).user;
    const { nickName, phone, email, companyTitle, taxNumber, address, version } = await profile();
    expect({ companyTitle, taxNumber, address }).toEqual(data);
    const order = await buildOrder(app, buyer, [buildItem(await readCatalogue(app))]);
    const { data: orderId } = await place(app, buyer, order);
    // Saving the profile stores only the changed address; the rest still follows the company.
    await app.send('PUT', '/user/profile', {
      token: buyer.token,
      body: { nickName, phone, email, companyTitle, taxNumber, address: '无锡 2 号', version },
    });
    const company = (await send('GET', `/company/${deptId}`)).data as Company;
    expect(company).toMatchObject({ ...data, buyers: 1, orders: 0, agreedPrices: 0, parentName: '' });
    expect((await send('GET', `/company/${team}`)).data).toMatchObject({ parentName: '新客户' });
    const renamed = { ...company, companyTitle: '更名后的公司' };
    expect(await send('PUT', `/company/${deptId}`, renamed)).toMatchObject({ status: 200 });
    expect(await profile()).toMatchObject({ companyTitle: '更名后的公司', taxNumber, address: '无锡 2 号' });
    const sheet = (await app.send('GET', `/order/${Number(orderId)}/document`, { token: buyer.token })).data;
    expect(sheet).toMatchObject({ snapshot: { customer: { company: data.companyTitle, taxNumber } } });
    expect((await send('PUT', `/company/${deptId}`, renamed)).status).toBe(409);
  });

  test('are listed within the data scope, without other departments', async () => {
    const seller = await addPerson(app, {
      permissions: ['mfr:company:list', 'mfr:company:query', 'mfr:company:edit'],
      isStaff: true,
      dataScope: '6',
    });
    const body = { deptName: '归他的客户', salespersonId: seller.userId, status: 2 };
    const deptId = Number((await send('POST', '/company', body)).data);
    const names = async (path: string, token?: string) => {
      const { data } = await (token ? app.send('GET', path, { token }) : send('GET', path));
      return (data as { list: Company[] }).list.map((row) => row.deptName);
    };
    expect(await names('/company', seller.token)).toEqual(['归他的客户']);
    expect(await names('/company?deptName=示例')).toEqual(['示例客户公司']);
    expect((await app.send('GET', '/company/4', { token: seller.token })).status).toBe(404);
    expect((await send('GET', '/company/1')).status).toBe(404);
    expect(await send('DELETE', '/company', { ids: [1] })).toMatchObject({ status: 404 });
    expect(await send('DELETE', '/company', { ids: [deptId] })).toMatchObject({ status: 200 });
  });
});
