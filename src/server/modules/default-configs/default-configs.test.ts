import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OFFER_PERMISSION } from '#domain/orders/moves.ts';
import { dropInapplicable, processesFor } from '#domain/process-tree/process-tree.ts';
import { addDept, addPerson } from '#tests/support/data/people.ts';
import { buildItem, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const permissions = ['mfr:defaultConfig:company', 'mfr:quote:add'];
const path = '/material_process/company_default_config';
const save = (token: string, body: object) => app.send('POST', path, { token, body });
const effective = async (token: string) =>
  (await app.send('GET', '/material_process/default_config', { token })).data;

describe('a default configuration', () => {
  test('is set for a company within the scope and is the default of its users', async () => {
    const parent = await addDept(app);
    const child = await addDept(app, parent);
    const { token } = await addPerson(app, { permissions, dataScope: '4', deptId: parent.deptId });
    const customer = await addPerson(app, { roleKey: 'customer', deptId: child.deptId });
    const item = buildItem(await readCatalogue(app), { num: 7 });
    expect(await effective(customer.token)).toMatchObject({ origin: 'system' });

    expect(await save(token, { item })).toMatchObject({ status: 200, msg: '保存成功', data: null });
    expect(await effective(customer.token)).toMatchObject({ origin: 'company', num: 7 });
    const nearer = { ...item, num: 8, name: '不存', remark: '不存' };
    expect(await save(token, { item: nearer, deptId: child.deptId })).toMatchObject({ status: 200 });
    expect(await effective(customer.token)).toMatchObject({ origin: 'company', num: 8 });

    const own = await app.send('GET', `${path}?deptId=${child.deptId}`, { token });
    expect(own.data).toEqual({ ...item, num: 8 });
    const other = await addDept(app);
    for (const deptId of [other.deptId, 999_999]) {
      expect(await save(token, { item, deptId })).toMatchObject({ status: 404, error: 'record.not_found' });
      expect(await app.send('GET', `${path}?deptId=${deptId}`, { token })).toMatchObject({ status: 404 });
    }
  });

  test('can be read only by its customer and by staff on behalf of the customer', async () => {
    const { deptId } = await addDept(app);
    const clerk = await addPerson(app, {
      permissions: [...permissions, OFFER_PERMISSION],
      isStaff: true,
      dataScope: '2',
      scopeDeptIds: [deptId],
    });
    const customer = await addPerson(app, { roleKey: 'customer', deptId });
    const stranger = await addPerson(app, { roleKey: 'customer' });
    const item = buildItem(await readCatalogue(app), { num: 11 });
    await save(clerk.token, { item, deptId });
    const read = ({ userId }: { userId: number }, { token }: { token: string }) =>
      app.send('GET', `/material_process/default_config?forUserId=${userId}`, { token });
    expect(await read(customer, clerk)).toMatchObject({ data: { origin: 'company', num: 11 } });
    expect(await read(stranger, clerk)).toMatchObject({ status: 400, errors: { forUserId: '没有这个客户' } });
    expect(await read(customer, stranger)).toMatchObject({ status: 403 });
  });

  test('for the whole system requires an unrestricted scope and no company', async () => {
    const { deptId } = await addDept(app);
    const item = buildItem(await readCatalogue(app), { num: 9 });
    const narrow = await addPerson(app, { permissions, dataScope: '4', deptId });
    expect(await save(narrow.token, { item, system: true })).toMatchObject({ status: 403 });
    const wide = await addPerson(app, { permissions, dataScope: '1' });
    const both = await save(wide.token, { item, system: true, deptId });
    expect(both).toMatchObject({ status: 400, errors: { deptId: '系统默认配置不属于任何公司' } });
    const withoutOwner = await save(wide.token, { item });
    expect(withoutOwner).toMatchObject({ status: 400, errors: { deptId: '您不属于任何公司，请选择公司' } });
    expect(await save(wide.token, { item, system: true })).toMatchObject({ status: 200 });
    expect((await app.send('GET', path, { token: wide.token })).data).toEqual(item);
    expect(await effective(wide.token)).toMatchObject({ origin: 'system', num: 9 });
    const none = await app.send('GET', `${path}?deptId=${deptId}`, { token: wide.token });
    expect(none).toMatchObject({ status: 200, data: null });
  });

  test('is refused unless it can be quoted', async () => {
    const { deptId } = await addDept(app);
    const { token } = await addPerson(app, { permissions, deptId });
    const catalogue = await readCatalogue(app);
    const item = buildItem(catalogue);
    const [choice] = processesFor(catalogue.tree, item.material, item);
    const key = `process_${choice!.process.id}` as const;
    const { [key]: _selected, ...incomplete } = item;
    expect(await save(token, { item: incomplete })).toMatchObject({
      status: 422,
      error: 'quote.invalid',
      errors: { [`item.${key}`]: `请选择 ${choice!.process.name} !` },
    });
    const unknown = { ...item, material: 999_999 };
    expect(Object.keys((await save(token, { item: unknown })).errors!)).toEqual(['item.material']);
    const foreign = { ...item, process_999999: 5 };
    const answer = await save(token, { item: foreign });
    expect(Object.keys(answer.errors!)).toEqual(['item.process_999999']);
    expect(dropInapplicable(catalogue.tree, item.material, item).dropped).toEqual([]);
    expect((await app.send('GET', `${path}?deptId=${deptId}`, { token })).data).toBeNull();
  });
});
