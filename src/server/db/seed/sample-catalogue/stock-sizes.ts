import type { StockForm, StockMeasures } from '#domain/stock/stock-size.ts';
import type { MaterialTag } from './materials.ts';

export interface SampleStockSize extends StockMeasures {
  form: StockForm;
  materialTag: MaterialTag;
  sort: number;
  remark: string;
}

interface StockRange {
  /** Width and length of a sheet in mm, and the thicknesses. */
  sheet: readonly [width: number, length: number];
  plates: readonly number[];
  /** Length of a bar in mm, and the diameters. */
  barLength: number;
  rounds: readonly number[];
  /** Edges of square bars, width and thickness of flat ones. */
  squares?: readonly number[];
  flats?: readonly (readonly [width: number, thickness: number])[];
}

const ranges: Record<MaterialTag, StockRange> = {
  aluminium: {
    sheet: [1250, 2500],
    plates: [3, 4, 5, 6, 8, 10, 12, 15, 16, 20, 25, 30, 35, 40, 45, 50, 60, 70, 80, 100, 120],
    barLength: 3000,
    rounds: [6, 8, 10, 12, 15, 16, 18, 20, 22, 25, 28, 30, 35, 40, 45, 50, 60, 70, 80, 100, 120, 150],
    squares: [20, 25, 30, 40, 50],
    flats: [
      [40, 10],
      [50, 20],
      [60, 30],
      [80, 20],
      [100, 30],
    ],
  },
  stainless: {
    sheet: [1220, 2440],
    plates: [3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 25, 30, 40, 50],
    barLength: 6000,
    rounds: [6, 8, 10, 12, 14, 16, 18, 20, 22, 25, 28, 30, 35, 40, 45, 50, 60, 70, 80, 100],
    squares: [10, 12, 16, 20, 25],
    flats: [
      [30, 5],
      [40, 10],
      [50, 10],
    ],
  },
  carbon_steel: {
    sheet: [1500, 6000],
    plates: [4, 5, 6, 8, 10, 12, 14, 16, 18, 20, 22, 25, 30, 35, 40, 45, 50, 60, 70, 80, 100],
    barLength: 6000,
    rounds: [
      8, 10, 12, 14, 16, 18, 20, 22, 25, 28, 30, 32, 35, 40, 45, 50, 55, 60, 70, 80, 90, 100, 120, 150,
    ],
    squares: [10, 12, 16, 20, 25, 30, 40, 50],
    flats: [
      [30, 10],
      [40, 12],
      [50, 16],
      [60, 20],
      [80, 25],
      [100, 20],
    ],
  },
  copper: {
    sheet: [600, 1500],
    plates: [3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40],
    barLength: 2500,
    rounds: [6, 8, 10, 12, 15, 16, 20, 25, 30, 35, 40, 50, 60, 80],
  },
  plastic: {
    sheet: [620, 1230],
    plates: [5, 6, 8, 10, 12, 15, 20, 25, 30, 35, 40, 50, 60, 80, 100],
    barLength: 1000,
    rounds: [10, 12, 15, 20, 25, 30, 35, 40, 50, 60, 70, 80, 100, 120, 150],
  },
  titanium: {
    sheet: [1000, 2000],
    plates: [3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40],
    barLength: 2000,
    rounds: [8, 10, 12, 16, 20, 25, 30, 35, 40, 50, 60, 80],
  },
};

const none: StockMeasures = { thickness: null, width: null, diameter: null, length: null };

/** Plates and bars of each tag in commercial sizes. */
export const sampleStockSizes: SampleStockSize[] = Object.entries(ranges).flatMap(([tag, stock], index) => {
  const { sheet, barLength, squares = [], flats = [] } = stock;
  const [width, length] = sheet;
  const bar = { ...none, length: barLength };
  const sizes: (StockMeasures & { form: StockForm })[] = [
    ...stock.plates.map((thickness) => ({ ...none, form: 'plate' as const, thickness, width, length })),
    ...flats.map(([across, thickness]) => ({ ...bar, form: 'flatBar' as const, width: across, thickness })),
    ...squares.map((edge) => ({ ...bar, form: 'squareBar' as const, width: edge })),
    ...stock.rounds.map((diameter) => ({ ...bar, form: 'roundBar' as const, diameter })),
  ];
  return sizes.map((size, position) => ({
    ...size,
    materialTag: tag as MaterialTag,
    sort: (index + 1) * 100 + position,
    remark: '示例数据',
  }));
});
