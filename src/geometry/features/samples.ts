import type { Vector } from '../model-reading.ts';
import { cross, dot, lengthOf, plus, subtract } from '../vectors.ts';
import type { RayMesh } from './ray-mesh.ts';

export interface Sample {
  point: Vector;
  /** Unit normal that points out of the material. */
  normal: Vector;
  face: number;
}

/** Steps of Roberts' R2 sequence, which fills a triangle evenly and deterministically. */
const STEP_U = 0.7548776662466927;
const STEP_V = 0.5698402909980532;

/** About `count` points spread evenly over the area; the same mesh always gives the same points. */
export function sampleArea(mesh: RayMesh, count: number): Sample[] {
  const areas = triangleAreas(mesh);
  return spreadSamples(mesh, areas, [...areas.keys()], count);
}

/** About `countOf` points on each face, spread evenly over its area; none on a face without triangles. */
export function sampleFaces(mesh: RayMesh, countOf: (face: number) => number): Sample[][] {
  const areas = triangleAreas(mesh);
  const triangles: number[][] = [];
  for (const [triangle, face] of mesh.faces.entries()) (triangles[face] ??= []).push(triangle);
  return triangles.map((faceTriangles, face) => spreadSamples(mesh, areas, faceTriangles, countOf(face)));
}

function spreadSamples(
  mesh: RayMesh,
  areas: Float64Array,
  triangles: readonly number[],
  count: number,
): Sample[] {
  const areaPerSample = triangles.reduce((sum, triangle) => sum + (areas[triangle] ?? 0), 0) / count;
  const samples: Sample[] = [];
  if (!(areaPerSample > 0)) return samples;
  let carriedArea = areaPerSample / 2;
  for (const triangle of triangles) {
    carriedArea += areas[triangle] ?? 0;
    const pointCount = Math.floor(carriedArea / areaPerSample);
    carriedArea -= pointCount * areaPerSample;
    for (let n = 0; n < pointCount; n++) samples.push(pointOn(mesh, triangle, samples.length));
  }
  return samples;
}

function triangleAreas(mesh: RayMesh): Float64Array {
  return Float64Array.from(mesh.faces, (_, triangle) => {
    const [a, b, c] = mesh.corners(triangle);
    return lengthOf(cross(subtract(b, a), subtract(c, a))) / 2;
  });
}

function pointOn(mesh: RayMesh, triangle: number, sampleIndex: number): Sample {
  const [a, b, c] = mesh.corners(triangle);
  let u = (0.5 + sampleIndex * STEP_U) % 1;
  let v = (0.5 + sampleIndex * STEP_V) % 1;
  if (u + v > 1) [u, v] = [1 - u, 1 - v];
  const point = [0, 1, 2].map((i) => {
    const [start = 0, endU = 0, endV = 0] = [a[i], b[i], c[i]];
    return start + u * (endU - start) + v * (endV - start);
  }) as unknown as Vector;
  return { point, normal: mesh.normal(triangle), face: mesh.faces[triangle] ?? 0 };
}

/** A tool cuts upright walls with its side. A wall may lean over by up to half a degree: that is noise of the mesh. */
const MIN_COSINE = -Math.sin(Math.PI / 360);

/** Whether a straight tool from `direction` reaches the point. */
export function isReachable({ point, normal }: Sample, direction: Vector, mesh: RayMesh): boolean {
  if (dot(normal, direction) < MIN_COSINE) return false;
  const clearance = 1e-4 * mesh.diagonalMm;
  return !mesh.isBlocked(plus(point, plus(normal, direction), clearance), direction);
}

/** Whether a straight tool from `direction` reaches at least `fraction` of the points. False without points. */
export function areReachable(
  samples: readonly Sample[],
  direction: Vector,
  mesh: RayMesh,
  fraction: number,
): boolean {
  const reachable = samples.filter((sample) => isReachable(sample, direction, mesh));
  return reachable.length > 0 && reachable.length >= fraction * samples.length;
}
