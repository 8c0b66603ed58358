import type { BodyMesh, Hole, Vector } from '#geometry/model-reading.ts';
import { lengthOf, subtract } from '#geometry/vectors.ts';
import { intersectRay, type Plane } from './section.ts';
import { cornerOf, faceOf, leavesMaterial, type Hit } from './triangles.ts';
import { projection, type PicturePoint, type Ray, type View } from './view.ts';

/** The pointer snaps to a vertex within this distance. */
const SNAP_PX = 12;
/** Larger faces offer only the corners of the triangle under the pointer. */
const MAX_CORNERS = 30_000;

/** A vertex of the face under the pointer if one is near, else the point under the pointer. */
export function snap(
  mesh: BodyMesh,
  view: View,
  hit: Hit,
  pointer: PicturePoint,
  pictureHeightPx: number,
): { point: Vector; isVertex: boolean } {
  const { start, count } = rangeAround(mesh, hit);
  let nearest = SNAP_PX / pictureHeightPx;
  let vertex: Vector | undefined;
  const toPicture = projection(view);
  for (let index = start; index < start + count; index++) {
    const corner = cornerOf(mesh, index);
    const [x, y] = toPicture(corner);
    const distance = Math.hypot(x - pointer[0], y - pointer[1]);
    if (distance >= nearest) continue;
    nearest = distance;
    vertex = corner;
  }
  return vertex ? { point: vertex, isVertex: true } : { point: hit.point, isVertex: false };
}

/** The point on a cut where the ray enters the material; undefined where it hits a surface of the part first. */
export const pointOnCut = (mesh: BodyMesh, cut: Plane, ray: Ray, hit: Hit): Vector | undefined =>
  leavesMaterial(mesh, hit, ray.direction) ? intersectRay(cut, ray) : undefined;

function rangeAround(mesh: BodyMesh, { triangle }: Hit): { start: number; count: number } {
  const face = mesh.faces[faceOf(mesh, triangle)];
  return face && face.count <= MAX_CORNERS ? face : { start: triangle * 3, count: 3 };
}

/** The hole that the triangle belongs to. */
export function holeAt(mesh: BodyMesh, holes: readonly Hole[], { triangle }: Hit): Hole | undefined {
  const face = faceOf(mesh, triangle);
  return holes.find(({ faces }) => faces.includes(face));
}

const lengthText = (mm: number): string => String(Number(mm.toFixed(2)));

/** Distance between two points and its components along the axes; `factor` converts lengths of the mesh to mm. */
export function distanceText(a: Vector, b: Vector, factor: number): { length: string; components: string } {
  const offset = subtract(b, a);
  const components = offset.map((value, axis) => `Δ${'XYZ'[axis]} ${lengthText(Math.abs(value) * factor)}`);
  return { length: `${lengthText(lengthOf(offset) * factor)} mm`, components: components.join('，') };
}

/** Diameter and depth of a hole; for a stepped hole, its total depth, and diameter and depth of each step from the open end. */
export function holeText({ kind, steps, depthMm }: Hole, factor: number): string {
  const [first] = steps;
  const name = kind === 'through' ? '通孔' : '盲孔';
  const depth = `深 ${lengthText(depthMm * factor)} mm`;
  if (steps.length < 2) return `${name} Ø${lengthText((first?.diameterMm ?? 0) * factor)}，${depth}`;
  const list = steps.map(
    ({ diameterMm, depthMm: stepMm }) =>
      `Ø${lengthText(diameterMm * factor)} 深 ${lengthText(stepMm * factor)}`,
  );
  return `台阶${name}，共${depth}：${list.join(' → ')}`;
}
