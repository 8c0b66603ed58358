import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { BusinessFigures, DeliveryFigures, WaitingFigures } from '#contract/system/dashboards.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { openAdmin, queryOf } from '../../app/open-admin.test-data.tsx';

// Elements have no size in jsdom, and recharts renders nothing without a size. The tables have the same figures.
vi.mock('./trend-chart.tsx', () => ({ TrendChart: () => <p>趋势图</p> }));
vi.mock('./rank-chart.tsx', () => ({ RankChart: () => <p>排行图</p> }));

const business: BusinessFigures = {
  quotations: { value: 12, before: 10 },
  orders: { value: 3, before: 5 },
  amount: { value: 1234.5, before: 0 },
  customers: { value: 2, before: 2 },
  conversion: { value: 0.25, before: 0.5 },
  days: [{ day: '2026-11-01', quotations: 12, won: 6, orders: 3, amount: 1234.5 }],
  topMaterials: [{ materialName: 'AL6061-T6', pieces: 30, amount: 1234.5, orders: 3 }],
  topCustomers: [],
};
const delivery: DeliveryFigures = {
  byStatus: [{ status: 'placed', count: 4, amount: 100 }],
  dueThisWeek: 2,
  overdue: 1,
  shipped: { value: 1, before: 1 },
  onTime: { value: 1, before: 1 },
  promisedDays: { value: 5, before: 6 },
  actualDays: { value: 6, before: 5 },
  days: [],
  urgent: [
    {
      id: 7,
      orderNo: 'Q20261101-0001',
      summary: '支架',
      status: 'producing',
      promisedDate: '2026-11-01',
      lead: '加急',
      daysLeft: -3,
    },
  ],
};

const region = async (name: string) => within(await screen.findByRole('region', { name }));

test('figures of the period in the URL are compared with the previous period', async () => {
  const page = openAdmin('/admin/dash?beginDate=2026-11-01&endDate=2026-11-10', {
    answers: { 'GET /dashboard/business': ok(business) },
  });
  const orders = await region('订单');
  expect(orders.getByText('−40%').getAttribute('data-mood')).toBe('bad');
  expect((await region('转化率')).getByText('−25 个百分点')).toBeTruthy();
  const amount = (await region('成交金额')).getByRole('link', { name: '¥1,234.50' });
  expect(amount.getAttribute('href')).toBe('/admin/user/order?placedAt=2026-11-01%7E2026-11-10&sold=yes');
  expect(page.sentTo('GET /dashboard/business').map(queryOf)).toEqual([
    { beginDate: '2026-11-01', endDate: '2026-11-10' },
  ]);
  expect(screen.getByText('对比上期 2026-10-22 至 2026-10-31')).toBeTruthy();
});

test('the most urgent orders link to their details and show the delay', async () => {
  const page = openAdmin('/admin/dash2', {
    answers: {
      'GET /dashboard/delivery': ok(delivery),
      'GET /order': ok({ list: [], count: 0, pageIndex: 1, pageSize: 20, maxUpdatedAt: null }),
      'GET /order/counts': ok({}),
      'GET /deptTree': ok([]),
      'GET /order/:id/withExt': { code: 404, msg: '记录不存在或无权查看', error: 'record.not_found' },
    },
  });
  const urgent = await region('最紧急的订单');
  expect(urgent.getByRole('row', { name: /逾期 3 天.*加急 支架$/ })).toBeTruthy();
  fireEvent.click(urgent.getByRole('link', { name: 'Q20261101-0001' }));
  await waitFor(() => expect(page.at()).toBe('/admin/user/order/7'));
});

test('a share of nothing is neither shown nor compared', async () => {
  const figures = {
    ...business,
    quotations: { value: 9, before: 0 },
    conversion: { value: 0.75, before: 0 },
  };
  const { known, router } = openAdmin('/admin/dash', { answers: { 'GET /dashboard/business': ok(figures) } });
  const text = async () => (await screen.findByRole('region', { name: '转化率' })).textContent;
  expect(await text()).toBe('转化率75%上期 —本期创建的报价中至今已下单的占比');
  const nothing = { value: 0, before: 0 };
  known['GET /dashboard/business'] = ok({ ...business, quotations: nothing, conversion: nothing });
  void router.navigate('/admin/dash?beginDate=2026-11-01&endDate=2026-11-10');
  await waitFor(async () => expect(await text()).toBe('转化率—上期 —本期创建的报价中至今已下单的占比'));
});

test('the delivery board shows how long orders waited for the shop and for the customer', async () => {
  const figures: WaitingFigures = {
    orders: 3,
    shopMinutes: 1_265,
    customerMinutes: 300,
    phases: [
      { phase: 'requested', orders: 0, meanMinutes: null, p50Minutes: null, p90Minutes: null },
      { phase: 'quoted', orders: 2, meanMinutes: 300, p50Minutes: 240, p90Minutes: 360 },
      { phase: 'placed', orders: 3, meanMinutes: 1_265, p50Minutes: 1_200, p90Minutes: 1_400 },
    ],
    isCut: false,
  };
  const page = openAdmin('/admin/dash2?beginDate=2026-11-01&endDate=2026-11-10', {
    answers: { 'GET /dashboard/delivery': ok(delivery), 'GET /dashboard/waiting': ok(figures) },
  });
  expect((await region('等我方（平均每单）')).getByText('21 小时 5 分')).toBeTruthy();
  expect((await region('等客户（平均每单）')).getByText('5 小时')).toBeTruthy();
  const phases = await region('各阶段等待');
  expect(phases.getByRole('row', { name: '等客户决定 2 单 5 小时 4 小时 6 小时' })).toBeTruthy();
  expect(phases.getByRole('row', { name: '等我方报价 0 单 — — —' })).toBeTruthy();
  expect(page.sentTo('GET /dashboard/waiting').map(queryOf)).toEqual([
    { beginDate: '2026-11-01', endDate: '2026-11-10' },
  ]);
});

test('the delivery board shows the on-time share of each lead class, or insufficient data', async () => {
  const byLead = [
    { name: '经济', shipped: 3, late: 0, onTime: null },
    { name: '标准', shipped: 40, late: 10, onTime: 0.75 },
    { name: '加急', shipped: 20, late: 1, onTime: 0.95 },
  ];
  openAdmin('/admin/dash2', { answers: { 'GET /dashboard/delivery': ok({ ...delivery, byLead }) } });
  const shares = await region('各交期档位的准时率');
  expect(shares.getByRole('row', { name: '经济 3 单 0 单 数据不足' })).toBeTruthy();
  expect(shares.getByRole('row', { name: '标准 40 单 10 单 75%' })).toBeTruthy();
  expect(shares.getByRole('row', { name: '加急 20 单 1 单 95%' })).toBeTruthy();
  expect(shares.getByText('数据不足：本期发货不到 20 单，不计算准时率。')).toBeTruthy();
});
