import type { BodyMesh, Vector } from '../model-reading.ts';
import { at, cross, dot, lengthOf, subtract, times } from '../vectors.ts';
import { forEachEdge, nextInTriangle, sortHalfEdges, triangleOf } from './edges.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

/** Edges between triangles that meet at a larger angle are drawn. */
const FEATURE_COSINE = Math.cos(Math.PI / 6);
const SAME_PLANE_STEPS = 500;

/** The mesh for looking, with flat normals: each triangle has its own three vertices. */
export function displayMesh(mesh: TriangleMesh): BodyMesh {
  const { points, indices } = mesh;
  const normals = triangleNormals(mesh);
  const positions = new Float32Array(indices.length * 3);
  const vertexNormals = new Float32Array(indices.length * 3);
  for (const [h, vertex] of indices.entries()) {
    for (let axis = 0; axis < 3; axis++) {
      positions[h * 3 + axis] = at(points, vertex * 3 + axis);
      vertexNormals[h * 3 + axis] = at(normals, triangleOf(h) * 3 + axis);
    }
  }
  return {
    positions,
    normals: vertexNormals,
    indices: Uint32Array.from({ length: indices.length }, (_, h) => h),
    faces: [{ start: 0, count: indices.length }],
    edges: featureEdges(mesh, normals),
  };
}

/** x, y, z of the unit normal of each triangle; 0, 0, 0 without area. */
function triangleNormals({ points, indices }: TriangleMesh): Float64Array {
  const normals = new Float64Array(indices.length);
  const corner = (h: number): Vector => {
    const i = at(indices, h) * 3;
    return [at(points, i), at(points, i + 1), at(points, i + 2)];
  };
  for (let h = 0; h < indices.length; h += 3) {
    const a = corner(h);
    const normal = cross(subtract(corner(h + 1), a), subtract(corner(h + 2), a));
    const length = lengthOf(normal);
    if (length > 0) normals.set(times(normal, 1 / length), h);
  }
  return normals;
}

function featureEdges({ points, indices }: TriangleMesh, normals: Float64Array): Float32Array {
  const sorted = sortHalfEdges(indices, points.length / 3);
  const normal = (h: number): Vector => {
    const i = triangleOf(h) * 3;
    return [at(normals, i), at(normals, i + 1), at(normals, i + 2)];
  };
  const edges: number[] = [];
  forEachEdge(indices, sorted, (from, to) => {
    const h = at(sorted, from);
    if (to - from === 2) {
      const [a, b] = [normal(h), normal(at(sorted, from + 1))];
      const isFlat = dot(a, b) > FEATURE_COSINE || dot(a, a) === 0 || dot(b, b) === 0;
      if (isFlat) return;
    }
    for (const vertex of [at(indices, h), at(indices, nextInTriangle(h))]) {
      edges.push(at(points, vertex * 3), at(points, vertex * 3 + 1), at(points, vertex * 3 + 2));
    }
  });
  return Float32Array.from(edges);
}

/** Directions in which the mesh has plane faces, the largest area first, 48 at most. */
export function planeNormals({ points, indices }: TriangleMesh): Vector[] {
  const areas = new Map<number, { normal: Vector; area: number }>();
  const corner = (h: number): Vector => {
    const i = at(indices, h) * 3;
    return [at(points, i), at(points, i + 1), at(points, i + 2)];
  };
  for (let h = 0; h < indices.length; h += 3) {
    const a = corner(h);
    const doubled = cross(subtract(corner(h + 1), a), subtract(corner(h + 2), a));
    const area = lengthOf(doubled);
    if (!(area > 0)) continue;
    const normal = times(doubled, 1 / area);
    const key = normal.reduce((sum, value) => sum * 2048 + Math.round(value * SAME_PLANE_STEPS) + 1024, 0);
    const known = areas.get(key);
    if (known) known.area += area;
    else areas.set(key, { normal, area });
  }
  return [...areas.values()]
    .toSorted((a, b) => b.area - a.area)
    .slice(0, 48)
    .map(({ normal }) => normal);
}
