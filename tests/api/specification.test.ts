import { afterAll, beforeAll, expect, test } from 'vitest';
import { samples, upload } from '#tests/support/data/files.ts';
import { addDept } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

type Fields = Record<string, unknown>;
const as = 'admin';
const get = async (path: string) => (await app.send('GET', path, { as })).data as unknown;

/** The first record of a list or of a tree. */
async function firstOf(path: string): Promise<Fields> {
  const data = (await get(path)) as Fields[] | { list: Fields[] };
  return (Array.isArray(data) ? data : data.list)[0]!;
}

/** Lists of the specification, and those with which the family's clients page. */
test.each(
  '/menu /dept /deptTree /sys-user /role /post /config /dict/type /dict/data /material /process/tree /order /sys-login-log /sys-opera-log'.split(
    ' ',
  ),
)('GET %s accepts pageIndex and pageSize', async (path) => {
  expect(await app.send('GET', `${path}?pageIndex=1&pageSize=20`, { as })).toMatchObject({ status: 200 });
  expect(await app.send('GET', `${path}?pageIndex=0`, { as })).toMatchObject({ status: 400 });
});

test.each(['/material', '/process/tree'])('GET %s accepts maxUpdatedAt=null', async (path) => {
  const given = await app.send('GET', `${path}?maxUpdatedAt=null`, { as });
  expect([given.status, given.data]).toEqual([200, await get(path)]);
});

/** Resource, its id, and the fields of a second record that must differ. */
test.each([
  ['/menu', 'menuId', {}],
  ['/dept', 'deptId', {}],
  ['/role', 'roleId', { roleKey: 'round-trip' }],
  ['/post', 'postId', { postCode: 'round-trip', postName: '往返' }],
  ['/config', 'id', { configKey: 'round.trip' }],
  ['/dict/type', 'id', { dictType: 'round_trip' }],
  ['/dict/data', 'dictCode', { dictValue: 'round-trip', dictLabel: '往返' }],
  ['/sys-user', 'userId', { username: 'round.trip', password: 'round-trip-1' }],
  ['/material', 'id', { name: '往返' }],
  ['/process/tree', 'id', { name: '往返' }],
  ['/charge-rule', 'id', {}],
  ['/gate-rule', 'id', {}],
  ['/stock-size', 'id', { thickness: 77 }],
  ['/lead-class', 'id', { name: '往返' }],
])('PUT and POST of %s accept what GET returns', async (list, idName, other) => {
  const path = list.replace('/tree', '');
  const record = await firstOf(list);
  expect(await app.send('PUT', `${path}/${String(record[idName])}`, { as, body: record })).toMatchObject({
    status: 200,
  });
  expect(await app.send('POST', path, { as, body: { ...record, ...other } })).toMatchObject({ status: 200 });
});

test('the records of §3 can be created with only the fields listed there', async () => {
  const { materials } = await readCatalogue(app, { as });
  const [sold] = materials;
  const { name: _name, length, width, height, materialTag, deliveryTime, speed, processConfig } = sold!;
  const stock = { length, width, height, materialTag, deliveryTime, speed, processConfig };
  const made = await app.send('POST', '/material', { as, body: { name: '规格材料', ...stock } });
  expect(made).toMatchObject({ status: 200 });
  const material = (await get(`/material/${String(made.data)}`)) as Fields;
  expect(material).toMatchObject({ ...stock, density: 0, status: 'onSale' });
  expect(await app.send('PUT', `/material/${String(made.data)}`, { as, body: material })).toMatchObject({
    status: 200,
  });
  const process = { name: '规格工艺', children: [], filterType: 0, materialIds: [] };
  expect(await app.send('POST', '/process', { as, body: process })).toMatchObject({ status: 200 });
  const menu = { menuName: 'Spec', parentId: 0, title: '规格', permission: '', path: '/spec', menuType: 'C' };
  const rest = { paths: '', sysApi: [{ id: 1 }], children: [] };
  expect(await app.send('POST', '/menu', { as, body: { ...menu, ...rest } })).toMatchObject({ status: 200 });
  const unknown = { name: '规格工艺二', colour: 'red' };
  expect(await app.send('POST', '/process', { as, body: unknown })).toMatchObject({ status: 400 });

  const prices = `/material_process/${sold!.id}`;
  const list = processConfig.toReversed();
  for (const body of [list, { processConfig: list }, { ...sold, processConfig }]) {
    const stored = (await get(`/material/${sold!.id}`)) as { version: number };
    const given = 'version' in body ? { ...body, version: stored.version } : body;
    expect(await app.send('POST', prices, { as, body: given })).toMatchObject({ status: 200 });
  }
  expect(((await get(`/material/${sold!.id}`)) as Fields)['processConfig']).toHaveLength(
    processConfig.length,
  );
  expect(await app.send('POST', prices, { as, body: { processConfig: list, version: 1_000 } })).toMatchObject(
    {
      status: 409,
    },
  );
});

