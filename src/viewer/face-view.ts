import type { BodyMesh, Vector } from '#geometry/model-reading.ts';
import { boundsOf, dot, lengthOf, plus, subtract, type Bounds } from '#geometry/vectors.ts';
import { indicesOf, samplesOf, type Raycast, type Sample } from './triangles.ts';
import { axesOf, directionTo, fitBox, standardViews, type Direction, type View } from './view.ts';

/** At most this many rays test how visible faces are; fewer in large meshes, so that the page never blocks. */
const MAX_SAMPLES = 48;
const MANY_TRIANGLES = 200_000;
/** Faces fill at least this fraction of the picture's height. */
const MIN_HEIGHT_FRACTION = 0.2;

/** The 26 directions to sides, edges and corners of a cube. */
const directions: readonly Direction[] = [-1, 0, 1].flatMap((x) =>
  [-1, 0, 1].flatMap((y) =>
    [-1, 0, 1]
      .map((z): Vector => [x, y, z])
      .filter((vector) => lengthOf(vector) > 0)
      .map(directionTo),
  ),
);

/** The view that shows the most of these faces, uncovered and large enough; undefined without such faces. */
export function viewOfFaces(
  mesh: BodyMesh,
  raycast: Raycast,
  faces: readonly number[],
  { box, aspect, from }: { box: Bounds; aspect: number; from: Direction },
): View | undefined {
  const samples = samplesOf(mesh, faces, mesh.indices.length > 3 * MANY_TRIANGLES ? 6 : MAX_SAMPLES);
  const facesBox = boxOfFaces(mesh, faces);
  if (samples.length === 0 || !facesBox) return undefined;
  const size = lengthOf(subtract(box.high, box.low));
  const [best] = [from, standardViews[0], ...directions]
    .map((direction) => ({
      direction,
      score: visibleFraction(samples, raycast, direction, size) + preference(direction, from),
    }))
    .toSorted((a, b) => b.score - a.score);
  if (!best) return undefined;
  const far = fitBox(best.direction, box, aspect);
  const close = fitBox(best.direction, facesBox, aspect);
  if (close.height >= far.height * MIN_HEIGHT_FRACTION) return far;
  return { ...far, target: close.target, height: close.height / MIN_HEIGHT_FRACTION };
}

/** The visible fraction of the samples: 1 if all face the eye and nothing covers them. */
function visibleFraction(
  samples: readonly Sample[],
  raycast: Raycast,
  direction: Direction,
  size: number,
): number {
  const { toEye } = axesOf(direction);
  let visible = 0;
  for (const { point, normal } of samples) {
    const facing = dot(normal, toEye);
    // A wall at a grazing angle looks like a line.
    if (facing < 0.1) continue;
    if (!raycast(plus(point, normal, size * 1e-4), toEye)) visible += facing;
  }
  return visible / samples.length;
}

/** Prefers oblique views from above near the current one, among views that show about as much. */
function preference(direction: Direction, from: Direction): number {
  const { toEye } = axesOf(direction);
  const oblique = 1 - Math.max(...toEye.map(Math.abs));
  return 0.03 * oblique + 0.012 * toEye[2] + 0.012 * dot(toEye, axesOf(from).toEye);
}

function boxOfFaces(mesh: BodyMesh, faces: readonly number[]): Bounds | undefined {
  const indices = indicesOf(mesh, faces);
  const points = new Float32Array(indices.length * 3);
  for (const [index, vertex] of indices.entries())
    points.set(mesh.positions.subarray(vertex * 3, vertex * 3 + 3), index * 3);
  return boundsOf(points);
}
