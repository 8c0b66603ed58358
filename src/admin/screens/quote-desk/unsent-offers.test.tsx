import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { form, type } from '../../resources/order/offer.test-data.tsx';
import { first, openDesk } from './desk.test-data.ts';

const title = (orderNo: string) => screen.findByRole('link', { name: orderNo });
const queue = () => within(screen.getByRole('region', { name: '待报价队列' }));
const step = (key: 'ArrowDown' | 'ArrowUp') => fireEvent.keyDown(document.body, { key, altKey: true });
const note = async () => (await form()).getByLabelText<HTMLTextAreaElement>('给客户的说明（选填）');
const price = async () => (await form()).getByLabelText<HTMLInputElement>('1. 支架的人工报价');
const row = (customer: string) => queue().getByRole('button', { name: new RegExp(customer) });

/** The first request with a price and a note that were typed, after a step to the second one. */
async function stepAway() {
  const page = openDesk('?id=3');
  type(await price(), '820');
  type(await note(), '含税');
  step('ArrowDown');
  await title('Q20261120-0002');
  return page;
}

test('a half-written offer is there again after a step to the next request and back', async () => {
  await stepAway();
  expect((await price()).value).toBe('');
  expect(row('甲公司').textContent).toContain('未发送的报价');
  expect(row('乙公司').textContent).not.toContain('未发送的报价');
  fireEvent.click(screen.getByRole('button', { name: '上一个询价' }));
  await title('Q20261120-0001');
  expect([(await price()).value, (await note()).value]).toEqual(['820', '含税']);
});

test('leaving the desk asks while an offer of the queue is unsent', async () => {
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

test('an offer that was kept says so when its customer has changed the request', async () => {
  const page = await stepAway();
  page.known['GET /order/3/withExt'] = ok({ ...first, version: 2, revision: 2 });
  step('ArrowUp');
  await title('Q20261120-0001');
  expect((await price()).value).toBe('820');
  expect(screen.getByText(/客户刚刚修改了询价/)).toBeTruthy();
});

test('a sent offer, and one that was emptied again, is kept no longer', async () => {
  const page = await stepAway();
  type(await price(), '820');
  expect(row('乙公司').textContent).toContain('未发送的报价');
  type(await price(), '');
  expect(row('乙公司').textContent).not.toContain('未发送的报价');
  step('ArrowUp');
  await title('Q20261120-0001');
  const lines = await form();
  type(lines.getByLabelText('1. 支架的说明'), '批量');
  fireEvent.click(lines.getAllByRole('checkbox', { name: '不报价' })[1]!);
  type(lines.getByLabelText('2. 轴的说明'), '无此设备');
  fireEvent.click(lines.getByRole('button', { name: '发送报价' }));
  await waitFor(() => expect(page.sentTo('POST /order/3/offer')).toHaveLength(1));
  await title('Q20261120-0002');
  await waitFor(() => expect(queue().queryByText('未发送的报价')).toBeNull());
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true);
});

test('an offer is forgotten when its request was answered by another user', async () => {
  const page = await stepAway();
  page.known['GET /order/3/withExt'] = ok({ ...first, status: 'quoted' });
  step('ArrowUp');
  expect(await screen.findByText('这个询价不在队列里')).toBeTruthy();
  await waitFor(() => expect(queue().queryByText('未发送的报价')).toBeNull());
});
