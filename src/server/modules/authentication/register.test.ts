import { desc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { captchas, loginLogs, userRoles, users } from '#server/db/schema.ts';
import { fieldFaults } from '#tests/support/app/answers.ts';
import { stateOf } from '#tests/support/app/database-state.ts';
import type { Envelope } from '#tests/support/app/api.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const visitor = {
  username: '访客.One',
  password: 'a good long one 7',
  nickName: '李工',
  companyTitle: '示例客户公司',
  phone: '021-1234',
  email: 'li@example.com',
};

let app: TestApp;
let address = 0;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const register = (body: object, to: TestApp = app, remoteAddress = `10.1.0.${(address += 1)}`) =>
  to.send('POST', '/register', { body, remoteAddress });
const open = (to: TestApp, value: 'on' | 'off' = 'on') =>
  to.database.pool.query(
    "update sys_config set config_value = $1 where config_key = 'registration.enabled'",
    [value],
  );
const tokenOf = (answer: Envelope) => (answer.data as { token: string }).token;
const rowOf = async (username: string) =>
  (await app.database.db.select().from(users).where(eq(users.username, username)))[0];

test('registration is closed unless the shop enables it', async () => {
  const before = await stateOf(app.database);
  expect(await register(visitor)).toMatchObject({
    status: 403,
    error: 'registration.closed',
    msg: '未开放注册，请联系管理员开通账号',
  });
  expect(await stateOf(app.database)).toStrictEqual(before);
  expect((await app.send('GET', '/app-config')).data).toMatchObject({ 'registration.enabled': 'off' });
});

describe('open registration', () => {
  beforeEach(() => open(app));
  afterEach(() => open(app, 'off'));

  test('creates a customer who is signed in and can only quote', async () => {
    expect((await app.send('GET', '/app-config')).data).toMatchObject({ 'registration.enabled': 'on' });
    const person = { ...visitor, username: '访客.Two' };
    const answer = await register(person);
    expect(answer).toMatchObject({
      status: 200,
      msg: '注册成功',
      data: { authority: 'customer', mustChangePassword: false, username: '李工' },
    });
    const token = tokenOf(answer);
    const { data } = await app.send('GET', '/getinfo', { token });
    expect(data).toMatchObject({
      userName: person.username,
      name: '李工',
      roles: ['customer'],
      deptId: null,
    });
    expect((data as { permissions: string[] }).permissions).toContain('mfr:order:add');
    expect((await app.send('GET', '/sys-user', { token })).status).toBe(403);
    expect((await app.send('GET', '/user/profile', { token })).data).toMatchObject({
      user: { companyTitle: '示例客户公司', phone: '021-1234', email: 'li@example.com' },
    });
    const row = await rowOf(person.username);
    expect(row).toMatchObject({ usernameKey: '访客.two', status: '2', remark: '自助注册' });
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/);
    const [log] = await app.database.db.select().from(loginLogs).orderBy(desc(loginLogs.id)).limit(1);
    expect(log).toMatchObject({
      username: person.username,
      userId: row?.userId,
      status: '2',
      msg: '注册并登录',
    });
    expect(await app.signIn(person.username, person.password)).toHaveLength(43);
  });

  test.each(['访客.One', '访客.ONE', '访客.Ｏｎｅ'])('refuses a taken name: %s', async (username) => {
    await register(visitor);
    const before = await stateOf(app.database);
    expect(await register({ ...visitor, username })).toMatchObject({
      status: 409,
      msg: '用户名已被使用',
      errors: { username: '用户名已被使用' },
    });
    expect(await stateOf(app.database)).toStrictEqual(before);
  });

  test('creates one account from twenty simultaneous attempts with one name', async () => {
    const name = (count: number) => (count % 2 === 0 ? 'racer' : 'RACER');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, count) => register({ ...visitor, username: name(count) })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    const rows = await app.database.db.select().from(users).where(eq(users.usernameKey, 'racer'));
    expect(rows).toHaveLength(1);
    const given = await app.database.db.select().from(userRoles).where(eq(userRoles.userId, rows[0]!.userId));
    expect(given).toHaveLength(1);
  });

  test.each([
    ['roleIds', [1]],
    ['roles', ['admin']],
    ['deptId', 1],
    ['status', '2'],
    ['mustChangePassword', false],
    ['userId', 1],
    ['isAdmin', true],
    ['createBy', 1],
    ['remark', 'x'],
    ['taxNumber', '91310000MA1K3ABC2D'],
  ])('does not allow choosing %s', async (field, value) => {
    const before = await stateOf(app.database);
    const answer = await register({ ...visitor, username: 'chooser', [field]: value });
    expect(fieldFaults(answer, field, field)).toStrictEqual([]);
    expect(await stateOf(app.database)).toStrictEqual(before);
  });

  test.each([
    ['password', 'short 1', '密码至少8个字符'],
    ['password', '12345678', '该密码过于常见，请换一个'],
    ['password', 'newcomer1', '密码不能与用户名相近'],
    ['companyTitle', '', '请输入公司名称'],
    ['nickName', '', '请输入姓名'],
    ['username', 'a b', '用户名只能由文字、数字和 _ . @ - 组成'],
    ['email', 'nobody', '邮箱的格式不正确'],
  ])('refuses a %s of %s', async (field, value, message) => {
    const before = await stateOf(app.database);
    const answer = await register({ ...visitor, username: 'newcomer', [field]: value });
    expect(answer).toMatchObject({ status: 400, errors: { [field]: message } });
    expect(await stateOf(app.database)).toStrictEqual(before);
  });

  test('limits attempts per address', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1)
      statuses.push((await register({ ...visitor, password: '12345678' }, app, '10.9.9.9')).status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(20);
    const last = await register(visitor, app, '10.9.9.9');
    expect(last).toMatchObject({ status: 429 });
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('the captcha of a registration', () => {
  let guarded: TestApp;
  beforeAll(async () => {
    guarded = await createTestApp({ loginCaptcha: true });
    await open(guarded);
  });
  afterAll(() => guarded.close());

  async function solved(): Promise<{ uuid: string; code: string }> {
    const { id } = await guarded.send('GET', '/captcha', { remoteAddress: `10.2.0.${(address += 1)}` });
    const [row] = await guarded.database.db
      .select()
      .from(captchas)
      .where(eq(captchas.id, String(id)));
    return { uuid: String(id), code: row!.answer };
  }

  test('is required and is valid for one attempt', async () => {
    expect(await register(visitor, guarded)).toMatchObject({ status: 400, error: 'login.captcha' });
    const wrong = await solved();
    expect(await register({ ...visitor, ...wrong, code: 'no' }, guarded)).toMatchObject({ status: 400 });
    expect(await register({ ...visitor, ...wrong }, guarded)).toMatchObject({ error: 'login.captcha' });
    const right = await solved();
    expect(await register({ ...visitor, ...right }, guarded)).toMatchObject({ status: 200 });
    expect(await register({ ...visitor, username: 'another', ...right }, guarded)).toMatchObject({
      error: 'login.captcha',
    });
    const [log] = await guarded.database.db.select().from(loginLogs).orderBy(desc(loginLogs.id)).limit(1);
    expect(log).toMatchObject({ username: 'another', userId: null, status: '1', msg: '注册：验证码错误' });
  });
});
