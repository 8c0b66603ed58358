import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';
import type { OrderItem, OrderWithExt } from '#contract/orders/order-data.ts';
import { withStep } from '#domain/pricing/line.ts';
import type { TraceStep } from '#domain/pricing/types.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { customer, openApp } from '#storefront/app/app.test-data.tsx';
import { buildOrder } from './order.test-data.ts';

const buttons = ['mfr:quote:add', 'mfr:order:add', 'mfr:order:query', 'mfr:order:move'];
const [part] = buildOrder().items;

/** A line of an offer, priced by these steps. */
function line(lineNo: number, name: string, ...steps: TraceStep[]): OrderItem {
  const trace = steps.reduce(withStep, part!.trace) as OrderItem['trace'];
  const last = steps.at(-1);
  const counts =
    last === undefined
      ? {}
      : last.kind === 'price'
        ? { line_total: last.amount, line_days: last.days }
        : { line_total: null, line_days: 0 };
  return { ...part!, id: lineNo, lineNo, name, trace, ...counts };
}

const open = { kind: 'open' } as const;
const byHand = { kind: 'price', amount: 888.5, days: 7, reason: '需五轴加工', by: '王工' } as const;
const declined = { kind: 'declined', reason: '无此设备', by: '王工' } as const;

const asked = { from: null, to: 'requested', reason: '', userName: '张工' };
export const request = (more: Partial<OrderWithExt> = {}) =>
  buildOrder({
    status: 'requested',
    placedAt: null,
    requestedAt: '2026-11-20T10:00:00+08:00',
    replyDueAt: '2026-11-21T09:00:00+08:00',
    targetPrice: '900.00',
    wishedDate: '2027-03-01',
    history: [{ ...asked, createdAt: '2026-11-20T10:00:00+08:00' }],
    items: [line(1, '支架'), line(2, '法兰', open)],
    moves: [{ to: 'cancelled', needsReason: false }],
    ...more,
  });

export const offer = (more: Partial<OrderWithExt> = {}) =>
  request({
    status: 'quoted',
    revision: 2,
    version: 2,
    price: '888.50',
    items: [line(1, '支架', byHand), line(2, '法兰', declined), line(3, '底板', open, byHand)],
    history: [
      { ...asked, createdAt: '2026-11-20T10:00:00+08:00' },
      {
        from: 'requested',
        to: 'quoted',
        reason: '人工报价，第 2 版',
        userName: '王工',
        createdAt: '2026-11-21T10:00:00+08:00',
      },
    ],
    revisions: [
      { revision: 1, createdAt: '2026-11-20T10:00:00+08:00', isCurrent: false, price: '713.57' },
      { revision: 2, createdAt: '2026-11-21T10:00:00+08:00', isCurrent: true, price: '888.50' },
    ].map((one) => ({ ...one, userName: '王工', validUntil: '2026-12-05T23:59:59.999+08:00' })),
    moves: [
      { to: 'placed', needsReason: false },
      { to: 'requested', needsReason: true },
      { to: 'cancelled', needsReason: false },
    ],
    ...more,
  });

const refusalReasons = [
  { label: '价格超出预期', value: 'price', listClass: '' },
  { label: '其他', value: 'other', listClass: '' },
];

export function show(order: OrderWithExt, at = '/order/details/3') {
  const { items: _items, ...row } = order;
  const opened = openApp(at, {
    token: 't',
    answers: {
      'GET /getinfo': ok({ ...customer, buttons, permissions: buttons }),
      'GET /order/3/withExt': ok(order),
      'GET /order/3': ok(row),
      'GET /order': ok({ list: [row], count: 1, pageIndex: 1, pageSize: 20 }),
      'GET /dict-data/option-select': ok(refusalReasons),
      'POST /order/3/move': ok(row, '操作成功'),
    },
  });
  const moves = () => opened.sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
  return { ...opened, moves, user: userEvent.setup() };
}

export const dialog = () => within(screen.getByRole('dialog'));
export const noDocuments = () =>
  expect(screen.queryByText('报价单') ?? screen.queryByText('分享')).toBeNull();
