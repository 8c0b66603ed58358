import { desc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  configs,
  loginLogs,
  loginTickets,
  operationLogs,
  recoveryCodes,
  secondFactors,
  sessions,
  users,
} from '#server/db/schema.ts';
import type { Envelope } from '#tests/support/app/api.ts';
import { codeOf, enrol } from '#tests/support/app/authenticator.ts';
import { addPerson, openSession, type Person } from '#tests/support/data/people.ts';
import { untilBlockedBy } from '#tests/support/app/waiting.ts';
import { countOf, password, startTwoStepLogin, wrongCode } from '#tests/support/browser/two-step-login.ts';

const steps = await startTwoStepLogin();
afterAll(() => steps.app.close());
beforeEach(() => steps.wait(300));

describe('setting up', () => {
  test('needs the password and a code of the new secret, and ends all other sessions', async () => {
    const { userId, token, username } = await steps.newPerson();
    const other = await openSession(steps.app.database.db, userId);
    expect((await steps.callOwnFactor(token, 'GET')).data).toEqual({
      isOn: false,
      confirmedAt: '',
      recoveryCodesLeft: 0,
      isRequired: false,
    });
    expect(await steps.callOwnFactor(token, 'POST', '', { password: 'wrong' })).toMatchObject({
      status: 400,
      errors: { password: '密码不正确' },
    });
    const begun = await steps.callOwnFactor(token, 'POST', '', { password });
    const { secret, address } = begun.data as { secret: string; address: string };
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const url = new URL(address);
    expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual([
      'otpauth:',
      'totp',
      `/智造报价:${username}`,
    ]);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      issuer: '智造报价',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    // Until the confirmation, sign-ins need no code.
    expect(await steps.sendPassword(username)).toMatchObject({ status: 200, token: expect.any(String) });
    expect(await steps.callOwnFactor(token, 'POST', '/confirm', { code: '000000' })).toMatchObject(wrongCode);
    const confirmed = await steps.callOwnFactor(token, 'POST', '/confirm', {
      code: codeOf(secret, steps.now()),
    });
    const { recoveryCodes: codes, token: renewed } = confirmed.data as {
      recoveryCodes: string[];
      token: string;
    };
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){2}[0-9a-hjkmnp-tv-z]{4}$/);
    for (const ended of [other, token])
      expect((await steps.app.send('GET', '/getinfo', { token: ended })).status).toBe(401);
    expect((await steps.callOwnFactor(renewed, 'GET')).data).toEqual({
      isOn: true,
      confirmedAt: new Date(steps.now()).toISOString(),
      recoveryCodesLeft: 10,
      isRequired: false,
    });
    expect(await steps.callOwnFactor(renewed, 'POST', '', { password })).toMatchObject({ status: 409 });
    expect(
      await steps.callOwnFactor(renewed, 'POST', '/confirm', { code: codeOf(secret, steps.now()) }),
    ).toMatchObject({
      status: 409,
    });
  });

  test('begun twice uses the second secret, and cannot be confirmed before it is begun', async () => {
    const { token } = await steps.newPerson();
    expect(await steps.callOwnFactor(token, 'POST', '/confirm', { code: '123456' })).toMatchObject({
      status: 404,
    });
    const [first, second] = [
      await steps.callOwnFactor(token, 'POST', '', { password }),
      await steps.callOwnFactor(token, 'POST', '', { password }),
    ].map(({ data }) => (data as { secret: string }).secret);
    expect(
      await steps.callOwnFactor(token, 'POST', '/confirm', { code: codeOf(first!, steps.now()) }),
    ).toMatchObject(wrongCode);
    expect(
      (await steps.callOwnFactor(token, 'POST', '/confirm', { code: codeOf(second!, steps.now()) })).status,
    ).toBe(200);
  });

  test('confirmed 20 times at once gives one set of recovery codes', async () => {
    const { token, userId } = await steps.newPerson();
    const { secret } = (await steps.callOwnFactor(token, 'POST', '', { password })).data as {
      secret: string;
    };
    const body = { code: codeOf(secret, steps.now()) };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => steps.callOwnFactor(token, 'POST', '/confirm', body)),
    );
    expect(countOf(answers, 200)).toBe(1);
    const kept = await steps.app.database.db
      .select()
      .from(recoveryCodes)
      .where(eq(recoveryCodes.userId, userId));
    expect(kept).toHaveLength(10);
  });

  test('is not bypassed by a sign-in that started before the confirmation', async () => {
    const { userId, username } = await steps.newPerson();
    const { pool, db } = steps.app.database;
    const confirming = await pool.connect();
    let signingIn: Promise<Envelope> | undefined;
    try {
      await confirming.query('begin');
      await confirming.query('select from sys_user where user_id = $1 for update', [userId]);
      signingIn = steps.sendPassword(username);
      await untilBlockedBy(pool, confirming);
      const confirmed = `insert into second_factor (user_id, secret, confirmed_at) values ($1, 'A', now())`;
      await confirming.query(confirmed, [userId]);
      await confirming.query('commit');
    } finally {
      confirming.release();
    }
    expect(await signingIn).toMatchObject({ status: 400, error: 'login.failed' });
    expect(await db.select().from(sessions).where(eq(sessions.userId, userId))).toHaveLength(1);
  });
});

