import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { title, note, price, row, stepAway } from './unsent-offers.test-data.tsx';

test('a half-written offer stays after stepping to the next request and back', async () => {
  await stepAway();
  expect((await price()).value).toBe('');
  expect(row('甲公司').textContent).toContain('未发送的报价');
  expect(row('乙公司').textContent).not.toContain('未发送的报价');
  fireEvent.click(screen.getByRole('button', { name: '上一个询价' }));
  await title('Q20261120-0001');
  expect([(await price()).value, (await note()).value]).toEqual(['820', '含税']);
});

test('leaving the desk with an unsent offer asks for confirmation', async () => {
  const page = await stepAway();
  fireEvent.click(screen.getByRole('button', { name: /返回队列/ }));
  await waitFor(() => expect(page.at()).toBe('/admin/user/quote-desk'));
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false);
  await act(() => page.router.navigate('/admin'));
  expect(await screen.findByText('有尚未保存的修改')).toBeTruthy();
  fireEvent.click(screen.getByText('继续修改'));
  fireEvent.click(row('甲公司'));
  expect((await price()).value).toBe('820');
});
