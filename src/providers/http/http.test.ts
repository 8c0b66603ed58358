import { beforeEach, describe, expect, test, vi } from 'vitest';
import { materials } from '#contract/catalogue/materials.ts';
import { orders } from '#contract/orders/orders.ts';
import { notifications } from '#contract/system/notifications.ts';
import { posts } from '#contract/people/posts.ts';
import { quotes } from '#contract/orders/quotes.ts';
import { authentication } from '#contract/people/authentication.ts';
import {
  collectNotices,
  fakeServer,
  memoryStorage,
  noAnswer,
  ok,
  refusal,
} from '../fake-server.test-data.ts';
import { setPassword } from '../session/auth.ts';
import { loadThumbnail } from '../files.ts';
import { call, fetchData } from './http.ts';
import type { ShownNotice } from '../notices.ts';
import { notifyFailure, notifyNewVersion } from '../outcome-notices.ts';
import { fillPath, toQueryString } from './request-url.ts';
import { getToken, setToken } from '../session/session-store.ts';

const newPost = { postName: '焊工', postCode: 'weld', sort: 1, status: 2 as const };
const newOrder = { items: [{ material: 1, num: 1, length: 1, width: 1, height: 1 }], price: '1.00' };
let notices: ShownNotice[];
const shown = () => notices.map(({ type, message }) => `${type}: ${message}`);

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage());
  notices = collectNotices();
});

describe('a request', () => {
  test('carries the bearer token', async () => {
    setToken('t0k');
    const sent = fakeServer(() => ok([]));
    await call(authentication.menus);
    expect(sent[0]?.headers['Authorization']).toBe('Bearer t0k');
  });

  test('carries parameters, query and key', async () => {
    const sent = fakeServer(() => ok(7));
    await call(orders.withExt, { params: { id: 7 } });
    await call(materials.list, {
      query: { pageIndex: 2, name: undefined, maxUpdatedAt: '2026-11-20T00:00:00.123456Z' },
    });
    await call(orders.place, { body: newOrder, idempotencyKey: 'k-1' });
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /order/7/withExt',
      'GET /material?pageIndex=2&maxUpdatedAt=2026-11-20T00%3A00%3A00.123456Z',
      'POST /order',
    ]);
    expect(sent[2]?.headers['Idempotency-Key']).toBe('k-1');
    expect(sent[2]?.body).toEqual(newOrder);
  });

  test('omits missing query values, and writes instants with their zone', () => {
    const at = new Date('2026-11-20T12:00:00+08:00');
    expect(toQueryString({ a: 1, b: undefined, c: null, d: '中 &', at })).toBe(
      'a=1&d=%E4%B8%AD+%26&at=2026-11-20T04%3A00%3A00.000Z',
    );
  });

  test('encodes a path parameter into one segment', () => {
    expect(fillPath('/order/:id/move', { id: '../1?x' })).toBe('/order/..%2F1%3Fx/move');
  });
});

test('an outdated page shows one notice that a newer version exists', () => {
  for (const version of ['a', undefined, 'a', 'b', 'b', 'a', 'c']) notifyNewVersion(version);
  expect(shown()).toEqual(['info: 系统已更新，请在方便时重新加载页面']);
});

describe('a success', () => {
  test('of a write shows msg', async () => {
    fakeServer(() => ok(3, '创建成功'));
    await call(posts.create, { body: newPost });
    expect(shown()).toEqual(['success: 创建成功']);
  });

  test('of a POST that changes nothing shows nothing', async () => {
    fakeServer(() => ok({}, '报价成功'));
    await call(quotes.quote, { body: { items: newOrder.items } });
    expect(shown()).toEqual([]);
  });

  test('of a flat envelope has the data beside code and msg', async () => {
    fakeServer(() => ({
      requestId: 'r',
      code: 200,
      msg: 'success',
      id: 'c1',
      data: 'data:x',
      enabled: true,
    }));
    const result = await call(authentication.captcha);
    expect(result.data).toEqual({ id: 'c1', data: 'data:x', enabled: true });
  });
});

