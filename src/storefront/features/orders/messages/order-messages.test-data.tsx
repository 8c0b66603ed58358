import { screen, within } from '@testing-library/react';
import type { OrderThread } from '#contract/orders/order-messages.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { customer, openApp } from '#storefront/app/app.test-data.tsx';
import { buildMessage } from '#tests/support/data/wire-messages.ts';
import { buildOrder } from '../order.test-data.ts';

export const buttons = ['mfr:quote:add', 'mfr:order:list', 'mfr:order:query', 'mfr:order:add'];

export function open(thread: OrderThread, order = buildOrder(), more: Parameters<typeof openApp>[1] = {}) {
  return openApp('/order/details/3', {
    token: 't',
    answers: {
      'GET /getinfo': ok({ ...customer, buttons, permissions: buttons }),
      'GET /order/3/withExt': ok(order),
      'GET /order/3/message': ok(thread),
      ...more.answers,
    },
  });
}
export const findMessages = async () => within(await screen.findByRole('region', { name: '沟通' }));
export const isPost = ({ method, url }: { method: string; url: string }) =>
  method === 'POST' && url === '/order/3/message';

export const question = buildMessage({
  id: 1,
  kind: 'question',
  isFromShop: true,
  userName: '王销售',
  text: '螺纹是 M6 吗？',
  lineNo: 1,
  partName: '支架',
});
export const answer = buildMessage({ id: 2, kind: 'answer', answersId: 1, isMine: true, text: '是的' });
