import type { PriceReplay } from '#contract/prices/price-replays.ts';
import type { ReplayResult } from '#contract/prices/replay-result.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { openAdmin } from '../../app/open-admin.test-data.tsx';

export const head = (more: Partial<PriceReplay> = {}): PriceReplay => ({
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
export const empty: ReplayResult = {
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
export const found: ReplayResult = {
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

export const openOne = (data: PriceReplay & { result: ReplayResult | null }) =>
  openAdmin('/admin/price-replay?id=7', {
    answers: {
      'GET /price-replay/7': ok(data),
      'POST /price-replay/7/cancel': ok(null, '试算已取消'),
      'POST /price-replay/7/stop': ok(null, '影子运行已结束，正在汇总'),
      'GET /dict-data/option-select': ok([]),
    },
  });

export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
export const shadow = (more: Partial<NonNullable<PriceReplay['shadow']>> = {}) => ({
  ...head({ state: 'shadow', createdAt: inDays(-2), finishedAt: null }),
  shadow: { until: inDays(4.5), endedBy: null, computedAt: inDays(-0.001), draft: 'same' as const, ...more },
});
