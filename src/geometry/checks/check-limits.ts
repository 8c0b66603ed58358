import type { Vector } from '../model-reading.ts';

/** Codes of all findings that a check of a part may have. */
export const checkCodes = [
  'file-incomplete',
  'hidden-bodies',
  'other-bodies',
  'left-out',
  'several-bodies',
  'open-shell',
  'suspicious-unit',
  'beyond-envelope',
  'too-small',
  'thin-wall',
  'deep-hole',
  'hole-too-deep',
  'deep-pocket',
  'narrow-pocket',
  'sharp-inner-corner',
  'small-inner-radius',
  'undercut',
  'drawing-missing',
  'set-ups',
  'turned',
  'milled',
] as const;

export type CheckCode = (typeof checkCodes)[number];

/** Findings that always need a manual review: the measured bodies may differ from the part that the customer wants. */
export const unconditionalHolds: readonly CheckCode[] = ['file-incomplete', 'hidden-bodies', 'other-bodies'];

/** Limits of the shop's machines for one kind of material. Lengths are in mm. */
export interface CheckLimits {
  /** Working envelopes of the milling machines. A part may lie in any orientation. */
  millsMm: readonly Vector[];
  lathesMm: readonly { diameterMm: number; lengthMm: number }[];
  /** A part whose longest edge is shorter cannot be clamped. */
  smallestLongestEdgeMm: number;
  /** A longest edge outside this range suggests another unit. */
  usualLongestEdgeMm: readonly [low: number, high: number];
  thinWallMm: number;
  /** Depth of a hole divided by its diameter: a hole beyond `ideal` is slow to drill, one beyond `limit` needs special tools. */
  holeRatio: { ideal: number; limit: number };
  /** Largest depth of a pocket divided by its width. */
  pocketRatio: number;
  /** Width of the narrowest pocket or slot. */
  pocketWidthMm: number;
  /** Smallest radius of an inner corner. */
  innerRadiusMm: number;
  /** A part with more set-ups gets a finding. */
  setups: number;
  /** Work with one of these words in its process or option needs a drawing: a model does not describe it. */
  drawingWords: readonly string[];
  /** Findings that need a manual review before the order is confirmed. The others are advice. */
  holds: readonly CheckCode[];
}

/** Limits that shops publish for metal. */
const metal: CheckLimits = {
  millsMm: [[1000, 500, 500]],
  lathesMm: [{ diameterMm: 300, lengthMm: 600 }],
  smallestLongestEdgeMm: 3,
  usualLongestEdgeMm: [5, 2000],
  thinWallMm: 0.76,
  holeRatio: { ideal: 4, limit: 10 },
  pocketRatio: 4,
  pocketWidthMm: 0.5,
  innerRadiusMm: 0.5,
  setups: 3,
  // Options for general tolerances (GB/T 1804) contain no ±, so they need no drawing.
  drawingWords: ['螺纹', '攻牙', '牙套', '±'],
  holds: ['open-shell', 'beyond-envelope'],
};

/** Plastic yields and warps: walls need twice the thickness. */
const plastic: CheckLimits = { ...metal, thinWallMm: 1.5 };

export const defaultCheckLimits = { metal, plastic } as const;