describe('a failure', () => {
  test('of a write shows msg as an error and resolves with its name and fields', async () => {
    fakeServer(() =>
      refusal(400, '提交的内容有误', 'request.invalid', { errors: { sort: '排序不能小于0' } }),
    );
    const result = await call(posts.create, { body: newPost });
    expect(result).toMatchObject({ ok: false, error: 'request.invalid', errors: { sort: '排序不能小于0' } });
    expect(shown()).toEqual(['error: 提交的内容有误']);
  });

  test('of a read shows msg as a warning', async () => {
    fakeServer(() => refusal(404, '记录不存在或无权查看', 'record.not_found'));
    await call(orders.one, { params: { id: 1 } });
    expect(shown()).toEqual(['warning: 记录不存在或无权查看']);
  });

  test('of placing an order has its own message and returns the new figures', async () => {
    fakeServer(() => refusal(409, '价格已更新', 'order.price_changed', { data: { price: '2.00' } }));
    const result = await call(orders.place, { body: newOrder, idempotencyKey: 'k' });
    expect(result).toMatchObject({ error: 'order.price_changed', data: { price: '2.00' } });
    expect(shown()).toEqual(['warning: 下单失败:409-价格已更新']);
  });

  test('without an error name gets the most general name for its code', async () => {
    fakeServer(() => refusal(409, '冲突'));
    await expect(call(orders.one, { params: { id: 1 } })).resolves.toMatchObject({ error: 'record.changed' });
  });

  test('shows nothing for a quiet call', async () => {
    fakeServer(() => refusal(409, '冲突', 'record.changed'));
    await call(posts.create, { body: newPost, quiet: true });
    expect(shown()).toEqual([]);
  });

  test.each(['success', 'connection'] as const)('is shown by a call with quiet: %s', async (quiet) => {
    fakeServer(() => refusal(403, '没有权限', 'permission.denied'));
    await call(orders.one, { params: { id: 1 }, quiet });
    expect(shown()).toEqual(['warning: 没有权限']);
    fakeServer(() => refusal(500, '系统错误', 'server.error'));
    await expect(call(orders.one, { params: { id: 1 }, quiet })).rejects.toMatchObject({ code: 500 });
    expect(shown()).toEqual(['warning: 没有权限', 'error: 系统错误']);
  });

  test('rejects for queries, with its name', async () => {
    fakeServer(() => refusal(403, '没有权限', 'permission.denied'));
    await expect(fetchData(orders.one, { params: { id: 1 }, quiet: true })).rejects.toMatchObject({
      name: 'CallError',
      error: 'permission.denied',
      code: 403,
    });
  });
});

describe('401', () => {
  test('signs out, warns once for many calls, and resolves', async () => {
    setToken('old');
    fakeServer(() => refusal(401, '请重新登录', 'session.expired'));
    const results = await Promise.all([call(authentication.info), call(authentication.menus)]);
    expect(results.map(({ ok }) => ok)).toEqual([false, false]);
    expect(getToken()).toBeNull();
    expect(shown()).toEqual(['warning: 登陆超时 请重新登录']);
  });

  test('is shown once, even if quiet calls receive it first, and not again by their callers', async () => {
    setToken('old');
    fakeServer(() => refusal(401, '请重新登录', 'session.expired'));
    const [, , placed] = await Promise.all([
      call(notifications.unread, { quiet: 'connection' }),
      call(authentication.info),
      call(orders.place, { body: newOrder, idempotencyKey: 'k', quiet: true }),
    ]);
    if (!placed.ok) notifyFailure(orders.place, placed);
    expect(getToken()).toBeNull();
    expect(notices.map(({ key, message }) => `${key} ${message}`)).toEqual(['session 登陆超时 请重新登录']);
  });

  test.each([true, 'success', 'connection'] as const)('is shown by a call with quiet: %s', async (quiet) => {
    setToken('old');
    fakeServer(() => refusal(401, '请重新登录', 'session.expired'));
    await call(posts.create, { body: newPost, quiet });
    expect(shown()).toEqual(['warning: 登陆超时 请重新登录']);
  });

  test('for a thumbnail signs the user out', async () => {
    setToken('old');
    fakeServer(() => refusal(401, '请重新登录', 'session.expired'));
    await expect(loadThumbnail(1, new AbortController().signal)).rejects.toMatchObject({ code: 401 });
    expect(getToken()).toBeNull();
    expect(shown()).toEqual(['warning: 登陆超时 请重新登录']);
  });

  test('during a password change does not sign out, and the call is repeated with the new token', async () => {
    setToken('old');
    const accepted = new Set(['Bearer old']);
    const events = new EventTarget();
    const happened = (event: string) =>
      new Promise((resolve) => events.addEventListener(event, resolve, { once: true }));
    const [committed, refused] = [happened('committed'), happened('refused')];
    fakeServer(async ({ url, headers }) => {
      if (!accepted.has(String(headers['Authorization']))) {
        events.dispatchEvent(new Event('refused'));
        return refusal(401, '请重新登录', 'session.expired');
      }
      if (url !== '/user/pwd/set') return ok({ unread: 3 });
      accepted.clear();
      accepted.add('Bearer new');
      events.dispatchEvent(new Event('committed'));
      // The response arrives after a call with the old token is refused.
      await refused;
      return ok({ token: 'new' }, '密码修改成功');
    });
    const changed = setPassword('one password', 'another password');
    await committed;
    await expect(call(notifications.unread, { quiet: true })).resolves.toMatchObject({
      ok: true,
      data: { unread: 3 },
    });
    expect((await changed).ok).toBe(true);
    expect(getToken()).toBe('new');
    expect(shown()).toEqual(['success: 密码修改成功']);
  });

  test('for the password change itself signs out at once', async () => {
    setToken('old');
    fakeServer(() => refusal(401, '请重新登录', 'session.expired'));
    // The clock is stopped, so the sign-out must not wait for another response.
    vi.useFakeTimers();
    await setPassword('one password', 'another password');
    vi.useRealTimers();
    expect(getToken()).toBeNull();
  });

  test('for an earlier token does not end a newer session', async () => {
    setToken('old');
    fakeServer(() => {
      setToken('new');
      return refusal(401, '请重新登录', 'session.expired');
    });
    await call(authentication.info);
    expect(getToken()).toBe('new');
  });
});

