import { fireEvent, screen } from '@testing-library/react';
import { ok } from '#providers/fake-server.test-data.ts';
import { openAdmin, pageOf, type Answers } from '../../../app/open-admin.test-data.tsx';
import { buildOrder } from '../order.test-data.ts';

const rows = [3, 4].map((id) => buildOrder({ id, orderNo: `Q${id}`, status: 'producing' }));
export const cost = { lines: [], revenue: 0, cost: null, margin: null, floorPercent: null };
export const FIRST = '/admin/user/order/3';

/** The drawer of an order in production, with hours typed for its part. */
export async function typeHours(answers: Answers = {}) {
  const page = openAdmin(FIRST, {
    answers: {
      'GET /order': pageOf(rows),
      'GET /deptTree': ok([]),
      'GET /order/:id/withExt': ({ url }) => ok(rows.find(({ id }) => url.includes(`/${id}/`))),
      'GET /order/:id/cost': ok(cost),
      'GET /order/:id/actual': ok([]),
      ...answers,
    },
  });
  fireEvent.click(await screen.findByText('1. 支架'));
  fireEvent.change(await screen.findByLabelText('加工工时（小时）'), { target: { value: '2.5' } });
  return page;
}
