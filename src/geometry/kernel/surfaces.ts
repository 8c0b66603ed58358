import type { BRepAdaptor_Surface } from 'replicad-opencascadejs';
import type { RoundSurface, Surface } from '../features/part-faces.ts';
import type { Vector } from '../model-reading.ts';
import { cross, dot, lengthOf, plus, subtract, times, unitVector } from '../vectors.ts';
import { canonicalSurface, type SurfacePoint } from './canonical-surface.ts';
import { scoped } from './scope.ts';
import { vectorOf } from './vector-of.ts';

/** The surface of a face, bounded to the face; `isReversed` determines the side of the material. */
export interface OrientedSurface {
  surface: BRepAdaptor_Surface;
  isReversed: boolean;
}

export function describeSurface(oriented: OrientedSurface): Surface {
  const type = oriented.surface.GetType();
  if (type === 'GeomAbs_Plane') {
    const { point, normal } = pointInMiddle(oriented);
    return { type: 'plane', point, normal };
  }
  if (type === 'GeomAbs_Cylinder') return describeCylinder(oriented);
  if (type === 'GeomAbs_Cone') return describeRound('cone', oriented);
  if (type === 'GeomAbs_Torus') return describeTorus(oriented);
  if (type === 'GeomAbs_Sphere') return describeSphere(oriented);
  const canonical = canonicalSurface(gridPoints(oriented));
  if (canonical) return canonical;
  return type === 'GeomAbs_SurfaceOfRevolution' ? describeRound('revolved', oriented) : { type: 'free' };
}

/** The point and the outward unit normal; the normal is 0 at tips, where it is undefined. */
export function pointAndNormal({ surface, isReversed }: OrientedSurface, u: number, v: number) {
  const { Point, D1U, D1V } = surface.EvalD1(u, v);
  const normal = unitVector(cross(vectorOf(D1U), vectorOf(D1V))) ?? ([0, 0, 0] as const);
  return { point: vectorOf(Point), normal: isReversed ? times(normal, -1) : normal };
}

function pointInMiddle(oriented: OrientedSurface) {
  const { from, to } = parameterBounds(oriented.surface);
  return pointAndNormal(oriented, (from.u + to.u) / 2, (from.v + to.v) / 2);
}

const FRACTIONS = [0, 1 / 3, 2 / 3, 1];

/** Points over the whole face, its corners included. */
function gridPoints(oriented: OrientedSurface): SurfacePoint[] {
  const { from, to } = parameterBounds(oriented.surface);
  return FRACTIONS.flatMap((u) =>
    FRACTIONS.map((v) =>
      pointAndNormal(oriented, from.u + u * (to.u - from.u), from.v + v * (to.v - from.v)),
    ),
  );
}

const parameterBounds = (surface: BRepAdaptor_Surface) => ({
  from: { u: surface.FirstUParameter(), v: surface.FirstVParameter() },
  to: { u: surface.LastUParameter(), v: surface.LastVParameter() },
});

type Axis = RoundSurface['axis'];

function describeCylinder(oriented: OrientedSurface): RoundSurface {
  return scoped((freeLater) => {
    const shape = freeLater(oriented.surface.Cylinder());
    const line = freeLater(shape.Axis());
    const axis = { point: vectorOf(line.Location()), direction: vectorOf(line.Direction()) };
    return { ...measureAlongAxis('cylinder', oriented, axis), radiusMm: shape.Radius() };
  });
}

/** Every line of constant v is a circle about the axis. */
function describeRound(type: 'cone' | 'revolved', oriented: OrientedSurface): Surface {
  const { from, to } = parameterBounds(oriented.surface);
  for (const fraction of [0.5, 0.25, 0.75]) {
    const v = from.v + fraction * (to.v - from.v);
    const ring = circleThrough(oriented.surface, (angle) => [angle, v]);
    if (ring) return measureAlongAxis(type, oriented, { point: ring.centre, direction: ring.normal });
  }
  return { type: 'free' };
}

function describeTorus(oriented: OrientedSurface): Surface {
  const ring = circleThrough(oriented.surface, (angle) => [angle, 0]);
  const { from, to } = parameterBounds(oriented.surface);
  const tube = circleThrough(oriented.surface, (angle) => [from.u, angle]);
  if (!ring || !tube) return { type: 'free' };
  const axis = { point: ring.centre, direction: ring.normal };
  const roundSurface = measureAlongAxis('torus', oriented, axis);
  const { point, normal } = pointInMiddle(oriented);
  const u = (from.u + to.u) / 2;
  const middleTube = circleThrough(oriented.surface, (angle) => [u, angle]) ?? tube;
  const isConcave = dot(normal, subtract(middleTube.centre, point)) > 0;
  return { ...roundSurface, isConcave, radiusMm: tube.radius };
}

function describeSphere(oriented: OrientedSurface): Surface {
  const shape = oriented.surface.Sphere();
  const centre = vectorOf(shape.Location());
  const radiusMm = shape.Radius();
  shape.delete();
  const { point, normal } = pointInMiddle(oriented);
  return { type: 'sphere', isConcave: dot(normal, subtract(centre, point)) > 0, radiusMm };
}

/** Measures the extent along the axis at points of one line of constant u, including its extremes. */
function measureAlongAxis(type: RoundSurface['type'], oriented: OrientedSurface, axis: Axis): RoundSurface {
  const { from, to } = parameterBounds(oriented.surface);
  const steps = [0, 0.25, 0.5, 0.75, 1].map((fraction) => from.v + fraction * (to.v - from.v));
  const heights = [...steps, ...(type === 'torus' ? crests(from.v, to.v) : [])].map((v) => {
    const point = vectorOf(oriented.surface.EvalD0(from.u, v));
    return dot(subtract(point, axis.point), axis.direction);
  });
  const { point, normal } = pointInMiddle(oriented);
  const arm = subtract(point, axis.point);
  const isConcave = dot(normal, arm) - dot(normal, axis.direction) * dot(arm, axis.direction) < 0;
  return { type, axis, from: Math.min(...heights), to: Math.max(...heights), isConcave, radiusMm: 0 };
}

/** The angles from `low` to `high` at which the tube of a torus is highest or lowest. */
function crests(low: number, high: number): number[] {
  const first = Math.ceil(low / Math.PI - 0.5);
  const last = Math.floor(high / Math.PI - 0.5);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => (first + n + 0.5) * Math.PI);
}

/** The circle through three points of a line on the surface, 2 radians apart; undefined for a point or a straight line. */
function circleThrough(
  surface: BRepAdaptor_Surface,
  parametersAt: (angle: number) => [u: number, v: number],
) {
  const [a, b, c] = [0, 2, 4].map((angle) => vectorOf(surface.EvalD0(...parametersAt(angle)))) as [
    Vector,
    Vector,
    Vector,
  ];
  const ab = subtract(b, a);
  const ac = subtract(c, a);
  const across = cross(ab, ac);
  const squaredLength = dot(across, across);
  const normal = unitVector(across);
  if (!normal || lengthOf(across) < 1e-9) return undefined;
  const toCentre = times(
    [0, 1, 2].map(
      (i) => (cross(across, ab)[i] ?? 0) * dot(ac, ac) + (cross(ac, across)[i] ?? 0) * dot(ab, ab),
    ) as unknown as Vector,
    1 / (2 * squaredLength),
  );
  return { centre: plus(a, toCentre), normal, radius: lengthOf(toCentre) };
}
