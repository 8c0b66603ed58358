import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ReplayResult } from '#contract/prices/replay-result.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { openAdmin } from '../../app/open-admin.test-data.tsx';
import { head, found, openOne, shadow } from './price-replay-screen.test-data.tsx';

test('the result shows changes, affected customers, unchanged lines and lines without a price', async () => {
  openOne({ ...head(), result: found });
  expect(await screen.findByText('现价 ¥1,000.00，+¥80.00（+8.00%）')).toBeTruthy();
  expect(screen.getByText('上海示例')).toBeTruthy();
  expect(screen.getByText(/人工报价 1 行共 ¥200.00，金额不变；1 行无法计价，未计入；/)).toBeTruthy();
  expect(screen.getByText('无法计价的零件：1 行，成交 ¥55.00')).toBeTruthy();
  expect(screen.getAllByText('材料“铸铁”已删除或下架')).toHaveLength(2);
});

test('lines and charges are summed separately, also by customer and order; excluded charges are listed', async () => {
  const charges = { paid: 100, before: 120, after: 90 };
  const order = {
    id: 5,
    orderNo: 'Q20261101-0005',
    customerName: '上海示例',
    paid: 990,
    before: 1_000,
    after: 1_080,
  };
  const chargeRows = [
    { label: '运费', isByHand: true, paid: 40, before: 40, after: 40, beforeReason: '', afterReason: '' },
    {
      label: '编程开机费',
      isByHand: false,
      paid: 60,
      before: 80,
      after: 50,
      beforeReason: '2 种零件 × ¥40.00',
      afterReason: '2 种零件 × ¥25.00',
    },
  ];
  const total = {
    ...found.total,
    charges: { ...charges, handCharges: 1, hand: 40, lostOrders: 2, lost: 70, changedOrders: 3 },
  };
  const result: ReplayResult = {
    ...found,
    total,
    customers: [{ ...found.customers[0]!, charges }],
    orders: [{ ...order, charges, chargeRows }],
    chargeReasons: [{ reason: '订单有无法计价的零件', orders: 2, paid: 70 }],
    lostCharges: [{ orderId: 6, orderNo: 'Q20261101-0006', paid: 70, reason: '订单有无法计价的零件' }],
  };
  openAdmin('/admin/price-replay?id=7', {
    answers: {
      'GET /price-replay/7': ok({ ...head(), result }),
      'GET /price-replay/7/order/5': ok({ lines: [] }),
    },
  });
  expect(await screen.findByText('现价 ¥1,120.00，+¥50.00（+4.46%）')).toBeTruthy();
  screen.getByText(
    /附加费与折扣按规则在两边重新计算，3 单不同；人工填写的附加费 1 笔共 ¥40.00，金额不变；2 单的附加费缺少依据，未计入；/,
  );
  const cellsOf = (title: string, name: string) => {
    const [table] = screen.getAllByLabelText(title).filter(({ tagName }) => tagName === 'TABLE');
    const row = within(table!).getByText(name).closest('tr')!;
    return [...row.cells].map(({ textContent }) => textContent);
  };
  expect(cellsOf('零件与附加费', '附加费与折扣')).toEqual([
    '附加费与折扣',
    '¥100.00',
    '¥120.00',
    '¥90.00',
    '−¥30.00（−25.00%）',
  ]);
  expect(cellsOf('按客户', '上海示例')).toEqual([
    '上海示例',
    '+¥50.00 +4.46%',
    expect.any(String),
    expect.any(String),
    '¥1,090.00',
    '¥1,000.00',
    '¥1,080.00',
    '¥120.00',
    '¥90.00',
  ]);
  screen.getByText('附加费未计入的订单：2 单，成交附加费 ¥70.00');
  fireEvent.click(screen.getByText('按订单'));
  fireEvent.click(screen.getByText('Q20261101-0005', { selector: 'button' }));
  expect(await screen.findByText('2 种零件 × ¥40.00 → 2 种零件 × ¥25.00')).toBeTruthy();
  screen.getByText('运费（人工填写，不变）');
});

test('a running replay shows its progress and can be cancelled', async () => {
  const { sentTo } = openOne({ ...head({ state: 'running', progress: 10 }), result: null });
  expect(await screen.findByText(/已看过 10 \/ 40 个订单/)).toBeTruthy();
  fireEvent.click(screen.getByText('取消试算').closest('button')!);
  await waitFor(() => expect(sentTo('POST /price-replay/7/cancel')).toHaveLength(1));
});

test('a shadow run shows its remaining days, its report and its limits, and can be ended early', async () => {
  const { sentTo } = openOne({ ...shadow(), result: found });
  expect(await screen.findByText('影子运行，剩 5 天')).toBeTruthy();
  expect(screen.getByText('影子运行中')).toBeTruthy();
  expect(screen.getByText('现价 ¥1,000.00，+¥80.00（+8.00%）')).toBeTruthy();
  expect(screen.getByText(/只看了价格、没有提交询价或订单的，系统不保存/)).toBeTruthy();
  fireEvent.click(screen.getByText('提前结束').closest('button')!);
  const asked = await screen.findByRole('dialog');
  fireEvent.click(
    within(asked)
      .getByText(/^结\s*束$/)
      .closest('button')!,
  );
  await waitFor(() => expect(sentTo('POST /price-replay/7/stop')).toHaveLength(1));
});

test('win rates are shown by size and tag, and expected orders with their limits', async () => {
  const answers = { won: 150, refused: 40, expired: 10, rate: { share: 0.75, low: 0.6968, high: 0.797 } };
  const few = { won: 3, refused: 1, expired: 0, rate: null };
  const winRates = {
    ...found.winRates,
    values: [{ key: '0', label: '¥500 以下', ...answers }],
    tags: [{ key: 'steel', label: '不锈钢', ...few }],
  };
  const estimate = {
    before: { orders: 250, low: 240.2, high: 260.5 },
    after: { orders: 238, low: 228, high: 249 },
    change: { orders: -12, low: -15.25, high: -0.04 },
  };
  const counts = { quotations: 500, unpriced: 3, moved: 80, unknown: 4 };
  const result = { ...found, winRates, expectedOrders: { ...counts, estimate } };
  openAdmin('/admin/price-replay?id=7', {
    answers: {
      'GET /price-replay/7': ok({ ...head(), result }),
      'GET /dict-data/option-select': ok([]),
    },
  });
  const region = await screen.findByRole('region', { name: '预计订单数' });
  expect(within(region).getByText('−15.3 至 0')).toBeTruthy();
  expect(within(region).getByText(/“草稿 ÷ 现价”/)).toBeTruthy();
  expect(within(region).getByText(/这是相关，不是因果/)).toBeTruthy();
  expect(within(region).getByText(/4 份所在或将到的价格档不足 200 份/)).toBeTruthy();
  const rates = screen.getByRole('region', { name: '成交率' });
  fireEvent.click(within(rates).getByText('订单金额'));
  expect(within(rates).getByRole('row', { name: /¥500 以下 200 150 40 10 75(\.0)?%/ })).toBeTruthy();
  fireEvent.click(within(rates).getByText('材料分类'));
  expect(within(rates).getByRole('row', { name: /不锈钢 4 3 1 0 数据不足/ })).toBeTruthy();
  expect(within(rates).getByText('一份报价含几种材料分类时，在每种里各计一次。')).toBeTruthy();
});
