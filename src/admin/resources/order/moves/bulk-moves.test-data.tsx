import { fireEvent, screen, within } from '@testing-library/react';
import type { MoveOutcome } from '#contract/orders/order-moves.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { openAdmin, pageOf } from '../../../app/open-admin.test-data.tsx';
import { buildOrder } from '../order.test-data.ts';

export const rows = [
  buildOrder({ id: 3, orderNo: 'Q3' }),
  buildOrder({ id: 4, orderNo: 'Q4', status: 'producing', version: 5 }),
];

export const open = (more: Parameters<typeof openAdmin>[1] = {}) =>
  openAdmin('/admin/user/order', {
    ...more,
    answers: { 'GET /order': pageOf(rows), 'GET /deptTree': ok([]), ...more.answers },
  });

export const outcome = (id: number, refusal?: Pick<MoveOutcome, 'msg' | 'status'>): MoveOutcome => ({
  id,
  orderNo: `Q${id}`,
  status: 'confirmed',
  version: 2,
  isMoved: refusal === undefined,
  error: refusal ? 'order.illegal_move' : null,
  msg: '',
  ...refusal,
});

export async function chooseMove(label: string) {
  fireEvent.click(await screen.findByRole('checkbox', { name: '选择 Q3' }));
  fireEvent.click(screen.getByRole('checkbox', { name: '选择 Q4' }));
  fireEvent.click(await screen.findByRole('button', { name: '变更状态 2 项' }));
  fireEvent.click(await screen.findByText(label));
  const field = await screen.findByLabelText(/原因|说明/);
  return within(field.closest<HTMLElement>('[role=dialog]') ?? document.body);
}
