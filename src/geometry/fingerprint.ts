import { facesDetermineHandedness, haveEqualFaces } from './face-figures.ts';
import { handedness } from './handedness.ts';
import type { MeshMoments } from './mesh/mesh-moments.ts';
import type { Fingerprint, Vector } from './model-reading.ts';
import { principalAxes } from './principal-axes.ts';
import { MM_PER_INCH } from './units.ts';
import { at } from './vectors.ts';

/** How the second part relates to the first; `scale` is the factor from the first to the second. */
export type Likeness = 'same' | 'mirrored' | { scale: number } | 'different';

/**
 * Relative tolerances. A coarse mesh of a round part loses up to 0.8 % of the volume, but its corners lie on the part:
 * the reach, from the centre to the farthest point, distinguishes a part from one that is 0.2 % larger. The triangles
 * of a free-form face may protrude by 0.3 % of the reach. Exact figures, and those of a fine mesh, distinguish such
 * parts by their volumes, which differ by 0.6 %.
 */
const tolerances = {
  exact: { volume: 2e-5, area: 1e-4, moments: 1e-4, reach: 5e-3 },
  mesh: { volume: 9e-3, area: 9e-3, moments: 1.8e-2, reach: 8e-4 },
  fineMesh: { volume: 1e-3, area: 1e-3, moments: 2e-3, reach: 5e-3 },
} as const;

/** A smaller handedness is an effect of rounding or of the tolerance of a mesh. */
const HANDEDNESS_NOISE = { exact: 1e-6, mesh: 1e-3 } as const;
const HANDEDNESS_TOLERANCE = 0.02;
/** The error of a mesh's third moments is at most this many times that of its lower moments. */
const NOISE_OF_THIRD_MOMENTS = 10;

/**
 * The figures of a shape differ by up to this fraction between exports, and its handedness by this much. Files have at
 * least 7 digits (float32 in STL), which changes a rotated and moved plate of 12 mm by 1.1e-6; the kernel integrates to
 * 1e-6. A boss of 0.2 % of the volume that moves by 0.1 mm changes them by 12e-6.
 */
const EXPORT_NOISE = 3e-6;
/** Principal moments closer than this determine neither their axes nor the handedness of the part. */
const DISTINCT_MOMENTS = 1e-3;

/** Tolerance of the search by volume: a coarse mesh is off by up to 0.9 %, the figure sent with an order by 0.1 %. */
export const VOLUME_SEARCH_TOLERANCE = 0.0105;

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

/** The fingerprint of a body with exact figures. The handedness is that of its mesh; 0 if the mesh is too coarse for it. */
export function exactFingerprint(
  exact: { volumeMm3: number; areaMm2: number; momentsMm5: Vector },
  mesh: MeshMoments,
): Fingerprint {
  const momentsMm5 = exact.momentsMm5.toSorted((a, b) => a - b) as unknown as Vector;
  const meshBased = meshFingerprint(mesh);
  const noise = Math.max(
    Math.abs(meshBased.volumeMm3 / exact.volumeMm3 - 1),
    ...meshBased.momentsMm5.map((moment, i) => Math.abs(moment / at(momentsMm5, i) - 1)),
  );
  const exceedsNoise = Math.abs(meshBased.handedness) > NOISE_OF_THIRD_MOMENTS * noise;
  return {
    precision: 'exact',
    volumeMm3: exact.volumeMm3,
    areaMm2: exact.areaMm2,
    reachMm: mesh.reach,
    momentsMm5,
    handedness: exceedsNoise ? meshBased.handedness : 0,
  };
}

/** Compares two closed parts. Mirrors of nearly symmetric parts count as the same. */
export function compareShapes(a: Fingerprint, b: Fingerprint): Likeness {
  const unscaled = compare(a, b);
  if (unscaled !== 'different') return unscaled;
  for (const scale of [MM_PER_INCH, 1 / MM_PER_INCH]) {
    if (compare(scaleFingerprint(a, scale), b) === 'same') return { scale };
  }
  return 'different';
}

