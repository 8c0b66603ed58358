import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { resetAppConfig } from '../app-config.ts';
import { writeCatalogue } from './catalogue-store.ts';
import { FRESH_MS, loadCatalogue } from './catalogue.ts';
import {
  fakeServer,
  memoryStorage,
  noAnswer,
  ok,
  refusal,
  type Answer,
  type SentRequest,
} from '../fake-server.test-data.ts';
import { setToken, setUser } from '../session/session-store.ts';

const NOON = new Date('2026-11-20T12:00:00+08:00');
const MARK = '2026-11-20T03:00:00.123456Z';
const KEY = 'quotemill.catalogue';

interface Row {
  id: number;
  sort: number;
  name?: string;
  children?: never[];
  processConfig?: never[];
  deletedAt?: string;
}
const page = (list: Row[], maxUpdatedAt: string | null = MARK, count = list.length) =>
  ok({ list, count, pageIndex: 1, pageSize: 1000, maxUpdatedAt });
/** A material or a process without options. */
const named = (id: number, name: string, sort = id): Row => ({
  id,
  sort,
  name,
  children: [],
  processConfig: [],
});

/** Responses of the fake server; tests change them. */
let materials: Answer;
let tree: Answer;
let version: string;
let sent: SentRequest[];
const requests = () => sent.map(({ url }) => url).filter((url) => url !== '/app-config');

beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] });
  vi.stubGlobal('localStorage', memoryStorage());
  resetAppConfig();
  writeCatalogue(null);
  signIn(7);
  materials = page([named(1, 'AL6061'), named(2, 'AL7075')]);
  tree = page([named(10, '表面处理')]);
  version = '1.0.0';
  sent = fakeServer(({ url }) => {
    if (url === '/app-config') return ok({ 'server.version': version });
    if (url.startsWith('/machining-price')) return ok([{ materialTag: 'aluminium', price: 30 }]);
    return url.startsWith('/material') ? materials : tree;
  });
});

afterEach(() => {
  vi.useRealTimers();
});

function signIn(userId: number): void {
  setToken(`token-${userId}`);
  setUser({
    userId,
    userName: 'u',
    name: 'u',
    avatar: '',
    deptId: null,
    roles: [],
    permissions: [],
    buttons: [],
    mustChangePassword: false,
    mustSetUpSecondFactor: false,
  });
}

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

describe('on first use', () => {
  test('everything is fetched, and machining prices are keyed by tag', async () => {
    await expect(loadCatalogue()).resolves.toMatchObject({
      materials: [{ name: 'AL6061' }, { name: 'AL7075' }],
      tree: [{ name: '表面处理' }],
      cncPrice: { aluminium: 30 },
      fetchedAt: NOON.getTime(),
    });
    expect(requests()).toEqual([
      '/material?pageIndex=1&pageSize=1000',
      '/process/tree?pageIndex=1&pageSize=1000',
      '/machining-price',
    ]);
  });

  test('a failure is not cached, and the next call fetches again', async () => {
    materials = refusal(403, '没有权限', 'permission.denied');
    await expect(loadCatalogue()).rejects.toMatchObject({ error: 'permission.denied' });
    materials = page([named(1, 'AL6061')]);
    await expect(loadCatalogue()).resolves.toMatchObject({ materials: [{ name: 'AL6061' }] });
  });

  test('after the session ends, lists are empty and nothing is cached', async () => {
    materials = refusal(401, '登录已失效', 'session.expired');
    await expect(loadCatalogue()).resolves.toMatchObject({ materials: [], tree: [], cncPrice: {} });
    expect(localStorage.getItem(KEY)).toBeNull();
  });
});

