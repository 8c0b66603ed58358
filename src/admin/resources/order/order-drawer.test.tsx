import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { buildOrder } from './order.test-data.ts';
import { rows, open } from './order-drawer.test-data.tsx';

test('the drawer steps through the orders of the page by buttons and keys, and links to the quotation', async () => {
  const page = open('/4?orderNo=Q');
  const sheet = await screen.findByRole<HTMLAnchorElement>('link', { name: '打开报价单' });
  expect(sheet.getAttribute('href')).toBe('/order/quotation/4');
  expect(await screen.findByText('本页第 2 条，共 3 条')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '下一条' }));
  expect(await screen.findByText('本页第 3 条，共 3 条')).toBeTruthy();
  expect(page.at()).toBe('/admin/user/order/5?orderNo=Q');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '下一条' }).disabled).toBe(true);
  fireEvent.keyDown(document.body, { key: 'ArrowUp', altKey: true });
  await waitFor(() => expect(page.at()).toBe('/admin/user/order/4?orderNo=Q'));
  fireEvent.keyDown(document.body, { key: 'ArrowUp' });
  // In a text field, the keys do not change the order.
  fireEvent.click(await screen.findByRole('button', { name: '修改' }));
  fireEvent.keyDown(screen.getByLabelText('内部备注'), { key: 'ArrowUp', altKey: true });
  expect(page.at()).toBe('/admin/user/order/4?orderNo=Q');
});

test('the last move can be undone while the server offers it', async () => {
  const moved = {
    ...rows[0]!,
    status: 'confirmed' as const,
    version: 2,
    undo: { to: 'placed' as const, msLeft: 45_000 },
  };
  const page = open('/3', {
    answers: { 'GET /order/:id/withExt': ok(moved), 'POST /order/:id/undo': ok(rows[0], '已撤销') },
  });
  expect(await screen.findByText(/状态已变为“已确认”，\d+ 秒内可以撤销/)).toBeTruthy();
  page.known['GET /order/:id/withExt'] = ok({ ...rows[0]!, version: 3 });
  fireEvent.click(screen.getByRole('button', { name: '撤销，恢复为“待确认”' }));
  await waitFor(() => expect(screen.queryByText(/秒内可以撤销/)).toBeNull());
  expect(page.sentTo('POST /order/3/undo').map(({ body }) => body)).toEqual([{ version: 2 }]);
});

test('the reason for a lost order is recorded for an expired quotation, and is required', async () => {
  const order = buildOrder({ status: 'quoted', isExpired: true, moves: [], version: 4 });
  const page = open('/3', {
    answers: {
      'GET /order/:id/withExt': ok(order),
      'GET /dict-data/option-select': ok([{ value: 'price', label: '价格超出预期' }]),
      'POST /order/3/lapse': ok(order, '已登记原因'),
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: '登记未成交原因' }));
  const title = await screen.findByText(/^登记未成交原因：/);
  const dialog = within(title.closest<HTMLElement>('[role=dialog]')!);
  const save = dialog.getByText(/^登\s?记$/).closest('button')!;
  fireEvent.click(save);
  expect(await dialog.findByText('请先选择原因')).toBeTruthy();
  fireEvent.mouseDown(dialog.getByLabelText('原因'));
  fireEvent.click(await screen.findByText('价格超出预期'));
  fireEvent.change(dialog.getByLabelText('说明（选填，只给员工看）'), { target: { value: '电话回访' } });
  fireEvent.click(save);
  await waitFor(() => expect(screen.queryByText(/^登记未成交原因：/)).toBeNull());
  expect(page.sentTo('POST /order/3/lapse').map(({ body }) => body)).toEqual([
    { refusal: 'price', note: '电话回访', version: 4 },
  ]);
});

test('a shipment records carrier and tracking number, which can be corrected afterwards', async () => {
  const inspected = buildOrder({ status: 'inspecting', moves: [{ to: 'shipped', needsReason: false }] });
  const sent = { carrier: '顺丰速运', trackingNo: 'SF1' };
  const page = open('/3', {
    answers: {
      'GET /order/:id/withExt': ok(inspected),
      'POST /order/:id/move': ok(inspected),
      'POST /order/:id/shipment': ok(inspected),
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: '发货' }));
  const carrier = await screen.findByLabelText('承运方（选填）');
  const dialog = within(carrier.closest<HTMLElement>('[role=dialog]')!);
  fireEvent.change(carrier, { target: { value: sent.carrier } });
  fireEvent.change(dialog.getByLabelText('运单号（选填）'), { target: { value: sent.trackingNo } });
  page.known['GET /order/:id/withExt'] = ok({
    ...inspected,
    ...sent,
    status: 'shipped',
    moves: [],
    version: 2,
  });
  fireEvent.click(dialog.getByText('发货'));
  fireEvent.click(await screen.findByRole('button', { name: '修改运单' }));
  expect(page.sentTo('POST /order/3/move').map(({ body }) => body)).toEqual([
    { to: 'shipped', reason: '', version: 1, ...sent },
  ]);
  const number = await screen.findByDisplayValue('SF1');
  const save = within(number.closest<HTMLElement>('[role=dialog]')!).getByText('保存').closest('button')!;
  expect(save.disabled).toBe(true);
  fireEvent.change(number, { target: { value: 'SF2' } });
  fireEvent.click(save);
  await waitFor(() =>
    expect(page.sentTo('POST /order/3/shipment').map(({ body }) => body)).toEqual([
      { carrier: '顺丰速运', trackingNo: 'SF2', version: 2 },
    ]),
  );
});
