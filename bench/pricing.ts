import { ladder } from '#domain/pricing/ladder.ts';
import { priceItem } from '#domain/pricing/price-item.ts';
import { buildItem, buildMaterial } from '#domain/pricing/samples.test-data.ts';
import type { PartItem, ProcessSelections } from '#domain/pricing/types.ts';
import { median, type Part } from './figure.ts';
import { atScale } from './scale.ts';

const BATCHES = atScale(1, 15);
const BATCH_MS = atScale(1, 50);

const processConfig = Array.from({ length: 8 }, (_, n) => ({ id: 100 + n, price: 3.5 + n, time: 0.5 * n }));
const selections: ProcessSelections = {};
processConfig.forEach(({ id }, n) => (selections[`process_${n + 1}`] = id));
const material = buildMaterial({ processConfig });
const cncPrice = { [material.materialTag]: 85.5 };

/** Each has a different size and quantity, so that the engine cannot reuse results. */
const items: PartItem[] = Array.from({ length: 50 }, (_, n) =>
  buildItem({ num: 3 + 7 * n, length: 20 + n, width: 30.5, height: 12.25, ...selections }),
);

/** The price kernel alone, in this process. */
export const pricing: Part = {
  title: 'Pricing kernel',
  measure: () =>
    Promise.resolve([
      {
        name: 'price of one item with 8 processes, trace included',
        value: timePerRun(() => items.map((item) => priceItem(material, item, cncPrice))) / items.length,
        unit: 'µs',
        target: { atMost: 5 },
      },
      {
        name: 'ladder of 10 rungs for 50 items',
        value: timePerRun(() => items.map((item) => ladder(material, item, cncPrice))) / 1000,
        unit: 'ms',
        target: { atMost: 5 },
      },
    ]),
};

/** Median of all batches, in µs a run. */
function timePerRun(run: () => unknown[]): number {
  let kept = 0; // uses the results, so that the compiler keeps the computation
  const batch = () => {
    let runs = 0;
    const startedAt = performance.now();
    while (performance.now() - startedAt < BATCH_MS) {
      kept += run().length;
      runs += 1;
    }
    return ((performance.now() - startedAt) / runs) * 1000;
  };
  batch();
  const result = median(Array.from({ length: BATCHES }, batch));
  if (kept === 0) throw new Error('nothing was priced');
  return result;
}
