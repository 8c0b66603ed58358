import type { BodyMesh, Hole, Pocket, Vector } from '../model-reading.ts';
import { axesAcross, dot, pointOf } from '../vectors.ts';
import { inscribedRadius, type Point } from './inscribed-circle.ts';
import { isRound, type Edge, type PartFaces } from './part-faces.ts';
import type { RayMesh } from './ray-mesh.ts';
import { areReachable, type Sample } from './samples.ts';

/** Walls line at least this fraction of the outline of a pocket's floor; a step has fewer walls. */
const MIN_WALLED_FRACTION = 0.6;
/** Along a floor's normal, a tool reaches at least this fraction of it; along a wall's, the opposite wall blocks it. */
const MIN_REACHED_FRACTION = 0.6;
/** Walls are within 45° of upright. */
const UPRIGHT = Math.SQRT1_2;

/**
 * Finds pockets and slots: plane floors with walls around them. Floors of holes do not count. `samples` are points on each face.
 */
export function findPockets(
  part: PartFaces,
  mesh: BodyMesh,
  rays: RayMesh,
  samples: readonly (readonly Sample[])[],
  holes: readonly Hole[],
): Pocket[] {
  const holeFaces = new Set(holes.flatMap(({ faces }) => faces));
  return part.faces.flatMap(({ surface, edges }, floor) => {
    if (surface.type !== 'plane') return [];
    const outlineEdges = edges.flatMap((edge) => part.edges[edge] ?? []);
    const risingEdges = outlineEdges.filter((edge) => isRising(part, edge, floor));
    const isWalled =
      lengthOf(risingEdges) >= MIN_WALLED_FRACTION * lengthOf(outlineEdges) && risingEdges.length > 0;
    if (!isWalled || risingEdges.every((edge) => holeFaces.has(otherFace(edge, floor)))) return [];
    if (!areReachable(samples[floor] ?? [], surface.normal, rays, MIN_REACHED_FRACTION)) return [];
    const walls = wallsFrom(part, risingEdges, floor, surface.normal);
    const base = dot(surface.point, surface.normal);
    const depthMm = Math.max(0, ...[...walls].map((face) => heightOf(mesh, face, surface.normal) - base));
    const widthMm = 2 * inscribedFloorRadius(mesh, floor, surface.normal, risingEdges);
    return depthMm > 0 && widthMm > 0 ? [{ depthMm, widthMm, faces: [floor, ...walls] }] : [];
  });
}

const otherFace = ({ faces }: Edge, face: number): number => (faces[0] === face ? faces[1] : faces[0]);

const lengthOf = (edges: readonly Edge[]): number => edges.reduce((sum, { lengthMm }) => sum + lengthMm, 0);

/** Whether the edge is an inner edge, or leads smoothly to an inner fillet. */
function isRising(part: PartFaces, edge: Edge, floor: number): boolean {
  if (edge.kind !== 'smooth') return edge.kind === 'concave';
  const next = part.faces[otherFace(edge, floor)]?.surface;
  return next !== undefined && isRound(next) && next.isConcave;
}

/** The faces at the rising edges, and those that continue inner fillets smoothly. */
function wallsFrom(part: PartFaces, rising: readonly Edge[], floor: number, up: Vector): Set<number> {
  const walls = new Set(rising.map((edge) => otherFace(edge, floor)));
  for (const wall of walls) {
    const face = part.faces[wall];
    if (!face || !isRound(face.surface) || !face.surface.isConcave) continue;
    for (const edgeNumber of face.edges) {
      const edge = part.edges[edgeNumber];
      const next = edge && otherFace(edge, wall);
      if (edge?.kind !== 'smooth' || next === undefined || next === floor) continue;
      const isLevel = edge.samples.some(({ normals }) => Math.abs(dot(normals[0], up)) > UPRIGHT);
      if (!isLevel) walls.add(next);
    }
  }
  return walls;
}

function heightOf({ positions, indices, faces }: BodyMesh, face: number, up: Vector): number {
  const { start = 0, count = 0 } = faces[face] ?? {};
  let highest = -Infinity;
  for (const vertex of indices.subarray(start, start + count)) {
    highest = Math.max(highest, dot(pointOf(positions, vertex), up));
  }
  return highest;
}

/** Radius of the largest circle with its centre over the floor that meets no wall; an open side does not bound it. */
function inscribedFloorRadius(mesh: BodyMesh, floor: number, up: Vector, rising: readonly Edge[]): number {
  const [right, ahead] = axesAcross(up);
  const flat = (point: Vector): Point => [dot(point, right), dot(point, ahead)];
  const { start = 0, count = 0 } = mesh.faces[floor] ?? {};
  const corners = [...mesh.indices.subarray(start, start + count)].map((vertex) =>
    flat(pointOf(mesh.positions, vertex)),
  );
  const walls = rising.flatMap(({ path }) =>
    path.slice(1).map((to, i) => [flat(path[i] ?? to), flat(to)] as const),
  );
  return inscribedRadius(corners, walls);
}
