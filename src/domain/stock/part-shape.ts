import { edgesOf, longestFirst, type Edges, type PartSize } from '#domain/parts/part-code.ts';
import { remarkAfterStatement } from './round-part.ts';

/** The properties of a part that determine its stock. */
export interface PartShape {
  /** Edges of its box in mm, longest first. */
  readonly edgesMm: Edges;
  /** mm³; undefined unless the part has a model of this size. */
  readonly volumeMm3?: number | undefined;
  /** A turned part is cut from a round bar. */
  readonly isTurned: boolean;
  readonly source: 'model' | 'typed';
}

/** Figures from the model of a part. */
export interface ModelFigures {
  /** mm³; 0 for an open surface, which has no volume. */
  volumeMm3: number;
  boxMm: Edges;
  isTurned?: boolean | undefined;
}

/** Sizes agree within this tolerance, because size fields show hundredths of a millimetre. */
const TOLERANCE_MM = 0.01;

/** The shape of a part: that of its model if the sizes agree, otherwise as entered, and turned if the remark says so. */
export function partShape(part: PartSize & { remark?: string | undefined }, model?: ModelFigures): PartShape {
  const edgesMm = edgesOf(part);
  const box = model && longestFirst(model.boxMm);
  const matchesModel = box?.every((edge, index) => Math.abs(edge - (edgesMm[index] ?? 0)) <= TOLERANCE_MM);
  if (!model || !matchesModel)
    return {
      edgesMm,
      isTurned: remarkAfterStatement(part, part.remark ?? '') !== undefined,
      source: 'typed',
    };
  return {
    edgesMm,
    volumeMm3: model.volumeMm3 || undefined,
    isTurned: model.isTurned ?? false,
    source: 'model',
  };
}

/** The two edges of a round part's box across its axis may differ by this fraction of the longer one. */
const ROUND_TOLERANCE = 0.01;

/** Diameter and length of a turned part; undefined for a part that is not turned, or whose box is not round. */
export function roundOutline({
  edgesMm: [a, b, c],
  isTurned,
}: PartShape): { diameterMm: number; lengthMm: number } | undefined {
  if (!isTurned) return undefined;
  // The two edges across the axis are the most similar ones: the longer two of a disc, the shorter two of a bar.
  const isDisc = a - b < b - c;
  const [across, other, lengthMm] = isDisc ? [a, b, c] : [b, c, a];
  return across - other <= ROUND_TOLERANCE * across ? { diameterMm: across, lengthMm } : undefined;
}
