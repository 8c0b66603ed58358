import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { buildNews, fakeStreams } from '#providers/fake-stream.test-data.ts';
import { openAdmin, pageOf } from '../app/open-admin.test-data.tsx';
import { dictType } from '../resources/dict-type/dict-type.resource.ts';
import { order } from '../resources/order/order.resource.ts';
import { post } from '../resources/post/post.resource.ts';

const resources = [post, dictType];

afterEach(() => vi.unstubAllGlobals());

const answers = { 'GET /post': pageOf([]), 'GET /dict/type': pageOf([]) };

test('the bare address shows the heading and the screens one may open', async () => {
  openAdmin('/admin', { resources });
  expect(await screen.findByRole('heading', { name: '管理后台' })).toBeTruthy();
  const shortcuts = screen.getByRole('region', { name: '系统管理' });
  expect(
    within(shortcuts)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/admin/sys-post', '/admin/dict']);
  expect(document.title).toBe('管理后台 · 智造报价');
});

test('an unknown address below the back office is the 404 page inside the shell', async () => {
  openAdmin('/admin/nowhere');
  expect(await screen.findByRole('heading', { name: '404' })).toBeTruthy();
  expect(screen.getByRole('navigation', { name: '主菜单' })).toBeTruthy();
});

test('a click on the open list’s menu entry shows the list in its initial state', async () => {
  const page = openAdmin('/admin/sys-post?postName=abc&pageIndex=3', { answers });
  fireEvent.click(await screen.findByRole('link', { name: '岗位管理' }));
  await waitFor(() => expect(page.at()).toBe('/admin/sys-post'));
  const search = within(await screen.findByRole('search'));
  expect(search.getByLabelText<HTMLInputElement>('岗位名称').value).toBe('');
});

test('Ctrl K finds a menu entry by part of its name, and Enter opens it', async () => {
  const page = openAdmin('/admin', { answers, resources });
  await screen.findByRole('heading', { name: '管理后台' });
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
  const field = await screen.findByRole('combobox', { name: '菜单名称' });
  await page.user.type(field, '字典');
  expect(screen.getAllByRole('option')).toHaveLength(1);
  await page.user.type(field, '{Enter}');
  await waitFor(() => expect(page.at()).toBe('/admin/dict'));
});

test('the collapsed menu is remembered', async () => {
  openAdmin('/admin');
  fireEvent.click(await screen.findByRole('button', { name: '收起菜单' }));
  expect(screen.getByRole('button', { name: '展开菜单' })).toBeTruthy();
  expect(localStorage.getItem('quotemill.admin.menu-collapsed')).toBe('1');
});

test('退出登录 ends the session and leads to the login page', async () => {
  const page = openAdmin('/admin');
  fireEvent.click(await screen.findByRole('button', { name: '用户菜单：系统管理员' }));
  fireEvent.click(await screen.findByText('退出登录'));
  expect(await screen.findByLabelText('用户名')).toBeTruthy();
  expect(page.sentTo('POST /logout')).toHaveLength(1);
  expect(page.at()).toBe('/admin/login');
});

test('an address cannot choose the endpoints that a list calls', async () => {
  const page = openAdmin('/admin/sys-post?endpoints[list][path]=/logout&endpoints[list][method]=POST', {
    answers,
  });
  expect(await screen.findByText('还没有岗位')).toBeTruthy();
  expect(page.sentTo('GET /post')).toHaveLength(1);
  expect(page.sentTo('POST /logout')).toHaveLength(0);
});

test('the bell counts unread news, hears of more without a reload, and leads to the order', async () => {
  const streams = fakeStreams();
  const news = [buildNews({ id: 1, kind: 'order_placed', title: '新订单 Q20261120-0001' })];
  const page = openAdmin('/admin', {
    resources: [order],
    answers: {
      'GET /notification': () => pageOf(news),
      'GET /notification/unread': () => ok({ unread: news.filter(({ readAt }) => readAt === null).length }),
      'POST /notification/read': () => {
        news.forEach((one, at) => (news[at] = { ...one, readAt: '2026-11-20T11:00:00+08:00' }));
        return ok({ unread: 0 });
      },
      'GET /order': pageOf([]),
      'GET /order/counts': ok({}),
      'GET /deptTree': ok([]),
      'GET /order/:id/withExt': refusal(404, '记录不存在', 'record.not_found'),
    },
  });
  await screen.findByRole('button', { name: '消息通知，1 条未读' });
  await waitFor(() => expect(streams).toHaveLength(1));
  const one = buildNews({ id: 2, kind: 'order_placed', title: '新订单 Q20261120-0002', orderId: 6 });
  news.unshift(one);
  act(() => streams[0]?.sendNews(one));
  fireEvent.click(await screen.findByRole('button', { name: '消息通知，2 条未读' }));
  expect(screen.getByText('新消息：新订单 Q20261120-0002')).toBeTruthy();
  const panel = within(await screen.findByRole('dialog', { name: '最新消息' }));
  fireEvent.click(await panel.findByRole('link', { name: /新订单 Q20261120-0002/ }));
  await waitFor(() => expect(page.at()).toBe('/admin/user/order/6'));
  expect(page.sentTo('POST /notification/read').map(({ body }) => body)).toEqual([{ ids: [2] }]);
  await screen.findByRole('button', { name: '消息通知' });
});
