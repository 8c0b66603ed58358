import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App, ConfigProvider } from 'antd';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { vi } from 'vitest';
import type { MenuNode, UserInfo } from '#contract/people/authentication.ts';
import { resetAppConfig } from '#providers/app-config.ts';
import { threadOf } from '#tests/support/data/wire-messages.ts';
import { fakeServer, ok, type Answer, type SentRequest } from '#providers/fake-server.test-data.ts';
import { setToken } from '#providers/session/session-store.ts';
import type { AdminPage } from '../resource-kit/screen.ts';
import { adminPages } from '../resources/index.ts';
import { forgetUnsent } from '../session/use-unsent.ts';
import { createQueryClient, clearOnSessionChange } from './query-client.ts';
import { adminRoutes } from './routes.tsx';

export type Answers = Record<string, Answer | ((request: SentRequest) => Answer | Promise<Answer>)>;

export const administrator: UserInfo = {
  userId: 1,
  userName: 'admin',
  name: '系统管理员',
  avatar: '',
  deptId: null,
  roles: ['admin'],
  permissions: ['*:*:*'],
  buttons: ['*:*:*'],
  mustChangePassword: false,
  mustSetUpSecondFactor: false,
};

export function buildMenu(menu: Partial<MenuNode>): MenuNode {
  return {
    menuId: 1,
    menuName: '',
    title: '',
    icon: '',
    path: '',
    paths: '',
    menuType: 'C',
    permission: '',
    parentId: 0,
    sort: 0,
    visible: '0',
    component: '',
    children: [],
    ...menu,
  };
}

/** The back office's menu, with one entry for each resource in one group, and the customers' menu. */
export function buildMenus(resources: readonly AdminPage[]): MenuNode[] {
  const children = resources.map(({ path, label }, index) =>
    buildMenu({ menuId: 10 + index, parentId: 2, title: label, path }),
  );
  const group = buildMenu({
    menuId: 2,
    parentId: 1,
    menuType: 'M',
    title: '系统管理',
    path: '/admin/system',
    children,
  });
  return [
    buildMenu({ menuType: 'M', title: '管理后台', path: '/admin', children: [group] }),
    buildMenu({ menuId: 90, menuType: 'M', title: '客户区', path: '/' }),
  ];
}

/** One page of a list. */
export const pageOf = (list: readonly object[], count = list.length) =>
  ok({ list, count, pageIndex: 1, pageSize: 20, maxUpdatedAt: null });

/** The menu entries that a test of one page sees: a page renders all of them each time. */
const near = (address: string) =>
  adminPages.filter(({ path }) => path === '/admin/sys-post' || address.startsWith(path));

const healthy = (user: UserInfo, resources: readonly AdminPage[]): Answers => ({
  'GET /app-config': ok({ 'site.name': '智造报价' }),
  'GET /captcha': { code: 200, msg: 'success', id: '', data: '', enabled: false },
  'GET /user/profile': ok({ user: {}, roles: [], posts: [] }),
  'GET /getinfo': ok(user),
  'GET /menurole': ok(buildMenus(resources)),
  'GET /dict-data/option-select': ok(
    [1, 2].map((n) => ({ label: `sample_${n}`, value: `sample_${n}`, listClass: '' })),
  ),
  'GET /process/tree': pageOf([]),
  'GET /machining-price': ok([]),
  'GET /lead-class/options': ok([{ id: 0, name: '标准', factor: 1, percent: 0 }]),
  'GET /notification/unread': ok({ unread: 0, latest: null }),
  'GET /order/counts': ok({}),
  'GET /today': ok({ orders: null, unpriced: null, steps: [] }),
  'GET /user/views': ok({}),
  'GET /order/:id/staff-message': ok({ ...threadOf([]) }),
  'POST /logout': ok(null, '退出成功'),
});

interface Options {
  /** By method and path; `:id` stands for any number. */
  answers?: Answers;
  /** Null opens the page signed out. */
  token?: string | null;
  user?: UserInfo;
  resources?: readonly AdminPage[];
  /** The window of a phone. */
  isNarrow?: boolean;
}

/** Opens an address of the back office against a fake server, in a wide window, unless it is to be narrow, without animations. */
export function openAdmin(
  address: string,
  {
    answers = {},
    token = 'token',
    user = administrator,
    resources = adminPages,
    isNarrow = false,
  }: Options = {},
) {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(isNarrow ? narrowWindow : wideWindow);
  vi.spyOn(globalThis, 'getComputedStyle').mockImplementation(inlineStyle);
  resetAppConfig();
  forgetUnsent();
  if (token !== null) setToken(token);
  const known: Answers = {
    ...healthy(user, resources === adminPages ? near(address) : resources),
    ...answers,
  };
  const sent = fakeServer((request) => {
    const call = `${request.method} ${request.url.replace(/\?.*/, '')}`;
    const answer = known[call] ?? known[call.replace(/\d+(?=$|\/)/, ':id')];
    if (answer === undefined) throw new Error(`the fake server has no answer to ${call}`);
    return typeof answer === 'function' ? answer(request) : answer;
  });
  const queryClient = createQueryClient();
  clearOnSessionChange(queryClient);
  const router = createMemoryRouter(adminRoutes(resources, queryClient), { initialEntries: [address] });
  render(
    <ConfigProvider
      theme={{ zeroRuntime: true, token: { motion: false } }}
      button={{ autoInsertSpace: false }}
    >
      <App>
        <RouterProvider router={router} />
      </App>
    </ConfigProvider>,
  );
  return {
    router,
    known,
    at: () => router.state.location.pathname + router.state.location.search,
    /** The requests of one call, e.g. `POST /post`. */
    sentTo: (call: string) =>
      sent.filter(({ method, url }) => `${method} ${url.replace(/\?.*/, '')}` === call),
    user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }),
  };
}

export const queryOf = (request: SentRequest | undefined) =>
  Object.fromEntries(new URLSearchParams(request?.url.replace(/^[^?]*\??/, '')));

/** jsdom would match each element against all rules of antd, which takes most of a test's time. */
function inlineStyle(element: Element): CSSStyleDeclaration {
  return element instanceof HTMLElement ? element.style : document.body.style;
}

const windowOf =
  (isWide: boolean) =>
  (query: string): MediaQueryList =>
    Object.assign(new EventTarget(), {
      matches: query.includes('min-width') === isWide,
      media: query,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
const wideWindow = windowOf(true);
const narrowWindow = windowOf(false);
