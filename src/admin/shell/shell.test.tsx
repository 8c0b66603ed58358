import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { clearToken } from '#providers/session/session-store.ts';
import { openAdmin, pageOf } from '../app/open-admin.test-data.tsx';

const answers = { 'GET /post': pageOf([]) };

test('a click on the menu entry of the open list resets the list', async () => {
  const page = openAdmin('/admin/sys-post?postName=abc&pageIndex=3', { answers });
  fireEvent.click(await screen.findByRole('link', { name: '岗位' }));
  await waitFor(() => expect(page.at()).toBe('/admin/sys-post'));
  const search = within(await screen.findByRole('search'));
  expect(search.getByLabelText<HTMLInputElement>('岗位名称').value).toBe('');
});

test('an unknown URL shows a 404 in the shell, or below the product name without a session', async () => {
  openAdmin('/admin/no-such-page');
  expect(await screen.findByRole('heading', { name: '404' })).toBeTruthy();
  const home = screen.getByRole('link', { name: '返回管理后台首页' });
  expect(home.getAttribute('href')).toBe('/admin');
  expect(screen.getByRole('navigation', { name: '主菜单' })).toBeTruthy();
  cleanup();
  clearToken();

  const page = openAdmin('/admin/no-such-page', { token: null });
  expect(await screen.findByRole('heading', { name: '智造报价 · 管理后台' })).toBeTruthy();
  expect(screen.getByText(/您访问的页面不存在/)).toBeTruthy();
  expect(page.at()).toBe('/admin/no-such-page');
  fireEvent.click(screen.getByRole('link', { name: '返回管理后台首页' }));
  expect(await screen.findByLabelText('用户名')).toBeTruthy();
});

test('退出登录 ends the session and leads to the login page', async () => {
  const page = openAdmin('/admin');
  fireEvent.click(await screen.findByRole('button', { name: '用户菜单：系统管理员' }));
  fireEvent.click(await screen.findByText('退出登录'));
  expect(await screen.findByLabelText('用户名')).toBeTruthy();
  expect(page.sentTo('POST /logout')).toHaveLength(1);
  expect(page.at()).toBe('/admin/login');
});

test('a URL cannot choose the endpoints that a list calls', async () => {
  const page = openAdmin('/admin/sys-post?endpoints[list][path]=/logout&endpoints[list][method]=POST', {
    answers,
  });
  expect(await screen.findByText('还没有岗位')).toBeTruthy();
  expect(page.sentTo('GET /post')).toHaveLength(1);
  expect(page.sentTo('POST /logout')).toHaveLength(0);
});
test.each([
  '/admin/sys-post/1?endpoints[one][path]=/logout&endpoints[one][method]=POST',
  '/admin/sys-post/1/edit?meta[endpoints][one][path]=/logout&meta[endpoints][one][method]=POST',
  '/admin/sys-post/1?method=post&url=/logout&operation=logout&dataProviderName=x&resource=user&permission=public',
])('no link sends POST /logout: %s', async (link) => {
  const page = openAdmin(link, {
    answers: { ...answers, 'GET /post/1': ok({ postId: 1, postName: '焊工' }) },
  });
  expect(await screen.findByRole('dialog')).toBeTruthy();
  await waitFor(() => expect(page.sentTo('GET /post/1')).toHaveLength(1));
  expect(page.sentTo('POST /logout')).toHaveLength(0);
});
