import type { Hole, Vector } from '../model-reading.ts';
import { dot, plus, subtract, times } from '../vectors.ts';
import { isRound, type Face, type PartFaces, type RoundSurface } from './part-faces.ts';
import type { RayMesh } from './ray-mesh.ts';
import { distanceFrom } from './turning.ts';

/** Axes count as equal within these tolerances: a distance in mm and the sine of an angle. */
const SAME_AXIS_MM = 1e-3;
const SAME_DIRECTION = 1e-5;
/** A wall that covers less than this fraction of the circle is a fillet, or the end of a slot, which covers half. */
const MIN_ROUND = 0.6;
/** Largest gap between parts of one wall, in mm. */
const GAP_MM = 1e-3;

/** A round wall: the faces of one cylinder, cone or fillet. `from` and `to` are positions along its axis. */
interface Wall {
  type: RoundSurface['type'];
  radiusMm: number;
  from: number;
  to: number;
  areaMm2: number;
  faces: number[];
}

interface Axis {
  point: Vector;
  direction: Vector;
  walls: Wall[];
}

/** Round holes: cylinders that follow each other on one axis, with the cones and fillets between them. */
export function findHoles(part: PartFaces, mesh: RayMesh): Hole[] {
  return axesOf(part.faces).flatMap((axis) =>
    stacksOf(axis, part).flatMap((stack) => describeHole(axis, stack, mesh) ?? []),
  );
}

/** Groups concave round faces by axis; touching parts of one cylinder are one wall. */
function axesOf(faces: readonly Face[]): Axis[] {
  const axes: Axis[] = [];
  for (const [face, { surface, areaMm2 }] of faces.entries()) {
    if (!isRound(surface) || (!surface.isConcave && surface.type !== 'torus')) continue;
    const existing = axes.find((axis) => isSameAxis(axis, surface.axis));
    const axis = existing ?? { ...surface.axis, walls: [] };
    if (!existing) axes.push(axis);
    const shift = dot(subtract(surface.axis.point, axis.point), axis.direction);
    const sign = Math.sign(dot(axis.direction, surface.axis.direction));
    const ends = [shift + sign * surface.from, shift + sign * surface.to] as const;
    axis.walls.push({
      type: surface.type,
      radiusMm: surface.radiusMm,
      from: Math.min(...ends),
      to: Math.max(...ends),
      areaMm2,
      faces: [face],
    });
  }
  return axes.map((axis) => ({ ...axis, walls: mergeWalls(axis.walls) }));
}

function isSameAxis(a: RoundSurface['axis'], b: RoundSurface['axis']): boolean {
  const isParallel = Math.abs(dot(a.direction, b.direction)) > 1 - SAME_DIRECTION ** 2 / 2;
  return isParallel && distanceFrom(a, b.point) < SAME_AXIS_MM;
}

function mergeWalls(walls: readonly Wall[]): Wall[] {
  const merged: Wall[] = [];
  for (const wall of walls.toSorted((a, b) => a.from - b.from)) {
    const previous = merged.find(
      (candidate) =>
        candidate.type === wall.type &&
        Math.abs(candidate.radiusMm - wall.radiusMm) < GAP_MM &&
        wall.from <= candidate.to + GAP_MM,
    );
    if (previous) {
      previous.to = Math.max(previous.to, wall.to);
      previous.areaMm2 += wall.areaMm2;
      previous.faces.push(...wall.faces);
    } else merged.push({ ...wall, faces: [...wall.faces] });
  }
  return merged;
}

interface Stack {
  from: number;
  to: number;
  cylinders: Wall[];
  /** The cones and fillets at the edges of the cylinders. */
  others: Wall[];
}

