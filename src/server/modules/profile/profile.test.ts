import { isDeepStrictEqual } from 'node:util';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Profile } from '#contract/profile.ts';
import { operationLogs, users } from '#server/db/schema.ts';
import { failureFaults, fieldFaults } from '#tests/support/answers.ts';
import { stateOf } from '#tests/support/database-state.ts';
import { addDept, addPerson, type Person } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const valid = {
  nickName: '李工',
  phone: '+86 (21) 6123-4567',
  email: 'li@example.com',
  companyTitle: '示例客户公司',
  taxNumber: '91310000MA1K3ABC2D',
  address: '上海市示例路 1 号',
};
const read = async (token: string): Promise<Profile> =>
  (await app.send('GET', '/user/profile', { token })).data;
const save = (token: string, body: object) => app.send('PUT', '/user/profile', { token, body });
const { nickName, phone, email, companyTitle, taxNumber, address } = users;
const { username, deptId, status, remark, version, updateBy } = users;

async function rowOf(id: number) {
  const columns = { nickName, phone, email, companyTitle, taxNumber, address };
  const [row] = await app.database.db
    .select({ ...columns, username, deptId, status, remark, version, updateBy })
    .from(users)
    .where(eq(users.userId, id));
  return row!;
}

describe('the profile of the signed-in user', () => {
  test('is read with roles and posts, without any secret', async () => {
    const answer = await app.send('GET', '/user/profile', { as: 'admin' });
    expect(answer.data).toMatchObject({
      user: { username: 'admin', nickName: '系统管理员', deptName: '生产部', taxNumber: '', version: 1 },
      roles: [{ roleKey: 'admin', roleName: '系统管理员' }],
      posts: [{ postName: '销售工程师' }],
    });
    expect(JSON.stringify(answer)).not.toMatch(/password|hash|argon/i);
    const nowhere = await read((await addPerson(app)).token);
    expect(nowhere).toMatchObject({ user: { deptId: null, deptName: '' }, roles: [], posts: [] });
  });

  test('can be changed by every signed-in user, in these six fields and no other', async () => {
    const dept = await addDept(app);
    const person = await addPerson(app, { deptId: dept.deptId, user: { remark: '老客户' } });
    const before = await rowOf(person.userId);
    const answer = await save(person.token, { ...valid, version: 1 });
    expect(answer).toMatchObject({
      status: 200,
      msg: '资料已保存',
      data: { user: { ...valid, version: 2 } },
    });
    expect(answer.data).toStrictEqual(await read(person.token));
    expect(await rowOf(person.userId)).toStrictEqual({
      ...before,
      ...valid,
      version: 2,
      updateBy: person.userId,
    });
    expect((await app.send('GET', '/getinfo', { token: person.token })).data).toMatchObject({ name: '李工' });
  });

  test("appears in the administrator's form with the same fields", async () => {
    const { token, userId } = await addPerson(app);
    await save(token, { ...valid, version: 1 });
    const { data } = await app.send('GET', `/sys-user/${userId}`, { as: 'admin' });
    expect(data).toMatchObject(valid);
    const body = { ...(data as object), taxNumber: '913100001234567', roleIds: [4] };
    expect(await app.send('PUT', `/sys-user/${userId}`, { as: 'admin', body })).toMatchObject({
      status: 200,
    });
    expect((await read(token)).user).toMatchObject({ ...valid, taxNumber: '913100001234567', version: 3 });
  });

  test('is not overwritten after a concurrent change; the answer shows the current one', async () => {
    const { token, userId } = await addPerson(app);
    await save(token, { ...valid, version: 1 });
    const before = await rowOf(userId);
    for (const stale of [1, 3, 2_147_483_647]) {
      const answer = await save(token, { ...valid, phone: '021-1234', version: stale });
      expect(
        failureFaults(answer, `version ${stale}`, { status: 409, error: 'record.changed' }),
      ).toStrictEqual([]);
      expect(answer.data).toStrictEqual(await read(token));
    }
    expect(await rowOf(userId)).toStrictEqual(before);
  });

  test('saved twenty times at once from one version is saved once', async () => {
    const { token, userId } = await addPerson(app);
    const phoneOf = (n: number) => `021-1000${n}`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => save(token, { ...valid, phone: phoneOf(n), version: 1 })),
    );
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    const winner = answers.findIndex((answer) => answer.status === 200);
    expect(await rowOf(userId)).toMatchObject({ phone: phoneOf(winner), version: 2 });
  });

  test('is in the operation log with its changes; a refusal too', async () => {
    const { token, userId } = await addPerson(app);
    await save(token, { ...valid, version: 1 });
    await save(token, { ...valid, version: 1 });
    await save(token, { ...valid, email: 'none', version: 2 });
    const rows = await app.database.db
      .select()
      .from(operationLogs)
      .where(eq(operationLogs.userId, userId))
      .orderBy(desc(operationLogs.id));
    expect(rows.map(({ title, requestMethod, code }) => [title, requestMethod, code])).toStrictEqual([
      ['修改个人资料', 'PUT', 400],
      ['修改个人资料', 'PUT', 409],
      ['修改个人资料', 'PUT', 200],
    ]);
    expect(rows[2]?.changes).toMatchObject({
      id: userId,
      taxNumber: ['', valid.taxNumber],
      address: ['', valid.address],
    });
    expect(rows[2]?.changes).not.toHaveProperty('version');
  });
});

