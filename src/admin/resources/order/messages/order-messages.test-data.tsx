import { screen, within } from '@testing-library/react';
import { ok } from '#providers/fake-server.test-data.ts';
import { buildMessage, threadOf } from '#tests/support/data/wire-messages.ts';
import { openAdmin, pageOf } from '../../../app/open-admin.test-data.tsx';
import { buildOrder } from '../order.test-data.ts';

export const order = buildOrder();
export const internal = buildMessage({
  id: 1,
  audience: 'staff',
  isFromShop: true,
  userName: '李工',
  text: '毛利偏低',
});
export const asked = buildMessage({
  id: 2,
  kind: 'question',
  isFromShop: true,
  userName: '王销售',
  text: '是 M6 吗？',
});

export const open = (thread = threadOf([internal, asked]), more: Parameters<typeof openAdmin>[1] = {}) =>
  openAdmin('/admin/user/order/3', {
    ...more,
    answers: {
      'GET /order': pageOf([order]),
      'GET /deptTree': ok([]),
      'GET /order/:id/withExt': ok(order),
      'GET /order/:id/staff-message': ok(thread),
      'GET /dict-data/option-select': ok([{ label: '请补充图纸。', value: 'drawing', listClass: '' }]),
      ...more.answers,
    },
  });
export const findMessages = async () => within(await screen.findByRole('region', { name: '沟通' }));
