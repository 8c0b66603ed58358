import type { MachinedLine } from '#domain/lead/lead-charge.ts';
import type { LeadPart } from '#domain/lead/lead-class.ts';
import type { Line } from '#domain/pricing/line.ts';
import type { PriceTrace } from '#domain/pricing/types.ts';
import type { PartSize } from '#domain/parts/part-code.ts';
import { partShape, type ModelFigures } from '#domain/stock/part-shape.ts';
import { measurePart, type MeasuredModel, type PartMeasures } from './part-measures.ts';

/** The fields of an order line that charges depend on. */
export interface ChargedLine
  extends
    MachinedLine,
    Pick<LeadPart, 'longestEdgeMm'>,
    Pick<PriceTrace, 'materialId' | 'materialTag' | 'options' | 'num'> {
  /** Days for all pieces; 0 without a price. */
  readonly days: number;
  /** Whole mg of one piece; 0 where the density is not known. */
  readonly pieceMg: number;
  /** Absent when no rule counts measures or the part has no measured model. */
  readonly measures?: PartMeasures | undefined;
  /** Whether the server has found an equal line in an earlier order of the company; default: no. */
  readonly isRepeat?: boolean;
}

/** Facts about a part that its trace does not contain. */
export interface PartFacts {
  pieceMg: number;
  longestEdgeMm: number;
  measures?: PartMeasures | undefined;
}

/** The fields of a trace that charges depend on. */
export type ChargedTrace = Pick<
  PriceTrace,
  'materialId' | 'materialTag' | 'options' | 'machiningPrice' | 'unit' | 'num'
>;

export function chargedLine(
  trace: ChargedTrace,
  line: Line,
  facts: PartFacts,
  isRepeat = false,
): ChargedLine {
  // Copied field by field, because a spread takes a hundred times as long.
  return {
    materialId: trace.materialId,
    materialTag: trace.materialTag,
    options: trace.options,
    machiningPrice: trace.machiningPrice,
    unit: trace.unit,
    num: trace.num,
    fen: line.fen,
    days: line.days,
    isManual: line.state === 'price',
    pieceMg: facts.pieceMg,
    longestEdgeMm: facts.longestEdgeMm,
    measures: facts.measures,
    isRepeat,
  };
}

/** Computes weight, longest edge and measures of a part; density in g/cm³, sizes in mm. */
export const partFacts = (
  density: number,
  size: PartSize,
  model?: ModelFigures,
  measured?: MeasuredModel,
): PartFacts => ({
  pieceMg: pieceMg(density, size, model),
  longestEdgeMm: Math.max(size.length, size.width, size.height),
  measures: measured && measurePart(size, measured),
});

/**
 * Whole mg of one piece: from the volume of its model if the sizes agree, otherwise from its box. Density in g/cm³, sizes in mm.
 */
export function pieceMg(density: number, size: PartSize, model?: ModelFigures): number {
  const volume = partShape(size, model).volumeMm3 ?? size.length * size.width * size.height;
  return Math.round(volume * density);
}