/** Cylinders around most of the circle that touch along the axis, with the cones and fillets at their edges. */
function stacksOf({ walls }: Axis, part: PartFaces): Stack[] {
  const stacks: Stack[] = [];
  for (const wall of walls) {
    if (wall.type !== 'cylinder' || !coversMostOfCircle(wall)) continue;
    const previous = stacks.at(-1);
    if (previous && touches(previous, wall, walls)) {
      previous.cylinders.push(wall);
      previous.to = Math.max(previous.to, wall.to);
    } else stacks.push({ from: wall.from, to: wall.to, cylinders: [wall], others: [] });
  }
  for (const stack of stacks) {
    stack.others = walls.filter((wall) => wall.type !== 'cylinder' && isAdjacent(wall, stack, part));
    stack.from = Math.min(stack.from, ...stack.others.map(({ from }) => from));
    stack.to = Math.max(stack.to, ...stack.others.map(({ to }) => to));
  }
  return stacks;
}

/** Whether there is nothing but a cone or fillet between the stack and the next wall. */
function touches({ to }: Stack, wall: Wall, walls: readonly Wall[]): boolean {
  const reach = walls
    .filter((other) => other.type !== 'cylinder' && other.from <= to + GAP_MM)
    .reduce((highest, other) => Math.max(highest, other.to), to);
  return wall.from <= reach + GAP_MM;
}

function isAdjacent(wall: Wall, { cylinders }: Stack, part: PartFaces): boolean {
  const cylinderFaces = new Set(cylinders.flatMap(({ faces }) => faces));
  return wall.faces.some((face) =>
    (part.faces[face]?.edges ?? []).some((edge) =>
      part.edges[edge]?.faces.some((neighbour) => cylinderFaces.has(neighbour)),
    ),
  );
}

const coversMostOfCircle = ({ areaMm2, radiusMm, from, to }: Wall): boolean =>
  areaMm2 > MIN_ROUND * 2 * Math.PI * radiusMm * (to - from);

/** Describes a hole; undefined for a ring groove, whose axis is inside the material, and for a cavity without an opening. */
function describeHole(axis: Axis, stack: Stack, mesh: RayMesh): Hole | undefined {
  const low = stack.cylinders[0];
  const high = stack.cylinders.at(-1);
  if (!low || !high) return undefined;
  const upward = lookAlongAxis(axis, high, 1, mesh);
  const downward = lookAlongAxis(axis, low, -1, mesh);
  if (upward === 'material' || downward === 'material') return undefined;
  if (upward === 'closed' && downward === 'closed') return undefined;
  const isThrough = upward === 'open' && downward === 'open';
  const opensAtTop = isThrough ? high.radiusMm >= low.radiusMm : upward === 'open';
  const ordered = opensAtTop ? stack.cylinders.toReversed() : stack.cylinders;
  const mouth = opensAtTop ? stack.to : stack.from;
  const floor = isThrough ? (opensAtTop ? stack.from : stack.to) : opensAtTop ? low.from : high.to;
  return {
    kind: isThrough ? 'through' : 'blind',
    steps: ordered.map(({ radiusMm, from, to }) => ({ diameterMm: 2 * radiusMm, depthMm: to - from })),
    depthMm: Math.abs(mouth - floor),
    faces: [...stack.cylinders, ...stack.others].flatMap(({ faces }) => faces),
    axis: { point: pointAt(axis, mouth), direction: opensAtTop ? times(axis.direction, -1) : axis.direction },
  };
}

const pointAt = ({ point, direction }: Axis, height: number): Vector => plus(point, direction, height);

/**
 * Looks along the axis from the middle of a wall. A floor up to a radius beyond the wall, which is room for a drill's tip, closes
 * the hole; one farther away does not belong to it. `material` means that the axis runs inside the material.
 */
function lookAlongAxis(axis: Axis, wall: Wall, sign: 1 | -1, mesh: RayMesh): 'open' | 'closed' | 'material' {
  const middle = (wall.from + wall.to) / 2;
  const hit = mesh.cast(pointAt(axis, middle), times(axis.direction, sign));
  if (!hit) return 'open';
  if (dot(hit.normal, times(axis.direction, sign)) > 0) return 'material';
  return hit.distanceMm <= (wall.to - wall.from) / 2 + 1.1 * wall.radiusMm ? 'closed' : 'open';
}
