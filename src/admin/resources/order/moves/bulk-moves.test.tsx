import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { administrator } from '../../../app/open-admin.test-data.tsx';
import { open, outcome, chooseMove } from './bulk-moves.test-data.tsx';

test('chosen orders are moved in one request; refused ones are listed and stay chosen', async () => {
  const refusal = { msg: '订单当前状态不允许此操作', status: 'producing' } as const;
  const changed = outcome(3, { msg: '数据已被他人修改', status: 'producing' });
  const page = open({
    answers: {
      'POST /order/move': ok([outcome(3), outcome(4, refusal)], '操作完成'),
      'POST /order/undo': ok([changed], '操作完成'),
    },
  });
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
  expect(screen.getByText(/^1 个订单已变为“已确认”，\d+ 秒内可以撤销$/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '撤销 1 个订单的变更' }));
  const notUndone = within(await screen.findByRole('list', { name: '没有撤销的订单' }));
  expect(notUndone.getByRole('listitem').textContent).toBe('Q3：数据已被他人修改');
  expect(page.sentTo('POST /order/undo').map(({ body }) => body)).toEqual([
    { orders: [{ id: 3, version: 2 }] },
  ]);
});

test('rows cannot be chosen without the permission to move orders', async () => {
  const codes = ['mfr:order:list', 'mfr:order:query', 'mfr:order:handle'];
  open({ user: { ...administrator, permissions: codes, buttons: codes } });
  await screen.findByText('Q3');
  expect(screen.queryByRole('checkbox', { name: '选择 Q3' })).toBeNull();
});
