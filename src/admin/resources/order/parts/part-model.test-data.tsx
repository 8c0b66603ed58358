import { screen, within } from '@testing-library/react';
import type { OrderModel } from '#contract/files/models.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { buildModel } from '#tests/support/data/wire-order.ts';
import { openAdmin } from '../../../app/open-admin.test-data.tsx';
import { buildOrder } from '../order.test-data.ts';

export const different = buildModel({
  lineNo: 2,
  check: 'different',
  sent: { volumeMm3: 135_000, boxMm: [120, 60, 18.75], isTurned: false },
  findings: [
    { severity: 'advice', text: '薄壁 0.5 mm（建议不小于 0.76 mm）', help: '壁厚加到 0.76 mm 以上' },
    { severity: 'hold', text: '曲面没有封闭，量不出体积', help: '' },
  ],
});

export function orderOf(models: OrderModel[]) {
  const [item] = buildOrder().items;
  const items = Array.from({ length: 6 }, (_, index) => ({ ...item!, id: index + 1, lineNo: index + 1 }));
  return buildOrder({ items, models });
}

export function open(models: OrderModel[], more: Parameters<typeof openAdmin>[1] = {}) {
  const order = orderOf(models);
  return openAdmin(`/admin/user/order/${order.id}`, {
    ...more,
    answers: { 'GET /order/:id/withExt': ok(order), ...more.answers },
  });
}
// By label and text: roles of a whole page are slow to compute.
export const panel = async (lineNo: number) =>
  within(await screen.findByLabelText(`零件 ${lineNo} 的三维模型`));
