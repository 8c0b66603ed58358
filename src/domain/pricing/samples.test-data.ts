import * as fc from 'fast-check';
import type { CncPrice, PartItem, PricedMaterial, ProcessSelections } from './types.ts';

/** A material with stock of 100 × 100 × 100 mm and two priced options, 11 and 22. */
export function buildMaterial(overrides: Partial<PricedMaterial> = {}): PricedMaterial {
  return {
    id: 1,
    name: '6061 铝',
    materialTag: 'tag',
    length: 100,
    width: 100,
    height: 100,
    deliveryTime: 3,
    speed: 0.2,
    processConfig: [
      { id: 11, price: 10.1, time: 1.5 },
      { id: 22, price: 20.2, time: 0.5 },
    ],
    ...overrides,
  };
}

/** One part of 10 × 10 × 10 mm without selections. */
export function buildItem(overrides: Partial<PartItem> = {}): PartItem {
  const item: PartItem = { material: 1, num: 1, length: 10, width: 10, height: 10 };
  return Object.assign(item, overrides);
}

/** Sizes in hundredths of a mm; with the quantities and prices below, amounts stay within the kernel's limit. */
const mm = (min: number, max: number) => fc.integer({ min, max }).map((hundredths) => hundredths / 100);
const box = <T>(side: T) => ({ length: side, width: side, height: side });
const yuan = fc.integer({ min: 0, max: 50_000 }).map((fen) => fen / 100);
const halfDays = fc.integer({ min: 0, max: 20 }).map((halves) => halves / 2);
const quantity = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 20_000 }));

/** Any item that can be priced, with its material and machining prices. */
export const pricedItems: fc.Arbitrary<{ material: PricedMaterial; item: PartItem; cncPrice: CncPrice }> = fc
  .record({
    stock: fc.record(box(mm(1000, 100_000))),
    part: fc.record({ ...box(mm(1, 30_000)), num: quantity }),
    machining: yuan,
    deliveryTime: halfDays,
    speed: fc.constantFrom(0, 0.1, 0.2, 0.35, 0.5, 1),
    options: fc.array(fc.record({ price: yuan, time: halfDays }), { maxLength: 8 }),
  })
  .map(({ stock, part, machining, deliveryTime, speed, options }) => {
    const processConfig = options.map((option, index) => ({ id: 100 + index, ...option }));
    const selections: ProcessSelections = {};
    processConfig.forEach(({ id }, index) => (selections[`process_${index + 1}`] = id));
    return {
      material: buildMaterial({ ...stock, deliveryTime, speed, processConfig }),
      item: buildItem({ ...part, ...selections }),
      cncPrice: { tag: machining },
    };
  });
