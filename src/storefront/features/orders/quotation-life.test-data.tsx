import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { ok, type Answer, type SentRequest } from '#providers/fake-server.test-data.ts';
import { customer, openApp } from '#storefront/app/app.test-data.tsx';
import { buildOrder } from './order.test-data.ts';

const buttons = ['mfr:quote:add', 'mfr:order:add', 'mfr:order:query', 'mfr:order:move'];
const place = { to: 'placed', needsReason: false } as const;
export const cancel = { to: 'cancelled', needsReason: false } as const;

/** A quotation in its second version. */
export const quotation = (more: Partial<OrderWithExt> = {}) =>
  buildOrder({
    status: 'quoted',
    placedAt: null,
    revision: 2,
    version: 4,
    moves: [place, cancel],
    revisions: [
      {
        revision: 1,
        price: '600.00',
        userName: '张工',
        createdAt: '2026-11-19T10:00:00+08:00',
        validUntil: '2026-12-04T23:59:59.999+08:00',
        isCurrent: false,
      },
      {
        revision: 2,
        price: '713.57',
        userName: '张工',
        createdAt: '2026-11-20T10:00:00+08:00',
        validUntil: '2026-12-05T23:59:59.999+08:00',
        isCurrent: true,
      },
    ],
    ...more,
  });

export function open(
  order: OrderWithExt,
  answers: Record<string, Answer | ((request: SentRequest) => Answer)> = {},
  at = '/order/details/3',
) {
  const opened = openApp(at, {
    token: 't',
    answers: {
      'GET /getinfo': ok({ ...customer, buttons, permissions: buttons }),
      'GET /order/3/withExt': ok(order),
      'GET /order/3': ok(order),
      ...answers,
    },
  });
  const bodyOf = (method: string, url: string) =>
    opened.sent.find((request) => request.method === method && request.url === url)?.body;
  return { ...opened, bodyOf, user: userEvent.setup() };
}

export const dialog = () => within(screen.getByRole('dialog'));

/** The token of a created link. */
export const shareToken = 'A'.repeat(43);
const made = ok({ id: 6, token: shareToken, expiresAt: '2026-11-28T10:00:00+08:00' }, '分享链接已生成');

/** Opens the dialog of these links, with this clipboard. */
export async function openShares(links: object[], writeText: (text: string) => Promise<void>) {
  const opened = open(quotation(), { 'GET /order/3/share': ok(links), 'POST /order/3/share': made });
  // The simulated user replaces the clipboard.
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  await opened.user.click(await screen.findByRole('button', { name: '分享' }));
  return opened;
}

/** The quotation at today's prices. */
export const figures = {
  quotation: { items: [], price: '750.00', delivery_time: 6, promisedDate: '2026-12-20', gates: [] },
  reason: '',
  items: [{ lineNo: 1, sub_total: 750, delivery_time: 6, reason: '' }],
};
/** Reprices an expired quotation. */
export const reprice = async (answers: Record<string, Answer | (() => Answer)>) => {
  const file = { lineNo: 1, id: 8, name: '支架.step', size: 9, type: 'model/step', hasThumbnail: false };
  const opened = open(quotation({ isExpired: true, moves: [cancel], files: [file] }), answers);
  await opened.user.click(await screen.findByRole('button', { name: '按最新价格重新报价' }));
  return opened;
};
