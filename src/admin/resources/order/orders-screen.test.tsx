import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { openAdmin, pageOf } from '../../app/open-admin.test-data.tsx';
import { buildOrder } from './order.test-data.ts';

const order = buildOrder();
const { items: _items, history: _history, customer: _customer, moves: _moves, ...row } = order;

const open = (end = '', more: Parameters<typeof openAdmin>[1] = {}) =>
  openAdmin(`/admin/user/order${end}`, {
    ...more,
    answers: {
      'GET /order': pageOf([row]),
      'GET /order/counts': ok({ placed: 3, quoted: 2 }),
      'GET /deptTree': ok([{ id: 2, label: '示例客户公司', children: [] }]),
      'GET /order/:id/withExt': ok(order),
      ...more.answers,
    },
  });

test('a note to the customer is sent once it says something, and stands in the history', async () => {
  const note = { from: 'placed', to: 'placed', userName: '李工', createdAt: '2026-11-20T11:00:00+08:00' };
  const history = [...order.history, { ...note, reason: '留言：图纸已收到' }];
  const page = open('/3', { answers: { 'POST /order/:id/note': ok(null, '留言已发送') } });
  fireEvent.click(await screen.findByRole('button', { name: '给客户留言' }));
  const text = await screen.findByText(/发送后不能撤回/);
  const dialog = within(text.closest<HTMLElement>('[role=dialog]') ?? document.body);
  fireEvent.click(dialog.getByRole('button', { name: '发送' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('请输入留言');
  fireEvent.change(dialog.getByLabelText('留言'), { target: { value: '图纸已收到 ' } });
  page.known['GET /order/:id/withExt'] = ok({ ...order, history });
  fireEvent.click(dialog.getByRole('button', { name: '发送' }));
  expect(await screen.findByText('给客户的留言')).toBeTruthy();
  expect(screen.getByText('图纸已收到')).toBeTruthy();
  expect(page.sentTo('POST /order/3/note').map(({ body }) => body)).toEqual([{ text: '图纸已收到' }]);
});