describe('switching off', () => {
  test('needs the password and a code or recovery code; the next sign-in needs no code', async () => {
    for (const kind of ['device', 'recovery']) {
      const { username, token, userId, device } = await steps.newOwner();
      const code = kind === 'device' ? device.codeAt(steps.now()) : device.recoveryCodes[0]!;
      expect(await steps.callOwnFactor(token, 'DELETE', '', { password: 'wrong', code })).toMatchObject({
        status: 400,
      });
      expect(await steps.callOwnFactor(token, 'DELETE', '', { password, code: '000000' })).toMatchObject(
        wrongCode,
      );
      expect(await steps.callOwnFactor(token, 'DELETE', '', { password, code })).toMatchObject({
        status: 200,
      });
      expect(await steps.callOwnFactor(token, 'DELETE', '', { password, code })).toMatchObject({
        status: 404,
      });
      expect((await steps.sendPassword(username)).status).toBe(200);
      const { db } = steps.app.database;
      expect(await db.select().from(secondFactors).where(eq(secondFactors.userId, userId))).toEqual([]);
      expect(await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, userId))).toEqual([]);
    }
  });

  test('for another user needs the permission to reset passwords, and is refused for users with more permissions', async () => {
    const owner = await steps.newOwner();
    const asStaff = (permissions: string[], dataScope = '1') =>
      addPerson(steps.app, { permissions, isStaff: true, dataScope });
    const remove = (token: string, userId = owner.userId) =>
      steps.app.send('PUT', '/user/second-factor/remove', { token, body: { userId } });
    const clerk = await asStaff(['admin:sysUser:edit', 'admin:sysUser:query']);
    expect(await remove(clerk.token)).toMatchObject({ status: 403 });
    // Sales has permissions that this user lacks.
    const lesser = await asStaff(['admin:sysUser:resetPwd']);
    expect(await remove(lesser.token)).toMatchObject({ status: 403 });
    expect(await remove(lesser.token, 1)).toMatchObject({ status: 403 });
    const elsewhere = await asStaff(['admin:sysUser:resetPwd'], '5');
    expect(await remove(elsewhere.token)).toMatchObject({ status: 404 });
    const admin = await steps.newPerson({ roleKey: 'admin' });
    admin.token = (await enrol(steps.app, admin.token, password, steps.now())).token;
    expect(await remove(admin.token, admin.userId)).toMatchObject({ status: 409 });

    const seen = await steps.app.send('GET', `/sys-user/${owner.userId}`, { token: steps.admin.token });
    expect(seen.data).toMatchObject({ hasSecondFactor: true });
    const before = (await steps.app.database.db.select().from(operationLogs)).length;
    expect(await remove(admin.token)).toMatchObject({ status: 200, data: owner.userId });
    const rows = await steps.app.database.db.select().from(operationLogs).orderBy(desc(operationLogs.id));
    expect(rows).toHaveLength(before + 1);
    expect(rows[0]).toMatchObject({ title: '移除双重验证', changes: { id: owner.userId }, code: 200 });
    expect((await steps.app.send('GET', '/getinfo', { token: owner.token })).status).toBe(401);
    expect((await steps.sendPassword(owner.username)).status).toBe(200);
    expect(await remove(admin.token)).toMatchObject({ status: 404, msg: '该用户未启用双重验证' });
  });
});

