import { MAX_AMOUNT_FEN, type Fen } from '#domain/money.ts';
import type { StockPlan } from '#domain/stock/plan-stock.ts';
import type { PriceTrace } from './types.ts';

/** The kinds of costs: machining (by material tag), material (per kg), option (on a material). */
export const COST_KINDS = ['machining', 'material', 'option'] as const;
export type CostKind = (typeof COST_KINDS)[number];

/** The kinds of factors of a line's cost; `minute` is charged machine time. */
export const COST_FACTOR_KINDS = [...COST_KINDS, 'minute'] as const;

/** The kinds of costs that the shop enters; `hour` is a machine hour by material tag, for actual hours and charged minutes. */
export const ENTERED_COST_KINDS = [...COST_KINDS, 'hour'] as const;
export type EnteredCostKind = (typeof ENTERED_COST_KINDS)[number];

/** The shop's costs, as entered next to its prices. A missing entry is unknown. */
export interface CostBook {
  /** Per piece, by material tag. */
  readonly machining: ReadonlyMap<string, Fen>;
  /** Per kg, by material. */
  readonly materials: ReadonlyMap<number, Fen>;
  /** Per piece, by `optionCostKey`. */
  readonly options: ReadonlyMap<string, Fen>;
  /** Per machine hour, by material tag. */
  readonly hours: ReadonlyMap<string, Fen>;
  /** g/cm³, by material; 0 or missing: unknown. */
  readonly densities: ReadonlyMap<number, number>;
}

/** The key of an option on a material in a book. */
export const optionCostKey = (materialId: number, optionId: number): string => `${materialId}/${optionId}`;

/** Whether the book has no costs, so that no line has a margin. */
export const isEmptyBook = ({ machining, materials, options }: CostBook): boolean =>
  machining.size + materials.size + options.size === 0;

/** The stored fields of a line that its cost depends on. */
export interface CostedLine {
  readonly trace: Pick<PriceTrace, 'materialId' | 'materialTag' | 'ratio' | 'num' | 'options'>;
  readonly materialName: string;
  readonly processes: readonly {
    readonly optionId: number;
    readonly optionName: string;
    readonly processName: string;
  }[];
  /** Sides of the part's box, in mm. */
  readonly length: number;
  readonly width: number;
  readonly height: number;
  readonly stock: StockPlan | null;
  /** Charged machine time for all pieces; default: none. */
  readonly chargedSeconds?: number;
}

/** One factor of a line's cost. */
export interface CostFactor {
  readonly kind: (typeof COST_FACTOR_KINDS)[number];
  /** For an option. */
  readonly optionId: number | null;
  /** For staff: the process with its option, or the material; empty for machining and charged minutes. */
  readonly name: string;
  /** For all pieces; null while unknown. */
  readonly fen: Fen | null;
  /** For a material: kg of one piece, and the volume it was computed from; null while unknown. */
  readonly kg: number | null;
  /** The weighed volume: `stock` is the planned piece of stock; `box` is the part's box, if no piece is planned. */
  readonly weighed: 'stock' | 'box' | null;
  /** For charged minutes: the cost of a machine hour; null while unknown, missing in costs stored before this field existed. */
  readonly hourFen?: Fen | null;
}

export interface LineCost {
  /** The sum of the factors; null while any of them is unknown. */
  readonly fen: Fen | null;
  readonly factors: readonly CostFactor[];
}

/**
 * The cost of a line to the shop. Machining and options: cost per piece × volume ratio × pieces; unlike the price, the cost of a
 * piece does not fall with the quantity. Material: the weight of the stock of a piece, not of the finished part. Charged minutes,
 * whose revenue is a charge: hours × cost of a machine hour. Each factor is rounded to fen once.
 */
export function costOfLine(line: CostedLine, book: CostBook): LineCost {
  const { materialId, materialTag, ratio, num, options } = line.trace;
  const base = { optionId: null, name: '', kg: null, weighed: null };
  const perPiece = (fen: Fen | undefined) => wholeFen(fen, ratio * num);
  const weight = weightOf(line, book.densities.get(materialId) ?? 0);
  const perKg = book.materials.get(materialId);
  // Free material does not need a weight.
  const kgOfAll = perKg === 0 ? 0 : weight.kg === null ? null : weight.kg * num;
  const factors: CostFactor[] = [
    { ...base, kind: 'machining', fen: perPiece(book.machining.get(materialTag)) },
    {
      ...base,
      kind: 'material',
      name: line.materialName,
      ...weight,
      fen: kgOfAll === null ? null : wholeFen(perKg, kgOfAll),
    },
    ...options.map(({ optionId }): CostFactor => {
      const chosen = line.processes.find((process) => process.optionId === optionId);
      const name = chosen ? `${chosen.processName}：${chosen.optionName}` : '';
      const fen = perPiece(book.options.get(optionCostKey(materialId, optionId)));
      return { ...base, kind: 'option', optionId, name, fen };
    }),
  ];
  const { chargedSeconds = 0 } = line;
  if (chargedSeconds > 0) {
    const hourFen = book.hours.get(materialTag);
    const fen = wholeFen(hourFen, chargedSeconds / 3600);
    factors.push({ ...base, kind: 'minute', fen, hourFen: hourFen ?? null });
  }
  return { fen: sumOrNull(factors.map(({ fen }) => fen)), factors };
}

/** The sum; null when one of the amounts is unknown. */
export const sumOrNull = (amounts: readonly (Fen | null)[]): Fen | null =>
  amounts.reduce((sum: Fen | null, fen) => (sum === null || fen === null ? null : sum + fen), 0);

/** kg of one piece of stock; density in g/cm³. */
function weightOf(
  { stock, length, width, height }: CostedLine,
  density: number,
): Pick<CostFactor, 'kg' | 'weighed'> {
  if (!(density > 0)) return { kg: null, weighed: null };
  // mm³ times g/cm³ are mg.
  const kgOf = (mm3: number) => Math.round(mm3 * density) / 1e6;
  const piece = stock?.piece;
  return piece
    ? { kg: kgOf(piece.volumeMm3), weighed: 'stock' }
    : { kg: kgOf(length * width * height), weighed: 'box' };
}

/** An amount times a number, rounded half up; null for an unknown amount, and beyond `MAX_AMOUNT_FEN`. */
function wholeFen(fen: Fen | undefined, times: number): Fen | null {
  if (fen === undefined) return null;
  const whole = Math.round(fen * times);
  return whole <= MAX_AMOUNT_FEN ? whole : null;
}
