import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
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

const MOVE_HINT = /记入历史，客户可以看到/;

/** Enters 我的备注 as the staff note while another user saves a note and a promised date. */
async function enterNote() {
  const theirs = { ...order, staffNote: '他人备注', promisedDate: '2026-12-09', version: order.version + 1 };
  const page = open('/3', {
    answers: {
      'POST /order/:id/move': ok(theirs, '操作成功'),
      'POST /order/:id/shop': ({ body }) =>
        (body as { version: number }).version === theirs.version
          ? ok(theirs, '更新成功')
          : refusal(409, '数据已被他人修改', 'record.changed'),
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: '修改' }));
  fireEvent.change(screen.getByLabelText('内部备注'), { target: { value: '我的备注' } });
  page.known['GET /order/:id/withExt'] = ok(theirs);
  const save = () => fireEvent.click(screen.getByRole('button', { name: '保存' }));
  return { page, theirs, save };
}

const findConflict = async () =>
  within(
    (await screen.findByRole('button', { name: '按所选合并' })).closest<HTMLElement>('[role=dialog]') ??
      document.body,
  );

test('a staff note that another user has changed is merged by field', async () => {
  const { page, theirs, save } = await enterNote();
  save();
  const dialog = await findConflict();
  expect(
    dialog
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent),
  ).toEqual(['内部备注（空）我的备注他人备注', '承诺发货日2026-12-032026-12-032026-12-09']);
  fireEvent.click(dialog.getByRole('button', { name: '按所选合并' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: '按所选合并' })).toBeNull());
  save();
  await waitFor(() =>
    expect(page.sentTo('POST /order/3/shop').at(-1)?.body).toEqual({
      staffNote: '我的备注',
      promisedDate: theirs.promisedDate,
      version: theirs.version,
    }),
  );
});

test('a staff note is not overwritten when the order is refetched while the form is open', async () => {
  const { page, save } = await enterNote();
  fireEvent.click(screen.getByRole('button', { name: '确认订单' }));
  const hint = await screen.findByText(MOVE_HINT);
  fireEvent.click(within(hint.closest<HTMLElement>('[role=dialog]')!).getByText('确认订单'));
  await waitFor(() => expect(page.sentTo('GET /order/3/withExt')).toHaveLength(2));
  await waitFor(() => expect(screen.queryByText(MOVE_HINT)).toBeNull());
  save();
  const dialog = await findConflict();
  expect(dialog.getByText('他人备注')).toBeTruthy();
});

test('a minimum amount above the maximum shows an error and starts no search', async () => {
  const page = open();
  const bar = within(await screen.findByRole('search'));
  fireEvent.click(bar.getByText('更多条件'));
  const enter = async (label: string, value: string) =>
    fireEvent.change(await bar.findByLabelText(label), { target: { value } });
  await enter('最低合计', '250');
  await enter('最高合计', '100');
  expect(bar.queryByRole('alert')).toBeNull();
  fireEvent.click(bar.getByText('查询'));
  expect((await bar.findByRole('alert')).textContent).toBe('最低不能高于最高');
  expect(page.at()).toBe('/admin/user/order');
  await enter('最高合计', '1000');
  expect(bar.queryByRole('alert')).toBeNull();
  fireEvent.click(bar.getByText('查询'));
  await waitFor(() => expect(page.at()).toBe('/admin/user/order?price=250%7E1000'));
  fireEvent.click(within(screen.getByRole('search')).getByText('重置'));
  await waitFor(() => expect(page.at()).toBe('/admin/user/order'));
  // The extra filters stay expanded.
  expect(within(screen.getByRole('search')).getByLabelText('最低合计')).toBeTruthy();
});

test('statuses have the names and colours of their dictionary', async () => {
  open('/3', {
    answers: {
      'GET /dict-data/option-select': ok([{ value: 'placed', label: '新订单', listClass: 'purple' }]),
    },
  });
  const tags = await waitFor(() => {
    const found = screen.getAllByText('新订单', { selector: '[data-color]' });
    expect(found).toHaveLength(2); // In the list and in the head of the drawer.
    return found;
  });
  expect(tags.map((tag) => tag.dataset['color'])).toEqual(['purple', 'purple']);
  expect(await screen.findByText('新订单 3', { selector: '[role=tab]' })).toBeTruthy();
});
