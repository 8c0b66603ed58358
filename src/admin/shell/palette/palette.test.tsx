import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { FoundRecord } from '#contract/search.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { administrator, openAdmin, pageOf, queryOf } from '../../app/open-admin.test-data.tsx';

const order: FoundRecord = { kind: 'order', id: 7, title: 'Q20261118-0007', text: '甲公司 · 法兰×3' };
const material: FoundRecord = { kind: 'material', id: 2, title: '法兰钢', text: '碳钢' };

async function openPalette(answers: Parameters<typeof openAdmin>[1] = {}) {
  const page = openAdmin('/admin', {
    ...answers,
    answers: { 'GET /search': ok({ list: [order, material] }), 'GET /post': pageOf([]), ...answers.answers },
  });
  await screen.findByRole('button', { name: '搜索 Ctrl K' });
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
  const field = await screen.findByRole('combobox', { name: '搜索内容' });
  return { page, field };
}
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const chosen = () => screen.getByRole('option', { selected: true }).textContent;

test('Ctrl K lists pages and actions; typing finds records, which arrow keys and Enter open', async () => {
  const { page, field } = await openPalette();
  expect(options()).toContain('岗位系统管理');
  expect(options()).toContain('新增材料');
  expect(page.sentTo('GET /search')).toHaveLength(0);
  await page.user.type(field, '法兰');
  const orders = within(await screen.findByRole('group', { name: '订单' }));
  expect(orders.getByRole('option').textContent).toBe('Q20261118-0007甲公司 · 法兰×3');
  expect(options()).toEqual(['Q20261118-0007甲公司 · 法兰×3', '法兰钢碳钢']);
  expect(page.sentTo('GET /search').map(queryOf)).toEqual([{ text: '法兰' }]);
  expect(chosen()).toContain('Q20261118-0007');
  await page.user.keyboard('{ArrowDown}');
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id);
  expect(chosen()).toBe('法兰钢碳钢');
  await page.user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(page.at()).toBe('/admin/user/order/7'));
  expect(screen.queryByRole('combobox', { name: '搜索内容' })).toBeNull();
});

test('an answer to an earlier text is dropped, and a text without a match says so', async () => {
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

test('actions and records require their permissions', async () => {
  const permissions = ['admin:sysPost:list', 'admin:sysPost:add', 'mfr:material:list'];
  const { page, field } = await openPalette({
    user: { ...administrator, permissions, buttons: permissions },
  });
  await page.user.type(field, 'admin');
  // Addresses are no names: `al` is a material, not the page at `…/material`.
  expect(options()).toEqual([]);
  await page.user.clear(field);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  fireEvent.change(field, { target: { value: '新增' } });
  expect(options()).toEqual(['新增岗位']);
  // Longer than the pause after which a search is sent.
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(page.sentTo('GET /search')).toHaveLength(0);
});

test('退出登录 is an action', async () => {
  const { page, field } = await openPalette();
  await page.user.type(field, '退出{Enter}');
  expect(await screen.findByLabelText('用户名')).toBeTruthy();
  expect(page.sentTo('POST /logout')).toHaveLength(1);
});
