import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { loginTickets, sessions } from '#server/db/schema.ts';
import { enrol } from '#tests/support/app/authenticator.ts';
import type { Person } from '#tests/support/data/people.ts';
import { newAddress } from '#tests/support/app/sign-in.ts';
import { countOf, password, startTwoStepLogin, wrongCode } from '#tests/support/browser/two-step-login.ts';

const steps = await startTwoStepLogin();
afterAll(() => steps.app.close());
// Rounded to the start of a 30 s period.
beforeEach(() => steps.wait(330 - ((steps.now() / 1000) % 30)));

describe('signing in', () => {
  test('needs the password, then the code; each step is in the log', async () => {
    const { username, userId, device } = await steps.newOwner();
    const first = await steps.sendPassword(username);
    expect(first).toMatchObject({ status: 428, error: 'login.second_factor' });
    expect(first['token']).toBeUndefined();
    const { ticket } = first.data as { ticket: string };
    expect(ticket).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(await steps.lastLog()).toMatchObject({ userId, status: '1', msg: '密码正确，等待验证码' });
    expect(await steps.sendCode(ticket, '000000')).toMatchObject(wrongCode);
    expect(await steps.lastLog()).toMatchObject({
      userId,
      username,
      status: '1',
      msg: '双重验证：验证码错误',
    });
    const answer = await steps.sendCode(ticket, device.codeAt(steps.now()));
    expect(answer).toMatchObject({
      status: 200,
      msg: '登录成功',
      success: true,
      authority: 'sales',
      mustChangePassword: false,
    });
    expect(await steps.lastLog()).toMatchObject({ userId, status: '2', msg: '登录成功' });
    const token = String(answer['token']);
    expect((await steps.app.send('GET', '/getinfo', { token })).status).toBe(200);
    expect((await steps.callOwnFactor(token, 'GET')).data).toMatchObject({ isOn: true });
  });

  test('answers a wrong password as without a second factor', async () => {
    const { username, userId } = await steps.newOwner();
    const body = { username, password: 'wrong' };
    const refused = await steps.app.send('POST', '/login', { body, remoteAddress: newAddress() });
    expect(refused).toMatchObject({ status: 400, error: 'login.failed', data: null });
    const tickets = steps.app.database.db.select().from(loginTickets);
    expect(await tickets.where(eq(loginTickets.userId, userId))).toEqual([]);
  });

  test('accepts a code once on any ticket; then only the next code', async () => {
    const { username, device } = await steps.newOwner();
    const code = device.codeAt(steps.now());
    expect((await steps.signIn(username, code)).status).toBe(200);
    expect(await steps.signIn(username, code)).toMatchObject(wrongCode);
    // The previous code is refused too, although its period is still accepted.
    expect(await steps.signIn(username, device.codeAt(steps.now() - 30_000))).toMatchObject(wrongCode);
    steps.wait(30);
    expect(await steps.signIn(username, code)).toMatchObject(wrongCode);
    expect((await steps.signIn(username, device.codeAt(steps.now()))).status).toBe(200);
  });

  test('refuses the code that confirmed the set-up', async () => {
    const { token, username } = await steps.newPerson();
    const device = await enrol(steps.app, token, password, steps.now());
    expect(await steps.signIn(username, device.codeAt(steps.now()))).toMatchObject(wrongCode);
  });

  test.each([
    ['two periods early', 60_000, 400],
    ['one period early', 30_000, 200],
    ['exact', 0, 200],
    ['one period late', -30_000, 200],
    ['two periods late', -60_000, 400],
  ])('accepts codes at most one period early or late: %s', async (_title, offset, status) => {
    const { username, device } = await steps.newOwner();
    steps.wait(300);
    expect((await steps.signIn(username, device.codeAt(steps.now() + offset))).status).toBe(status);
  });

  test('accepts a code to the last millisecond of the next period', async () => {
    const { username, device } = await steps.newOwner();
    steps.wait(300);
    const code = device.codeAt(steps.now());
    steps.app.setNow(new Date(steps.now() + 60_000));
    expect(await steps.signIn(username, code)).toMatchObject(wrongCode);
    steps.app.setNow(new Date(steps.now() + 59_999));
    expect((await steps.signIn(username, code)).status).toBe(200);
  });

  test('accepts digits in any usual spelling, and nothing else', async () => {
    const { username, device } = await steps.newOwner();
    for (const typed of [
      '',
      '12345',
      '1234567',
      'abcdef',
      '-12345',
      '+12345',
      '1e5',
      '٠١٢٣٤٥',
      "' or 1=1 --",
    ]) {
      steps.wait(1200);
      expect((await steps.signIn(username, typed)).status, typed).toBe(400);
    }
    steps.wait(1200);
    const [a, b] = [device.codeAt(steps.now()).slice(0, 3), device.codeAt(steps.now()).slice(3)];
    expect((await steps.signIn(username, ` ${a} ${b} `)).status).toBe(200);
    steps.wait(30);
    const wide = device
      .codeAt(steps.now())
      .replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
    expect((await steps.signIn(username, wide)).status).toBe(200);
  });
});

