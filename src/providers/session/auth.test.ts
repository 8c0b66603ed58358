import { pbkdf2Sync } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createAccessControl } from './access-control-provider.ts';
import { can } from './access-control.ts';
import { loadUser, loadMenus, login, logout, setPassword } from './auth.ts';
import { readDevice, storeDevice } from './device-token.ts';
import { confirmSecondFactor } from './second-factor.ts';
import {
  collectNotices,
  fakeServer,
  memoryStorage,
  noAnswer,
  ok,
  refusal,
} from '../fake-server.test-data.ts';
import type { ShownNotice } from '../notices.ts';
import type * as store from './session-store.ts';
import { clearToken, getSession, getToken, getUser, renewToken, setToken } from './session-store.ts';
import { posts } from '#contract/people/posts.ts';

const user = {
  userId: 7,
  userName: 'zhang',
  name: '张工',
  avatar: '',
  deptId: null,
  roles: ['customer'],
  permissions: ['admin:sysPost:list'],
  buttons: ['admin:sysPost:list'],
  mustChangePassword: false,
};
let notices: ShownNotice[];
const shown = () => notices.map(({ type, message }) => `${type}: ${message}`);

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage());
  notices = collectNotices();
});

describe('login', () => {
  const body = { username: 'zhang', password: 'secret' };

  test('stores the token and shows 登录成功', async () => {
    fakeServer(() => ({
      code: 200,
      msg: 'whatever',
      token: 'abc',
      device: 'this-browser',
      mustChangePassword: false,
      success: true,
    }));
    await expect(login(body)).resolves.toMatchObject({ ok: true, data: { token: 'abc' } });
    expect(getToken()).toBe('abc');
    expect(shown()).toEqual(['success: 登录成功']);
  });

  test('solves a challenge during password guessing on the account, and stores the device token', async () => {
    const challenge = {
      id: 'a-challenge',
      digest: pbkdf2Sync('3', 'a-challenge', 10, 32, 'sha256').toString('hex'),
      iterations: 10,
      range: 8,
    };
    const sent = fakeServer(({ body: asked }) =>
      (asked as { proof?: unknown }).proof === undefined
        ? { ...refusal(428, '须通过安全验证', 'login.proof'), data: challenge }
        : { code: 200, msg: '', token: 'abc', device: 'this-browser' },
    );
    await expect(login({ ...body, code: 'abcd', uuid: 'pic-1' })).resolves.toMatchObject({ ok: true });
    expect(sent.map(({ body: asked }) => asked)).toEqual([
      { ...body, code: 'abcd', uuid: 'pic-1' },
      { ...body, code: 'abcd', uuid: 'pic-1', proof: { id: 'a-challenge', number: 3 } },
    ]);
    expect(shown()).toEqual([
      'info: 近期有人多次输错该账号的密码，正在进行安全验证，通常只需几秒，较慢的手机可能需要几分钟，请稍候',
      'success: 登录成功',
    ]);
    clearToken();
    await login(body);
    expect(sent.at(-1)?.body).toMatchObject({ device: 'this-browser' });
  });

  test('sends the solved challenge again after a wrong captcha, for the same username', async () => {
    const challenge = {
      id: 'kept-challenge',
      digest: pbkdf2Sync('5', 'kept-challenge', 10, 32, 'sha256').toString('hex'),
      iterations: 10,
      range: 8,
    };
    const sent = fakeServer(({ body: asked }) =>
      (asked as { proof?: unknown }).proof === undefined
        ? { ...refusal(428, '须通过安全验证', 'login.proof'), data: challenge }
        : refusal(400, '验证码错误', 'login.captcha'),
    );
    await login({ ...body, code: 'typo', uuid: 'pic-1' });
    await login({ ...body, code: 'abcd', uuid: 'pic-2' });
    const proof = { id: 'kept-challenge', number: 5 };
    expect(sent.map(({ body: asked }) => (asked as { proof?: unknown }).proof)).toEqual([
      undefined,
      proof,
      proof,
    ]);
    await login({ ...body, username: 'li' });
    expect(sent[3]?.body).toEqual({ ...body, username: 'li' });
  });

  test('shows code and reason on failure, and stores nothing', async () => {
    fakeServer(() => refusal(400, '用户名或密码错误', 'login.failed'));
    await expect(login(body)).resolves.toMatchObject({ ok: false, error: 'login.failed' });
    expect(getToken()).toBeNull();
    expect(shown()).toEqual(['error: 登录失败 400 : 用户名或密码错误']);
  });

  test('as another user clears the previous user', async () => {
    setToken('one');
    fakeServer(({ url }) =>
      url === '/getinfo' ? ok(user) : { code: 200, msg: '', token: 'two', device: 'this-browser' },
    );
    await loadUser();
    await login(body);
    expect(getUser()).toBeUndefined();
  });
});

