import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { openAdmin, pageOf } from '../../app/open-admin.test-data.tsx';

test('switching the kind clears the search', async () => {
  const page = openAdmin('/admin/costs', { answers: { 'GET /cost': pageOf([]) } });
  const lists = () => page.sentTo('GET /cost').filter(({ url }) => url.includes('pageSize=50'));
  const asked = () => lists().at(-1)?.url ?? '';
  fireEvent.click(await screen.findByText('工艺选项'));
  fireEvent.change(await screen.findByLabelText('名称'), { target: { value: '氧化' } });
  fireEvent.keyDown(screen.getByLabelText('名称'), { key: 'Enter' });
  await waitFor(() => expect(asked()).toContain('kind=option&name='));
  fireEvent.click(screen.getByText('材料', { selector: '.ant-segmented-item-label' }));
  await waitFor(() => expect(asked()).toContain('kind=material'));
  expect(asked()).not.toContain('name=');
  expect(screen.getByLabelText<HTMLInputElement>('名称').value).toBe('');
  fireEvent.click(screen.getByText('加工'));
  await waitFor(() => expect(asked()).toContain('kind=machining'));
  expect(asked()).not.toContain('name=');
});

test('unknown costs of all kinds are counted, whichever kind is shown', async () => {
  const counts: Record<string, number> = { machining: 0, option: 1180, material: 25 };
  const countOf = (url: string) => counts[/kind=(\w+)/.exec(url)?.[1] ?? ''] ?? 0;
  openAdmin('/admin/costs', {
    answers: { 'GET /cost': ({ url }) => ok({ list: [], pageIndex: 1, pageSize: 1, count: countOf(url) }) },
  });
  const gaps = await screen.findByText(/材料 25 项/);
  expect(gaps.textContent).toMatch(/^未知的成本：工艺选项 1180 项、材料 25 项。/);
});

test('figures are aligned with their headers, and a cost of 0 explains its effect', async () => {
  const row = { kind: 'machining', name: 'al', group: '', price: 60, cost: 24 };
  openAdmin('/admin/costs', { answers: { 'GET /cost': pageOf([row]) } });
  const table = await screen.findByRole('table');
  const figures = [...table.querySelectorAll('th, td')].filter(({ className }) => /figure/.test(className));
  expect(figures.map(({ tagName, textContent }) => [tagName, textContent])).toEqual([
    ['TH', '系统基价'],
    ['TH', '加工成本（元/件）'],
    ['TH', '单件毛利率'],
    ['TD', '¥60.00'],
    ['TD', expect.any(String)],
    ['TD', '60.00%'],
  ]);
  fireEvent.change(table.querySelector('input')!, { target: { value: '0' } });
  expect(screen.getByText('按 0 元计入成本；不清楚请留空')).toBeTruthy();
});
