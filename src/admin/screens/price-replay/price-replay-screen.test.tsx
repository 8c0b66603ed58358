import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PriceReplay, ReplayResult } from '#contract/price-replays.ts';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { openAdmin } from '../../app/open-admin.test-data.tsx';

const head = (more: Partial<PriceReplay> = {}): PriceReplay => ({
  id: 7,
  draftId: 3,
  bookRevision: null,
  draftName: '阳极氧化 +8%',
  filter: {
    beginDate: '2026-01-01',
    endDate: '2026-11-25',
    status: 'sold',
    deptId: null,
    username: '',
    materialTag: '',
    processId: null,
    orderNo: '',
    leadClassId: null,
    priceFrom: null,
    priceTo: null,
  },
  state: 'done',
  progress: 40,
  total: 40,
  failure: '',
  createdName: '王工',
  createdAt: '2026-11-25T06:00:00.000Z',
  finishedAt: '2026-11-25T06:01:00.000Z',
  shadow: null,
  ...more,
});

const nothing = { orders: 0, lines: 0, paid: 0, before: 0, after: 0 };
const empty: ReplayResult = {
  catalogueRevision: 1,
  total: {
    ...nothing,
    handLines: 0,
    hand: 0,
    lostLines: 0,
    lost: 0,
    openLines: 0,
    changedLines: 0,
    driftedLines: 0,
    dearerOrders: 0,
    cheaperOrders: 0,
    customers: 0,
    dearerCustomers: 0,
    cheaperCustomers: 0,
    charges: null,
  },
  customers: [],
  orders: [],
  tags: [],
  options: [],
  quantities: [],
  edges: [],
  values: [],
  changes: [{ label: '不变', orders: 0, before: 0 }],
  reasons: [],
  lost: [],
  chargeReasons: [],
  lostCharges: [],
  winRates: { formula: [], target: [], values: [], tags: [], refusals: [], withoutFormula: 0 },
  expectedOrders: null,
};
const sums = { orders: 2, lines: 3, paid: 990, before: 1_000, after: 1_080 };
const found: ReplayResult = {
  ...empty,
  total: {
    ...empty.total,
    ...sums,
    dearerOrders: 2,
    customers: 1,
    dearerCustomers: 1,
    handLines: 1,
    hand: 200,
    lostLines: 1,
    lost: 55,
  },
  customers: [{ key: 'd1', label: '上海示例', ...sums, charges: null, affected: [] }],
  reasons: [{ reason: '材料“铸铁”已删除或下架', book: 'before', lines: 1, paid: 55 }],
  lost: [
    {
      orderId: 5,
      orderNo: 'Q20261101-0005',
      lineNo: 2,
      name: '底板',
      paid: 55,
      book: 'before',
      reason: '材料“铸铁”已删除或下架',
    },
  ],
  winRates: {
    ...empty.winRates,
    formula: [
      { from: null, to: 0.85, won: 3, refused: 1, expired: 0, rate: null },
      {
        from: 0.85,
        to: null,
        won: 150,
        refused: 40,
        expired: 10,
        rate: { share: 0.75, low: 0.6968, high: 0.797 },
      },
    ],
  },
};

const openOne = (data: PriceReplay & { result: ReplayResult | null }) =>
  openAdmin('/admin/price-replay?id=7', {
    answers: {
      'GET /price-replay/7': ok(data),
      'POST /price-replay/7/cancel': ok(null, '试算已取消'),
      'POST /price-replay/7/stop': ok(null, '影子运行已结束，正在汇总'),
      'GET /dict-data/option-select': ok([]),
    },
  });

test('an empty period says that there are no orders', async () => {
  openOne({ ...head({ progress: 0, total: 0 }), result: empty });
  expect(await screen.findByText('该期间没有订单')).toBeTruthy();
  expect(screen.queryByText('零件金额')).toBeNull();
});

test('the result says what changes, for whom, what stays and what cannot be priced', async () => {
  openOne({ ...head(), result: found });
  expect(await screen.findByText('现价 ¥1,000.00，+¥80.00（+8.00%）')).toBeTruthy();
  expect(screen.getByText('上海示例')).toBeTruthy();
  expect(screen.getByText(/人工报价 1 行共 ¥200.00，金额不变；1 行无法计价，未计入；/)).toBeTruthy();
  expect(screen.getByText('无法计价的零件：1 行，成交 ¥55.00')).toBeTruthy();
  expect(screen.getAllByText('材料“铸铁”已删除或下架')).toHaveLength(2);
});

