import { thirdMomentAxes, type MeshMoments } from './mesh/mesh-moments.ts';
import type { Fingerprint, Vector } from './model-reading.ts';
import { principalAxes } from './principal-axes.ts';
import { at } from './vectors.ts';

/** How the second part relates to the first; `scale` is the factor from the first to the second. */
export type Likeness = 'same' | 'mirrored' | { scale: number } | 'different';

const MM_PER_INCH = 25.4;

/**
 * Relative tolerances. A coarse mesh of a round part loses up to 0.8 % of the volume, but its corners are those of the part: the
 * reach tells a part from one that is 0.2 % larger.
 */
const tolerances = {
  exact: { volume: 2e-5, area: 1e-4, moments: 1e-4, reach: 8e-4 },
  mesh: { volume: 9e-3, area: 9e-3, moments: 1.8e-2, reach: 8e-4 },
} as const;

/** Handedness below this is an effect of rounding, or of the tolerance of a mesh. */
const HANDEDNESS_NOISE = { exact: 1e-6, mesh: 1e-3 } as const;
const HANDEDNESS_TOLERANCE = 0.02;
/** The third moments of a mesh miss those of the body by at most so many times what its lower moments miss. */
const NOISE_OF_THIRD_MOMENTS = 10;

/** Width of a bucket of the logarithm of the volume, at least twice the tolerance: no bucket lies between two neighbours. */
const BUCKET_WIDTH = 0.02;

/** The fingerprint of a closed mesh that is oriented outwards, in mm. */
export function meshFingerprint(moments: MeshMoments): Fingerprint {
  const [small, middle, large] = principalAxes(moments.second).values;
  return {
    precision: 'mesh',
    volumeMm3: moments.volume,
    areaMm2: moments.area,
    reachMm: moments.reach,
    momentsMm5: [small + middle, small + large, middle + large],
    handedness: handedness(moments),
  };
}

/**
 * The fingerprint of a body with exact figures. Its mesh tells the handedness, which counts as 0 where the mesh is too coarse
 * to tell.
 */
export function exactFingerprint(
  exact: { volumeMm3: number; areaMm2: number; momentsMm5: Vector },
  mesh: MeshMoments,
): Fingerprint {
  const momentsMm5 = exact.momentsMm5.toSorted((a, b) => a - b) as unknown as Vector;
  const ofMesh = meshFingerprint(mesh);
  const noise = Math.max(
    Math.abs(ofMesh.volumeMm3 / exact.volumeMm3 - 1),
    ...ofMesh.momentsMm5.map((moment, i) => Math.abs(moment / at(momentsMm5, i) - 1)),
  );
  const isClear = Math.abs(ofMesh.handedness) > NOISE_OF_THIRD_MOMENTS * noise;
  return {
    precision: 'exact',
    volumeMm3: exact.volumeMm3,
    areaMm2: exact.areaMm2,
    reachMm: mesh.reach,
    momentsMm5,
    handedness: isClear ? ofMesh.handedness : 0,
  };
}

/**
 * A number that keeps its value when a part is moved, turned or scaled, and changes its sign when the part is mirrored: the
 * smallest skewness along a principal axis with the sign of the product of the three, plus the mixed moment xyz, which
 * parts have that a half-turn maps to themselves. Both are weighted by the distance of the principal moments: where
 * two are equal, the axes are arbitrary and the number is 0.
 */
export function handedness({ volume, second, third }: MeshMoments): number {
  const { values, axes } = principalAxes(second);
  if (!(volume > 0) || !(values[0] > 0)) return 0;
  const deviation = values.map((value) => Math.sqrt(value / volume));
  const normalised = (i: number, j: number, k: number): number => {
    const scale = volume * at(deviation, i) * at(deviation, j) * at(deviation, k);
    return thirdMoment(third, [axes[i], axes[j], axes[k]] as [Vector, Vector, Vector]) / scale;
  };
  const gap = Math.min(
    (values[1] - values[0]) / (values[1] + values[0]),
    (values[2] - values[1]) / (values[2] + values[1]),
  );
  const skewness = [normalised(0, 0, 0), normalised(1, 1, 1), normalised(2, 2, 2)] as const;
  const sign = Math.sign(skewness[0] * skewness[1] * skewness[2]);
  // Irrational, so that the two do not cancel for a part with simple proportions.
  return gap * (sign * Math.min(...skewness.map(Math.abs)) + Math.SQRT2 * normalised(0, 1, 2));
}

