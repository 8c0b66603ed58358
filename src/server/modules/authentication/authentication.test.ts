import { eq } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { menus, operationLogs, roleMenus, roles, userRoles, users } from '#server/db/schema.ts';
import { advanceRevision } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { addPerson, openSession } from '#tests/support/data/people.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { hashPassword } from './passwords.service.ts';

const password = 'a long enough password 1';
let app: TestApp;
let passwordHash: string;
beforeAll(async () => {
  app = await createTestApp();
  passwordHash = await hashPassword(password);
});
afterAll(() => app.close());

const HOUR = 3_600_000;
const info = (token: string) => app.send('GET', '/getinfo', { token });

describe('a token', () => {
  test('becomes invalid at once when its session ends; other sessions continue', async () => {
    const person = await addPerson(app, { roleKey: 'customer' });
    const other = await openSession(app.database.db, person.userId);
    expect(await app.send('POST', '/logout', { token: person.token })).toMatchObject({
      status: 200,
      msg: '退出成功',
      data: null,
    });
    expect(await info(person.token)).toMatchObject({
      status: 401,
      error: 'session.expired',
      msg: '请重新登录',
    });
    expect((await app.send('POST', '/logout', { token: person.token })).status).toBe(401);
    expect((await info(other)).status).toBe(200);
  });
});

describe('a session', () => {
  const signInAt = async (now: string, roleKey: 'sales' | 'customer') => {
    const { username } = await addPerson(app, { roleKey, user: { passwordHash } });
    app.setNow(new Date(now));
    const token = await app.signIn(username, password);
    const start = Date.parse(now);
    return async (hours: number, extraMs = 0) => {
      app.setNow(new Date(start + hours * HOUR + extraMs));
      const { status } = await info(token);
      app.setNow(undefined);
      return status;
    };
  };

  test('of staff ends after 8 idle hours and after 7 days at the latest', async () => {
    const idle = await signInAt('2027-05-01T00:00:00Z', 'sales');
    expect(await idle(8, -1)).toBe(200);
    expect(await idle(15)).toBe(200);
    expect(await idle(23)).toBe(401);
    expect(await idle(15)).toBe(200); // the expired session was refused but not deleted: the clock went back
    const busy = await signInAt('2027-05-01T00:00:00Z', 'sales');
    for (let hours = 7; hours < 7 * 24; hours += 7) expect(await busy(hours)).toBe(200);
    expect(await busy(7 * 24, -1)).toBe(200);
    expect(await busy(7 * 24)).toBe(401);
  });

  test('of a customer ends after 7 idle days and after 30 days at the latest', async () => {
    const idle = await signInAt('2027-05-01T00:00:00Z', 'customer');
    expect(await idle(7 * 24, -1)).toBe(200);
    expect(await idle(14 * 24)).toBe(401);
    const busy = await signInAt('2027-05-01T00:00:00Z', 'customer');
    for (let days = 6; days < 30; days += 6) expect(await busy(days * 24)).toBe(200);
    expect(await busy(30 * 24)).toBe(401);
  });

  test('is not confused with others in simultaneous requests', async () => {
    const people = [];
    while (people.length < 3) people.push(await addPerson(app, { roleKey: 'customer' }));
    const stranger = randomBytes(32).toString('base64url');
    const answers = await Promise.all(
      [...people, { token: stranger }, ...people].map(async ({ token }) => (await info(token)).data),
    );
    const names = answers.map((data) => (data as { userName: string } | null)?.userName);
    const expected = people.map(({ username }) => username);
    expect(names).toStrictEqual([...expected, undefined, ...expected]);
  });

  test('reflects at once that its user is disabled, is deleted or loses roles or permissions', async () => {
    const { db } = app.database;
    const orders = (token: string) => app.send('GET', '/order', { token });
    const disabled = await addPerson(app, { roleKey: 'customer' });
    const deleted = await addPerson(app, { roleKey: 'customer' });
    const changed = await addPerson(app, { roleKey: 'customer' });
    const narrowed = await addPerson(app, { permissions: ['mfr:order:list', 'mfr:order:query'] });
    for (const { token } of [disabled, deleted, changed, narrowed])
      expect((await orders(token)).status).toBe(200);

    await db.update(users).set({ status: '1' }).where(eq(users.userId, disabled.userId));
    expect((await orders(disabled.token)).status).toBe(401);
    await db.update(users).set({ deletedAt: new Date() }).where(eq(users.userId, deleted.userId));
    expect((await orders(deleted.token)).status).toBe(401);

    await db.transaction(async (tx) => {
      await advanceRevision(tx, 'access');
      await tx.delete(userRoles).where(eq(userRoles.userId, changed.userId));
    });
    expect((await orders(changed.token)).status).toBe(403);
    expect((await info(changed.token)).data).toMatchObject({ roles: [], buttons: [] });

    await db.transaction(async (tx) => {
      await advanceRevision(tx, 'access');
      const [menu] = await tx
        .select({ id: menus.menuId })
        .from(menus)
        .innerJoin(roleMenus, eq(roleMenus.menuId, menus.menuId))
        .where(eq(roleMenus.roleId, narrowed.roleId))
        .orderBy(menus.menuId);
      await tx.delete(roleMenus).where(eq(roleMenus.menuId, menu!.id));
    });
    expect((await orders(narrowed.token)).status).toBe(403);
    expect((await app.send('GET', '/order/999999', { token: narrowed.token })).status).toBe(404);

    await db.transaction(async (tx) => {
      await advanceRevision(tx, 'access');
      await tx.update(roles).set({ status: '1' }).where(eq(roles.roleId, narrowed.roleId));
    });
    expect((await app.send('GET', '/order/999999', { token: narrowed.token })).status).toBe(403);
  });

  test('is not ended by many simultaneous sign-outs of another session', async () => {
    const person = await addPerson(app, { roleKey: 'customer' });
    const others = await Promise.all([1, 2, 3].map(() => openSession(app.database.db, person.userId)));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app.send('POST', '/logout', { token: person.token })),
    );
    expect(answers.every(({ status }) => status === 200 || status === 401)).toBe(true);
    for (const token of others) expect((await info(token)).status).toBe(200);
  });
});

