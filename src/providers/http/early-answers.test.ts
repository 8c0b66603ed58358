import { beforeEach, describe, expect, test, vi } from 'vitest';
import { authentication } from '#contract/people/authentication.ts';
import type { EarlyAnswer, EarlyRequest } from './early-answers.ts';
import { collectNotices, fakeServer, memoryStorage, ok, refusal } from '../fake-server.test-data.ts';
import { call } from './http.ts';
import type { ShownNotice } from '../notices.ts';
import { requestAddress } from './request-address.ts';
import { getToken, setToken } from '../session/session-store.ts';

const MENUS = requestAddress(authentication.menus);
let notices: ShownNotice[];
const shownNotices = () => notices.map(({ type, message }) => `${type}: ${message}`);

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage());
  globalThis.quotemillEarly = undefined;
  notices = collectNotices();
  setToken('t1');
});

/** An early request to `/menurole` that was answered so. */
function early(answer: EarlyAnswer, more: Partial<EarlyRequest> = {}) {
  globalThis.quotemillEarly = {
    [MENUS]: { token: 't1', startedAt: performance.now(), answer: Promise.resolve(answer), ...more },
  };
}

const answered = (data: unknown, status = 200, headers = {}): EarlyAnswer => ({ status, data, headers });

describe('an early answer', () => {
  test('is adopted by the first call with the same address only', async () => {
    early(answered(ok([{ menuId: 1 }])));
    const sent = fakeServer(() => ok([{ menuId: 2 }]));
    await expect(call(authentication.menus)).resolves.toMatchObject({ ok: true, data: [{ menuId: 1 }] });
    expect(sent).toHaveLength(0);
    await expect(call(authentication.menus)).resolves.toMatchObject({ ok: true, data: [{ menuId: 2 }] });
    expect(sent).toHaveLength(1);
  });

  test.each([
    ['of another session', { token: 't0' }],
    ['of a time before the session', { token: null }],
    ['of more than ten seconds ago', { startedAt: -10_001 }],
  ])('%s is dropped and the call asks itself', async (_what, more) => {
    early(answered(ok([{ menuId: 1 }])), more);
    const sent = fakeServer(() => ok([]));
    await expect(call(authentication.menus)).resolves.toMatchObject({ ok: true, data: [] });
    expect(sent).toHaveLength(1);
    expect(globalThis.quotemillEarly).toEqual({});
  });

  test('that took ten seconds is a timeout, reported once', async () => {
    early('timeout');
    const sent = fakeServer(() => ok([]));
    await expect(call(authentication.menus)).rejects.toMatchObject({ error: 'timeout' });
    expect(sent).toHaveLength(0);
    expect(shownNotices()).toEqual(['error: 请求超时，请稍后重试']);
  });

  test('of a lost session signs out once with its warning', async () => {
    early(answered(refusal(401, '会话已失效', 'session.expired'), 401));
    const sent = fakeServer(() => refusal(401, '会话已失效', 'session.expired'));
    await expect(call(authentication.menus)).resolves.toMatchObject({ ok: false, code: 401 });
    expect(getToken()).toBeNull();
    expect(shownNotices()).toEqual(['warning: 登陆超时 会话已失效']);
    expect(sent).toHaveLength(0);
  });

  test.each([
    ['a system error', answered(refusal(500, '系统错误', 'server.error'), 500)],
    ['a page of a proxy instead of JSON', answered(undefined, 500)],
  ])('that is %s rejects and is reported once', async (_what, answer) => {
    early(answer);
    const sent = fakeServer(() => ok([]));
    await expect(call(authentication.menus)).rejects.toMatchObject({ code: 500 });
    expect(shownNotices()).toEqual(['error: 系统错误']);
    expect(sent).toHaveLength(0);
  });

  test('of a busy server is requested again after its Retry-After', async () => {
    const busy = refusal(503, '服务繁忙', 'server.busy');
    early(answered(busy, 503, { 'retry-after': '1' }));
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const sent = fakeServer(() => ok([]));
    const calling = call(authentication.menus);
    await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    await expect(calling).resolves.toMatchObject({ ok: true, data: [] });
    expect(sent).toHaveLength(1);
    expect(shownNotices()).toEqual([]);
  });

  test('is not adopted after a write', async () => {
    early(answered(ok([{ menuId: 1 }])));
    const sent = fakeServer(() => ok([]));
    await call(authentication.setPassword, { body: { oldPassword: 'a', newPassword: 'longer than that' } });
    await expect(call(authentication.menus)).resolves.toMatchObject({ data: [] });
    expect(sent).toHaveLength(2);
  });
});
