import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { administrator, openAdmin, pageOf, queryOf } from '../../app/open-admin.test-data.tsx';
import { buildOrder, pricePart } from './order.test-data.ts';

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

const moveDialog = async () =>
  within((await screen.findByText(/记入历史/)).closest<HTMLElement>('[role=dialog]') ?? document.body);

test('the tabs count what the other filters let through, and choose a status', async () => {
  const page = open('?username=zhang&status=quoted');
  fireEvent.click(await screen.findByRole('tab', { name: '待确认 3' }));
  await waitFor(() => expect(page.at()).toBe('/admin/user/order?username=zhang&status=placed'));
  expect(screen.getByRole('tab', { name: '全部 5' })).toBeTruthy();
  expect(page.sentTo('GET /order/counts').map(queryOf)).toEqual([{ username: 'zhang' }]);
  await waitFor(() =>
    expect(queryOf(page.sentTo('GET /order').at(-1))).toEqual({
      username: 'zhang',
      status: 'placed',
      pageIndex: '1',
      pageSize: '20',
    }),
  );
});

test('a move that needs a reason is not sent without one', async () => {
  const page = open('/3', { answers: { 'POST /order/:id/move': ok(row, '操作成功') } });
  fireEvent.click(await screen.findByRole('button', { name: '取消订单' }));
  const dialog = await moveDialog();
  fireEvent.click(dialog.getByRole('button', { name: '取消订单' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('请填写原因');
  fireEvent.change(dialog.getByLabelText('原因'), { target: { value: '客户撤回' } });
  fireEvent.click(dialog.getByRole('button', { name: '取消订单' }));
  await waitFor(() =>
    expect(page.sentTo('POST /order/3/move').map(({ body }) => body)).toEqual([
      { to: 'cancelled', reason: '客户撤回', version: 1 },
    ]),
  );
  await waitFor(() => expect(page.sentTo('GET /order/3/withExt').length).toBe(2));
});

test('somebody moved the order first: it is said, and the order is shown as it is now', async () => {
  const page = open('/3', {
    answers: {
      'POST /order/:id/move': refusal(409, '数据已被他人修改', 'record.changed', {
        data: { status: 'cancelled' },
      }),
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: '确认订单' }));
  const dialog = await moveDialog();
  page.known['GET /order/:id/withExt'] = ok(buildOrder({ status: 'cancelled', moves: [], version: 2 }));
  fireEvent.click(dialog.getByRole('button', { name: '确认订单' }));
  expect(await screen.findByText(/现在是“已取消”。已载入最新的订单/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: '确认订单' })).toBeNull());
});

test('the note is saved with the version; when it is stale, mine can be saved upon theirs', async () => {
  const page = open('/3', {
    answers: { 'POST /order/:id/shop': refusal(409, '数据已被他人修改', 'record.changed') },
  });
  fireEvent.click(await screen.findByRole('button', { name: '修改' }));
  fireEvent.change(screen.getByLabelText('内部备注'), { target: { value: '我的备注' } });
  page.known['GET /order/:id/withExt'] = ok(buildOrder({ staffNote: '他的备注', version: 2 }));
  fireEvent.click(screen.getByRole('button', { name: '保存' }));
  expect(await screen.findByText(/当前备注：他的备注/)).toBeTruthy();
  page.known['POST /order/:id/shop'] = ok(row, '更新成功');
  fireEvent.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() =>
    expect(page.sentTo('POST /order/3/shop').map(({ body }) => body)).toEqual([
      { staffNote: '我的备注', promisedDate: '2026-12-03', version: 1 },
      { staffNote: '我的备注', promisedDate: '2026-12-03', version: 2 },
    ]),
  );
});

test('the receipt stands beside what the same order would cost today', async () => {
  const today = pricePart(90);
  open('/3', {
    answers: {
      'GET /order/:id/reprice': ok({
        quotation: {
          items: [{ ...today, ladder: [] }],
          price: today.sub_total.toFixed(2),
          delivery_time: today.delivery_time,
          promisedDate: '2026-12-03',
        },
        reason: '',
      }),
    },
  });
  fireEvent.click(await screen.findByLabelText('与今日价格比较'));
  const receipt = within(await screen.findByRole('table', { name: '支架的价格构成' }));
  await receipt.findByRole('columnheader', { name: '今日' });
  const base = within(receipt.getByRole('rowheader', { name: /加工基价/ }).closest('tr') ?? document.body);
  expect(base.getByText('¥85.00')).toBeTruthy();
  expect(base.getByText('¥90.00')).toBeTruthy();
  expect(base.getByText('有变化')).toBeTruthy();
  const days = within(receipt.getByRole('rowheader', { name: '交期' }).closest('tr') ?? document.body);
  expect(days.queryByText('有变化')).toBeNull();
  expect(screen.getByText(/比成交价高/)).toBeTruthy();
});

test('without their codes nothing can be edited or exported', async () => {
  const codes = ['mfr:order:list', 'mfr:order:query'];
  open('/3', { user: { ...administrator, buttons: codes, permissions: codes } });
  expect(await screen.findByText('历史')).toBeTruthy();
  expect(screen.queryByRole('button', { name: '修改' })).toBeNull();
  expect(screen.queryByRole('button', { name: '导出' })).toBeNull();
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
