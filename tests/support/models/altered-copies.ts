import type { TriangleMesh } from '#geometry/mesh/triangle-mesh.ts';
import { boxMesh, mirror, moved, randomRotation, together } from './mesh-parts.ts';
import { seededNumbers } from '../data/seeded-numbers.ts';

type Numbers = (n: number) => number;
type Triple = readonly [number, number, number];

const SIZE: Triple = [5, 5, 6];
const CORNER: Triple = [20, 15, 12];
/** How far a boss moves or grows, in mm. */
const LEAST_MM = 0.1;
const MOST_MM = 20;

const plateWith = (size: Triple, corner: Triple): TriangleMesh =>
  together(boxMesh([100, 80, 12]), boxMesh(size, corner));

/** A plate of 100 × 80 × 12 mm with a small boss, which has no plane of symmetry. */
export const plateWithBoss = (): TriangleMesh => plateWith(SIZE, CORNER);

/** Copies of the plate whose boss was moved or made larger, and mirror images, each turned and moved; the same for the same seed. */
export function* alteredCopies(seed: number, count: number): Generator<TriangleMesh> {
  const next = seededNumbers(seed);
  for (let n = 0; n < count; n += 1) yield inSpace(altered(n, next), next);
}

/** The plate itself as another export of it: turned, moved, with the figures of a binary STL. */
export function* exportedAgain(seed: number, count: number): Generator<TriangleMesh> {
  const next = seededNumbers(seed);
  for (let n = 0; n < count; n += 1) yield inSpace(plateWithBoss(), next);
}

function altered(n: number, next: Numbers): TriangleMesh {
  const by = LEAST_MM + (next(1_000) / 1_000) * (MOST_MM - LEAST_MM);
  const axis = next(2);
  const [x, y, z] = CORNER;
  const [a, b, c] = SIZE;
  switch (n % 4) {
    case 0:
      return plateWith(SIZE, axis === 0 ? [x + by, y, z] : [x, y + by, z]);
    case 1:
      return plateWith(SIZE, [x + by, y + by, z]);
    case 2:
      return plateWith(axis === 0 ? [a + by, b, c] : [a, b, c + by], CORNER);
    default:
      return moved(plateWithBoss(), mirror);
  }
}

function inSpace(part: TriangleMesh, next: Numbers): TriangleMesh {
  const { points, indices } = moved(part, randomRotation(next), [next(400), -next(400), next(50)]);
  return { points: Float64Array.from(Float32Array.from(points)), indices };
}
