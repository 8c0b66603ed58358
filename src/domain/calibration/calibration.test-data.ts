import type { MeasuredLine } from './measured-line.ts';

/**
 * Ten aluminium parts of 120 × 60 × 20 mm, sold by 60 yuan for machining and 12 for option 11: estimated at 200.00 yuan of
 * machining, 67.50 of material (2.7 kg) and 30.00 of the option; nothing entered yet.
 */
export const buildMeasured = (overrides: Partial<MeasuredLine> = {}): MeasuredLine => ({
  materialTag: 'aluminium',
  materialId: 1,
  materialName: '6061 铝',
  length: 120,
  width: 60,
  height: 20,
  num: 10,
  ratio: 1,
  machiningPrice: 60,
  options: [{ optionId: 11, price: 12 }],
  isAgreed: false,
  factors: [
    { kind: 'machining', optionId: null, name: '', fen: 20_000, kg: null, weighed: null },
    { kind: 'material', optionId: null, name: '6061 铝', fen: 6750, kg: 0.27, weighed: 'stock' },
    { kind: 'option', optionId: 11, name: '表面处理：阳极氧化', fen: 3000, kg: null, weighed: null },
  ],
  hours: null,
  hourFen: 8000,
  kg: null,
  fees: [],
  ...overrides,
});

/** The given number of identical lines. */
export const repeated = (count: number, overrides: Partial<MeasuredLine> = {}): MeasuredLine[] =>
  Array.from({ length: count }, () => buildMeasured(overrides));
