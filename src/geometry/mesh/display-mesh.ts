import type { BodyMesh, Vector } from '../model-reading.ts';
import { at, cross, dot, lengthOf, pointOf, subtract, times } from '../vectors.ts';
import { forEachEdge, nextInTriangle, sortHalfEdges, triangleOf } from './edges.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

/** An edge is drawn if the normals of its two triangles differ by more than this angle: 30°. */
const FEATURE_COSINE = Math.cos(Math.PI / 6);
/** Coordinates of normals are rounded to this many steps per unit: equal results count as one direction. */
const SAME_PLANE_STEPS = 500;

/** More faces than this, as in a scan, are noise: the mesh then counts as one face. */
const MAX_FACES = 20_000;

/** The mesh for display, with flat normals: each triangle has its own three vertices, and triangles are grouped by face. */
export function displayMesh(mesh: TriangleMesh): BodyMesh {
  const { points, indices } = mesh;
  const normals = triangleNormals(mesh);
  const { edges, faceOf, faceCount } = splitFaces(mesh, normals);
  const { order, faces } = groupByFace(faceOf, faceCount);
  const positions = new Float32Array(indices.length * 3);
  const vertexNormals = new Float32Array(indices.length * 3);
  for (let h = 0; h < indices.length; h++) {
    const t = at(order, triangleOf(h));
    const vertex = at(indices, 3 * t + (h % 3));
    for (let axis = 0; axis < 3; axis++) {
      positions[h * 3 + axis] = at(points, vertex * 3 + axis);
      vertexNormals[h * 3 + axis] = at(normals, t * 3 + axis);
    }
  }
  return {
    positions,
    normals: vertexNormals,
    indices: Uint32Array.from({ length: indices.length }, (_, h) => h),
    faces,
    edges,
  };
}

/** Orders triangles by face, and within a face as in the file. */
function groupByFace(faceOf: Uint32Array, count: number) {
  const order = Uint32Array.from({ length: faceOf.length }, (_, t) => t);
  if (count > MAX_FACES) return { order, faces: [{ start: 0, count: 3 * faceOf.length }] };
  const sizes = new Uint32Array(count);
  for (const face of faceOf) sizes[face] = at(sizes, face) + 1;
  const offsets = new Uint32Array(count);
  for (let face = 1; face < count; face++) offsets[face] = at(offsets, face - 1) + at(sizes, face - 1);
  const faces = Array.from(sizes, (size, face) => ({ start: 3 * at(offsets, face), count: 3 * size }));
  for (const [t, face] of faceOf.entries()) {
    const offset = at(offsets, face);
    order[offset] = t;
    offsets[face] = offset + 1;
  }
  return { order, faces };
}

/** x, y, z of the unit normal of each triangle; 0, 0, 0 for one without area. */
function triangleNormals({ points, indices }: TriangleMesh): Float64Array {
  const normals = new Float64Array(indices.length);
  const corner = (h: number): Vector => pointOf(points, at(indices, h));
  for (let h = 0; h < indices.length; h += 3) {
    const a = corner(h);
    const normal = cross(subtract(corner(h + 1), a), subtract(corner(h + 2), a));
    const length = lengthOf(normal);
    if (length > 0) normals.set(times(normal, 1 / length), h);
  }
  return normals;
}

/** Finds the edges to draw, which separate faces, and the face of each triangle. */
function splitFaces({ points, indices }: TriangleMesh, normals: Float64Array) {
  const sorted = sortHalfEdges(indices, points.length / 3);
  const normalOf = (h: number): Vector => pointOf(normals, triangleOf(h));
  // A disjoint-set forest: each set of triangles is a face.
  const parents = Uint32Array.from({ length: indices.length / 3 }, (_, t) => t);
  const edges: number[] = [];
  forEachEdge(indices, sorted, (from, to) => {
    const h = at(sorted, from);
    // An edge of exactly two triangles; all other edges are drawn.
    if (to - from === 2) {
      const mate = at(sorted, from + 1);
      const [a, b] = [normalOf(h), normalOf(mate)];
      const isFlat = dot(a, b) > FEATURE_COSINE || dot(a, a) === 0 || dot(b, b) === 0;
      if (isFlat) {
        join(parents, triangleOf(h), triangleOf(mate));
        return;
      }
    }
    edges.push(...pointOf(points, at(indices, h)), ...pointOf(points, at(indices, nextInTriangle(h))));
  });
  return { edges: Float32Array.from(edges), ...numberFaces(parents) };
}

/** The first triangle of a set, which identifies the set. */
function firstOf(parents: Uint32Array, triangle: number): number {
  let first = triangle;
  while (at(parents, first) !== first) {
    const next = at(parents, at(parents, first));
    parents[first] = next;
    first = next;
  }
  return first;
}

function join(parents: Uint32Array, a: number, b: number): void {
  const [firstOfA, firstOfB] = [firstOf(parents, a), firstOf(parents, b)];
  parents[Math.max(firstOfA, firstOfB)] = Math.min(firstOfA, firstOfB);
}

/** Numbers the sets as faces, in the order of their first triangles. */
function numberFaces(parents: Uint32Array): { faceOf: Uint32Array; faceCount: number } {
  const faceOf = new Uint32Array(parents.length);
  let faceCount = 0;
  for (let t = 0; t < parents.length; t++) {
    const first = firstOf(parents, t);
    faceOf[t] = first === t ? faceCount++ : at(faceOf, first);
  }
  return { faceOf, faceCount };
}

/** Normals of at most 48 plane directions of the mesh, largest area first. */
export function planeNormals({ points, indices }: TriangleMesh): Vector[] {
  const areas = new Map<number, { normal: Vector; area: number }>();
  const corner = (h: number): Vector => pointOf(points, at(indices, h));
  for (let h = 0; h < indices.length; h += 3) {
    const a = corner(h);
    const areaVector = cross(subtract(corner(h + 1), a), subtract(corner(h + 2), a));
    const area = lengthOf(areaVector);
    if (!(area > 0)) continue;
    const normal = times(areaVector, 1 / area);
    // Packs the three rounded coordinates into one number.
    const key = normal.reduce((sum, value) => sum * 2048 + Math.round(value * SAME_PLANE_STEPS) + 1024, 0);
    const existing = areas.get(key);
    if (existing) existing.area += area;
    else areas.set(key, { normal, area });
  }
  return [...areas.values()]
    .toSorted((a, b) => b.area - a.area)
    .slice(0, 48)
    .map(({ normal }) => normal);
}
