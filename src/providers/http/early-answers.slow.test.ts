import { beforeEach, describe, expect, test, vi } from 'vitest';
import { authentication } from '#contract/people/authentication.ts';
import { beginRequests, type BuiltPlan } from './begin-requests.ts';
import { fakeServer, memoryStorage, ok } from '../fake-server.test-data.ts';
import { call } from './http.ts';
import { requestAddress } from './request-address.ts';
import { setToken, TOKEN_KEY, USER_KEY } from '../session/session-store.ts';

const MENUS = requestAddress(authentication.menus);
const INFO = requestAddress(authentication.info);
const CAPTCHA = requestAddress(authentication.captcha);

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage());
  globalThis.quotemillEarly = undefined;
  setToken('t1');
});

describe('the script in the page’s HTML', () => {
  const plans: readonly BuiltPlan[] = [
    { at: '^', when: 'always', addresses: ['/api/v1/app-config'] },
    { at: '^/$', when: 'signed in', addresses: [INFO, MENUS] },
    {
      at: '^/(?:$|login)',
      when: 'signed out',
      addresses: [CAPTCHA],
      files: ['/assets/login.js', '/assets/login.css'],
    },
    { at: '^/mfr/([1-9][0-9]*)$', when: 'signed in', addresses: ['/api/v1/order/__1/withExt'] },
    { at: '^/list$', when: 'signed in', addresses: ['/api/v1/all'], later: 'quotemill.later' },
    {
      at: '^/admin/post$',
      when: 'admitted',
      permission: 'admin:sysPost:list',
      addresses: ['/api/v1/post'],
    },
  ];
  const admitted = { mustChangePassword: false, mustSetUpSecondFactor: false };
  const links: Record<string, string>[] = [];
  const asked: { address: string; authorization: string | undefined }[] = [];
  let respond: () => Promise<Response>;

  beforeEach(() => {
    asked.length = 0;
    links.length = 0;
    vi.stubGlobal('document', {
      createElement: () => ({}),
      head: { append: (link: Record<string, string>) => links.push(link) },
    });
    respond = () => Promise.resolve(Response.json(ok([])));
    vi.stubGlobal('fetch', (address: string, { headers }: { headers: Record<string, string> }) => {
      asked.push({ address, authorization: headers['Authorization'] });
      return respond();
    });
  });

  const begin = (pathname: string, search = '') => {
    vi.stubGlobal('location', { pathname, search });
    beginRequests(plans, TOKEN_KEY, USER_KEY);
  };
  const addresses = () => asked.map(({ address }) => address);

  test('sends the requests of the address as the signed-in user', () => {
    begin('/');
    expect(addresses()).toEqual(['/api/v1/app-config', INFO, MENUS]);
    expect(asked.map(({ authorization }) => authorization)).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t1']);
  });

  test.each([
    [['admin:sysPost:list'], ['/api/v1/app-config', '/api/v1/post']],
    [['*:*:*'], ['/api/v1/app-config', '/api/v1/post']],
    [['admin:sysPost:query'], ['/api/v1/app-config']],
    [undefined, ['/api/v1/app-config']],
  ])('asks for a list only with its permission: %j', (buttons, expected) => {
    if (buttons) localStorage.setItem(USER_KEY, JSON.stringify({ ...admitted, buttons }));
    begin('/admin/post');
    expect(addresses()).toEqual(expected);
  });

  test.each([
    ['unknown yet', {}],
    ['with an initial password', { ...admitted, mustChangePassword: true }],
    ['without the required second factor', { ...admitted, mustSetUpSecondFactor: true }],
  ])('asks for nothing that is refused to a user %s', (_who, user) => {
    localStorage.setItem(USER_KEY, JSON.stringify({ buttons: ['*:*:*'], ...user }));
    begin('/admin/post');
    expect(addresses()).toEqual(['/api/v1/app-config']);
  });

  test('fetches the code and the picture of the login page where there is no session, and only there', () => {
    begin('/login');
    expect(addresses()).toEqual(['/api/v1/app-config']);
    expect(links).toEqual([]);
    localStorage.clear();
    begin('/');
    expect(addresses().slice(1)).toEqual(['/api/v1/app-config', CAPTCHA]);
    expect(links).toEqual([
      { rel: 'modulepreload', as: '', crossOrigin: '', href: '/assets/login.js' },
      { rel: 'preload', as: 'style', crossOrigin: '', href: '/assets/login.css' },
    ]);
  });

  test('provides a captcha once: the next form requests a new picture', async () => {
    localStorage.clear();
    const picture = (id: string) => ({ code: 200, msg: 'success', id, data: 'data:,', enabled: true });
    respond = () => Promise.resolve(Response.json(picture('early')));
    begin('/');
    const sent = fakeServer(() => picture('later'));
    await expect(call(authentication.captcha)).resolves.toMatchObject({ data: { id: 'early' } });
    await expect(call(authentication.captcha)).resolves.toMatchObject({ data: { id: 'later' } });
    expect(sent).toHaveLength(1);
  });

  test('puts the id of an address into its requests, and sends none for other addresses', () => {
    begin('/mfr/17');
    begin('/mfr/0');
    begin('/mfr/17', '?x=1');
    expect(addresses().filter((address) => address !== '/api/v1/app-config')).toEqual([
      '/api/v1/order/17/withExt',
    ]);
  });

  test('requests the changes since the cached answers once these are old', () => {
    const keep = (from: number) =>
      localStorage.setItem('quotemill.later', JSON.stringify({ from, addresses: ['/api/v1/changes'] }));
    begin('/list');
    keep(Date.now() + 60_000);
    begin('/list');
    keep(Date.now() - 1);
    begin('/list');
    expect(addresses().filter((address) => address !== '/api/v1/app-config')).toEqual([
      '/api/v1/all',
      '/api/v1/changes',
    ]);
  });

  test.each([
    ['network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['timeout', () => Promise.reject(new DOMException('timed out', 'TimeoutError'))],
    [
      { status: 502, data: undefined, headers: { 'content-type': 'text/plain;charset=UTF-8' } },
      () => Promise.resolve(new Response('<html>', { status: 502 })),
    ],
    [
      'network',
      () =>
        Promise.resolve(
          new Response(new ReadableStream({ start: (body) => body.error(new TypeError('cut off')) })),
        ),
    ],
  ])('never fails: %o', async (expected, failing: () => Promise<Response>) => {
    respond = failing;
    begin('/');
    await expect(globalThis.quotemillEarly?.[MENUS]?.answer).resolves.toEqual(expected);
  });

  test('does nothing without storage or with unexpected content in it', () => {
    localStorage.setItem('quotemill.later', '{');
    begin('/list');
    expect(addresses()).toEqual(['/api/v1/app-config']);
    vi.stubGlobal('localStorage', undefined);
    begin('/list');
    expect(addresses()).toEqual(['/api/v1/app-config']);
  });
});
