import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { administrator, queryOf } from '../../app/open-admin.test-data.tsx';
import { openPalette } from './palette.test-data.tsx';

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

test('actions and records require their permissions', async () => {
  const permissions = ['admin:sysPost:list', 'admin:sysPost:add', 'mfr:material:list'];
  const { page, field } = await openPalette({
    user: { ...administrator, permissions, buttons: permissions },
  });
  await page.user.type(field, 'admin');
  // Paths are not searched: `al` is a material, not the page at `…/material`.
  expect(options()).toEqual([]);
  await page.user.clear(field);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  fireEvent.change(field, { target: { value: '新增' } });
  expect(options()).toEqual(['新增岗位']);
  // Longer than the debounce of the search.
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(page.sentTo('GET /search')).toHaveLength(0);
});
