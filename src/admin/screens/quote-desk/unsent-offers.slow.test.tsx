import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { form, type } from '../../resources/order/offer/offer.test-data.tsx';
import { first } from './desk.test-data.ts';
import { title, queue, step, price, row, stepAway } from './unsent-offers.test-data.tsx';

test('an unsent offer shows a notice when its customer has changed the request', async () => {
  const page = await stepAway();
  page.known['GET /order/3/withExt'] = ok({ ...first, version: 2, revision: 2 });
  step('ArrowUp');
  await title('Q20261120-0001');
  expect((await price()).value).toBe('820');
  expect(screen.getByText(/客户刚刚修改了询价/)).toBeTruthy();
});

test('sent and emptied offers are dropped', async () => {
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

test('an unsent offer is dropped when another user has answered the request', async () => {
  const page = await stepAway();
  page.known['GET /order/3/withExt'] = ok({ ...first, status: 'quoted' });
  step('ArrowUp');
  expect(await screen.findByText('这个询价不在队列里')).toBeTruthy();
  await waitFor(() => expect(queue().queryByText('未发送的报价')).toBeNull());
});
