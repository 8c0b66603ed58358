import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDept, addPerson } from '#tests/support/data/people.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const as = 'admin';
const get = async (path: string) => (await app.send('GET', path, { as })).data as Record<string, unknown>;
const send = (method: 'POST' | 'PUT', path: string, body: object) => app.send(method, path, { as, body });

describe('fields of compatible clients are read and sent:', () => {
  test('menus name the component of their screen', async () => {
    const menus = (await get('/menurole')) as unknown as {
      menuType: string;
      component: string;
      children: object[];
    }[];
    const group = menus.find(({ menuType, children }) => menuType === 'M' && children.length > 0);
    expect(group).toMatchObject({ component: 'Layout' });
    expect(group!.children[0]).toMatchObject({ component: expect.stringMatching(/^(?:\/.+)?\/index$/) });
  });

  test('both logs are sorted by createdAt', async () => {
    await send('POST', '/post', {});
    for (const log of ['/sys-login-log', '/sys-opera-log']) {
      const times = async (order: string) => {
        const { list } = (await get(`${log}?createdAtOrder=${order}`)) as { list: { createdAt: string }[] };
        return list.map(({ createdAt }) => createdAt);
      };
      await app.signIn('admin');
      const oldestFirst = await times('asc');
      expect(oldestFirst.length).toBeGreaterThan(0);
      expect(oldestFirst).toEqual(oldestFirst.toSorted());
      expect(await times('desc')).toEqual((await times('desc')).toSorted().toReversed());
    }
  });

  test('a user has a department, and is created and edited with one role and one post', async () => {
    const { deptId } = await addDept(app);
    const { userId } = await addPerson(app, { roleKey: 'customer', deptId });
    const user = await get(`/sys-user/${userId}`);
    expect(user['dept']).toEqual({ deptId, deptName: user['deptName'] });
    const [roleId] = user['roleIds'] as number[];
    const { list } = (await get('/post')) as { list: { postId: number }[] };
    const postId = list[0]?.postId;
    const person = { nickName: '家族客户端', status: '2', deptId };
    const created = await send('POST', '/sys-user', {
      ...person,
      username: 'family1',
      password: 'family-client-1',
      roleId,
      ...(postId !== undefined && { postId }),
    });
    expect(created).toMatchObject({ status: 200 });
    const made = await get(`/sys-user/${String(created.data)}`);
    expect(made).toMatchObject({ roleIds: [roleId], postIds: postId === undefined ? [] : [postId] });
    const { roleIds: _ids, ...rest } = made;
    const saved = await send('PUT', `/sys-user/${String(created.data)}`, {
      ...rest,
      roleId,
      nickName: '改名',
    });
    expect(saved).toMatchObject({ status: 200, data: { nickName: '改名', roleIds: [roleId] } });
    expect(await send('PUT', `/sys-user/${userId}`, { ...user, roleId: 'x' })).toMatchObject({ status: 200 });
    const { roleIds: _own, ...withoutRoles } = user;
    const wrong = await send('PUT', `/sys-user/${userId}`, { ...withoutRoles, roleId: 'x' });
    expect(wrong).toMatchObject({ status: 400 });
  });

  test('the profile has department and role ids', async () => {
    const { user } = await get('/user/profile');
    expect(user).toMatchObject({ roleIds: [expect.any(Number)] });
    expect(user).toHaveProperty('dept');
  });

  test('roles are sorted by status and saved with their whole record', async () => {
    expect((await app.send('GET', '/role?statusOrder=asc', { as })).status).toBe(200);
    const { list } = (await get('/role?roleKey=customer')) as { list: { roleId: number }[] };
    const role = await get(`/role/${list[0]!.roleId}`);
    const saved = await send('PUT', `/role/${list[0]!.roleId}`, { ...role, remark: '家族' });
    expect(saved).toMatchObject({ status: 200, data: { remark: '家族', dataScope: role['dataScope'] } });
  });

  test('menus and parameters accept the ignored fields of these clients, and refuse other unknown fields', async () => {
    const [menu] = (await get('/menu')) as unknown as Record<string, unknown>[];
    const id = String(menu!['menuId']);
    const foreign = {
      ...menu,
      component: 'Layout',
      isFrame: '1',
      apis: [1],
      sysApi: [{ id: 1, action: 'GET', type: 'BUS' }],
    };
    expect(await send('PUT', `/menu/${id}`, foreign)).toMatchObject({ status: 200 });
    const config = { configName: '家族', configKey: 'family.key', configValue: '1', isFrontend: '0' };
    expect(await send('POST', '/config', { ...config, configType: 'N' })).toMatchObject({ status: 200 });
    expect(await send('POST', '/config', { ...config, configKey: 'family.other', kind: 'N' })).toMatchObject({
      status: 400,
      errors: { kind: '不支持的字段' },
    });
  });

  test('settings are read as values by key, and saved by key or without a version', async () => {
    const values = await get('/set-config');
    expect(values).toMatchObject({ 'quote.validDays': '15', 'site.name': '智造报价' });
    expect(await send('PUT', '/set-config', { 'quote.validDays': '16' })).toMatchObject({ status: 200 });
    const list = [{ configKey: 'quote.validDays', configValue: '17' }];
    expect(await send('PUT', '/set-config', list)).toMatchObject({ status: 200 });
    expect(await get('/set-config')).toMatchObject({ 'quote.validDays': '17' });
    for (const body of [{ 'quote.validDays': 17 }, { 'no.such.key': '1' }, {}])
      expect((await send('PUT', '/set-config', body)).status, JSON.stringify(body)).toBe(400);
    const config = (await app.send('GET', '/app-config')).data as Record<string, unknown>;
    expect(config['sys_app_name']).toBe(config['site.name']);
  });

  test('the monitor has its figures next to data too, in their units', async () => {
    const answer = await app.send('GET', '/server-monitor', { as });
    const { mem, disk } = answer.data as Record<'mem' | 'disk', { total: number }>;
    expect(answer).toMatchObject({
      code: 200,
      bootTime: expect.any(Number),
      os: { goOs: expect.any(String), hostName: expect.any(String), arch: expect.any(String) },
      cpu: { cpuInfo: [{ modelName: expect.any(String) }], percent: expect.any(Number) },
      mem: { total: Math.round((mem.total / 1024 ** 2) * 100) / 100 },
      disk: { total: Math.round((disk.total / 1024 ** 3) * 100) / 100 },
      net: { in: expect.any(Number), out: expect.any(Number) },
    });
  });

  test('a user is saved with the id in the body, under the same rules', async () => {
    const { userId } = await addPerson(app, { roleKey: 'customer' });
    const user = await get(`/sys-user/${userId}`);
    expect(await send('PUT', '/sys-user', { ...user, nickName: '编号在内容中' })).toMatchObject({
      status: 200,
      data: { userId, nickName: '编号在内容中' },
    });
    expect(await send('PUT', '/sys-user', { ...user, nickName: '旧' })).toMatchObject({ status: 409 });
    const { userId: _id, ...nobody } = user;
    expect(await send('PUT', '/sys-user', nobody)).toMatchObject({ status: 400 });
    expect(await send('PUT', '/sys-user', { ...user, salary: 1 })).toMatchObject({ status: 400 });
    const token = await app.signIn('demo');
    expect((await app.send('PUT', '/sys-user', { token, body: user })).status).toBe(403);
    expect(await send('PUT', '/user/status', { userId, status: '1' })).toMatchObject({ status: 200 });
  });

  test('an avatar may be uploaded in the form field upload[]', async () => {
    const png = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#2a7' } })
      .png()
      .toBuffer();
    const sendForm = (field: string, bytes: Buffer) => {
      const head = `--b\r\ncontent-disposition: form-data; name="${field}"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
      const raw = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]);
      return app.send('POST', '/user/avatar', {
        as,
        raw,
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      });
    };
    const saved = await sendForm('upload[]', png);
    expect(saved).toMatchObject({ status: 200, msg: '头像已更新' });
    expect(await get('/getinfo')).toMatchObject({ avatar: expect.stringMatching(/^data:image\/png/) });
    expect((await sendForm('other', png)).status).toBe(400);
    expect((await sendForm('upload[]', Buffer.from('<svg/>'))).status).toBe(400);
    expect((await sendForm('upload[]', Buffer.alloc(500 * 1024, 1))).status).toBe(413);
    const form = { 'content-type': 'multipart/form-data; boundary=b' };
    const seal = await app.send('PUT', '/user/seal', { as, raw: '--b--', headers: form });
    expect(seal.status).toBe(415);
  });

  test('the dictionary of menu visibility exists', async () => {
    expect(await get('/dict-data/option-select?dictType=sys_show_hide')).toMatchObject([
      { label: '显示', value: '0' },
      { label: '隐藏', value: '1' },
    ]);
  });
});
