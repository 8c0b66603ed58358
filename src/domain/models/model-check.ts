import type { Edges } from '#domain/parts/part-code.ts';
import { keysOf } from '#domain/pick.ts';

/** The compared figures of a body: its volume and the edges of its smallest stock box, in any order. */
export interface BodyFigures {
  volumeMm3: number;
  boxMm: Edges;
}

/** Stands for all bodies of a file as one part; the indices of single bodies are 0–199. */
export const ALL_BODIES = 200;

/** The text for a model whose file was deleted. */
export const DELETED_MESSAGE = '模型已按保留期限删除';

/** Factors for a file with a wrong or missing unit: a figure of the file times the factor is in mm. */
export const modelScales = { '1': 1, '25.4': 25.4, '1/25.4': 1 / 25.4 } as const;
export type ModelScale = keyof typeof modelScales;
export const modelScaleNames = keysOf(modelScales);

/** Relative tolerance. */
export const VOLUME_TOLERANCE = 0.001;
export const LENGTH_TOLERANCE_MM = 0.05;

/**
 * `equal`: no review needed. `waiting`: not measured yet. `different`: the figures sent with the order differ from the file.
 * `smaller`: the priced dimensions are smaller than the part. `rescaled`: the figures agree, but not in the unit that the file
 * declares. `unmeasured`: needs a manual review.
 */
export const MODEL_CHECKS = ['equal', 'waiting', 'different', 'smaller', 'rescaled', 'unmeasured'] as const;
export type ModelCheck = (typeof MODEL_CHECKS)[number];

interface Comparison {
  status: 'waiting' | 'measured' | 'unmeasured';
  sent: BodyFigures;
  /** The figures measured by the server, scaled; undefined if the body has no volume or is not in the file. */
  measured: (BodyFigures & { axisBoxMm: Edges }) | undefined;
  /** The priced dimensions of the line in mm. */
  line: Edges;
  /** `isRescaled` of the model. */
  isRescaled: boolean;
}

/** Whether the customer's factor overrides the unit that the file declares. Files without a unit always need a factor. */
export const isRescaled = ({ scale, unit }: { scale: ModelScale; unit: string | null }): boolean =>
  scale !== '1' && unit !== null;

/** Compares the figures sent with the order with those measured by the server. */
export function checkModel({
  status,
  sent,
  measured,
  line,
  isRescaled: isOtherUnit,
}: Comparison): ModelCheck {
  if (status === 'waiting') return 'waiting';
  if (status === 'unmeasured' || !measured) return 'unmeasured';
  const isVolumeEqual =
    Math.abs(sent.volumeMm3 - measured.volumeMm3) <= measured.volumeMm3 * VOLUME_TOLERANCE;
  const stock = sorted(measured.boxMm);
  const isBoxEqual = sorted(sent.boxMm).every(
    (edge, n) => Math.abs(edge - (stock[n] ?? NaN)) <= LENGTH_TOLERANCE_MM,
  );
  if (!isVolumeEqual || !isBoxEqual) return 'different';
  if (!fits(measured.boxMm, line) && !fits(measured.axisBoxMm, line)) return 'smaller';
  return isOtherUnit ? 'rescaled' : 'equal';
}

const sorted = (edges: Edges): number[] => edges.toSorted((a, b) => a - b);

function fits(box: Edges, line: Edges): boolean {
  const limits = sorted(line);
  return sorted(box).every((edge, n) => edge <= (limits[n] ?? 0) + LENGTH_TOLERANCE_MM);
}

/** Scales a body's figures. `boxMm` along the axes becomes `axisBoxMm`, and `stockBoxMm` becomes `boxMm`. */
export function scaledFigures(
  { volumeMm3, stockBoxMm, boxMm }: { volumeMm3: number; stockBoxMm: Edges; boxMm: Edges },
  scale: ModelScale,
): BodyFigures & { axisBoxMm: Edges } {
  const factor = modelScales[scale];
  const lengths = ([a, b, c]: Edges): Edges => [a * factor, b * factor, c * factor];
  return { volumeMm3: volumeMm3 * factor ** 3, boxMm: lengths(stockBoxMm), axisBoxMm: lengths(boxMm) };
}
