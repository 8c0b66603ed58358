import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { enterHourCost } from '#tests/support/data/actuals.ts';
import { enterCosts } from '#tests/support/data/costs.ts';
import { addDept, addPerson } from '#tests/support/data/people.ts';
import { startCalibration, HOUR, ofAll } from './calibration.test-data.ts';

const { app, buyer, viewer, order, enter, report } = await startCalibration();
afterAll(() => app.close());

describe('the report', () => {
  test('compares estimates stored with orders to entered actuals, and counts the lines with actuals', async () => {
    const first = await order('2026-01-05');
    const second = await order('2026-01-06');
    await order('2026-01-07');
    const outside = await order('2026-02-20');
    await enter(first, 1.5);
    await enter(second, 1, 1.25);
    await enter(outside, 9);
    const cancelled = await order('2026-01-08');
    await enter(cancelled, 9);
    await app.database.db.execute(sql`update orders set status = 'cancelled' where id = ${cancelled.id}`);
    const found = await report('2026-01');
    expect(found).toMatchObject({ lines: 3, entered: 2, incomparable: 0, isCut: false, proposals: [] });
    const machining = ofAll(found, 'machining')!;
    expect(machining).toMatchObject({ materialTag: 'aluminium', lines: 2, deviation: null });
    expect(machining.estimate).toBeCloseTo(2 * first.machining, 2);
    expect(machining.actual / machining.estimate).toBeCloseTo(1.25, 3);
    expect(machining.amount!.actual).toBeCloseTo((2.5 * first.machining) / HOUR, 1);
    const material = ofAll(found, 'material')!;
    expect(material.amount!.estimate).toBeCloseTo(2 * first.kg, 1);
    expect(material.amount!.actual).toBeCloseTo(2.25 * first.kg, 1);
    expect(material.actual / material.estimate).toBeCloseTo(1.125, 2);
    expect((await report('2026-01', '&materialTag=copper')).groups).toEqual([]);
    expect((await report('2026-01', '&materialTag=aluminium')).entered).toBe(2);
  });

  test('is not affected by later costs, and values hours at the hourly cost of their day', async () => {
    await enter(await order('2026-03-05'), 1.5);
    const before = ofAll(await report('2026-03'), 'machining');
    expect(before).toBeDefined();
    await enterHourCost(app, 'aluminium', 200, HOUR);
    await enterCosts(app, 70, 30);
    expect(ofAll(await report('2026-03'), 'machining')).toEqual(before);
    await enterHourCost(app, 'aluminium', HOUR, 200);
    await enterCosts(app, 50, 20);
  });

  test('includes only orders within the data scope', async () => {
    const { deptId } = await addDept(app);
    const permissions = ['mfr:cost:list'];
    const stranger = await addPerson(app, { permissions, isStaff: true, dataScope: '3', deptId });
    await order('2026-05-05');
    expect(await report('2026-05', '', stranger)).toMatchObject({ lines: 0, entered: 0, groups: [] });
    const seller = await addPerson(app, { roleKey: 'sales' });
    const path = '/calibration?beginDate=2026-01-01&endDate=2026-01-28';
    for (const who of [buyer, seller])
      expect((await app.send('GET', path, { token: who.token })).status).toBe(403);
  });

  test('is exported with its groups', async () => {
    for (const day of ['2026-04-05', '2026-04-06']) await enter(await order(day), 1);
    const file = await app.http.inject({
      url: '/api/v1/calibration/export?beginDate=2026-04-01&endDate=2026-04-28&format=csv',
      headers: { authorization: `Bearer ${viewer.token}` },
    });
    expect(file.statusCode).toBe(200);
    expect(file.body).toContain('加工,铝合金,全部,2,');
    expect(file.body).toContain('数据不足');
  });
});