describe('a cached catalogue', () => {
  beforeEach(async () => {
    await loadCatalogue();
    sent.length = 0;
  });

  test('is used unchanged for 600 seconds', async () => {
    pass(FRESH_MS - 1);
    const cached = await loadCatalogue();
    expect(names(cached.materials)).toEqual(['AL6061', 'AL7075']);
    expect(requests()).toEqual([]);
    expect(FRESH_MS).toBe(600_000);
  });

  test('is then updated with replaced, added and deleted rows', async () => {
    pass(FRESH_MS);
    const later = '2026-11-20T04:05:00.000001Z';
    materials = page(
      [named(2, 'AL7075-T6', 0), { id: 1, sort: 0, deletedAt: later }, named(3, '45钢')],
      later,
    );
    tree = page([], null);
    const updated = await loadCatalogue();
    expect(requests().slice(0, 2)).toEqual([
      `/material?pageIndex=1&pageSize=1000&maxUpdatedAt=${encodeURIComponent(MARK)}`,
      `/process/tree?pageIndex=1&pageSize=1000&maxUpdatedAt=${encodeURIComponent(MARK)}`,
    ]);
    expect(names(updated.materials)).toEqual(['AL7075-T6', '45钢']);
    expect(names(updated.tree)).toEqual(['表面处理']);
    expect(updated.fetchedAt).toBe(NOON.getTime() + FRESH_MS);

    pass(FRESH_MS);
    sent.length = 0;
    await loadCatalogue();
    expect(requests().slice(0, 2)).toEqual([
      `/material?pageIndex=1&pageSize=1000&maxUpdatedAt=${encodeURIComponent(later)}`,
      `/process/tree?pageIndex=1&pageSize=1000&maxUpdatedAt=${encodeURIComponent(MARK)}`,
    ]);
  });

  test.each([
    ['another user', () => signIn(8)],
    ['another server version', () => ((version = '1.1.0'), resetAppConfig())],
    ['a record cut short', () => localStorage.setItem(KEY, (localStorage.getItem(KEY) ?? '').slice(0, 80))],
    ['a record of another shape', () => localStorage.setItem(KEY, '{"format":2,"fetchedAt":"x"}')],
    ['no record', () => localStorage.removeItem(KEY)],
  ])('is dropped for %s', async (_, change) => {
    change();
    await loadCatalogue();
    expect(requests()[0]).toBe('/material?pageIndex=1&pageSize=1000');
  });

  test('is still returned with its age when offline', async () => {
    pass(2 * FRESH_MS);
    materials = noAnswer();
    const cached = await loadCatalogue();
    expect(names(cached.materials)).toEqual(['AL6061', 'AL7075']);
    expect(cached.fetchedAt).toBe(NOON.getTime());
  });
});

test('a browser with full storage still gets the catalogue', async () => {
  vi.stubGlobal('localStorage', memoryStorage(200));
  signIn(7);
  await expect(loadCatalogue()).resolves.toMatchObject({ materials: [{ id: 1 }, { id: 2 }] });
  expect(localStorage.getItem(KEY)).toBeNull();
});

describe('more than one page', () => {
  const first = Array.from({ length: 1000 }, (_, at) => named(at + 1, `M${at + 1}`));

  test('is read page by page', async () => {
    sent = fakeServer(({ url }) => {
      if (url === '/app-config') return ok({});
      if (url.startsWith('/machining-price')) return ok([]);
      if (url.startsWith('/process')) return page([], null);
      return url.includes('pageIndex=1&')
        ? page(first, MARK, 1001)
        : page([named(1001, 'M1001')], MARK, 1001);
    });
    await expect(loadCatalogue()).resolves.toMatchObject({ materials: { length: 1001 } });
    const cached = JSON.parse(localStorage.getItem(KEY) ?? '') as { materials: { maxUpdatedAt: string } };
    expect(cached.materials.maxUpdatedAt).toBe(MARK);
  });

  test('is read again when a deletion moves a row to a page already read', async () => {
    let asked = 0;
    sent = fakeServer(({ url }) => {
      if (url === '/app-config') return ok({});
      if (url.startsWith('/machining-price')) return ok([]);
      if (url.startsWith('/process')) return page([], null);
      if (url.includes('pageIndex=1&')) asked += 1;
      const isFirst = url.includes('pageIndex=1&');
      // Row 1 is deleted after the first page was read: row 1001 is then on page one, and page two is empty.
      if (asked === 1) return isFirst ? page(first, MARK, 1001) : page([], 'later', 1000);
      return page([...first.slice(1), named(1001, 'M1001')], 'later', 1000);
    });
    const { materials: all } = await loadCatalogue();
    expect(all.at(0)?.id).toBe(2);
    expect(all.at(-1)?.id).toBe(1001);
  });
});
