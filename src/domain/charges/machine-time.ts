/** Holes of one size. A stepped hole has its smallest diameter and its total depth. */
export interface HoleSize {
  readonly diameterMm: number;
  readonly depthMm: number;
  readonly count: number;
}

/** The rates of the shop's machines. All above 0. */
export interface TimeRates {
  /** Minutes for one set-up, once for all pieces. */
  readonly setupMinutes: number;
  /** cm³ a minute. */
  readonly millingCm3: number;
  readonly turningCm3: number;
  /** Minutes per dm² of surface. */
  readonly finishingMinutes: number;
  readonly holeMinutes: number;
  readonly toolChangeMinutes: number;
}

/** Rates by material tag; the empty key is the default. */
export type TimeRatesByTag = Readonly<Record<string, TimeRates>>;

export const ratesOf = (rates: TimeRatesByTag, tag: string): TimeRates | undefined => rates[tag] ?? rates[''];

/** Seconds: `setup` once for all pieces, the others for each piece. */
export interface MachineTime {
  readonly setup: number;
  readonly roughing: number;
  readonly finishing: number;
  readonly holes: number;
  readonly tools: number;
}

export const machineTimeLabels = {
  setup: '装夹',
  roughing: '粗加工',
  finishing: '精加工',
  holes: '孔',
  tools: '换刀',
} as const satisfies Record<keyof MachineTime, string>;

/** The tolerance of an uncalibrated estimate, in percent. */
export const TIME_ERROR = 25;

/** One tool for roughing and one for finishing; each hole diameter needs another. */
const BASE_TOOLS = 2;

/** Estimates machine time in whole seconds. */
export function estimateMachineTime(
  part: {
    readonly isTurned: boolean;
    readonly setups: number;
    readonly removedMm3: number;
    readonly areaMm2: number;
    readonly holes: readonly HoleSize[];
  },
  rates: TimeRates,
): MachineTime {
  const removalRate = part.isTurned ? rates.turningCm3 : rates.millingCm3;
  const diameters = new Set(part.holes.map(({ diameterMm }) => diameterMm.toFixed(1)));
  // Multiplies first, so that half a second is always rounded up.
  const seconds = (minutes: number, divisor = 1) => Math.round((minutes * 60) / divisor);
  return {
    setup: seconds(part.setups * rates.setupMinutes),
    roughing: seconds(part.removedMm3, 1_000 * removalRate),
    finishing: seconds(part.areaMm2 * rates.finishingMinutes, 10_000),
    holes: seconds(part.holes.reduce((sum, { count }) => sum + count, 0) * rates.holeMinutes),
    tools: seconds((BASE_TOOLS + diameters.size) * rates.toolChangeMinutes),
  };
}

/** The seconds that one piece takes, without the set-ups. */
export const pieceSeconds = ({ roughing, finishing, holes, tools }: MachineTime): number =>
  roughing + finishing + holes + tools;
