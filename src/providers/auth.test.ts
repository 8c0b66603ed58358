import { beforeEach, describe, expect, test, vi } from 'vitest';
import { accessControlProvider, can } from './access-control.ts';
import { currentUser, loadMenus, login, logout } from './auth.ts';
import { collectNotices, fakeServer, memoryStorage, noAnswer, ok, refusal } from './fake-server.test-data.ts';
import type { ShownNotice } from './notification.ts';
import { getToken, getUser, setToken, subscribe } from './session-store.ts';
import { posts } from '#contract/posts.ts';

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
const told = () => notices.map(({ type, message }) => `${type}: ${message}`);

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage());
  notices = collectNotices();
});

describe('login', () => {
  const body = { username: 'zhang', password: 'secret' };

  test('keeps the token and says 登录成功', async () => {
    fakeServer(() => ({
      code: 200,
      msg: 'whatever',
      token: 'abc',
      mustChangePassword: false,
      success: true,
    }));
    await expect(login(body)).resolves.toMatchObject({ ok: true, data: { token: 'abc' } });
    expect(getToken()).toBe('abc');
    expect(told()).toEqual(['success: 登录成功']);
  });

  test('that fails says so with code and reason, and keeps nothing', async () => {
    fakeServer(() => refusal(400, '用户名或密码错误', 'login.failed'));
    await expect(login(body)).resolves.toMatchObject({ ok: false, error: 'login.failed' });
    expect(getToken()).toBeNull();
    expect(told()).toEqual(['error: 登录失败 400 : 用户名或密码错误']);
  });

  test('as somebody else forgets whom the browser knew', async () => {
    setToken('one');
    fakeServer(({ url }) => (url === '/getinfo' ? ok(user) : { code: 200, msg: '', token: 'two' }));
    await currentUser();
    await login(body);
    expect(getUser()).toBeUndefined();
  });
});

describe('logout', () => {
  test.each([
    ['the server confirms', () => ok(null, '退出成功')],
    ['the session had ended', () => refusal(401, '登录已失效', 'session.expired')],
    ['the server is away', () => noAnswer()],
    ['the server fails', () => refusal(500, '系统错误', 'server.error')],
  ])('forgets the token when %s', async (_, answer) => {
    setToken('t');
    const sent = fakeServer(answer);
    await logout();
    expect(sent).toMatchObject([{ method: 'POST', url: '/logout', headers: { Authorization: 'Bearer t' } }]);
    expect(getToken()).toBeNull();
  });
});

test('without a token nobody is asked who one is', async () => {
  const sent = fakeServer(() => ok(user));
  await expect(Promise.all([currentUser(), loadMenus()])).resolves.toEqual([undefined, []]);
  expect(sent).toEqual([]);
});

test('a lost session has no user and no menus', async () => {
  setToken('t');
  fakeServer(() => refusal(401, '登录已失效', 'session.expired'));
  await expect(Promise.all([currentUser(), loadMenus()])).resolves.toEqual([undefined, []]);
});

describe('permissions', () => {
  const resource = { name: 'post', meta: { endpoints: posts } };
  const ask = (action: string, params: Record<string, unknown> = { resource }) =>
    accessControlProvider.can({ action, params }).then((answer) => answer.can);

  test('nobody signed in holds none', () => {
    expect(can('admin:sysPost:list')).toBe(false);
  });

  test('are those of the user who is signed in now', async () => {
    setToken('t');
    fakeServer(() => ok(user));
    await currentUser();
    expect([can('admin:sysPost:list'), can('admin:sysPost:edit')]).toEqual([true, false]);
    fakeServer(() => ok({ ...user, buttons: ['*:*:*'] }));
    await currentUser();
    expect(can('admin:sysPost:edit')).toBe(true);
    setToken('other');
    expect(can('admin:sysPost:edit')).toBe(false);
  });

  test('a Refine action asks for the permission of the endpoint that it calls', async () => {
    setToken('t');
    fakeServer(() => ok(user));
    await currentUser();
    await expect(
      Promise.all(['list', 'create', 'edit', 'delete', 'show', 'fly'].map((action) => ask(action))),
    ).resolves.toEqual([true, false, false, false, false, false]);
    await expect(ask('list', {})).resolves.toBe(false);
    await expect(ask('anything', { permission: 'admin:sysPost:list' })).resolves.toBe(true);
  });
});

test('subscribers hear of sign-in and sign-out until they leave', () => {
  let heard = 0;
  const stop = subscribe(() => (heard += 1));
  setToken('a');
  stop();
  setToken('b');
  expect(heard).toBe(1);
});

test('a browser that stores nothing still keeps the session while the page lives', () => {
  vi.stubGlobal('localStorage', memoryStorage(0));
  setToken('kept');
  expect(getToken()).toBe('kept');
});

test('a broken user record is no user', () => {
  setToken('t');
  for (const text of ['{', 'null', '[]', '{"userId":"7"}']) {
    localStorage.setItem('quotemill.user', text);
    expect(getUser()).toBeUndefined();
  }
});
