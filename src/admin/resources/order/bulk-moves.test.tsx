import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { MoveOutcome } from '#contract/order-moves.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { administrator, openAdmin, pageOf } from '../../app/open-admin.test-data.tsx';
import { buildOrder } from './order.test-data.ts';

const rows = [
  buildOrder({ id: 3, orderNo: 'Q3' }),
  buildOrder({ id: 4, orderNo: 'Q4', status: 'producing', version: 5 }),
];

const open = (more: Parameters<typeof openAdmin>[1] = {}) =>
  openAdmin('/admin/user/order', {
    ...more,
    answers: { 'GET /order': pageOf(rows), 'GET /deptTree': ok([]), ...more.answers },
  });

const outcome = (id: number, refusal?: Pick<MoveOutcome, 'msg' | 'status'>): MoveOutcome => ({
  id,
  orderNo: `Q${id}`,
  status: 'confirmed',
  isMoved: refusal === undefined,
  error: refusal ? 'order.illegal_move' : null,
  msg: '',
  ...refusal,
});

async function chooseMove(label: string) {
  fireEvent.click(await screen.findByRole('checkbox', { name: '选择 Q3' }));
  fireEvent.click(screen.getByRole('checkbox', { name: '选择 Q4' }));
  fireEvent.click(await screen.findByRole('button', { name: '变更状态 2 项' }));
  fireEvent.click(await screen.findByText(label));
  const field = await screen.findByLabelText(/原因|说明/);
  return within(field.closest<HTMLElement>('[role=dialog]') ?? document.body);
}

test('chosen orders are moved in one request, and those refused are named and stay chosen', async () => {
  const refusal = { msg: '订单当前状态不允许此操作', status: 'producing' } as const;
  const page = open({ answers: { 'POST /order/move': ok([outcome(3), outcome(4, refusal)], '操作完成') } });
  const dialog = await chooseMove('确认订单（1）');
  expect(dialog.getByText(/1 个订单的状态将变为“已确认”.*另外 1 个订单/)).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('说明（选填）'), { target: { value: '材料已到' } });
  fireEvent.click(dialog.getByRole('button', { name: '确认订单' }));
  expect(await screen.findByText('1 个订单已变为“已确认”，1 个没有变更。')).toBeTruthy();
  const refused = within(screen.getByRole('list', { name: '没有变更的订单' }));
  expect(refused.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Q4：订单当前状态不允许此操作（现在是“生产中”）',
  ]);
  expect(page.sentTo('POST /order/move').map(({ body }) => body)).toEqual([
    {
      to: 'confirmed',
      reason: '材料已到',
      orders: [
        { id: 3, version: 1 },
        { id: 4, version: 5 },
      ],
    },
  ]);
  fireEvent.click(screen.getByRole('button', { name: '关闭' }));
  expect(await screen.findByRole('button', { name: '变更状态 1 项' })).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '选择 Q4' }).checked).toBe(true);
});

test('a move of all chosen orders closes the dialog and refreshes list and numbers', async () => {
  const page = open({ answers: { 'POST /order/move': ok([outcome(3), outcome(4)], '操作完成') } });
  const dialog = await chooseMove('送交质检（1）');
  const before = page.sentTo('GET /order').length;
  fireEvent.click(dialog.getByRole('button', { name: '送交质检' }));
  expect(await screen.findByText('2 个订单已变为“质检中”')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: /^变更状态/ })).toBeNull());
  expect(page.sentTo('GET /order').length).toBeGreaterThan(before);
  expect(page.sentTo('GET /order/counts').length).toBeGreaterThan(1);
});

test('a bulk move that needs a reason for one of the orders is not sent without it', async () => {
  const confirmed = buildOrder({ id: 3, orderNo: 'Q3', status: 'confirmed' });
  const page = open({ answers: { 'GET /order': pageOf([confirmed, rows[1]!]) } });
  const dialog = await chooseMove('取消订单（1）');
  fireEvent.click(dialog.getByRole('button', { name: '取消订单' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('请填写原因');
  expect(page.sentTo('POST /order/move')).toHaveLength(0);
});

test('without the permission to move no row can be chosen', async () => {
  const codes = ['mfr:order:list', 'mfr:order:query', 'mfr:order:handle'];
  open({ user: { ...administrator, permissions: codes, buttons: codes } });
  await screen.findByText('Q3');
  expect(screen.queryByRole('checkbox', { name: '选择 Q3' })).toBeNull();
});
