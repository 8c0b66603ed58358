import type { BodyMesh, Hole, Vector } from '#geometry/model-reading.ts';
import { lengthOf, subtract } from '#geometry/vectors.ts';
import { crossing, type Plane } from './section.ts';
import { cornerOf, faceOf, isLeaving, type Hit } from './triangles.ts';
import { projection, type PicturePoint, type Ray, type View } from './view.ts';

/** In pixels: a vertex nearer to the pointer is meant. */
const SNAP_PX = 12;
/** Larger faces offer only the corners of the triangle under the pointer. */
const MAX_CORNERS = 30_000;

/** The point of the part that is meant: a vertex of the face under the pointer when one is near, else the place itself. */
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
  const place = projection(view);
  for (let index = start; index < start + count; index++) {
    const corner = cornerOf(mesh, index);
    const [x, y] = place(corner);
    const distance = Math.hypot(x - pointer[0], y - pointer[1]);
    if (distance >= nearest) continue;
    nearest = distance;
    vertex = corner;
  }
  return vertex ? { point: vertex, isVertex: true } : { point: hit.point, isVertex: false };
}

/** The place on a cut where the ray enters the material; undefined where it meets a surface of the part first. */
export const pointOnCut = (mesh: BodyMesh, cut: Plane, ray: Ray, hit: Hit): Vector | undefined =>
  isLeaving(mesh, hit, ray.direction) ? crossing(cut, ray) : undefined;

function rangeAround(mesh: BodyMesh, { triangle }: Hit): { start: number; count: number } {
  const face = mesh.faces[faceOf(mesh, triangle)];
  return face && face.count <= MAX_CORNERS ? face : { start: triangle * 3, count: 3 };
}

/** The hole that the triangle belongs to. */
export function holeAt(mesh: BodyMesh, holes: readonly Hole[], { triangle }: Hit): Hole | undefined {
  const face = faceOf(mesh, triangle);
  return holes.find(({ faces }) => faces.includes(face));
}

/** Lengths as they are shown, to 0.01 mm. */
const text = (mm: number): string => String(Number(mm.toFixed(2)));

/** Distance of two points and its parts along the axes; `factor` makes lengths of the mesh mm. */
export function distanceText(a: Vector, b: Vector, factor: number): { length: string; parts: string } {
  const offset = subtract(b, a);
  const parts = offset.map((value, axis) => `Δ${'XYZ'[axis]} ${text(Math.abs(value) * factor)}`);
  return { length: `${text(lengthOf(offset) * factor)} mm`, parts: parts.join('，') };
}

/** Diameter and depth of a hole and, of a stepped one, of each step from the open end. */
export function holeText({ kind, steps, depthMm }: Hole, factor: number): string {
  const [first] = steps;
  const name = kind === 'through' ? '通孔' : '盲孔';
  const depth = `深 ${text(depthMm * factor)} mm`;
  if (steps.length < 2) return `${name} Ø${text((first?.diameterMm ?? 0) * factor)}，${depth}`;
  const list = steps.map(
    ({ diameterMm, depthMm: stepMm }) => `Ø${text(diameterMm * factor)} 深 ${text(stepMm * factor)}`,
  );
  return `台阶${name}，共${depth}：${list.join(' → ')}`;
}
