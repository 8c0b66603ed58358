import { handedness } from './handedness.ts';
import { thirdMomentAxes } from './mesh/mesh-moments.ts';
import type { FaceFigures, Vector } from './model-reading.ts';
import { principalAxes, type SymmetricMatrix } from './principal-axes.ts';
import { at, cross, dot, lengthOf, subtract, times, unitVector } from './vectors.ts';

/** Exact area and centroid of a face, which do not depend on its triangles. */
export interface FaceCentroid {
  areaMm2: number;
  centreMm: Vector;
}

/** With more faces, comparing all pairs takes too long. */
const MAX_FACES = 3_000;
/** Tolerance of equal figures, relative to the size of the body: files have at least 7 digits. */
const TOLERANCE = 3e-6;
/** Centres of faces are coplanar if their smallest principal moment is at most this fraction of their largest. */
const FLAT = 1e-6;
/** Principal moments closer than this do not determine their axes. */
const MIN_MOMENT_GAP = 1e-3;
/** Smallest handedness that counts: the figures of two mirror images then differ by twice this, far above noise. */
const MIN_HANDEDNESS = 1e-5;
/** Largest number of faces from which planes of symmetry are derived. */
const MAX_CANDIDATE_FACES = 12;

/** Dimensionless figures of the faces of a closed body about its centre of mass; undefined for too many faces. */
export function faceFigures(faces: readonly FaceCentroid[], centreMm: Vector): FaceFigures | undefined {
  const area = faces.reduce((sum, { areaMm2 }) => sum + areaMm2, 0);
  if (faces.length > MAX_FACES || !(area > 0)) return undefined;
  const size = Math.sqrt(area);
  const points = faces.map((face) => ({
    share: face.areaMm2 / area,
    point: times(subtract(face.centreMm, centreMm), 1 / size),
  }));
  const centroid = [0, 1, 2].map((i) =>
    points.reduce((sum, { share, point }) => sum + share * at(point, i), 0),
  ) as unknown as Vector;
  const second = secondMoments(points);
  const { values } = principalAxes(second);
  const isOwnMirrorImage = candidateNormals(points, second).some((normal) => isMirrored(points, normal));
  // Coplanar centres have no handedness except by rounding.
  const hasHandedness = !isOwnMirrorImage && values[0] > FLAT * values[2];
  return {
    spread: [lengthOf(centroid), ...values, meanDistance(points)],
    handedness: hasHandedness ? handedness({ volume: 1, second, third: thirdMoments(points) }) : 0,
    isOwnMirrorImage,
  };
}

interface WeightedPoint {
  /** Share of the total area. */
  share: number;
  point: Vector;
}

const sumOf = (points: readonly WeightedPoint[], axes: readonly number[]): number =>
  points.reduce(
    (sum, { share, point }) => axes.reduce((product, i) => product * at(point, i), share) + sum,
    0,
  );

function secondMoments(points: readonly WeightedPoint[]): SymmetricMatrix {
  const pairs = [
    [0, 0],
    [1, 1],
    [2, 2],
    [0, 1],
    [0, 2],
    [1, 2],
  ];
  return pairs.map((axes) => sumOf(points, axes)) as unknown as SymmetricMatrix;
}

const thirdMoments = (points: readonly WeightedPoint[]): number[] =>
  thirdMomentAxes.map((axes) => sumOf(points, axes));

/** Distinguishes patterns with equal moments, such as circles of holes that are rotated against each other. */
function meanDistance(points: readonly WeightedPoint[]): number {
  let sum = 0;
  for (const [n, a] of points.entries())
    for (let m = 0; m < n; m++) {
      const b = points[m] as WeightedPoint;
      sum += 2 * a.share * b.share * lengthOf(subtract(a.point, b.point));
    }
  return sum;
}

/** Normals of the possible planes of symmetry through the centre: across a principal axis, or between two equal faces. */
function candidateNormals(points: readonly WeightedPoint[], second: SymmetricMatrix): Vector[] {
  const { axes } = principalAxes(second);
  const offCentre = points.filter(({ point }) => lengthOf(point) > TOLERANCE);
  const candidates = offCentre.slice(0, MAX_CANDIDATE_FACES).flatMap((a) => [
    ...axes.map((axis) => cross(axis, a.point)),
    ...offCentre
      .filter((b) => b !== a && isAlike(a, b))
      .slice(0, MAX_CANDIDATE_FACES)
      .map((b) => subtract(a.point, b.point)),
  ]);
  return [...axes, ...candidates.map(unitVector).filter((normal) => normal !== undefined)];
}

const isAlike = (a: WeightedPoint, b: WeightedPoint): boolean =>
  Math.abs(a.share - b.share) <= TOLERANCE && Math.abs(lengthOf(a.point) - lengthOf(b.point)) <= TOLERANCE;

/** Whether the mirror image of every face is also a face. */
function isMirrored(points: readonly WeightedPoint[], normal: Vector): boolean {
  return points.every(({ share, point }) => {
    const image = subtract(point, times(normal, 2 * dot(point, normal)));
    return points.some(
      (other) =>
        Math.abs(other.share - share) <= TOLERANCE && lengthOf(subtract(other.point, image)) <= TOLERANCE,
    );
  });
}

/** Whether the figures belong to one shape, up to the noise of another export. */
export const haveEqualFaces = (a: FaceFigures, b: FaceFigures): boolean =>
  a.spread.every((figure, i) => Math.abs(figure - at(b.spread, i)) <= TOLERANCE) &&
  Math.abs(a.handedness - b.handedness) <= TOLERANCE;

/** Whether the figures distinguish a body from its mirror image, or the two are the same body. */
export function facesDetermineHandedness({
  spread: [, smallest = 0, middle = 0, largest = 0],
  handedness: bodyHandedness,
  isOwnMirrorImage,
}: FaceFigures): boolean {
  const minGap = MIN_MOMENT_GAP * largest;
  const areDistinct = middle - smallest > minGap && largest - middle > minGap;
  return isOwnMirrorImage || (areDistinct && Math.abs(bodyHandedness) > MIN_HANDEDNESS);
}