describe('a refused profile', () => {
  let person: Person;
  beforeAll(async () => {
    person = await addPerson(app, { roleKey: 'customer' });
  });
  const whole = { ...valid, version: 1 };

  /** The messages for these bodies, each of which must name the field; nothing may be written. */
  async function faultsOf(field: string, bodies: readonly object[], message?: string): Promise<string[]> {
    const before = await stateOf(app.database);
    const faults: string[] = [];
    for (const body of bodies) {
      const answer = await save(person.token, body);
      const hint = JSON.stringify(body).slice(0, 200);
      faults.push(...fieldFaults(answer, field, hint));
      if (message !== undefined && answer.errors?.[field] !== message)
        faults.push(`${hint}: ${answer.errors?.[field]}`);
    }
    if (!isDeepStrictEqual(await stateOf(app.database), before)) faults.push('something was written');
    return faults;
  }
  const none: string[] = [];

  test.each([
    ['nickName', '请输入姓名'],
    ['phone', '请输入电话'],
    ['email', '请输入邮箱'],
    ['companyTitle', '请输入开票抬头'],
    ['taxNumber', '请输入税号'],
    ['address', '请输入地址'],
    ['version', '请输入版本号'],
  ])('lacks %s, or has null there', async (field, message) => {
    expect(
      await faultsOf(
        field,
        [
          { ...whole, [field]: undefined },
          { ...whole, [field]: null },
        ],
        message,
      ),
    ).toStrictEqual(none);
  });

  test.each(Object.keys(valid))(
    'has something else than text as %s, or text that no store keeps',
    async (field) => {
      const wrong = [7, 0, true, false, [], ['a'], {}, 'a\u0000b', '\u001b[2J', '\ud800'];
      expect(
        await faultsOf(
          field,
          wrong.map((value) => ({ ...whole, [field]: value })),
        ),
      ).toStrictEqual(none);
    },
  );

  test.each([
    ['nickName', ['字'.repeat(61), 'a'.repeat(10_000)], '姓名最多60个字符'],
    ['nickName', [''], '请输入姓名'],
    ['phone', ['1'.repeat(31)], '电话最多30个字符'],
    [
      'phone',
      ['abc', '12', '1；2', '１２３', "' or 1=1 --"],
      '请输入有效的电话，例如 13800138000、021-12345678 或 +86 138-0013-8000',
    ],
    ['email', [`${'a'.repeat(95)}@b.com`], '邮箱最多100个字符'],
    ['email', ['a', 'a@b', '@b.c', 'a@@b.c', 'a b@c.d', 'a@b.c ', 'a@b.c,d@e.f'], '邮箱的格式不正确'],
    ['companyTitle', ['字'.repeat(101)], '开票抬头最多100个字符'],
    ['taxNumber', ['1'.repeat(21)], '税号最多20个字符'],
    [
      'taxNumber',
      ['1'.repeat(14), '91310000ma1k3abc2d', '9131 0000 MA1K 3ABC', '９１３１００００ＭＡ１Ｋ３ＡＢＣ'],
      '税号应为 15 到 20 位数字或大写字母',
    ],
    ['address', ['字'.repeat(201)], '地址最多200个字符'],
  ])('has a %s beyond its rules: %j', async (field, values, message) => {
    expect(
      await faultsOf(
        field,
        values.map((value) => ({ ...whole, [field]: value })),
        message,
      ),
    ).toStrictEqual(none);
  });

  test('has an invalid version', async () => {
    const wrong = ['1', 0, -1, 1.5, 2_147_483_648, true, [1], {}];
    expect(
      await faultsOf(
        'version',
        wrong.map((version) => ({ ...whole, version })),
      ),
    ).toStrictEqual(none);
  });

  test.each(['userId', 'id', 'username', 'role', 'roleIds', 'roles', 'deptId', 'deptName', 'status'])(
    'contains an identity field: %s',
    async (key) => {
      expect(
        await faultsOf(
          key,
          [
            { ...whole, [key]: 1 },
            { ...whole, [key]: null },
          ],
          '不支持的字段',
        ),
      ).toStrictEqual(none);
    },
  );

  test.each(['avatar', 'remark', 'password', 'passwordHash', 'mustChangePassword', 'createBy', 'discount'])(
    'has %s',
    async (key) => {
      expect(await faultsOf(key, [{ ...whole, [key]: 'x' }], '不支持的字段')).toStrictEqual(none);
    },
  );

  test('names another user in the body, in the address or in the query', async () => {
    const other = await addPerson(app, { roleKey: 'customer' });
    const before = await rowOf(other.userId);
    expect(await faultsOf('userId', [{ ...whole, userId: other.userId }])).toStrictEqual(none);
    for (const [path, wanted] of [
      [`/user/profile/${other.userId}`, 404],
      [`/user/profile?userId=${other.userId}`, 400],
      [`/sys-user/${other.userId}`, 403],
    ] as const) {
      const answer = await app.send('PUT', path, { token: person.token, body: whole });
      expect({ path, status: answer.status }).toStrictEqual({ path, status: wanted });
    }
    expect(await rowOf(other.userId)).toStrictEqual(before);
    expect((await rowOf(person.userId)).version).toBe(1);
  });

  test('comes without a session', async () => {
    const answer = await app.send('PUT', '/user/profile', { body: whole });
    expect(answer).toMatchObject({ status: 401, error: 'session.required' });
  });
});

describe('boundary values', () => {
  test.each([
    ['nickName', ['字', '字'.repeat(60), '😀'.repeat(60)]],
    ['phone', ['', '+86 021 (6123) 4567 转 801']],
    ['email', ['', 'a@b.c', `${'a'.repeat(94)}@b.com`]],
    ['companyTitle', ['', '字'.repeat(100)]],
    ['taxNumber', ['', '1'.repeat(15), 'A'.repeat(20)]],
    ['address', ['', '字'.repeat(200), '%_\\\'";--']],
  ])('of %s are stored unchanged', async (field, values) => {
    const { token } = await addPerson(app);
    for (const [at, value] of values.entries()) {
      const answer = await save(token, { ...valid, [field]: value, version: at + 1 });
      expect({ value, status: answer.status, errors: answer.errors }).toStrictEqual({
        value,
        status: 200,
        errors: undefined,
      });
      expect((await read(token)).user).toMatchObject({ [field]: value });
    }
  });
});
