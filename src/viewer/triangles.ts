import type { BodyMesh, Vector } from '#geometry/model-reading.ts';
import { meetsBox, distanceToTriangle } from '#geometry/features/ray-mesh.ts';
import { at, cross, dot, lengthOf, plus, pointOf, subtract, times } from '#geometry/vectors.ts';

export interface Hit {
  point: Vector;
  triangle: number;
  distance: number;
}

/** Nearest triangle along the unit vector `direction` that is not cut away; undefined if there is none. */
export type Raycast = (
  origin: Vector,
  direction: Vector,
  isCutAway?: (point: Vector) => boolean,
) => Hit | undefined;

/**
 * Triangles per block, each of which has a bounding box. Neighbours in the file are usually neighbours on the part, so
 * the boxes exclude most triangles.
 */
const BLOCK = 128;

/**
 * Casts rays at a mesh. The preparation takes one pass over the triangles. Building a tree of boxes would take a
 * hundred times as long: it would block the page for seconds with a million triangles, to pay off only after thousands
 * of rays.
 */
export function createRaycast(mesh: BodyMesh): Raycast {
  const boxes = blockBoxes(mesh);
  const triangles = mesh.indices.length / 3;
  return (origin, direction, isCutAway) => {
    const inverse = [1 / direction[0], 1 / direction[1], 1 / direction[2]] as const;
    const pointAt = (distance: number): Vector => plus(origin, direction, distance);
    let distance = Infinity;
    let triangle = -1;
    for (let block = 0; block * 6 < boxes.length; block++) {
      if (!meetsBox(boxes, block * 6, origin, inverse, distance)) continue;
      const end = Math.min(triangles, (block + 1) * BLOCK);
      for (let t = block * BLOCK; t < end; t++) {
        const hitDistance = distanceToTriangle(mesh, t, origin, direction);
        if (hitDistance >= distance || isCutAway?.(pointAt(hitDistance))) continue;
        distance = hitDistance;
        triangle = t;
      }
    }
    return triangle < 0 ? undefined : { point: pointAt(distance), triangle, distance };
  };
}

/** Whether a ray that hits the triangle leaves the material there. */
export const leavesMaterial = (mesh: BodyMesh, { triangle }: Hit, direction: Vector): boolean =>
  dot(areaVectorOf(mesh, triangle * 3), direction) > 0;

/** Six numbers per block: its lowest and highest coordinates. */
function blockBoxes({ positions, indices }: BodyMesh): Float64Array {
  const boxes = new Float64Array(Math.ceil(indices.length / (3 * BLOCK)) * 6);
  for (let box = 0; box < boxes.length; box += 6) {
    boxes.fill(Infinity, box, box + 3).fill(-Infinity, box + 3, box + 6);
    const start = (box / 6) * BLOCK * 3;
    const end = Math.min(indices.length, start + BLOCK * 3);
    for (let i = start; i < end; i++) {
      const vertex = at(indices, i) * 3;
      for (let axis = 0; axis < 3; axis++) {
        const value = at(positions, vertex + axis);
        if (value < at(boxes, box + axis)) boxes[box + axis] = value;
        if (value > at(boxes, box + 3 + axis)) boxes[box + 3 + axis] = value;
      }
    }
  }
  return boxes;
}

export const cornerOf = ({ positions, indices }: BodyMesh, index: number): Vector =>
  pointOf(positions, at(indices, index));

/** Number of the face that a triangle belongs to; -1 for none. */
export const faceOf = ({ faces }: BodyMesh, triangle: number): number =>
  faces.findIndex(({ start, count }) => triangle * 3 >= start && triangle * 3 < start + count);

/** Indices of all triangles of these faces. */
export function indicesOf({ faces, indices }: BodyMesh, faceNumbers: readonly number[]): Uint32Array {
  const ranges = faceNumbers.flatMap((number) => faces[number] ?? []);
  const all = new Uint32Array(ranges.reduce((sum, { count }) => sum + count, 0));
  let end = 0;
  for (const { start, count } of ranges) {
    all.set(indices.subarray(start, start + count), end);
    end += count;
  }
  return all;
}

export interface Sample {
  point: Vector;
  /** Normal of the triangle, pointing out of the material. */
  normal: Vector;
}

/** Up to `count` points on these faces, spread over their area. */
export function samplesOf(mesh: BodyMesh, faceNumbers: readonly number[], count: number): Sample[] {
  const ranges = faceNumbers.flatMap((number) => mesh.faces[number] ?? []);
  const total = ranges.reduce((sum, { start, count: length }) => sum + areaOf(mesh, start, length), 0);
  const samples: Sample[] = [];
  let passed = 0;
  let step = 0;
  for (const { start, count: length } of ranges) {
    for (let index = start; index < start + length; index += 3) {
      passed += areaOf(mesh, index, 3) / (total || 1);
      const next = Math.floor(passed * count + 1e-6);
      if (next > step) samples.push(sampleAt(mesh, index, samples.length % 3));
      step = next;
    }
  }
  return samples;
}

/** The normal of the triangle that begins at this index; its length is twice the area. */
function areaVectorOf(mesh: BodyMesh, index: number): Vector {
  const a = cornerOf(mesh, index);
  return cross(subtract(cornerOf(mesh, index + 1), a), subtract(cornerOf(mesh, index + 2), a));
}

function areaOf(mesh: BodyMesh, start: number, count: number): number {
  let area = 0;
  for (let index = start; index < start + count; index += 3) area += lengthOf(areaVectorOf(mesh, index)) / 2;
  return area;
}

/** A sample near a corner: the wall triangles of a hole are as long as the hole, and only the ends of a deep one are visible. */
function sampleAt(mesh: BodyMesh, index: number, corner: number): Sample {
  const areaVector = areaVectorOf(mesh, index);
  const [a, b, c] = [0, 1, 2].map((turn) => cornerOf(mesh, index + ((corner + turn) % 3))) as [
    Vector,
    Vector,
    Vector,
  ];
  return {
    point: [0, 1, 2].map(
      (axis) => at(a, axis) * 0.84 + (at(b, axis) + at(c, axis)) * 0.08,
    ) as unknown as Vector,
    normal: times(areaVector, 1 / (lengthOf(areaVector) || 1)),
  };
}
