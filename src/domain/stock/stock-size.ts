import { keysOf } from '#domain/pick.ts';

export const stockFormLabels = {
  plate: '板材',
  flatBar: '扁条',
  squareBar: '方棒',
  roundBar: '圆棒',
} as const;
export type StockForm = keyof typeof stockFormLabels;
export const STOCK_FORMS = keysOf(stockFormLabels);

export const STOCK_MEASURES = ['thickness', 'width', 'diameter', 'length'] as const;
export type StockMeasure = (typeof STOCK_MEASURES)[number];

/** Lengths in mm; null if the form has no such measure, and for an unlimited width or length. */
export type StockMeasures = Readonly<Record<StockMeasure, number | null>>;

export interface StockSize extends StockMeasures {
  readonly id: number;
  readonly form: StockForm;
  /** Key of the material tag; empty for all materials. */
  readonly materialTag: string;
}

/** The measures of each form: required ones, and optional limits. */
export const stockFormMeasures: Readonly<
  Record<StockForm, { needed: readonly StockMeasure[]; limits: readonly StockMeasure[] }>
> = {
  plate: { needed: ['thickness'], limits: ['width', 'length'] },
  flatBar: { needed: ['thickness', 'width'], limits: ['length'] },
  squareBar: { needed: ['width'], limits: ['length'] },
  roundBar: { needed: ['diameter'], limits: ['length'] },
};

/** The measures that are missing, and those that the form does not have. */
export function wrongMeasures(form: StockForm, measures: StockMeasures): StockMeasure[] {
  const { needed, limits } = stockFormMeasures[form];
  return STOCK_MEASURES.filter((measure) =>
    measures[measure] === null
      ? needed.includes(measure)
      : !needed.includes(measure) && !limits.includes(measure),
  );
}

/** The display name of the size: `板材 厚 25 mm`, `扁条 60×25 mm`, `圆棒 Ø50 mm`. */
export function stockSizeLabel({ form, thickness, width, diameter }: Omit<StockSize, 'id' | 'materialTag'>) {
  const label = stockFormLabels[form];
  switch (form) {
    case 'plate':
      return `${label} 厚 ${thickness ?? 0} mm`;
    case 'flatBar':
      return `${label} ${width ?? 0}×${thickness ?? 0} mm`;
    case 'squareBar':
      return `${label} ${width ?? 0}×${width ?? 0} mm`;
    case 'roundBar':
      return `${label} Ø${diameter ?? 0} mm`;
  }
}
