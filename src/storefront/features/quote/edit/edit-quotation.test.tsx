import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { readStored } from '#providers/browser-storage.ts';
import { ok, refusal, type Answer } from '#providers/fake-server.test-data.ts';
import { confirmOrder, summaryPanel } from '../render-quote.test-data.tsx';
import {
  part,
  item,
  quotation,
  dialog,
  bodies,
  openEdit,
  quantity,
  save,
  saveAgainst,
  theirs,
} from './edit-quotation.test-data.tsx';

describe('a quotation opened for editing', () => {
  test('shows its number, and is ordered at its saved price while unchanged', async () => {
    const { user, sent, address } = await openEdit({ 'POST /order/12/move': () => ok({}, '操作成功') });
    expect(screen.getByText(/第 2 版，¥700\.00，有效期至 2026-12-05/)).toBeDefined();
    expect(within(summaryPanel()).getAllByText('¥709.95').length).toBeGreaterThan(0);
    await user.click(screen.getByRole('button', { name: '提交订单' }));
    expect(dialog().getAllByText('¥700.00')).toHaveLength(2);
    expect(dialog().getByText(/按已保存的第 2 版提交/)).toBeDefined();
    expect(dialog().getByLabelText<HTMLInputElement>('联系人').value).toBe('李工');
    await confirmOrder(user);
    await screen.findByText('另一页');
    expect(bodies(sent, 'POST', '/order/12/move')).toEqual([{ to: 'placed', version: 4 }]);
    expect(bodies(sent, 'PUT', '/order/12')).toEqual([]);
    expect(bodies(sent, 'POST', '/order')).toEqual([]);
    expect(address()).toBe('/order/success?id=12');
  });

  test('is saved as its next version, at today’s price', async () => {
    const { user, sent, address } = await openEdit({
      'PUT /order/12': () => ok({ ...quotation, revision: 3, version: 5 }, '报价已保存'),
    });
    await user.clear(quantity());
    await user.type(quantity(), '20');
    await user.click(save());
    expect(dialog().getByText(/将保存为第 3 版/)).toBeDefined();
    await user.clear(dialog().getByLabelText('收货地址'));
    await user.click(dialog().getByRole('button', { name: '保存' }));
    await screen.findByText('另一页');
    expect(bodies(sent, 'PUT', '/order/12')).toMatchObject([
      { items: [{ ...part, num: 20 }], version: 4, contactName: '李工', address: '' },
    ]);
    expect(address()).toBe('/order/details/12');
    expect(readStored('draft.7.order.12')).toBeNull();
  });

  test('is saved and then ordered when changed; a retry orders the saved version', async () => {
    const moves: Answer[] = [
      refusal(503, '服务暂时不可用，请稍后再试', 'server.unavailable'),
      ok({}, '操作成功'),
    ];
    const { user, sent, address } = await openEdit({
      'PUT /order/12': () => ok({ ...quotation, revision: 3, version: 5 }, '报价已保存'),
      'POST /order/12/move': () => moves.shift()!,
    });
    await user.clear(quantity());
    await user.type(quantity(), '20');
    await user.click(screen.getByRole('button', { name: '提交订单' }));
    expect(dialog().getByText('将先按当前价格保存为第 3 版，再提交订单。')).toBeDefined();
    await confirmOrder(user);
    await user.click(await dialog().findByRole('button', { name: '重试' }));
    await screen.findByText('另一页');
    expect(bodies(sent, 'PUT', '/order/12')).toHaveLength(1);
    expect(bodies(sent, 'POST', '/order/12/move')).toEqual([
      { to: 'placed', version: 5 },
      { to: 'placed', version: 5 },
    ]);
    expect(address()).toBe('/order/success?id=12');
  });
});

test('recognizes a saved change whose response was lost, and saves it once', async () => {
  let stored: object = quotation;
  const lost = Object.assign(new Error('lost'), { isAxiosError: true, code: 'ERR_NETWORK' });
  const { user, sent, address } = await openEdit({
    'GET /order/12/withExt': () => ok(stored),
    'PUT /order/12': ({ body }) => {
      if (stored !== quotation) return refusal(409, '数据已被他人修改', 'record.changed');
      const { items, ...rest } = body as { items: object[] };
      stored = { ...quotation, ...rest, revision: 3, version: 5, items: [{ ...item, ...items[0] }] };
      return lost;
    },
  });
  await user.clear(quantity());
  await user.type(quantity(), '20');
  await user.click(save());
  await user.click(dialog().getByRole('button', { name: '保存' }));
  await user.click(await dialog().findByRole('button', { name: '重试' }));
  await screen.findByText('另一页');
  expect(bodies(sent, 'PUT', '/order/12')).toHaveLength(2);
  expect(address()).toBe('/order/details/12');
});