describe('a ticket', () => {
  test('is valid for one session, five minutes and five attempts', async () => {
    const { username, device } = await steps.newOwner();
    const used = await steps.ticketOf(username);
    expect((await steps.sendCode(used, device.codeAt(steps.now()))).status).toBe(200);
    steps.wait(30);
    const gone = { status: 400, error: 'login.ticket' };
    expect(await steps.sendCode(used, device.codeAt(steps.now()))).toMatchObject(gone);

    const [inTime, late] = [await steps.ticketOf(username), await steps.ticketOf(username)];
    steps.wait(299);
    expect((await steps.sendCode(inTime, device.codeAt(steps.now()))).status).toBe(200);
    steps.wait(1);
    expect(await steps.sendCode(late, device.codeAt(steps.now() + 30_000))).toMatchObject(gone);
    expect(await steps.lastLog()).toMatchObject({ userId: null, status: '1' });

    const tried = await steps.ticketOf(username);
    for (let tries = 0; tries < 5; tries += 1)
      expect(await steps.sendCode(tried, '000000')).toMatchObject(wrongCode);
    steps.wait(60);
    expect(await steps.sendCode(tried, device.codeAt(steps.now()))).toMatchObject(gone);
  });

  test('that is invented, empty or another user’s opens no session', async () => {
    const [one, other] = [await steps.newOwner(), await steps.newOwner()];
    const ticket = await steps.ticketOf(one.username);
    for (const made of ['x', 'A'.repeat(43), '%', "' or 1=1 --", one.token])
      expect(await steps.sendCode(made, one.device.codeAt(steps.now()))).toMatchObject({
        error: 'login.ticket',
      });
    expect(await steps.sendCode(ticket, other.device.codeAt(steps.now()))).toMatchObject(wrongCode);
    expect(await steps.sendCode(ticket, other.device.recoveryCodes[0] ?? '')).toMatchObject(wrongCode);
    expect((await steps.sendCode(ticket, one.device.codeAt(steps.now()))).status).toBe(200);
  });

  test.each<[string, (person: Person) => Promise<unknown>]>([
    [
      'its owner changes the password',
      ({ token }) =>
        steps.app.send('PUT', '/user/pwd/set', {
          token,
          body: { oldPassword: password, newPassword: 'another long password 2' },
        }),
    ],
    [
      'an administrator resets the password',
      ({ userId }) =>
        steps.app.send('PUT', '/user/pwd/reset', {
          token: steps.admin.token,
          body: { userId, password: 'another long password 2' },
        }),
    ],
    [
      'the user is switched off',
      ({ userId }) =>
        steps.app.send('PUT', '/user/status', {
          token: steps.admin.token,
          body: { userId, status: '1', version: 1 },
        }),
    ],
    [
      'the user is deleted',
      ({ userId }) =>
        steps.app.send('DELETE', '/sys-user', { token: steps.admin.token, body: { ids: [userId] } }),
    ],
    [
      'an administrator removes the second factor',
      ({ userId }) =>
        steps.app.send('PUT', '/user/second-factor/remove', { token: steps.admin.token, body: { userId } }),
    ],
  ])('ends when %s', async (_title, change) => {
    const owner = await steps.newOwner();
    const ticket = await steps.ticketOf(owner.username);
    expect(await change(owner)).toMatchObject({ status: 200 });
    expect(await steps.sendCode(ticket, owner.device.codeAt(steps.now()))).toMatchObject({
      error: 'login.ticket',
    });
  });
});

describe('races', () => {
  test('20 simultaneous requests with one code and ticket open one session', async () => {
    const { username, userId, device } = await steps.newOwner();
    const ticket = await steps.ticketOf(username);
    const code = device.codeAt(steps.now());
    const answers = await Promise.all(Array.from({ length: 20 }, () => steps.sendCode(ticket, code)));
    expect(countOf(answers, 200)).toBe(1);
    expect(answers.every(({ status }) => [200, 400, 429].includes(status))).toBe(true);
    const open = await steps.app.database.db.select().from(sessions).where(eq(sessions.userId, userId));
    expect(open).toHaveLength(2);
  });

  test.each(['device', 'recovery'])('one %s code on 5 tickets at once opens one session', async (kind) => {
    const { username, device } = await steps.newOwner();
    const tickets: string[] = [];
    for (let index = 0; index < 5; index += 1) tickets.push(await steps.ticketOf(username));
    const code = kind === 'device' ? device.codeAt(steps.now()) : device.recoveryCodes[3]!;
    const answers = await Promise.all(tickets.map((ticket) => steps.sendCode(ticket, code)));
    expect(countOf(answers, 200)).toBe(1);
    expect(countOf(answers, 400)).toBe(4);
  });
});

