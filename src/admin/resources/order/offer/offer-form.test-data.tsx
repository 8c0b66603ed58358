import { expect } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { form, openRequest, priced } from './offer.test-data.tsx';

/** The request with a part that costs more than its price. */
export async function openAtLoss(floorPercent: number | null) {
  const cost = {
    lines: [{ lineNo: 1, cost: 800, factors: [], charged: 0, margin: null }],
    revenue: 700,
    cost: 800,
    margin: null,
    floorPercent,
  };
  const page = openRequest({
    answers: { 'GET /order/:id/withExt': ok(priced), 'GET /order/:id/cost': ok(cost) },
  });
  const lines = await form();
  expect(await lines.findByText(/^成本 ¥800.00 · 毛利 -¥100.00/)).toBeTruthy();
  return { page, lines };
}
