import type { Edges } from '#domain/parts/part-code.ts';
import { keysOf } from '#domain/pick.ts';

/** The figures of a body that are compared: its volume and the edges of its smallest box of stock, in any order. */
export interface BodyFigures {
  volumeMm3: number;
  boxMm: Edges;
}

/** Used instead of a body's index (at most 200 bodies): all bodies of the file as one part. */
export const WHOLE_BODY = 200;

/** The text for a model whose file was deleted. */
export const DELETED_MESSAGE = '模型已按保留期限删除';

/** Factors for a file with a wrong unit: a figure of the file times the factor is in mm. */
export const modelScales = { '1': 1, '25.4': 25.4, '1/25.4': 1 / 25.4 } as const;
export type ModelScale = keyof typeof modelScales;
export const modelScaleNames = keysOf(modelScales);

/** Share of the volume. */
export const VOLUME_TOLERANCE = 0.001;
export const LENGTH_TOLERANCE_MM = 0.05;

/**
 * `equal`: nothing to look at. `waiting`: not measured yet. `different`: the figures sent with the order are not those of the
 * file. `smaller`: the part does not fit into the dimensions that the price is for. `rescaled`: they agree in a unit that is not
 * the one that the file declares. `unmeasured`: needs a manual review.
 */
export const MODEL_CHECKS = ['equal', 'waiting', 'different', 'smaller', 'rescaled', 'unmeasured'] as const;
export type ModelCheck = (typeof MODEL_CHECKS)[number];

interface Compared {
  status: 'waiting' | 'measured' | 'unmeasured';
  sent: BodyFigures;
  /** The server's figures, scaled; missing for a body that has no volume or that the file does not have. */
  measured: (BodyFigures & { axisBoxMm: Edges }) | undefined;
  /** The dimensions of the line in mm, which its price is for. */
  line: Edges;
  /** `isRescaled` of the model. */
  isRescaled: boolean;
}

/** Whether a model is read in another unit than its file declares: the factor comes from the customer. Files without a unit need one. */
export const isRescaled = ({ scale, unit }: { scale: ModelScale; unit: string | null }): boolean =>
  scale !== '1' && unit !== null;

/** Compares what was sent with what the server has measured. */
export function checkModel({ status, sent, measured, line, isRescaled: isOtherUnit }: Compared): ModelCheck {
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
  const room = sorted(line);
  return sorted(box).every((edge, n) => edge <= (room[n] ?? 0) + LENGTH_TOLERANCE_MM);
}

/** The figures of a body of a file, scaled. */
export function scaledFigures(
  { volumeMm3, stockBoxMm, boxMm }: { volumeMm3: number; stockBoxMm: Edges; boxMm: Edges },
  scale: ModelScale,
): BodyFigures & { axisBoxMm: Edges } {
  const factor = modelScales[scale];
  const lengths = ([a, b, c]: Edges): Edges => [a * factor, b * factor, c * factor];
  return { volumeMm3: volumeMm3 * factor ** 3, boxMm: lengths(stockBoxMm), axisBoxMm: lengths(boxMm) };
}