test('lines and charges are separate sums, by customer and by order too, and what misses a fact is named', async () => {
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

test('a customer opens its most affected orders, each with both receipts', async () => {
  const order = (id: number, after: number) => ({
    id,
    orderNo: `Q20261101-000${id}`,
    customerName: '上海示例',
    paid: 490,
    before: 500,
    after,
    charges: null,
    chargeRows: [],
  });
  const result: ReplayResult = {
    ...found,
    customers: [{ ...found.customers[0]!, affected: [order(5, 550), order(6, 530)] }],
  };
  openAdmin('/admin/price-replay?id=7', {
    answers: {
      'GET /price-replay/7': ok({ ...head(), result }),
      'GET /price-replay/7/order/5': ok({ lines: [] }),
      'GET /price-replay/7/order/6': ok({ lines: [] }),
    },
  });
  fireEvent.click(await screen.findByLabelText('查看 上海示例 变化最大的订单'));
  expect(await screen.findByText('Q20261101-0005 上海示例')).toBeTruthy();
  screen.getByText('+¥50.00（+10.00%）');
  fireEvent.click(screen.getByText('Q20261101-0006'));
  expect(await screen.findByText('Q20261101-0006 上海示例')).toBeTruthy();
  screen.getByText('+¥30.00（+6.00%）');
});

test('a customer of an older result, which kept no orders, is named alone', async () => {
  openOne({ ...head(), result: found });
  expect((await screen.findByText('上海示例')).tagName).toBe('TH');
});

test('a result without charges says why', async () => {
  const filter = { ...head().filter, materialTag: 'aluminium' };
  openOne({ ...head({ filter }), result: found });
  expect(await screen.findByText(/按材料分类或工艺筛选时只比较零件/)).toBeTruthy();
});

test('a price level with fewer than 200 answers has no rate, and the text says what rates cannot tell', async () => {
  openOne({ ...head(), result: found });
  expect(await screen.findByText('数据不足')).toBeTruthy();
  expect(screen.getByText('75.0%')).toBeTruthy();
  expect(screen.getByText(/直接下单、没有报价就取消的询价，以及我方取消的报价不计。/)).toBeTruthy();
  expect(screen.getByText('69.7%–79.7%')).toBeTruthy();
  expect(screen.getByText(/相关不等于因果/)).toBeTruthy();
});

test('a running replay shows how far it is, and can be cancelled', async () => {
  const { sentTo } = openOne({ ...head({ state: 'running', progress: 10 }), result: null });
  expect(await screen.findByText(/已看过 10 \/ 40 个订单/)).toBeTruthy();
  fireEvent.click(screen.getByText('取消试算').closest('button')!);
  await waitFor(() => expect(sentTo('POST /price-replay/7/cancel')).toHaveLength(1));
});

test('an interrupted replay says why', async () => {
  openOne({ ...head({ state: 'failed', failure: '草稿已删除或已发布' }), result: null });
  expect(await screen.findByText('草稿已删除或已发布')).toBeTruthy();
  expect(screen.getByText('中断')).toBeTruthy();
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const shadow = (more: Partial<NonNullable<PriceReplay['shadow']>> = {}) => ({
  ...head({ state: 'shadow', createdAt: inDays(-2), finishedAt: null }),
  shadow: { until: inDays(4.5), endedBy: null, computedAt: inDays(-0.001), draft: 'same' as const, ...more },
});

test('a shadow run shows its days left, the report so far, and what it cannot know, and is ended early', async () => {
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

test.each([
  ['edited', /仍按开始时的价格计算/],
  ['gone', /影子运行不受影响/],
  ['scheduled', /发布时影子运行随之结束/],
] as const)('a shadow run says what it means that its draft is %s', async (draft, text) => {
  openOne({ ...shadow({ draft }), result: null });
  expect(await screen.findByText(text)).toBeTruthy();
});

test('a shadow run that has seen nothing says so; one past its end is being summed up and cannot be ended', async () => {
  openOne({ ...shadow({ until: inDays(-0.001) }), total: 0, result: empty });
  expect(await screen.findByText('影子运行，正在汇总')).toBeTruthy();
  expect(screen.getByText('还没有新的询价或订单，来了之后会出现在这里')).toBeTruthy();
  expect(screen.queryByText('提前结束')).toBeNull();
});

test('a shadow run that has ended says why', async () => {
  openOne({
    ...shadow({ endedBy: 'published', until: '2026-11-20T01:30:00.000Z' }),
    state: 'done',
    result: found,
  });
  expect(await screen.findByText(/草稿 2026-11-20 09:30(:00)? 发布，影子运行到此为止/)).toBeTruthy();
});

test('a shadow run is started for a draft with a number of days', async () => {
  const { sentTo } = openAdmin('/admin/price-replay?shadow=3', {
    answers: {
      'GET /price-replay': ok({ list: [], count: 0, pageIndex: 1, pageSize: 10, maxUpdatedAt: null }),
      'GET /price-draft': ok({
        list: [{ id: 3, name: '阳极氧化 +8%', state: 'scheduled', count: 40 }],
        count: 1,
        pageIndex: 1,
        pageSize: 1_000,
        maxUpdatedAt: null,
      }),
      'POST /price-replay/shadow': ok(7, '影子运行已开始'),
      'GET /price-replay/7': ok({ ...shadow(), result: null }),
    },
  });
  const dialog = await screen.findByRole('dialog', { name: '影子运行' });
  expect(await within(dialog).findByText('阳极氧化 +8%（40 个价格）')).toBeTruthy();
  const days = within(dialog).getByLabelText<HTMLInputElement>('天数（1–60）');
  fireEvent.change(days, { target: { value: '90' } });
  fireEvent.blur(days);
  expect(days.value).toBe('90');
  expect(await within(dialog).findByText('天数应为 1 到 60 的整数')).toBeTruthy();
  fireEvent.click(within(dialog).getByText('开始影子运行').closest('button')!);
  expect(sentTo('POST /price-replay/shadow')).toEqual([]);
  fireEvent.change(days, { target: { value: '３０' } });
  fireEvent.click(within(dialog).getByText('开始影子运行').closest('button')!);
  await waitFor(() =>
    expect(sentTo('POST /price-replay/shadow')).toMatchObject([{ body: { draftId: 3, days: 30 } }]),
  );
  expect(await screen.findByText('影子运行，剩 5 天')).toBeTruthy();
});

test('the draft that was tried is opened from its replay', async () => {
  openAdmin('/admin/price-replay?id=7', {
    answers: {
      'GET /price-replay/7': ok({ ...head(), result: found }),
      'GET /dict-data/option-select': ok([]),
      'GET /price-table': ok({ materials: [], options: [], cells: [] }),
      'GET /price-draft/3': refusal(404, '草稿已被他人删除或合并', 'record.not_found'),
    },
  });
  fireEvent.click((await screen.findByText('查看草稿')).closest('button')!);
  expect(await screen.findByText('草稿已被他人删除或合并')).toBeTruthy();
});

test('the prices of a version are tried, and its columns name it', async () => {
  const page = { pageIndex: 1, pageSize: 100, maxUpdatedAt: null };
  const version = {
    revision: 41,
    changedAt: '2026-10-01T01:30:00.000Z',
    userName: '王工',
    count: 12,
    draft: null,
    isRollBack: false,
    undoes: null,
    undoneBy: null,
    copyTo: null,
  };
  const { sentTo } = openAdmin('/admin/price-replay?version=41', {
    answers: {
      'GET /price-replay': ok({ list: [], count: 0, ...page }),
      'GET /price-draft': ok({ list: [], count: 0, ...page }),
      'GET /price-version': ok({ list: [version], count: 1, ...page }),
      'POST /price-replay': ok(7, '已开始试算'),
      'GET /price-replay/7': ok({
        ...head({ draftId: null, bookRevision: 41, draftName: '价目版本 41' }),
        result: { ...found, lost: found.lost.map((line) => ({ ...line, book: 'after' as const })) },
      }),
    },
  });
  const dialog = await screen.findByRole('dialog', { name: '新的试算' });
  expect(await within(dialog).findByText(/^版本 41：2026-10-01 09:30(:00)? 直接修改$/)).toBeTruthy();
  expect(within(dialog).getByText(/按该版本生效时的选项价格、加工基价与附加费/)).toBeTruthy();
  const begin = within(dialog).getByText('开始试算').closest('button')!;
  const enter = (label: string, value: string) =>
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
  enter('订单编号', 'QM2026');
  enter('最低合计', '500');
  enter('最高合计', '400');
  expect(await within(dialog).findByText('最低合计不能大于最高合计')).toBeTruthy();
  expect(begin.disabled).toBe(true);
  enter('最高合计', '900');
  await waitFor(() => expect(begin.disabled).toBe(false));
  fireEvent.click(begin);
  await waitFor(() =>
    expect(sentTo('POST /price-replay')).toMatchObject([
      {
        body: {
          draftId: null,
          bookRevision: 41,
          orderNo: 'QM2026',
          leadClassId: null,
          priceFrom: 500,
          priceTo: 900,
        },
      },
    ]),
  );
  expect(await screen.findByRole('heading', { name: '价目版本 41' })).toBeTruthy();
  expect(screen.getAllByRole('columnheader', { name: '该版本' }).length).toBeGreaterThan(0);
  expect(screen.getByText(/^该版本中/)).toBeTruthy();
});

test('win rates are shown by size and tag, and expected orders with what they cannot say', async () => {
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
    change: { orders: -12, low: -15.25, high: -8 },
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
  expect(within(region).getByText('−15.3 至 −8')).toBeTruthy();
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

test('expected orders without enough data say 数据不足 and why', async () => {
  openAdmin('/admin/price-replay?id=7', {
    answers: {
      'GET /dict-data/option-select': ok([]),
      'GET /price-replay/7': ok({
        ...head(),
        result: {
          ...found,
          expectedOrders: { quotations: 40, unpriced: 0, moved: 4, unknown: 40, estimate: null },
        },
      }),
    },
  });
  const region = await screen.findByRole('region', { name: '预计订单数' });
  expect(within(region).getAllByText('数据不足')).toHaveLength(3);
  expect(within(region).getByText(/可比的报价不足 200 份/)).toBeTruthy();
});
