import { edgesOf, longestFirst, type Edges, type PartSize } from '#domain/parts/part-code.ts';
import { roundOutline } from '#domain/stock/part-shape.ts';
import { estimateMachineTime, type HoleSize, type MachineTime, type TimeRates } from './machine-time.ts';

/** The measures of a model that charges use. */
export interface ModelCounts {
  readonly volumeMm3: number;
  readonly areaMm2: number;
  /** Edges of its stock box. */
  readonly boxMm: Edges;
  /** Absent if there are no faces to measure: for meshes, and for several bodies as one part. */
  readonly features?: Features | undefined;
}

interface Features {
  readonly setups: number;
  readonly holes: readonly HoleSize[];
  readonly isTurned: boolean;
}

/** A body as the geometry kernel measures it. */
interface MeasuredBody {
  readonly kind: string;
  readonly measures: {
    readonly volumeMm3: number;
    readonly areaMm2: number;
    readonly stockBoxMm: Edges;
  };
  readonly features?: {
    readonly setups?: number | undefined;
    readonly isTurned?: boolean | undefined;
    readonly holes?: readonly { steps: readonly { diameterMm: number }[]; depthMm: number }[] | undefined;
  } | null;
}

/** The measures of a body that charges use; undefined for an open surface. */
export function countsOf({ kind, measures, features }: MeasuredBody): ModelCounts | undefined {
  const { volumeMm3, areaMm2, stockBoxMm: boxMm } = measures;
  if (kind === 'open' || !(volumeMm3 > 0)) return undefined;
  const { setups, isTurned = false, holes = [] } = features ?? {};
  if (setups === undefined) return { volumeMm3, areaMm2, boxMm };
  return { volumeMm3, areaMm2, boxMm, features: { setups, holes: sizesOf(holes), isTurned } };
}

/** Groups sizes by micrometres, because measured lengths have noise. */
function sizesOf(holes: NonNullable<NonNullable<MeasuredBody['features']>['holes']>): HoleSize[] {
  const sizes = new Map<string, HoleSize>();
  const roundToMicrometre = (mm: number) => Math.round(mm * 1e3) / 1e3;
  for (const { steps, depthMm: depth } of holes) {
    const diameterMm = roundToMicrometre(Math.min(...steps.map((step) => step.diameterMm)));
    const depthMm = roundToMicrometre(depth);
    const key = `${diameterMm}/${depthMm}`;
    sizes.set(key, { diameterMm, depthMm, count: (sizes.get(key)?.count ?? 0) + 1 });
  }
  return [...sizes.values()];
}

/** Scales all lengths by a factor. */
export const scaledCounts = (
  { volumeMm3, areaMm2, boxMm: [a, b, c], features }: ModelCounts,
  factor: number,
): ModelCounts => ({
  volumeMm3: volumeMm3 * factor ** 3,
  areaMm2: areaMm2 * factor ** 2,
  boxMm: [a * factor, b * factor, c * factor],
  features: features && {
    ...features,
    holes: features.holes.map(({ diameterMm, depthMm, count }) => ({
      diameterMm: diameterMm * factor,
      depthMm: depthMm * factor,
      count,
    })),
  },
});

/** The model of a part with the rates for its machine time. */
export interface MeasuredModel {
  readonly counts: ModelCounts;
  readonly rates: TimeRates;
  /** Whether the server measured it; otherwise only the browser did, and it is marked 待核对. */
  readonly isChecked: boolean;
}

/** The measures of one piece that charges use, in whole units; absent where they could not be measured. */
export interface PartMeasures {
  readonly isChecked: boolean;
  readonly isTurned: boolean;
  /** The volume of the stock less that of the part. */
  readonly removedMm3: number;
  readonly areaMm2: number;
  readonly setups?: number;
  readonly holes?: readonly HoleSize[];
  /** The holes in another unit, when the unit of the file is ambiguous. */
  readonly otherHoles?: readonly HoleSize[] | undefined;
  readonly time?: MachineTime;
}

/** If the part is at least this many times larger than the model, the file is in another unit; if less, it is an allowance. */
const UNIT_RATIO = 2;

/**
 * Measures a part for its charges. Neither a smaller entered size nor a model in a smaller unit lowers a figure: the stock has the
 * larger edges, and a model much smaller than the part is scaled up. When the sizes differ that much, the holes are returned in
 * both units.
 */
export function measurePart(size: PartSize, { counts, rates, isChecked }: MeasuredModel): PartMeasures {
  const entered = edgesOf(size);
  const box = longestFirst(counts.boxMm);
  const ratio = Math.max(...entered.map((edge, index) => edge / (box[index] ?? edge)));
  const isSmaller = ratio >= UNIT_RATIO;
  const { areaMm2, features } = isSmaller ? scaledCounts(counts, ratio) : counts;
  const edgesMm = entered.map((edge, index) => Math.max(edge, box[index] ?? 0)) as unknown as Edges;
  const isTurned = features?.isTurned ?? false;
  const measures = {
    isChecked,
    isTurned,
    removedMm3: Math.max(0, Math.round(stockMm3(edgesMm, isTurned) - counts.volumeMm3)),
    areaMm2: Math.round(areaMm2),
  };
  if (!features) return measures;
  const { setups, holes } = features;
  const countsInOtherUnit = isSmaller
    ? counts
    : ratio <= 1 / UNIT_RATIO
      ? scaledCounts(counts, ratio)
      : undefined;
  const time = estimateMachineTime({ ...measures, setups, holes }, rates);
  return {
    ...measures,
    setups,
    holes,
    ...(countsInOtherUnit && { otherHoles: countsInOtherUnit.features?.holes }),
    time,
  };
}

/** A box, or the bar that a turned part is cut from. */
function stockMm3(edgesMm: Edges, isTurned: boolean): number {
  const round = roundOutline({ edgesMm, isTurned, source: 'model' });
  if (round) return (Math.PI / 4) * round.diameterMm ** 2 * round.lengthMm;
  return edgesMm[0] * edgesMm[1] * edgesMm[2];
}
