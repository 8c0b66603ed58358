import type { BodyMesh, Vector } from '../model-reading.ts';
import { at, cross, dot, pointOf, subtract, times } from '../vectors.ts';
import { isRound, type Face, type PartFaces } from './part-faces.ts';

/**
 * Flips the triangles of faces that the kernel meshed inside out, as it does where the boundary of a face runs backwards: IGES
 * files describe holes by such half cylinders. Mutates `mesh`, which numbers its faces as `part` does.
 */
export function flipInsideOutFaces(mesh: BodyMesh, { faces }: PartFaces): void {
  for (const [number, { start, count }] of mesh.faces.entries()) {
    const face = faces[number];
    if (face && isInsideOut(mesh, face, start, start + count)) flip(mesh, start, start + count);
  }
}

function isInsideOut({ positions, indices }: BodyMesh, face: Face, start: number, end: number): boolean {
  const corner = (index: number) => pointOf(positions, at(indices, index));
  let agreement = 0;
  for (let i = start; i < end; i += 3) {
    const [a, b, c] = [corner(i), corner(i + 1), corner(i + 2)];
    const outward = outwardAt(face, a);
    if (!outward) return false;
    agreement += Math.sign(dot(cross(subtract(b, a), subtract(c, a)), outward));
  }
  return agreement < 0;
}

/** A vector of any length that points out of the material; undefined where the surface does not determine it. */
function outwardAt({ surface }: Face, point: Vector): Vector | undefined {
  if (surface.type === 'plane') return surface.normal;
  if (!isRound(surface) || surface.type === 'torus' || surface.type === 'revolved') return undefined;
  const { point: origin, direction } = surface.axis;
  const fromOrigin = subtract(point, origin);
  const radial = subtract(fromOrigin, times(direction, dot(fromOrigin, direction)));
  return surface.isConcave ? times(radial, -1) : radial;
}

/** Relies on faces not sharing vertices. */
function flip({ indices, normals }: BodyMesh, start: number, end: number): void {
  for (let i = start; i < end; i += 3) {
    const second = at(indices, i + 1);
    indices[i + 1] = at(indices, i + 2);
    indices[i + 2] = second;
  }
  for (const vertex of new Set(indices.subarray(start, end))) {
    for (let i = vertex * 3; i < vertex * 3 + 3; i++) normals[i] = -at(normals, i);
  }
}
