import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Profile } from '#contract/profile.ts';
import { users } from '#server/db/schema.ts';
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

  test('contains an identity or another field that is not of the profile', async () => {
    const identity = ['userId', 'username', 'role', 'roleIds', 'deptId', 'status'];
    for (const key of [...identity, 'remark', 'passwordHash', 'mustChangePassword', 'discount'])
      expect(await faultsOf(key, [{ ...whole, [key]: 1 }], '不支持的字段')).toStrictEqual(none);
  });

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
});