/** ∫ (x·a)(x·b)(x·c) from the ten third moments. */
function thirdMoment(third: readonly number[], [a, b, c]: readonly [Vector, Vector, Vector]): number {
  let sum = 0;
  for (const [n, axes] of thirdMomentAxes.entries()) {
    for (const [i, j, k] of orders(axes)) sum += at(third, n) * at(a, i) * at(b, j) * at(c, k);
  }
  return sum;
}

/** The different orders of three numbers. */
function orders([i, j, k]: readonly [number, number, number]): [number, number, number][] {
  if (i === j && j === k) return [[i, j, k]];
  const turns: [number, number, number][] = [
    [i, j, k],
    [j, k, i],
    [k, i, j],
  ];
  if (i === j || j === k || i === k) return turns;
  return [...turns, [j, i, k], [i, k, j], [k, j, i]];
}

/** Compares two closed parts. Mirrors of nearly symmetric parts count as the same. */
export function sameShape(a: Fingerprint, b: Fingerprint): Likeness {
  const here = compare(a, b);
  if (here !== 'different') return here;
  for (const scale of [MM_PER_INCH, 1 / MM_PER_INCH]) {
    if (compare(scaleFingerprint(a, scale), b) === 'same') return { scale };
  }
  return 'different';
}

function compare(a: Fingerprint, b: Fingerprint): 'same' | 'mirrored' | 'different' {
  const precision = a.precision === 'exact' && b.precision === 'exact' ? 'exact' : 'mesh';
  const tolerance = tolerances[precision];
  const isAlike =
    a.volumeMm3 > 0 &&
    b.volumeMm3 > 0 &&
    isNear(a.volumeMm3, b.volumeMm3, tolerance.volume) &&
    isNear(a.areaMm2, b.areaMm2, tolerance.area) &&
    isNear(a.reachMm, b.reachMm, tolerance.reach) &&
    a.momentsMm5.every((moment, i) => isNear(moment, at(b.momentsMm5, i), tolerance.moments)) &&
    Math.abs(Math.abs(a.handedness) - Math.abs(b.handedness)) <= HANDEDNESS_TOLERANCE;
  if (!isAlike) return 'different';
  const weaker = Math.min(Math.abs(a.handedness), Math.abs(b.handedness));
  return a.handedness * b.handedness < 0 && weaker > HANDEDNESS_NOISE[precision] ? 'mirrored' : 'same';
}

const isNear = (a: number, b: number, tolerance: number): boolean =>
  Math.abs(a - b) <= tolerance * Math.max(a, b);

/** The fingerprint of an open body, which equals no other. */
export const openFingerprint = (precision: Fingerprint['precision'], areaMm2: number): Fingerprint => ({
  precision,
  volumeMm3: 0,
  areaMm2,
  reachMm: 0,
  momentsMm5: [0, 0, 0],
  handedness: 0,
});

/** The fingerprint of the part multiplied by a factor. */
export function scaleFingerprint(print: Fingerprint, factor: number): Fingerprint {
  const [a, b, c] = print.momentsMm5;
  const fifth = factor ** 5;
  return {
    ...print,
    volumeMm3: print.volumeMm3 * factor ** 3,
    areaMm2: print.areaMm2 * factor ** 2,
    reachMm: print.reachMm * factor,
    momentsMm5: [a * fifth, b * fifth, c * fifth],
  };
}

/**
 * Whole numbers by which a database finds candidates: store the first, search for rows whose number is any of them, then
 * compare with `sameShape`. Covers parts that differ by the tolerance or by the factor 25.4. Empty for an open body.
 */
export function fingerprintKeys({ volumeMm3 }: Fingerprint): number[] {
  if (!(volumeMm3 > 0)) return [];
  const position = Math.log(volumeMm3);
  const reach = 1.05 * tolerances.mesh.volume;
  const inch = 3 * Math.log(MM_PER_INCH);
  const positions = [0, inch, -inch].flatMap((shift) =>
    [0, -reach, reach].map((step) => position + shift + step),
  );
  return [...new Set(positions.map((one) => Math.floor(one / BUCKET_WIDTH)))];
}