describe('the throttle', () => {
  test('treats 20 simultaneous guesses from any addresses like consecutive ones', async () => {
    const { username, device } = await steps.newOwner();
    const tickets: string[] = [];
    for (let index = 0; index < 20; index += 1) tickets.push(await steps.ticketOf(username));
    const answers = await Promise.all(tickets.map((ticket) => steps.sendCode(ticket, '000000')));
    expect(countOf(answers, 400)).toBe(6);
    expect(countOf(answers, 429)).toBe(14);
    const throttled = await steps.signIn(username, device.codeAt(steps.now()));
    expect(throttled).toMatchObject({ status: 429, error: 'login.throttled' });
    expect(throttled.headers['retry-after']).toBe('1');
    expect(await steps.lastLog()).toMatchObject({ status: '1', msg: '双重验证：尝试过于频繁' });
    for (const delay of [2, 4, 8]) {
      steps.wait(delay);
      expect(await steps.signIn(username, '000000')).toMatchObject(wrongCode);
      expect((await steps.signIn(username, '000000')).headers['retry-after']).toBe(String(delay));
    }
    steps.wait(60);
    expect((await steps.signIn(username, device.codeAt(steps.now()))).status).toBe(200);
    steps.wait(30);
    for (let index = 0; index < 5; index += 1)
      expect(await steps.signIn(username, '000000')).toMatchObject(wrongCode);
    expect((await steps.signIn(username, device.codeAt(steps.now()))).status).toBe(200);
  });

  test('counts guesses of the signed-in user together with those at sign-in', async () => {
    const { token, username, device } = await steps.newOwner();
    const guess = () => steps.callOwnFactor(token, 'DELETE', '', { password, code: '000000' });
    for (let index = 0; index < 6; index += 1) expect(await guess()).toMatchObject(wrongCode);
    expect(await guess()).toMatchObject({ status: 429 });
    expect(await steps.signIn(username, device.codeAt(steps.now()))).toMatchObject({ status: 429 });
  });

  test('accepts 30 codes per minute from an address', async () => {
    const remoteAddress = newAddress();
    const errors: unknown[] = [];
    for (let index = 0; index < 31; index += 1) {
      const body = { ticket: `made up ${index}`, code: '000000' };
      errors.push((await steps.app.send('POST', '/login/second-factor', { body, remoteAddress })).error);
    }
    expect(errors.filter((error) => error === 'login.ticket')).toHaveLength(30);
    expect(errors[30]).toBe('request.throttled');
  });
});

describe('recovery codes', () => {
  test('are accepted once each, in any spelling', async () => {
    const { username, token, device } = await steps.newOwner();
    const [first, second, third] = device.recoveryCodes;
    expect((await steps.signIn(username, first!)).status).toBe(200);
    expect(await steps.lastLog()).toMatchObject({ status: '2', msg: '使用恢复码登录成功' });
    expect(await steps.signIn(username, first!)).toMatchObject(wrongCode);
    expect((await steps.signIn(username, second!.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
    const typed = third!.replaceAll('-', '—').replaceAll('0', 'O').replaceAll('1', 'l');
    expect((await steps.signIn(username, typed)).status).toBe(200);
    expect((await steps.callOwnFactor(token, 'GET')).data).toMatchObject({ recoveryCodesLeft: 7 });
  });

  test('are replaced with the password and a code, which invalidates the old ones', async () => {
    const { username, token, device } = await steps.newOwner();
    const renew = (body: object) => steps.callOwnFactor(token, 'POST', '/recovery-codes', body);
    const code = device.codeAt(steps.now());
    expect(await renew({ password: 'wrong', code })).toMatchObject({ errors: { password: '密码不正确' } });
    expect(await renew({ password, code: '000000' })).toMatchObject(wrongCode);
    const renewed = (await renew({ password, code })).data as { recoveryCodes: string[] };
    expect(renewed.recoveryCodes).toHaveLength(10);
    expect(await steps.signIn(username, device.recoveryCodes[0]!)).toMatchObject(wrongCode);
    expect((await steps.signIn(username, renewed.recoveryCodes[0]!)).status).toBe(200);
  });
});
