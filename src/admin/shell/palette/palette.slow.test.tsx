import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { openAdmin, queryOf } from '../../app/open-admin.test-data.tsx';
import { order, openPalette } from './palette.test-data.tsx';

test('results for an earlier text are dropped, and a text without a match shows a message', async () => {
  const { page, field } = await openPalette({
    answers: { 'GET /search': (request) => ok({ list: queryOf(request)['text'] === '法兰' ? [order] : [] }) },
  });
  await page.user.type(field, '法兰');
  await screen.findByRole('group', { name: '订单' });
  await page.user.type(field, '盘zz');
  expect(screen.queryByRole('group', { name: '订单' })).toBeNull();
  expect(await screen.findByText('没有找到“法兰盘zz”')).toBeTruthy();
  expect(field.getAttribute('aria-expanded')).toBe('false');
});

test('Esc closes the palette and returns the focus', async () => {
  const page = openAdmin('/admin', {});
  const button = await screen.findByRole('button', { name: '搜索 Ctrl K' });
  button.focus();
  await page.user.keyboard('{Enter}');
  await screen.findByRole('combobox', { name: '搜索内容' });
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox', { name: '搜索内容' })).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('退出登录 is an action', async () => {
  const { page, field } = await openPalette();
  await page.user.type(field, '退出{Enter}');
  expect(await screen.findByLabelText('用户名')).toBeTruthy();
  expect(page.sentTo('POST /logout')).toHaveLength(1);
});
