import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { cost, typeHours } from './part-actual.test-data.tsx';

test('the hours hint shows the estimated cost, and hours once an entry has an hourly cost', async () => {
  const machining = { kind: 'machining', optionId: null, name: '', amount: 147, kg: null, weighed: null };
  const page = await typeHours({
    'GET /order/:id/cost': ok({
      ...cost,
      lines: [{ lineNo: 1, cost: 147, factors: [machining], charged: 0, margin: null }],
    }),
    'PUT /order/:id/actual': ok(null, '已保存'),
  });
  expect(await screen.findByText('估算加工成本 ¥147.00')).toBeTruthy();
  const entered = { lineNo: 1, hours: 2.5, hourCost: 70, kg: null, fees: [], note: '', byName: '周工' };
  page.known['GET /order/:id/actual'] = ok([{ ...entered, updatedAt: '2026-11-20T02:00:00Z', version: 1 }]);
  fireEvent.click(screen.getByText('保存实际'));
  expect(await screen.findByText('估算约 2.1 小时（估算加工成本 ¥147.00，机时 ¥70.00/小时）')).toBeTruthy();
});

test('cleared hours do not count as unsaved input', async () => {
  const page = await typeHours();
  fireEvent.change(screen.getByLabelText('加工工时（小时）'), { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: '下一条' }));
  await waitFor(() => expect(page.at()).toBe('/admin/user/order/4'));
});
