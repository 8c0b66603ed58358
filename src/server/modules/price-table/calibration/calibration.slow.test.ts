import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import type { CalibrationProposal } from '#contract/catalogue/calibration.ts';
import type { PriceDraftDetails } from '#contract/prices/price-drafts.ts';
import { addDept, addPerson } from '#tests/support/data/people.ts';
import { startCalibration, admin, ofAll } from './calibration.test-data.ts';

const { app, viewer, order, enter, report } = await startCalibration();
afterAll(() => app.close());

describe('the report', () => {
  test.each([
    ['beginDate=2026-02-01&endDate=2026-01-01', '开始日期不能晚于结束日期'],
    ['beginDate=2000-01-01&endDate=2026-01-01', '日期范围最多1830天'],
    ['beginDate=2026-01-01&endDate=2026-01-02&percent=7', '偏差的取值不正确'],
  ])('of %s is refused with a message', async (query, sentence) => {
    const answer = await app.send('GET', `/calibration?${query}`, { token: viewer.token });
    expect(answer.status).toBe(400);
    expect(JSON.stringify([answer.msg, answer.errors])).toContain(sentence);
  });
});

describe('a proposal', () => {
  test('becomes a draft that changes nothing until it is published, which removes the proposal', async () => {
    for (let day = 1; day <= 12; day += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one order after the other
      await enter(await order(`2026-04-${String(day).padStart(2, '0')}`), 1.6 + day / 100);
    }
    const found = await report('2026-04');
    const [proposal] = found.proposals as [CalibrationProposal];
    expect(found.proposals).toHaveLength(1);
    expect(proposal).toMatchObject({
      kind: 'machining',
      materialTag: 'aluminium',
      lines: 12,
      now: 85,
      average: 85,
    });
    // Machining and material, estimated and actual.
    const [machining, material] = [ofAll(found, 'machining')!, ofAll(found, 'material')!];
    const ratio = (machining.actual + material.actual) / (machining.estimate + material.estimate);
    expect(proposal.proposed).toBeCloseTo(85 * ratio, 1);
    expect(proposal.bookCost).toBe(42.5);
    expect(proposal.measuredCost).toBeCloseTo((42.5 * machining.actual) / machining.estimate, 1);
    expect((await report('2026-04', '&percent=30')).proposals).toHaveLength(Number(ratio >= 1.3));

    const { materialTag, now: before, proposed: after } = proposal;
    const draft = await app.send('POST', '/price-draft', {
      ...admin,
      body: {
        name: '按实际成本校准',
        reason: '12 行',
        changes: [{ kind: 'machining', deptId: 0, materialTag, before, after }],
      },
    });
    expect(draft.status, draft.msg).toBe(200);
    expect((await report('2026-04')).proposals).toEqual([proposal]);
    const read = await app.send('GET', `/price-draft/${Number(draft.data)}`, admin);
    expect(read.data as PriceDraftDetails).toMatchObject({
      state: 'draft',
      changes: [{ before: 85, after, now: 85 }],
    });
    const published = await app.send('POST', `/price-draft/${Number(draft.data)}/publish`, {
      ...admin,
      body: { version: 1, confirmJumps: true },
    });
    expect(published.status, published.msg).toBe(200);
    const { proposals, costs } = await report('2026-04');
    expect(proposals).toEqual([]);
    const { materialId, optionId, bookCost, measuredCost } = proposal;
    expect(costs).toMatchObject([{ kind: 'machining', materialTag, bookCost, measuredCost }]);
    const change = {
      kind: 'machining',
      materialTag,
      materialId,
      optionId,
      before: bookCost,
      after: measuredCost,
    };
    const written = await app.send('PUT', '/cost', { ...admin, body: { changes: [change] } });
    expect(written.status, written.msg).toBe(200);
    expect((await report('2026-04')).costs).toEqual([]);
  });

  test('excludes lines at an agreed company price from the average', async () => {
    const { deptId } = await addDept(app);
    const other = await addPerson(app, { roleKey: 'customer', deptId });
    await app.database.db.execute(
      sql`insert into machining_price (material_tag, dept_id, price_fen) values ('aluminium', ${deptId}, 100)`,
    );
    for (let day = 1; day <= 12; day += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one order after the other
      await enter(await order(`2026-06-${String(day).padStart(2, '0')}`, other), 1.9);
    }
    const found = await report('2026-06');
    expect(ofAll(found, 'machining')!.deviation!.percent).toBeCloseTo(90, 0);
    expect(found.proposals).toEqual([]);
  });
});
