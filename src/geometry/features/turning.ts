import type { BodyMesh, Vector } from '../model-reading.ts';
import { dot, pointOf, subtract } from '../vectors.ts';
import { isRound, type PartFaces, type RoundSurface, type Surface } from './part-faces.ts';

/** A part is turned when more than this share of its area is round about one axis. */
const MIN_TURNED = 0.9;
/** Axes count as equal within these tolerances: a distance in mm and the cosine of an angle. */
const SAME_AXIS_MM = 1e-2;
const SAME_DIRECTION = 1 - 1e-8;
/** The outermost faces of a turned part cover at least this share of the circle. */
const MIN_ROUND = 0.6;

type Axis = RoundSurface['axis'];

/** The share of the area that is round about the axis with the largest area; 0 unless the outline about it is round. */
export function findTurning(part: PartFaces, mesh: BodyMesh): { turnedShare: number; isTurned: boolean } {
  const axis = mainAxis(part);
  if (!axis || !hasRoundOutline(part, mesh, axis)) return { turnedShare: 0, isTurned: false };
  let turned = 0;
  let total = 0;
  for (const { surface, areaMm2 } of part.faces) {
    total += areaMm2;
    if (turnsAbout(surface, axis)) turned += areaMm2;
  }
  const turnedShare = total > 0 ? turned / total : 0;
  return { turnedShare, isTurned: turnedShare > MIN_TURNED };
}

/** Whether a rotation about the axis maps the surface to itself: it is round about the axis, or a plane across it. */
export const turnsAbout = (surface: Surface, axis: Axis): boolean =>
  surface.type === 'plane'
    ? Math.abs(dot(surface.normal, axis.direction)) > SAME_DIRECTION
    : isRound(surface) && isOnAxis(surface.axis, axis);

function mainAxis({ faces }: PartFaces): Axis | undefined {
  const axes: { axis: Axis; areaMm2: number }[] = [];
  for (const { surface, areaMm2 } of faces) {
    if (!isRound(surface)) continue;
    const existing = axes.find(({ axis }) => isOnAxis(surface.axis, axis));
    if (existing) existing.areaMm2 += areaMm2;
    else axes.push({ axis: surface.axis, areaMm2 });
  }
  return axes.toSorted((a, b) => b.areaMm2 - a.areaMm2)[0]?.axis;
}

function isOnAxis(other: Axis, axis: Axis): boolean {
  return (
    Math.abs(dot(other.direction, axis.direction)) > SAME_DIRECTION &&
    distanceFrom(axis, other.point) < SAME_AXIS_MM
  );
}

export function distanceFrom(axis: Axis, point: Vector): number {
  const arm = subtract(point, axis.point);
  const along = dot(arm, axis.direction);
  return Math.sqrt(Math.max(0, dot(arm, arm) - along * along));
}

/** Whether the faces farthest from the axis turn about it and go round most of the circle. */
function hasRoundOutline({ faces }: PartFaces, mesh: BodyMesh, axis: Axis): boolean {
  const radii = mesh.faces.map(({ start, count }) => {
    let farthest = 0;
    for (const vertex of mesh.indices.subarray(start, start + count)) {
      farthest = Math.max(farthest, distanceFrom(axis, pointOf(mesh.positions, vertex)));
    }
    return farthest;
  });
  const radius = Math.max(...radii);
  const outer = faces.flatMap(({ surface, areaMm2 }, face) =>
    isRound(surface) && isOnAxis(surface.axis, axis) && (radii[face] ?? 0) > radius * (1 - 1e-4)
      ? [{ ...surface, areaMm2 }]
      : [],
  );
  const area = outer.reduce((sum, { areaMm2 }) => sum + areaMm2, 0);
  const length = outer.reduce((longest, { from, to }) => Math.max(longest, to - from), 0);
  return outer.length > 0 && area > MIN_ROUND * 2 * Math.PI * radius * length;
}
