import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { users } from '#server/db/schema.ts';
import { failureFaults } from '#tests/support/app/answers.ts';
import { addDept, addPerson } from '#tests/support/data/people.ts';
import { none, startProfiles, valid, whole } from './profile.test-data.ts';

const { app, person, read, save, faultsOf } = await startProfiles();
afterAll(() => app.close());
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
  test('has roles and posts, but no secret', async () => {
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

  test('can be edited by every signed-in user, but only in six fields', async () => {
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

  test('is not overwritten after a concurrent change, which the answer shows', async () => {
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

  test('is saved once by twenty simultaneous requests of one version', async () => {
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
  test('contains an identity or another field outside the profile', async () => {
    const identity = ['userId', 'username', 'role', 'roleIds', 'deptId', 'status'];
    for (const key of [...identity, 'remark', 'passwordHash', 'mustChangePassword', 'discount'])
      expect(await faultsOf(key, [{ ...whole, [key]: 1 }], '不支持的字段')).toStrictEqual(none);
  });

  test('names another user in the body, URL or query', async () => {
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
