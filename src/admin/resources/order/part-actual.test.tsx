import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { openAdmin, pageOf, type Answers } from '../../app/open-admin.test-data.tsx';
import { buildOrder } from './order.test-data.ts';

const rows = [3, 4].map((id) => buildOrder({ id, orderNo: `Q${id}`, status: 'producing' }));
const cost = { lines: [], revenue: 0, cost: null, margin: null, floorPercent: null };
const FIRST = '/admin/user/order/3';

/** The drawer of an order in production, with hours typed for its part. */
async function typeHours(answers: Answers = {}) {
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

test.each([
  ['Esc', () => fireEvent.keyDown(window, { key: 'Escape' })],
  ['closing the drawer', () => fireEvent.click(screen.getByRole('button', { name: 'Close' }))],
  ['the next order', () => fireEvent.click(screen.getByRole('button', { name: '下一条' }))],
])('%s asks before actual hours that are not saved are lost', async (_way, leave) => {
  const page = await typeHours();
  leave();
  expect(await screen.findByText('有尚未保存的修改')).toBeTruthy();
  fireEvent.click(screen.getByText('继续修改'));
  await waitFor(() => expect(screen.queryByText('有尚未保存的修改')).toBeNull());
  expect(page.at()).toBe(FIRST);
  expect(screen.getByLabelText<HTMLInputElement>('加工工时（小时）').value).toBe('2.5');
});

test('the hint of hours says that it is a cost, and the hours once an entry has kept what an hour costs', async () => {
  const machining = { kind: 'machining', optionId: null, name: '', amount: 147, kg: null, weighed: null };
  const page = await typeHours({
    'GET /order/:id/cost': ok({
      ...cost,
      lines: [{ lineNo: 1, cost: 147, factors: [machining], margin: null }],
    }),
    'PUT /order/:id/actual': ok(null, '已保存'),
  });
  expect(await screen.findByText('估算加工成本 ¥147.00')).toBeTruthy();
  const entered = { lineNo: 1, hours: 2.5, hourCost: 70, kg: null, fees: [], note: '', byName: '周工' };
  page.known['GET /order/:id/actual'] = ok([{ ...entered, updatedAt: '2026-11-20T02:00:00Z', version: 1 }]);
  fireEvent.click(screen.getByText('保存实际'));
  expect(await screen.findByText('估算约 2.1 小时（估算加工成本 ¥147.00，机时 ¥70.00/小时）')).toBeTruthy();
});

test('hours that are taken back are no input to ask about', async () => {
  const page = await typeHours();
  fireEvent.change(screen.getByLabelText('加工工时（小时）'), { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: '下一条' }));
  await waitFor(() => expect(page.at()).toBe('/admin/user/order/4'));
});