test('a role’s data scope, machining prices and settings can be saved as they were read', async () => {
  await addDept(app);
  const role = await firstOf('/role?roleKey=customer');
  const scope = await app.send('PUT', '/roledatascope', { as, body: role });
  expect(scope).toMatchObject({ status: 200, data: role['roleId'] });
  const prices = await get('/machining-price/agreed');
  expect(await app.send('PUT', '/machining-price', { as, body: { deptId: 0, prices } })).toMatchObject({
    status: 200,
  });
  const settings = await get('/set-config/typed');
  expect(await app.send('PUT', '/set-config', { as, body: settings })).toMatchObject({ status: 200 });
  const user = await firstOf('/sys-user?username=demo');
  const withPassword = (password: string) =>
    app.send('PUT', `/sys-user/${String(user['userId'])}`, { as, body: { ...user, password } });
  expect(await withPassword('another-password-1')).toMatchObject({ status: 400 });
  expect(await withPassword('')).toMatchObject({ status: 200 });
});

test('a file without a name is named quotation.pdf', async () => {
  const part = (disposition: string) =>
    Buffer.concat([
      Buffer.from(`--b\r\ncontent-disposition: form-data; name="file"${disposition}\r\n\r\n`),
      samples.pdf,
      Buffer.from('\r\n--b--\r\n'),
    ]);
  for (const disposition of ['', '; filename=""']) {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const answer = await app.send('POST', '/public/uploadFile', { as, raw: part(disposition), headers });
    const path: unknown = expect.stringContaining('/api/v1/file/');
    expect(answer).toMatchObject({ code: 200, name: 'quotation.pdf', data: { path } });
  }
});

test('a quotation can be saved with the data that withExt returns, including its files', async () => {
  const who = { as: 'demo' };
  const uploaded = await upload(app, '图纸.pdf', samples.pdf);
  const { id: fileId } = uploaded.data as { id: number };
  const item = buildItem(await readCatalogue(app), { fileIds: [fileId], remark: '急' });
  const made = await place(
    app,
    who,
    await buildOrder(app, who, [item, { ...item, name: '端盖', fileIds: [] }], { status: 'quoted' }),
  );
  const path = `/order/${String(made.data)}`;
  const read = async () => (await app.send('GET', `${path}/withExt`, who)).data as Fields;
  const before = await read();
  expect(await app.send('PUT', path, { ...who, body: before })).toMatchObject({ status: 200 });
  const after = await read();
  const same = ({ files, price, items }: Fields) => ({
    files,
    price,
    items: (items as Fields[]).map(({ id: _id, ...sold }) => sold),
  });
  expect(after['revision']).toBe(2);
  expect(same(after)).toEqual(same(before));
  const { files: _files, ...without } = after;
  expect(await app.send('PUT', path, { ...who, body: without })).toMatchObject({ status: 400 });
});
