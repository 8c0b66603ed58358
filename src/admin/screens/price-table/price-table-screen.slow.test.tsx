import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { openTable } from './price-table-screen.test-data.tsx';

beforeEach(() => {
  // jsdom has no layout, so the grid gets a size here.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1000);
});

test('a save lists the scheduled publications that it prevents', async () => {
  const meets = [{ id: 9, name: '年度调价', publishAt: '2026-11-27T16:00:00.000Z', count: 1 }];
  const { press, type } = await openTable({
    answers: { 'PUT /price-table': ok({ saved: 1, meets }, '更新成功') },
  });
  press('Home');
  type('6/1', 'Enter');
  fireEvent.click(screen.getByRole('button', { name: '保存' }));
  expect(
    await screen.findByText(/“年度调价”（2026-11-28 00:00 发布，1 个价格相同）也改这些价格，到时不会发布/),
  ).toBeTruthy();
});

test('selecting all prices does not scroll and makes the first one active', async () => {
  const { press } = await openTable();
  press('ArrowRight');
  const grid = screen.getByRole('grid', { name: '价目总表' });
  const scrolled = vi.fn<(to: unknown) => void>();
  Object.assign(grid, { scrollTo: scrolled });
  press('a', { ctrlKey: true });
  await waitFor(() => expect(screen.getAllByRole('gridcell', { selected: true })).toHaveLength(4));
  expect(grid.getAttribute('aria-activedescendant')).toMatch(/-0-0$/);
  expect(scrolled).not.toHaveBeenCalled();
  press('ArrowDown');
  await waitFor(() => expect(scrolled).toHaveBeenCalled());
});

test('a price for an option that does not apply is refused, with a pointer to the rule', async () => {
  const { press } = await openTable();
  press('End', { ctrlKey: true });
  press('9');
  await screen.findByText('Q235 · 表面处理 氧化 不适用，适用规则在“工艺”中设置');
  expect(within(screen.getByRole('grid')).queryByRole('textbox')).toBeNull();
});

test('a filter that hides the selected column does not select another column', async () => {
  await openTable();
  fireEvent.click(screen.getByRole('button', { name: /喷砂/ }));
  const search = screen.getByLabelText('查找材料或选项');
  fireEvent.change(search, { target: { value: '氧化' } });
  fireEvent.click(screen.getByText('批量调整'));
  await screen.findByText('批量调整 · 已选 1 格：AL6061 · 表面处理 氧化');
  fireEvent.change(search, { target: { value: '' } });
  expect(await screen.findByText('批量调整 · 已选 2 格：表面处理 喷砂')).toBeTruthy();
});
