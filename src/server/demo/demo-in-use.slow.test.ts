import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CalibrationReport } from '#contract/catalogue/calibration.ts';
import type { MarginFigures } from '#contract/system/dashboards.ts';
import { users } from '#server/db/schema.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { fillDemo } from './fill-demo.ts';

const SMALL = { days: 90, orders: 300 };
const UNTIL = '2026-11-20';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.close());

describe('an installation that is in use', () => {
  test('is refused and unchanged', async () => {
    await fillDemo(app.url, UNTIL, SMALL);
    const count = async () => (await app.database.db.select().from(users)).length;
    const before = await count();
    await expect(fillDemo(app.url, UNTIL, SMALL)).rejects.toThrow('演示数据只能写入没有订单');
    expect(await count()).toBe(before);
  });

  test('shows the sample data to staff and the demo customer', async () => {
    await fillDemo(app.url, UNTIL, SMALL);
    const desk = await app.send('GET', '/quote-desk', { as: 'admin' });
    expect((desk.data as { count: number }).count).toBeGreaterThanOrEqual(3);
    const own = await app.send('GET', '/order', { as: 'demo' });
    expect((own.data as { count: number }).count).toBeGreaterThan(5);
    expect(
      await app.send('GET', '/dashboard/business?beginDate=2026-09-01&endDate=2026-11-20', { as: 'admin' }),
    ).toMatchObject({ status: 200 });
    const margins = await app.send('GET', '/dashboard/margin?beginDate=2026-09-01&endDate=2026-11-20', {
      as: 'admin',
    });
    const { amount, knownAmount, margin } = margins.data as MarginFigures;
    expect(knownAmount).toBe(amount);
    expect(margin / amount).toBeGreaterThan(0.1);
    expect(margin / amount).toBeLessThan(0.6);
    const calibrated = await app.send('GET', '/calibration?beginDate=2026-08-23&endDate=2026-11-20', {
      as: 'admin',
    });
    const { entered, incomparable, groups, proposals } = calibrated.data as CalibrationReport;
    expect(entered).toBeGreaterThan(100);
    expect(incomparable).toBe(0);
    const steel = groups.find(
      ({ kind, materialTag, size }) => kind === 'machining' && materialTag === 'stainless' && size === null,
    );
    expect(steel?.deviation?.low).toBeGreaterThan(10);
    expect(proposals.map(({ kind, materialTag }) => `${kind} ${materialTag}`)).toContain(
      'machining stainless',
    );
  });
});