describe('a password', () => {
  const change = (token: string, oldPassword: string, newPassword: string) =>
    app.send('PUT', '/user/pwd/set', { token, body: { oldPassword, newPassword } });

  test('is changed with the old one, which ends every other session and replaces the token', async () => {
    const person = await addPerson(app, {
      roleKey: 'customer',
      user: { passwordHash, mustChangePassword: true },
    });
    const other = await openSession(app.database.db, person.userId);
    expect(await app.send('GET', '/order', { token: person.token })).toMatchObject({
      status: 403,
      error: 'password.must_change',
    });
    const changed = await change(person.token, password, 'quite another one');
    expect(changed).toMatchObject({ status: 200, msg: '密码修改成功' });
    const { token } = changed.data as { token: string };
    for (const ended of [other, person.token]) expect((await info(ended)).status).toBe(401);
    expect((await app.send('GET', '/order', { token })).status).toBe(200);
    await expect(app.signIn(person.username, password)).rejects.toThrow('用户名或密码错误');
    expect(await app.signIn(person.username, 'quite another one')).toHaveLength(43);
  });

  test('is not changed with a wrong or missing old one; such attempts are throttled', async () => {
    const person = await addPerson(app, { roleKey: 'customer', user: { passwordHash } });
    const other = await openSession(app.database.db, person.userId);
    for (let count = 0; count < 6; count += 1) {
      expect(await change(person.token, `wrong ${count}`, 'quite another one')).toMatchObject({
        status: 400,
        errors: { oldPassword: '当前密码不正确' },
      });
    }
    const throttled = await change(person.token, password, 'quite another one');
    expect(throttled.status).toBe(429);
    expect(Number(throttled.headers['retry-after'])).toBeGreaterThan(0);
    expect((await info(other)).status).toBe(200);
    expect(await app.signIn(person.username, password)).toHaveLength(43);
  });

  test('must be long enough and neither common, the user name nor the old one; no other rule applies', async () => {
    const staff = await addPerson(app, {
      roleKey: 'sales',
      user: { passwordHash, username: 'wangxiaoming' },
    });
    const customer = await addPerson(app, { roleKey: 'customer', user: { passwordHash } });
    const refused: [string, string][] = [
      [customer.token, 'short 7'],
      [staff.token, 'eleven char'],
      [customer.token, 'password123'],
      [customer.token, 'PASSWORD123'],
      [customer.token, '88888888'],
      [customer.token, 'ａａａａａａａａ'.normalize('NFKC')],
      [staff.token, 'wangxiaoming123'],
      [staff.token, password],
    ];
    for (const [token, newPassword] of refused) {
      const answer = await change(token, password, newPassword);
      expect({ newPassword, status: answer.status, fields: Object.keys(answer.errors ?? {}) }).toStrictEqual({
        newPassword,
        status: 400,
        fields: ['newPassword'],
      });
    }
    expect((await change(customer.token, password, '只有八个汉字密码')).status).toBe(200);
    const long = `${'ω😀 '.repeat(42)}ab`;
    expect(Array.from(long)).toHaveLength(128);
    const changed = await change(staff.token, password, long);
    expect(changed.status).toBe(200);
    const { token } = changed.data as { token: string };
    expect((await change(token, long, `${long}x`)).status).toBe(400);
  });

  test('never appears in the operation log', async () => {
    const secret = `secret ${randomBytes(8).toString('hex')}`;
    const person = await addPerson(app, { roleKey: 'customer', user: { passwordHash } });
    const { data } = await change(person.token, password, secret);
    await change((data as { token: string }).token, secret, 'x');
    const rows = await app.database.db
      .select()
      .from(operationLogs)
      .where(eq(operationLogs.userId, person.userId));
    expect(rows.map(({ title, code }) => [title, code])).toStrictEqual([
      ['修改本人密码', 200],
      ['修改本人密码', 400],
    ]);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.stringify(rows)).not.toContain(password);
  });
});

describe('the user of a session', () => {
  test('gets the menus of its roles with their ancestors, without buttons', async () => {
    interface Node {
      title: string;
      menuType: string;
      children: Node[];
    }
    const flat = (nodes: Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children)]);
    const titles = async (token: string) =>
      flat((await app.send('GET', '/menurole', { token })).data as Node[]);
    const customer = await titles((await addPerson(app, { roleKey: 'customer' })).token);
    expect(customer.map(({ title }) => title)).toStrictEqual(['客户区', '在线报价', '历史报价']);
    const withoutRole = await titles((await addPerson(app)).token);
    expect(withoutRole).toStrictEqual([]);
    const admin = await titles((await addPerson(app, { roleKey: 'admin' })).token);
    expect(admin.map(({ title }) => title)).toEqual(expect.arrayContaining(['客户区', '管理后台', '岗位']));
    expect(admin.every(({ menuType }) => menuType === 'M' || menuType === 'C')).toBe(true);
  });

  test('is not staff without back-office menus, whatever the role is called', async () => {
    const { token, userId } = await addPerson(app, { permissions: ['mfr:order:list'], isStaff: false });
    expect((await info(token)).data).toMatchObject({ userId, permissions: ['mfr:order:list'] });
    const menu = await app.send('GET', '/menurole', { token });
    expect(JSON.stringify(menu.data)).not.toContain('/admin');
  });
});
