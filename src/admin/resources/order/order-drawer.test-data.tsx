import { ok } from '#providers/fake-server.test-data.ts';
import { openAdmin, pageOf } from '../../app/open-admin.test-data.tsx';
import { buildOrder } from './order.test-data.ts';

export const rows = [3, 4, 5].map((id) => buildOrder({ id, orderNo: `Q${id}` }));

export const open = (end: string, more: Parameters<typeof openAdmin>[1] = {}) =>
  openAdmin(`/admin/user/order${end}`, {
    ...more,
    answers: {
      'GET /order': pageOf(rows),
      'GET /deptTree': ok([]),
      'GET /order/:id/withExt': ({ url }) => ok(rows.find(({ id }) => url.includes(`/${id}/`))),
      ...more.answers,
    },
  });
