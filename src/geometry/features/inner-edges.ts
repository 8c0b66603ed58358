import type { Features } from '../model-reading.ts';
import { plus } from '../vectors.ts';
import { isRound, type Edge, type PartFaces } from './part-faces.ts';
import type { RayMesh } from './ray-mesh.ts';
import { turnsAbout } from './turning.ts';

/** Distance from the edge at which the path of a tool begins, as a fraction of the diagonal. */
const CLEARANCE = 2e-4;

/**
 * Finds inner edges that no round tool can make sharp. A flat end mill cuts the edge of a floor when it approaches perpendicular
 * to one of the two faces; where the part blocks both, as in the upright corner of a pocket, a radius remains. A circle between
 * two faces about one axis, as at the tip of a drilled hole, is cut by a tool that rotates about this axis, or on a lathe.
 */
export function findSharpInnerEdges(part: PartFaces, mesh: RayMesh): Features['sharpInnerEdges'] {
  return part.edges
    .filter((edge) => edge.kind === 'concave' && !isTurned(edge, part) && isOutOfReach(edge, mesh))
    .map(({ faces, lengthMm }) => ({ faces, lengthMm }));
}

function isTurned(edge: Edge, { faces }: PartFaces): boolean {
  const surfaces = edge.faces.flatMap((face) => faces[face]?.surface ?? []);
  return surfaces.some(
    (round) => isRound(round) && surfaces.every((surface) => turnsAbout(surface, round.axis)),
  );
}

function isOutOfReach({ samples }: Edge, mesh: RayMesh): boolean {
  const clearance = CLEARANCE * mesh.diagonalMm;
  const blocked = samples.filter(({ point, normals }) => {
    const [a, b] = normals;
    const start = plus(point, plus(a, b), clearance);
    return normals.every((normal) => mesh.isBlocked(start, normal));
  });
  return blocked.length * 2 > samples.length;
}

/** The smallest inner fillet or rounded corner. Holes do not count: a drill makes them. */
export function findSmallestInnerRadius(
  { faces }: PartFaces,
  holeFaces: ReadonlySet<number>,
): Features['smallestInnerRadius'] {
  const rounded = faces.flatMap(({ surface }, face) =>
    isRound(surface) && surface.isConcave && surface.radiusMm > 0 && !holeFaces.has(face)
      ? [{ face, radiusMm: surface.radiusMm }]
      : [],
  );
  if (rounded.length === 0) return undefined;
  const radiusMm = Math.min(...rounded.map((fillet) => fillet.radiusMm));
  return {
    radiusMm,
    faces: rounded.filter((fillet) => fillet.radiusMm <= radiusMm * 1.001).map(({ face }) => face),
  };
}
