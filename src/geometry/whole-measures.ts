import { convexHull } from './convex-hull.ts';
import { joinMeshes } from './mesh/join-meshes.ts';
import type { Body, BodyMesh, Measures, Vector } from './model-reading.ts';
import { stockBox } from './stock-box.ts';
import { at, boundsOf, lengthOf, longestFirst, middleOf, subtract, type Bounds } from './vectors.ts';

/** A body in its position in the file. */
export interface PlacedBody {
  body: Body;
  /** Points with the same box as the body: x, y, z of each, in mm. */
  corners: ArrayLike<number>;
  centreMm: Vector;
}

/** How much the box of a body may shrink, as a fraction of its size. */
const CORNER_TOLERANCE = 1e-5;
/** A body with more triangles gets the coarse tolerance: a round one would otherwise take minutes. */
const FINE_TRIANGLES = 50_000;
const COARSE_CORNER_TOLERANCE = 1e-4;

/** Limit for the mesh of all bodies: instances of a fine mesh can be many times as large as the file. */
const MAX_TRIANGLES = 300_000;

/** Joins the meshes; undefined if the result would be too large to display. */
export function wholeMesh(meshes: readonly BodyMesh[], place: (mesh: BodyMesh, index: number) => BodyMesh) {
  const triangles = meshes.reduce((sum, { indices }) => sum + indices.length / 3, 0);
  return triangles > MAX_TRIANGLES ? undefined : joinMeshes(meshes.map(place));
}

/** The few points that determine the box of a body: an assembly may contain hundreds of instances of a fine mesh. */
export function cornersOf({ mesh: { positions } }: Body): ArrayLike<number> {
  const bounds = boundsOf(positions);
  const sizeMm = bounds ? lengthOf(subtract(bounds.high, bounds.low)) : 0;
  const tolerance = positions.length > 9 * FINE_TRIANGLES ? COARSE_CORNER_TOLERANCE : CORNER_TOLERANCE;
  return convexHull(positions, tolerance * sizeMm)?.corners ?? positions;
}

/**
 * Measures of all bodies of a file, each in its position, as if they were one part. The volume is 0 if one of them is
 * open. `boxMm` is the box along the axes of the file, if known more exactly than from the corners.
 */
export function wholeMeasures(placed: readonly PlacedBody[], boxMm?: Vector): Measures {
  const points = new Float32Array(placed.reduce((sum, { corners }) => sum + corners.length, 0));
  let start = 0;
  for (const { corners } of placed) {
    points.set(corners, start);
    start += corners.length;
  }
  const bounds: Bounds = boundsOf(points) ?? { low: [0, 0, 0], high: [0, 0, 0] };
  const axisBoxMm = boxMm ?? subtract(bounds.high, bounds.low);
  const { edgesMm, isTilted } = stockBox(points, []);
  const isOpen = placed.some(({ body }) => body.kind === 'open');
  const volumeMm3 = isOpen ? 0 : placed.reduce((sum, { body }) => sum + body.measures.volumeMm3, 0);
  return {
    volumeMm3,
    areaMm2: placed.reduce((sum, { body }) => sum + body.measures.areaMm2, 0),
    boxMm: axisBoxMm,
    stockBoxMm: isTilted ? edgesMm : longestFirst(axisBoxMm),
    isStockTilted: isTilted,
    centreMm: isOpen ? middleOf(bounds) : centreOf(placed, volumeMm3),
  };
}

const centreOf = (placed: readonly PlacedBody[], volumeMm3: number): Vector =>
  [0, 1, 2].map(
    (i) =>
      placed.reduce((sum, { body, centreMm }) => sum + body.measures.volumeMm3 * at(centreMm, i), 0) /
      volumeMm3,
  ) as unknown as Vector;