describe('a quotation that another user changed', () => {
  test('shows the conflict, and the other version can be loaded', async () => {
    const { user } = await saveAgainst(theirs);
    await screen.findByRole('heading', { name: '报价已被修改' });
    expect(dialog().getByText(/已在别处保存为第 3 版.*法兰×99.*¥900\.00/)).toBeDefined();
    // The draft has been written and would otherwise be restored.
    await waitFor(() => expect(readStored('draft.7.order.12')).toContain('"num":"20"'));
    await user.click(dialog().getByRole('button', { name: '载入第 3 版' }));
    await waitFor(() => expect(quantity().value).toBe('99'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText(/第 3 版，¥900\.00/)).toBeDefined();
  });

  test('can be saved as the version after the other one', async () => {
    const { user, sent } = await saveAgainst(theirs);
    await user.click(await screen.findByRole('button', { name: '保留我的修改' }));
    expect(quantity().value).toBe('20');
    await user.click(save());
    await user.click(dialog().getByRole('button', { name: '保存' }));
    await screen.findByText('另一页');
    expect(bodies(sent, 'PUT', '/order/12')).toMatchObject([{ version: 4 }, { version: 5 }]);
  });
});

describe('an offer with manual prices', () => {
  const byHand = { kind: 'price', amount: 700, days: 5, reason: '需五轴加工', by: '王工' };
  const offer = {
    ...quotation,
    requestedAt: quotation.updatedAt,
    items: [{ ...item, trace: { steps: [byHand] } }],
  };

  test('is accepted unchanged; another contact makes no new version', async () => {
    const { user, sent } = await openEdit(
      {
        'POST /order/12/contact': () => ok({ version: 5 }, '操作成功'),
        'POST /order/12/move': () => ok({ version: 6 }, '操作成功'),
      },
      offer,
    );
    await user.click(screen.getByRole('button', { name: '接受报价并下单' }));
    await user.type(dialog().getByLabelText('联系电话'), '13800138000');
    expect(dialog().queryByLabelText('客户备注')).toBeNull();
    await confirmOrder(user);
    await screen.findByText('另一页');
    expect(bodies(sent, 'PUT', '/order/12')).toEqual([]);
    expect(bodies(sent, 'POST', '/order/12/contact')).toMatchObject([
      { contactPhone: '13800138000', version: 4 },
    ]);
    expect(bodies(sent, 'POST', '/order/12/move')).toEqual([{ to: 'placed', version: 5 }]);
  });

  test('becomes a request at table prices when it changes, after a warning', async () => {
    const saved = { status: 'requested', version: 5, revision: 3 };
    const { user, sent, address } = await openEdit({ 'PUT /order/12': () => ok(saved) }, offer);
    await user.clear(quantity());
    await user.type(quantity(), '20');
    await user.click(screen.getByRole('button', { name: '提交询价' }));
    expect(dialog().getByText(/只适用于原来的内容.*重新询价/)).toBeDefined();
    await user.click(dialog().getByRole('button', { name: '提交询价' }));
    await screen.findByText('另一页');
    expect(bodies(sent, 'PUT', '/order/12')).toMatchObject([{ price: '1288.58', version: 4 }]);
    expect(bodies(sent, 'POST', '/order/12/move')).toEqual([]);
    expect(address()).toBe('/order/details/12');
  });
});

test('a saved quotation becomes a request with a reason before its unpriced parts are saved', async () => {
  const { user, sent } = await openEdit({
    'GET /machining-price': () => ok([]),
    'POST /order/12/move': () => ok({ status: 'requested', version: 5 }, '操作成功'),
    'PUT /order/12': () => ok({ status: 'requested', version: 6, revision: 3 }),
  });
  await user.click(screen.getByRole('button', { name: '提交询价' }));
  await user.click(dialog().getByRole('button', { name: '提交询价' }));
  expect(dialog().getByText('请填写询价说明')).toBeDefined();
  await user.type(dialog().getByLabelText(/^询价说明/), '材料没有价格');
  await user.click(dialog().getByRole('button', { name: '提交询价' }));
  await screen.findByText('另一页');
  expect(bodies(sent, 'POST', '/order/12/move')).toEqual([
    { to: 'requested', version: 4, reason: '材料没有价格' },
  ]);
  expect(bodies(sent, 'PUT', '/order/12')).toMatchObject([{ price: '0.00', version: 5 }]);
});
