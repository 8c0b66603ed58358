import type { StockPlan } from '#domain/stock/plan-stock.ts';
import { optionCostKey, type CostBook, type CostedLine } from './cost.ts';
import { priceItem } from './price-item.ts';
import { buildItem, buildMaterial } from './samples.test-data.ts';

/** Fen: machining 20.00, an hour of the machine 90.00, option 11 3.00, option 22 0.50, a kg of the material 25.00; 2.7 g/cm³. */
export const buildBook = (overrides: Partial<CostBook> = {}): CostBook => ({
  machining: new Map([['tag', 2000]]),
  materials: new Map([[1, 2500]]),
  options: new Map([
    [optionCostKey(1, 11), 300],
    [optionCostKey(1, 22), 50],
  ]),
  hours: new Map([['tag', 9000]]),
  densities: new Map([[1, 2.7]]),
  ...overrides,
});

/** A piece of stock of 120 × 60 × 25 mm. */
export const planned: StockPlan = {
  source: 'typed',
  isByHand: false,
  fit: 'fits',
  piece: {
    size: {
      id: 1,
      form: 'plate',
      materialTag: 'tag',
      thickness: 25,
      width: 1000,
      diameter: null,
      length: 2000,
    },
    cutMm: [120, 60],
    volumeMm3: 180_000,
  },
  utilisation: null,
  partKg: null,
  stockKg: 0.486,
};

/** A part of 100 × 50 × 20 mm with both options of the sample material. */
export function buildCostedLine(
  size: { num?: number; length?: number; width?: number; height?: number } = {},
  stock: StockPlan | null = null,
): CostedLine {
  const item = buildItem({ num: 10, length: 100, width: 50, height: 20, ...size });
  const chosen = Object.assign(item, { process_1: 11, process_2: 22 });
  const { trace } = priceItem(buildMaterial(), chosen, { tag: 60 });
  return {
    trace,
    materialName: '6061 铝',
    processes: [
      { optionId: 11, optionName: '阳极氧化', processName: '表面处理' },
      { optionId: 22, optionName: '去毛刺', processName: '后处理' },
    ],
    length: item.length,
    width: item.width,
    height: item.height,
    stock,
  };
}
