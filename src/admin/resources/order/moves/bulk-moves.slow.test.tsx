import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { pageOf } from '../../../app/open-admin.test-data.tsx';
import { buildOrder } from '../order.test-data.ts';
import { open, outcome, chooseMove, rows } from './bulk-moves.test-data.tsx';

test('moving all chosen orders closes the dialog and refreshes the list and its counts', async () => {
  const page = open({ answers: { 'POST /order/move': ok([outcome(3), outcome(4)], '操作完成') } });
  const dialog = await chooseMove('送交质检（1）');
  const before = page.sentTo('GET /order').length;
  fireEvent.click(dialog.getByRole('button', { name: '送交质检' }));
  expect(await screen.findByText('2 个订单已变为“质检中”')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: /^变更状态/ })).toBeNull());
  expect(page.sentTo('GET /order').length).toBeGreaterThan(before);
  expect(page.sentTo('GET /order/counts').length).toBeGreaterThan(1);
});

test('a bulk move is not sent without a reason that one of the orders needs', async () => {
  const confirmed = buildOrder({ id: 3, orderNo: 'Q3', status: 'confirmed' });
  const page = open({ answers: { 'GET /order': pageOf([confirmed, rows[1]!]) } });
  const dialog = await chooseMove('取消订单（1）');
  fireEvent.click(dialog.getByRole('button', { name: '取消订单' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('请填写原因');
  expect(page.sentTo('POST /order/move')).toHaveLength(0);
});
