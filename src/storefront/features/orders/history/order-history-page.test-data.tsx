import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Order } from '#contract/orders/order-data.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { customer, openApp } from '#storefront/app/app.test-data.tsx';
import { buildOrder } from '../order.test-data.ts';

type Answers = NonNullable<NonNullable<Parameters<typeof openApp>[1]>['answers']>;
export const address = '/user/order';
export const mover = {
  ...customer,
  buttons: ['mfr:quote:add', 'mfr:order:add', 'mfr:order:list', 'mfr:order:query', 'mfr:order:move'],
};
export const pageOf = (list: readonly Order[], count = list.length, pageIndex = 1) =>
  ok({ list, count, pageIndex, pageSize: 20, maxUpdatedAt: null });
/** Numbered backwards, since the newest come first. */
export const orderNamed = (id: number, more: Partial<Order> = {}) =>
  buildOrder({ id, orderNo: `Q20261120-${String(id).padStart(4, '0')}`, ...more });

export function open(list: Answers[string], { at = address, ...more }: Answers & { at?: string } = {}) {
  const answers = { 'GET /getinfo': ok(mover), 'GET /order': list, ...more };
  const opened = openApp(at, { token: 't', answers });
  const asked = () =>
    opened.sent
      .filter(({ url }) => /^\/order(\?|$)/.test(url))
      .map(({ url }) => Object.fromEntries(new URLSearchParams(url.split('?')[1])));
  return { ...opened, asked, user: userEvent.setup() };
}
export const row = (id: number) => screen.findByRole('article', { name: orderNamed(id).orderNo });