test.each([
  ['a password change', () => setPassword('old', 'a new password')],
  ['a second factor', () => confirmSecondFactor('123456')],
])('%s sends the device token and stores the new tokens', async (_, renew) => {
  setToken('first');
  storeDevice('known');
  const sent = fakeServer(() => ok({ token: 'second', device: 'still-known', recoveryCodes: [] }));
  await renew();
  expect(sent[0]?.body).toMatchObject({ device: 'known' });
  expect([getToken(), readDevice()]).toEqual(['second', { device: 'still-known' }]);
});

describe('logout', () => {
  test.each([
    ['the server confirms', () => ok(null, '退出成功')],
    ['the session has ended', () => refusal(401, '登录已失效', 'session.expired')],
    ['the server is unavailable', () => noAnswer()],
    ['the server fails', () => refusal(500, '系统错误', 'server.error')],
  ])('clears the token when %s', async (_, answer) => {
    setToken('t');
    const sent = fakeServer(answer);
    await logout();
    expect(sent).toMatchObject([{ method: 'POST', url: '/logout', headers: { Authorization: 'Bearer t' } }]);
    expect(getToken()).toBeNull();
  });

  test('a pending request refused after logout shows no session warning', async () => {
    setToken('t');
    fakeServer(({ url }) =>
      url === '/logout' ? ok(null, '退出成功') : refusal(401, '登录已失效', 'session.expired'),
    );
    const running = loadUser();
    await Promise.all([logout(), running]);
    expect(notices.map(({ message }) => message)).toEqual(['退出成功']);
  });
});

test('without a token no user is requested', async () => {
  const sent = fakeServer(() => ok(user));
  await expect(Promise.all([loadUser(), loadMenus()])).resolves.toEqual([undefined, []]);
  expect(sent).toEqual([]);
});

test('an expired session has no user and no menus', async () => {
  setToken('t');
  fakeServer(() => refusal(401, '登录已失效', 'session.expired'));
  await expect(Promise.all([loadUser(), loadMenus()])).resolves.toEqual([undefined, []]);
});

test.each([503, 429])(
  'a %i response is reported as a failure, without a sign-out or empty menus',
  async (code) => {
    setToken('t');
    fakeServer(() => refusal(code, '系统繁忙，请稍后再试'));
    await expect(loadUser()).rejects.toMatchObject({ code });
    await expect(loadMenus()).rejects.toMatchObject({ code });
    expect(getToken()).toBe('t');
  },
);

describe('permissions', () => {
  const { can: decide } = createAccessControl(
    new Map([['post', { permission: 'admin:sysPost:list', endpoints: posts }]]),
  );
  const ask = (action: string, params: Record<string, unknown> = {}, resource = 'post') =>
    decide({ action, resource, params }).then((answer) => answer.can);

  test('a visitor without a session has none', () => {
    expect(can('admin:sysPost:list')).toBe(false);
  });

  test('are those of the currently signed-in user', async () => {
    setToken('t');
    fakeServer(() => ok(user));
    await loadUser();
    expect([can('admin:sysPost:list'), can('admin:sysPost:edit')]).toEqual([true, false]);
    fakeServer(() => ok({ ...user, buttons: ['*:*:*'] }));
    await loadUser();
    expect(can('admin:sysPost:edit')).toBe(true);
    setToken('other');
    expect(can('admin:sysPost:edit')).toBe(false);
  });

  test('a Refine action requires the permission of the endpoint it calls', async () => {
    setToken('t');
    fakeServer(() => ok(user));
    await loadUser();
    await expect(
      Promise.all(['list', 'create', 'edit', 'delete', 'show', 'fly'].map((action) => ask(action))),
    ).resolves.toEqual([true, false, false, false, false, false]);
    await expect(ask('list', {}, 'stranger')).resolves.toBe(false);
    await expect(
      ask('edit', { resource: { meta: { endpoints: { update: { permission: 'public' } } } } }),
    ).resolves.toBe(false);
    await expect(ask('anything', { permission: 'admin:sysPost:list' })).resolves.toBe(true);
  });
});

test('a renewed token belongs to the same session, another token does not', async () => {
  setToken('first');
  const session = getSession();
  renewToken('second');
  expect([getToken(), getSession()]).toEqual(['second', session]);
  renewToken('third');
  expect([getToken(), getSession()]).toEqual(['third', session]);
  // Another tab shares the storage, but not the memory.
  const otherTab = await vi.importActual<typeof store>('./session-store.ts?other-tab');
  expect(otherTab.getToken).not.toBe(getToken);
  expect([otherTab.getToken(), otherTab.getSession()]).toEqual(['third', session]);
  setToken('other');
  expect(getSession()).not.toBe(session);
  clearToken();
  renewToken('late');
  expect([getToken(), getSession()]).toEqual([null, null]);
});

test('the session lasts as long as the page in a browser that stores nothing', () => {
  vi.stubGlobal('localStorage', memoryStorage(0));
  setToken('kept');
  expect(getToken()).toBe('kept');
  clearToken();
});

test('a broken user record is treated as no user', () => {
  setToken('t');
  for (const text of ['{', 'null', '[]', '{"userId":"7"}']) {
    localStorage.setItem('quotemill.user', text);
    expect(getUser()).toBeUndefined();
  }
});
