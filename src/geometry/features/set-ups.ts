import type { Hole, Vector } from '../model-reading.ts';
import { dot, times } from '../vectors.ts';
import { isRound, type PartFaces } from './part-faces.ts';
import type { RayMesh } from './ray-mesh.ts';
import { isReachable, sampleFaces, type Sample } from './samples.ts';

/** Each direction is a bit of a mask, which has at most 31. */
const MAX_DIRECTIONS = 26;
/** Number of sample points on each face, and of additional ones spread over the whole part by area. */
const FACE_POINTS = 6;
const PART_POINTS = 500;
/** A face can be cut from a direction if at least this share of its points is free: adjacent faces hide a few. */
const MIN_REACHED_SHARE = 0.6;
/** A direction that reveals less of the area is not worth a set-up, unless it makes a hole. */
const MIN_GAIN = 5e-3;
const SAME_DIRECTION = Math.cos(Math.PI / 180);

/** The target of a set-up: a hole, or the surface around a point. */
interface Target {
  /** A bit for each direction that reaches it. */
  directionBits: number;
  /** Its share of the area; a hole counts as much as the whole area. */
  share: number;
}

/**
 * Estimates the smallest number of directions from which all holes and all reachable surfaces can be cut, and finds faces that
 * none reaches. Counts points, not faces: some systems export a round wall whole, others in halves.
 */
export function findSetups(
  part: PartFaces,
  mesh: RayMesh,
  holes: readonly Hole[],
): { setups: number; undercutFaces: number[] } {
  const directions = candidateDirections(part);
  const total = part.faces.reduce((sum, { areaMm2 }) => sum + areaMm2, 0);
  const shares = part.faces.map(({ areaMm2 }) => areaMm2 / total);
  const points = sampleFaces(mesh, (face) => FACE_POINTS + Math.round(PART_POINTS * (shares[face] ?? 0)));
  const reached = part.faces.map((_, face) =>
    (points[face] ?? []).map((point) => reachingDirections(point, directions, mesh)),
  );
  const holeFaces = new Set(holes.flatMap(({ faces }) => faces));
  const targets = [
    ...holes.map((hole) => ({ directionBits: drillDirections(hole, directions), share: 1 })),
    ...reached.flatMap((masks, face) =>
      holeFaces.has(face)
        ? []
        : masks.map((mask) => ({ directionBits: mask, share: (shares[face] ?? 0) / masks.length })),
    ),
  ];
  const undercutFaces = [...part.faces.keys()].filter((face) => {
    const masks = reached[face] ?? [];
    const isReached = (index: number) =>
      masks.filter((mask) => (mask & (1 << index)) !== 0).length >= MIN_REACHED_SHARE * masks.length;
    return masks.length > 0 && ![...directions.keys()].some(isReached);
  });
  return { setups: countSetups(targets, directions.length), undercutFaces };
}

/** Greedy: takes the direction that reaches the largest share of the remaining targets, until none is worth a set-up. */
function countSetups(targets: readonly Target[], directionCount: number): number {
  let remaining = targets;
  for (let setups = 0; ; setups++) {
    const gains = Array.from({ length: directionCount }, (_, index) =>
      remaining.reduce(
        (sum, target) => ((target.directionBits & (1 << index)) === 0 ? sum : sum + target.share),
        0,
      ),
    );
    const most = Math.max(0, ...gains);
    if (most < MIN_GAIN) return setups;
    const best = 1 << gains.indexOf(most);
    remaining = remaining.filter((target) => (target.directionBits & best) === 0);
  }
}

const bitsOf = (directions: readonly Vector[], predicate: (direction: Vector) => boolean): number =>
  directions.reduce((bits, direction, index) => (predicate(direction) ? bits | (1 << index) : bits), 0);

/** The directions from which a tool reaches a point, as bits. */
const reachingDirections = (point: Sample, directions: readonly Vector[], mesh: RayMesh): number =>
  bitsOf(directions, (direction) => isReachable(point, direction, mesh));

/** The directions from which a hole can be drilled, as bits; a plain through hole can be drilled from both ends. */
function drillDirections({ kind, steps, axis }: Hole, directions: readonly Vector[]): number {
  const isPlain = kind === 'through' && steps.length === 1;
  return bitsOf(directions, (direction) => {
    const cosine = dot(axis.direction, direction);
    return -cosine > SAME_DIRECTION || (isPlain && cosine > SAME_DIRECTION);
  });
}

/** Normals of plane faces and axes of round ones, each in both directions, largest area first. */
function candidateDirections({ faces }: PartFaces): Vector[] {
  const lines: { direction: Vector; areaMm2: number }[] = [];
  for (const { surface, areaMm2 } of faces) {
    const direction =
      surface.type === 'plane' ? surface.normal : isRound(surface) ? surface.axis.direction : undefined;
    if (!direction) continue;
    const existing = lines.find((line) => Math.abs(dot(line.direction, direction)) > SAME_DIRECTION);
    if (existing) existing.areaMm2 += areaMm2;
    else lines.push({ direction, areaMm2 });
  }
  return lines
    .toSorted((a, b) => b.areaMm2 - a.areaMm2)
    .slice(0, MAX_DIRECTIONS / 2)
    .flatMap(({ direction }) => [direction, times(direction, -1)]);
}
