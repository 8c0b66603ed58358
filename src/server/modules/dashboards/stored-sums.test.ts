import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { orderChanges } from '#server/db/schema.ts';
import { foldChanges } from '#server/modules/order-sums/fold-sums.service.ts';
import { startStoredSums, newOrder, change, step, noDifferences } from './stored-sums.test-data.ts';

const { app, apply, assertDashboardsMatchOrders, compare } = await startStoredSums();
afterAll(() => app.close());

describe('stored sums', () => {
  test('make every dashboard equal to direct sums of the orders, after any changes and foldings', async () => {
    const runs = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
      for (const one of steps) await apply(one);
      await assertDashboardsMatchOrders();
      expect(await compare()).toStrictEqual(noDifferences);
    });
    await fc.assert(runs, { numRuns: 4, endOnFailure: true });
  });

  test('count orders written during a folding once', async () => {
    // No concurrent revisions of one order: the server would refuse the later one.
    const single = change.filter(({ kind }) => kind !== 'revise');
    const steps = fc.sample(fc.oneof(newOrder, single), { numRuns: 40, seed: 1 });
    const folding = (async () => {
      for (let n = 0; n < 10; n += 1) await foldChanges(app.database);
    })();
    await Promise.all([folding, ...steps.map((one) => apply(one))]);
    expect(await compare()).toStrictEqual(noDifferences);
    await foldChanges(app.database);
    expect(await app.database.db.select().from(orderChanges)).toStrictEqual([]);
    await assertDashboardsMatchOrders();
  });
});
