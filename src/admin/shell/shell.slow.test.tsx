import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { clearToken } from '#providers/session/session-store.ts';
import icon from '#theme/icon.svg?inline';
import { openAdmin } from '../app/open-admin.test-data.tsx';

test('the logo is the product icon, in the shell and on the login page', async () => {
  const logoOf = (element: Element) => element.querySelector('img')?.getAttribute('src');
  const page = openAdmin('/admin');
  expect(logoOf(await screen.findByRole('link', { name: '智造报价 管理后台首页' }))).toBe(icon);
  clearToken();
  await screen.findByLabelText('用户名');
  expect(page.at()).toMatch(/^\/admin\/login/);
  expect(logoOf(screen.getByRole('main'))).toBe(icon);
});

test('the collapsed menu is remembered', async () => {
  openAdmin('/admin');
  fireEvent.click(await screen.findByRole('button', { name: '收起菜单' }));
  expect(screen.getByRole('button', { name: '展开菜单' })).toBeTruthy();
  expect(localStorage.getItem('quotemill.admin.menu-collapsed')).toBe('1');
});

test('only the menu scrolls to the entry of the open page', async () => {
  // 1280 pixels of menu in a window of 900.
  const room = (element: Element) => (element.matches('.ant-menu-item-selected') ? [1180, 1220] : [0, 900]);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const [top = 0, bottom = 0] = room(this);
    return new DOMRect(0, top, 200, bottom - top);
  });
  openAdmin('/admin/sys-post');
  const menu = await screen.findByRole('navigation', { name: '主菜单' });
  await waitFor(() => expect(menu.parentElement!.scrollTop).toBe(320));
});