describe('500', () => {
  test('shows 系统错误 with msg and rejects', async () => {
    fakeServer(() => refusal(500, '数据库开小差', 'server.error'));
    await expect(call(authentication.menus)).rejects.toMatchObject({ code: 500, error: 'server.error' });
    expect(shown()).toEqual(['error: 系统错误 数据库开小差']);
  });

  test('does not repeat 系统错误, and shows the request id', async () => {
    fakeServer(() => refusal(500, '系统错误', 'server.error'));
    await expect(call(authentication.menus)).rejects.toThrow('系统错误');
    expect(notices).toMatchObject([{ message: '系统错误', description: '请求编号 r1' }]);
  });
});

describe('a busy server', () => {
  const busy = refusal(503, '系统繁忙，请稍后再试', 'server.busy', { retryAfter: 0.001 });

  test('is retried for a read after its Retry-After, without a notice', async () => {
    let asked = 0;
    const sent = fakeServer(() => (++asked < 3 ? busy : ok([])));
    await expect(call(authentication.menus)).resolves.toMatchObject({ ok: true });
    expect(sent).toHaveLength(3);
    expect(shown()).toEqual([]);
  });

  test('gets at most four attempts of a read, and one of a write', async () => {
    const sent = fakeServer(() => busy);
    await expect(call(authentication.menus)).resolves.toMatchObject({ error: 'server.busy' });
    expect(sent).toHaveLength(4);
    await call(posts.create, { body: newPost });
    expect(sent).toHaveLength(5);
    expect(shown()).toEqual(['warning: 系统繁忙，请稍后再试', 'error: 系统繁忙，请稍后再试']);
  });

  test('is not retried after a long Retry-After', async () => {
    const sent = fakeServer(() => ({ ...busy, retryAfter: 60 }));
    await expect(call(authentication.menus)).resolves.toMatchObject({ error: 'server.busy' });
    expect(sent).toHaveLength(1);
  });
});

describe('no response', () => {
  test.each([
    ['ERR_NETWORK', 'network', '网络连接失败，请检查网络后重试'],
    ['ETIMEDOUT', 'timeout', '请求超时，请稍后重试'],
    ['ECONNABORTED', 'timeout', '请求超时，请稍后重试'],
  ])('%s is shown as a sentence and rejects', async (code, error, sentence) => {
    fakeServer(() => noAnswer(code));
    await expect(call(authentication.menus)).rejects.toMatchObject({ error, code: 0, message: sentence });
    expect(shown()).toEqual([`error: ${sentence}`]);
  });

  test('an HTML 413 from a proxy is reported as a request that is too large', async () => {
    fakeServer(() => '<html>Request Entity Too Large</html>', 413);
    await expect(call(authentication.menus)).resolves.toMatchObject({
      error: 'request.too_large',
      code: 413,
      msg: '提交的内容过大',
    });
  });

  test('any other HTML response from a proxy counts as an unavailable service', async () => {
    fakeServer(() => '<html>Bad Gateway</html>');
    await expect(call(authentication.menus)).resolves.toMatchObject({
      error: 'server.unavailable',
      code: 503,
    });
  });

  test('an aborted request shows nothing', async () => {
    const left = new AbortController();
    fakeServer(() => {
      left.abort();
      return ok([]);
    });
    await expect(call(authentication.menus, { signal: left.signal })).rejects.toThrow('aborted');
    expect(shown()).toEqual([]);
  });
});
