import { desc, eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { operationLogs } from '#server/db/schema.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { none, startProfiles, valid, whole } from './profile.test-data.ts';

const { app, read, save, faultsOf } = await startProfiles();
afterAll(() => app.close());

describe('the profile of the signed-in user', () => {
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

  test('is logged with its changes, and so are refusals', async () => {
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
  ])('has an invalid %s: %j', async (field, values, message) => {
    expect(
      await faultsOf(
        field,
        values.map((value) => ({ ...whole, [field]: value })),
        message,
      ),
    ).toStrictEqual(none);
  });
});

describe('values', () => {
  test.each([
    ['nickName', ['字', '字'.repeat(60), '😀'.repeat(60)]],
    ['phone', ['', '+86 021 (6123) 4567 转 801']],
    ['email', ['', 'a@b.c', `${'a'.repeat(94)}@b.com`]],
    ['companyTitle', ['', '字'.repeat(100)]],
    ['taxNumber', ['', '1'.repeat(15), 'A'.repeat(20)]],
    ['address', ['', '字'.repeat(200), '%_\\\'";--']],
  ])('at the limit of %s are stored unchanged', async (field, values) => {
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