function compare(a: Fingerprint, b: Fingerprint): 'same' | 'mirrored' | 'different' {
  const precision = a.precision === 'exact' && b.precision === 'exact' ? 'exact' : 'mesh';
  const isWithin = ({ volume, area, moments, reach }: (typeof tolerances)[keyof typeof tolerances]) =>
    isNear(a.volumeMm3, b.volumeMm3, volume) &&
    isNear(a.areaMm2, b.areaMm2, area) &&
    isNear(a.reachMm, b.reachMm, reach) &&
    a.momentsMm5.every((moment, i) => isNear(moment, at(b.momentsMm5, i), moments));
  const isAlike =
    a.volumeMm3 > 0 &&
    b.volumeMm3 > 0 &&
    (isWithin(tolerances[precision]) || (precision === 'mesh' && isWithin(tolerances.fineMesh))) &&
    Math.abs(Math.abs(a.handedness) - Math.abs(b.handedness)) <= HANDEDNESS_TOLERANCE;
  if (!isAlike) return 'different';
  const weaker = Math.min(Math.abs(a.handedness), Math.abs(b.handedness));
  return a.handedness * b.handedness < 0 && weaker > HANDEDNESS_NOISE[precision] ? 'mirrored' : 'same';
}

const isNear = (a: number, b: number, tolerance: number): boolean =>
  Math.abs(a - b) <= tolerance * Math.max(a, b);

/**
 * Whether two fingerprints belong to one shape, up to the noise of another export. Unlike `compareShapes`, tells an
 * altered copy from the part. A mesh never equals a B-rep body. A shape of unknown handedness equals none; callers
 * compare the bytes.
 */
export const isEqualShape = (a: Fingerprint, b: Fingerprint): boolean =>
  hasEqualFigures(a, b) && determinesHandedness(a) && determinesHandedness(b);

/** Like `isEqualShape`, but also true for mirror images. */
export function hasEqualFigures(a: Fingerprint, b: Fingerprint): boolean {
  // Rotating a B-rep body changes its triangles, and thus its reach and handedness. Its faces are more exact.
  const faces = a.faces && b.faces && ([a.faces, b.faces] as const);
  return (
    a.precision === b.precision &&
    a.volumeMm3 > 0 &&
    b.volumeMm3 > 0 &&
    isNear(a.volumeMm3, b.volumeMm3, EXPORT_NOISE) &&
    isNear(a.areaMm2, b.areaMm2, EXPORT_NOISE) &&
    isNear(a.reachMm, b.reachMm, faces ? tolerances.exact.reach : EXPORT_NOISE) &&
    a.momentsMm5.every((moment, i) => isNear(moment, at(b.momentsMm5, i), EXPORT_NOISE)) &&
    (faces ? haveEqualFaces(...faces) : Math.abs(a.handedness - b.handedness) <= EXPORT_NOISE)
  );
}

/** Whether a mirror image would have another handedness. For a B-rep body, 0 may mean that its mesh was too coarse. */
function determinesHandedness({
  precision,
  momentsMm5: [a, b, c],
  handedness: bodyHandedness,
  faces,
}: Fingerprint): boolean {
  if (faces && facesDetermineHandedness(faces)) return true;
  const areDistinct = !isNear(a, b, DISTINCT_MOMENTS) && !isNear(b, c, DISTINCT_MOMENTS);
  return areDistinct && (precision === 'mesh' || Math.abs(bodyHandedness) > EXPORT_NOISE);
}

/** The fingerprint of an open body, which equals no other. */
export const openFingerprint = (precision: Fingerprint['precision'], areaMm2: number): Fingerprint => ({
  precision,
  volumeMm3: 0,
  areaMm2,
  reachMm: 0,
  momentsMm5: [0, 0, 0],
  handedness: 0,
});

/** The fingerprint of the part scaled by a factor. */
export function scaleFingerprint(fingerprint: Fingerprint, factor: number): Fingerprint {
  const [a, b, c] = fingerprint.momentsMm5;
  const fifth = factor ** 5;
  return {
    ...fingerprint,
    volumeMm3: fingerprint.volumeMm3 * factor ** 3,
    areaMm2: fingerprint.areaMm2 * factor ** 2,
    reachMm: fingerprint.reachMm * factor,
    momentsMm5: [a * fifth, b * fifth, c * fifth],
  };
}