describe('required for staff', () => {
  const demand = async (configValue: string) => {
    const [row] = await steps.app.database.db
      .select()
      .from(configs)
      .where(eq(configs.configKey, 'login.secondFactor'));
    const body = [{ configKey: 'login.secondFactor', configValue, version: row!.version }];
    return steps.app.send('PUT', '/set-config', { token: boss.token, body });
  };
  let boss: Person;
  beforeAll(async () => {
    boss = await steps.newPerson({ roleKey: 'admin' });
    boss.token = (await enrol(steps.app, boss.token, password, steps.now())).token;
  });
  afterEach(() => demand('off'));

  test('staff without a second factor can only set one up', async () => {
    const staff = await steps.newPerson();
    const customer = await steps.newPerson({ roleKey: 'customer' });
    const orders = (token: string) => steps.app.send('GET', '/order', { token });
    expect((await orders(staff.token)).status).toBe(200);
    expect(await demand('staff')).toMatchObject({ status: 200 });
    expect(await orders(staff.token)).toMatchObject({ status: 403, error: 'second_factor.required' });
    expect((await steps.app.send('GET', '/getinfo', { token: staff.token })).data).toMatchObject({
      mustSetUpSecondFactor: true,
    });
    expect((await orders(customer.token)).status).toBe(200);
    expect((await steps.callOwnFactor(staff.token, 'GET')).data).toMatchObject({ isRequired: true });
    expect((await steps.sendPassword(staff.username)).status).toBe(200);
    const device = await enrol(steps.app, staff.token, password, steps.now());
    staff.token = device.token;
    expect((await orders(staff.token)).status).toBe(200);
    steps.wait(30);
    const removal = { password, code: device.codeAt(steps.now()) };
    expect((await steps.callOwnFactor(staff.token, 'DELETE', '', removal)).status).toBe(200);
    expect((await orders(staff.token)).error).toBe('second_factor.required');
  });

  test('an initial password must be changed first', async () => {
    await demand('staff');
    let { token } = await steps.newPerson({ user: { mustChangePassword: true } });
    const list = () => steps.app.send('GET', '/order', { token });
    expect((await list()).error).toBe('password.must_change');
    const body = { oldPassword: password, newPassword: 'another long password 2' };
    const changed = await steps.app.send('PUT', '/user/pwd/set', { token, body });
    expect(changed.status).toBe(200);
    ({ token } = changed.data);
    expect((await list()).error).toBe('second_factor.required');
  });

  test('the setting accepts only these two values', async () => {
    expect(await demand('customers')).toMatchObject({
      status: 400,
      errors: { '0.configValue': '双重验证应为 off 或 staff' },
    });
  });
});

test('secrets, codes and tickets are in no log or list, and in no table but the secret itself', async () => {
  const { username, userId, token, device } = await steps.newOwner();
  const ticket = await steps.ticketOf(username);
  const code = device.codeAt(steps.now());
  const answer = await steps.sendCode(ticket, code);
  expect(answer.status).toBe(200);
  await steps.signIn(username, device.recoveryCodes[0]!);
  const { db } = steps.app.database;
  const logs = JSON.stringify([await db.select().from(loginLogs), await db.select().from(operationLogs)]);
  const kept = JSON.stringify([
    await db.select().from(recoveryCodes),
    await db.select().from(loginTickets),
    await db.select().from(users),
  ]);
  const shown = JSON.stringify([
    (await steps.callOwnFactor(token, 'GET')).data,
    (await steps.app.send('GET', '/user/profile', { token })).data,
    (await steps.app.send('GET', `/sys-user/${userId}`, { token: steps.admin.token })).data,
    (await steps.app.send('GET', '/sys-opera-log?pageSize=100', { token: steps.admin.token })).data,
  ]);
  const plain = device.recoveryCodes.map((recovery) => recovery.replaceAll('-', ''));
  for (const hidden of [device.secret, ticket, ...device.recoveryCodes, ...plain]) {
    expect(logs).not.toContain(hidden);
    expect(kept).not.toContain(hidden);
    expect(shown).not.toContain(hidden);
  }
  expect(logs).not.toMatch(new RegExp(`"${code}"`));
});
