import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { TodayWork, WaitingOrder } from '#contract/system/today.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { administrator, openAdmin } from '../../app/open-admin.test-data.tsx';
import { lateText, timeLeftText, replyText } from './today-texts.ts';

const order = (fields: Partial<WaitingOrder>): WaitingOrder => ({
  id: 1,
  orderNo: 'Q20261118-0001',
  status: 'placed',
  summary: '支架×3',
  customer: '甲公司',
  price: '123.45',
  promisedDate: '2000-01-01',
  minutesLeft: null,
  validUntil: '2100-01-01T00:00:00Z',
  ...fields,
});
const none = { count: 0, list: [] };
const open = (work: TodayWork, permissions = ['*:*:*']) =>
  openAdmin('/admin', {
    answers: {
      'GET /today': ok(work),
      'POST /today/confirm-step': ok(null),
      'POST /today/empty-samples': ok({ materials: 1, processes: 1, stockSizes: 1 }),
    },
    user: { ...administrator, permissions, buttons: permissions },
  });

test('the home page counts pending work, and links to each order and each full list', async () => {
  const page = open({
    orders: {
      toPrice: null,
      toRelease: { count: 4, list: [order({ id: 8 })] },
      toConfirm: { count: 7, list: [order({ id: 3 })] },
      overdue: { count: 1_234, list: [order({ id: 4, lead: '加急' })] },
      expiring: { count: 1_000, list: [order({ id: 5 })] },
      openModels: { count: 2, list: [order({ id: 6 })] },
    },
    unpriced: { count: 1, list: [{ id: 9, name: '7075铝', status: 'onSale', gaps: 12 }] },
    steps: [],
    hasSamples: false,
  });
  const card = within(await screen.findByRole('region', { name: '待确认' }));
  expect(card.getByText('7')).toBeTruthy();
  expect(card.getByText('甲公司 · 支架×3')).toBeTruthy();
  expect(card.getByRole('link', { name: 'Q20261118-0001' }).getAttribute('href')).toBe('/admin/user/order/3');
  const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(addressOf('查看全部待确认')).toBe('/admin/user/order?status=placed&createdAtOrder=asc');
  expect(addressOf('查看全部报价待审批')).toBe('/admin/user/quote-desk?approval=waiting');
  expect(addressOf('查看全部逾期')).toBe('/admin/user/order?due=overdue&promisedDateOrder=asc');
  expect(addressOf('查看全部即将过期')).toBe('/admin/user/order?due=expiring');
  expect(addressOf('查看全部模型待核对')).toBe('/admin/user/order?models=open&createdAtOrder=asc');
  expect(screen.getByText('999+')).toBeTruthy();
  expect(within(screen.getByRole('region', { name: '逾期' })).getByText('加急')).toBeTruthy();
  expect(within(screen.getByRole('region', { name: '缺价' })).getByText('缺 12 项')).toBeTruthy();
  expect(addressOf('7075铝')).toBe('/admin/user/material/9/prices');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('管理后台');
  expect(page.sentTo('GET /today')).toHaveLength(1);
  expect(screen.queryByRole('region', { name: '开始使用' })).toBeNull();
});

test('empty cards show a message, and a new installation shows the first steps', async () => {
  const page = open({
    orders: {
      toPrice: none,
      toRelease: none,
      toConfirm: none,
      overdue: none,
      expiring: none,
      openModels: null,
    },
    unpriced: none,
    steps: [
      { step: 'company', isDone: true },
      { step: 'materials', isDone: false },
    ],
    hasSamples: true,
  });
  expect(await screen.findByText('没有待报价的询价')).toBeTruthy();
  expect(screen.getByText('没有待审批的报价')).toBeTruthy();
  expect(screen.getByText('没有待确认的订单')).toBeTruthy();
  expect(screen.getByText('没有逾期的订单')).toBeTruthy();
  expect(screen.queryByRole('region', { name: '模型待核对' })).toBeNull();
  expect(screen.queryByRole('link', { name: /^查看全部/ })).toBeNull();
  const steps = within(screen.getByRole('region', { name: '开始使用' }));
  expect(steps.getAllByLabelText('已完成')).toHaveLength(1);
  expect(steps.getByRole('link', { name: '核对材料' }).getAttribute('href')).toBe('/admin/user/material');
  fireEvent.click(steps.getByRole('button', { name: '确认核对材料无须修改' }));
  await waitFor(() =>
    expect(page.sentTo('POST /today/confirm-step')[0]).toMatchObject({ body: { step: 'materials' } }),
  );
  fireEvent.click(steps.getByRole('button', { name: '清空示例目录' }));
  fireEvent.click(await screen.findByRole('button', { name: '清空' }));
  await waitFor(() => expect(page.sentTo('POST /today/empty-samples')).toHaveLength(1));
});

test('a card is hidden without its permission', async () => {
  open({ orders: null, unpriced: none, steps: [], hasSamples: false }, ['mfr:price:list']);
  expect(await screen.findByRole('region', { name: '缺价' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: '待确认' })).toBeNull();
});

test('after a failure the menu stays usable and loading can be retried', async () => {
  const { known } = openAdmin('/admin', {
    answers: { 'GET /today': { code: 503, msg: '服务繁忙', error: 'server.busy', data: null } },
  });
  const retry = await screen.findByRole('button', { name: '重试' });
  expect(screen.getByText('待办加载失败')).toBeTruthy();
  expect(screen.getByRole('link', { name: '岗位' })).toBeTruthy();
  known['GET /today'] = ok({ orders: null, unpriced: none, steps: [], hasSamples: false });
  retry.click();
  expect(await screen.findByRole('region', { name: '缺价' })).toBeTruthy();
});

test('delays and remaining times have readable units', () => {
  const now = new Date('2026-11-18T04:00:00Z');
  expect(lateText('2026-11-10', now)).toBe('逾期 8 天');
  expect(timeLeftText('2026-11-18T04:30:00Z', now)).toBe('不到 1 小时');
  expect(timeLeftText('2026-11-18T09:30:00Z', now)).toBe('剩 5 小时');
  expect(timeLeftText('2026-11-19T09:30:00Z', now)).toBe('剩 1 天');
  const replies = [null, 7, 160, -59, -157].map(replyText);
  expect(replies.join(' / ')).toBe(' / 剩 7 分 / 剩 2 小时 / 超时 59 分 / 超时 2 小时');
});
