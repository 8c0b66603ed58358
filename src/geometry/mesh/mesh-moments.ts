import type { Vector } from '../model-reading.ts';
import type { SymmetricMatrix } from '../principal-axes.ts';
import { at, boundsOf, middleOf } from '../vectors.ts';

/** Integrals over the inside of a closed triangle mesh, exact for the mesh. Lengths have the unit of the points. */
export interface MeshMoments {
  /** Negative when the triangles are oriented inwards. */
  volume: number;
  area: number;
  centre: Vector;
  /** From the centre to the farthest vertex. */
  reach: number;
  /** ∫ x², y², z², xy, xz, yz about the centre. */
  second: SymmetricMatrix;
  /** ∫ x³, y³, z³, x²y, x²z, xy², y²z, xz², yz², xyz about the centre. */
  third: readonly number[];
}

/** Axes of the elements of `MeshMoments.third`. */
export const thirdMomentAxes = [
  [0, 0, 0],
  [1, 1, 1],
  [2, 2, 2],
  [0, 0, 1],
  [0, 0, 2],
  [0, 1, 1],
  [1, 1, 2],
  [0, 2, 2],
  [1, 2, 2],
  [0, 1, 2],
] as const;

/**
 * Sums the tetrahedra between each triangle and a point inside the box of the mesh. A second pass uses the centre as the point,
 * to preserve precision for a part far from the origin.
 */
export function meshMoments(points: ArrayLike<number>, indices: ArrayLike<number>): MeshMoments {
  const bounds = boundsOf(points);
  const origin: Vector = bounds ? middleOf(bounds) : [0, 0, 0];
  const { volume, area, first } = volumeAndCentre(points, indices, origin);
  const centreOffset = (axis: number): number => (volume === 0 ? 0 : at(first, axis) / volume);
  const centre: Vector = [
    origin[0] + centreOffset(0),
    origin[1] + centreOffset(1),
    origin[2] + centreOffset(2),
  ];
  const reach = farthestDistance(points, indices, centre);
  return { volume, area, centre, reach, ...higherMoments(points, indices, centre) };
}

function farthestDistance(
  points: ArrayLike<number>,
  indices: ArrayLike<number>,
  [ox, oy, oz]: Vector,
): number {
  let square = 0;
  for (let h = 0; h < indices.length; h++) {
    const i = at(indices, h) * 3;
    const [x, y, z] = [at(points, i) - ox, at(points, i + 1) - oy, at(points, i + 2) - oz];
    square = Math.max(square, x * x + y * y + z * z);
  }
  return Math.sqrt(square);
}

function volumeAndCentre(points: ArrayLike<number>, indices: ArrayLike<number>, [ox, oy, oz]: Vector) {
  let volume = 0;
  let area = 0;
  const first = [0, 0, 0] as [number, number, number];
  for (let t = 0; t + 2 < indices.length; t += 3) {
    const a = at(indices, t) * 3;
    const b = at(indices, t + 1) * 3;
    const c = at(indices, t + 2) * 3;
    const ax = at(points, a) - ox;
    const ay = at(points, a + 1) - oy;
    const az = at(points, a + 2) - oz;
    const bx = at(points, b) - ox;
    const by = at(points, b + 1) - oy;
    const bz = at(points, b + 2) - oz;
    const cx = at(points, c) - ox;
    const cy = at(points, c + 1) - oy;
    const cz = at(points, c + 2) - oz;
    const sixVolumes = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    volume += sixVolumes / 6;
    first[0] += (sixVolumes / 24) * (ax + bx + cx);
    first[1] += (sixVolumes / 24) * (ay + by + cy);
    first[2] += (sixVolumes / 24) * (az + bz + cz);
    const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
    const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
    const nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    area += Math.sqrt(nx * nx + ny * ny + nz * nz) / 2;
  }
  return { volume, area, first };
}

function higherMoments(points: ArrayLike<number>, indices: ArrayLike<number>, [ox, oy, oz]: Vector) {
  const second = new Float64Array(6);
  const third = new Float64Array(10);
  const add = (sums: Float64Array, i: number, value: number): void => {
    sums[i] = at(sums, i) + value;
  };
  for (let t = 0; t + 2 < indices.length; t += 3) {
    const a = at(indices, t) * 3;
    const b = at(indices, t + 1) * 3;
    const c = at(indices, t + 2) * 3;
    const ax = at(points, a) - ox;
    const ay = at(points, a + 1) - oy;
    const az = at(points, a + 2) - oz;
    const bx = at(points, b) - ox;
    const by = at(points, b + 1) - oy;
    const bz = at(points, b + 2) - oz;
    const cx = at(points, c) - ox;
    const cy = at(points, c + 1) - oy;
    const cz = at(points, c + 2) - oz;
    const sixVolumes = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    const w2 = sixVolumes / 120;
    add(second, 0, w2 * pairs(ax, bx, cx, ax, bx, cx));
    add(second, 1, w2 * pairs(ay, by, cy, ay, by, cy));
    add(second, 2, w2 * pairs(az, bz, cz, az, bz, cz));
    add(second, 3, w2 * pairs(ax, bx, cx, ay, by, cy));
    add(second, 4, w2 * pairs(ax, bx, cx, az, bz, cz));
    add(second, 5, w2 * pairs(ay, by, cy, az, bz, cz));
    const w3 = sixVolumes / 720;
    add(third, 0, w3 * triples(ax, bx, cx, ax, bx, cx, ax, bx, cx));
    add(third, 1, w3 * triples(ay, by, cy, ay, by, cy, ay, by, cy));
    add(third, 2, w3 * triples(az, bz, cz, az, bz, cz, az, bz, cz));
    add(third, 3, w3 * triples(ax, bx, cx, ax, bx, cx, ay, by, cy));
    add(third, 4, w3 * triples(ax, bx, cx, ax, bx, cx, az, bz, cz));
    add(third, 5, w3 * triples(ax, bx, cx, ay, by, cy, ay, by, cy));
    add(third, 6, w3 * triples(ay, by, cy, ay, by, cy, az, bz, cz));
    add(third, 7, w3 * triples(ax, bx, cx, az, bz, cz, az, bz, cz));
    add(third, 8, w3 * triples(ay, by, cy, az, bz, cz, az, bz, cz));
    add(third, 9, w3 * triples(ax, bx, cx, ay, by, cy, az, bz, cz));
  }
  return { second: [...second] as unknown as SymmetricMatrix, third: [...third] };
}

/*
 * `pairs` is ∫ x_i x_j over a tetrahedron with one corner at the origin, times 20 / volume; `triples` is ∫ x_i x_j x_k,
 * times 120 / volume. Products of two barycentric coordinates weigh 2 for the same corner, else 1; of three, 6, 2 or 1.
 */
function pairs(ai: number, bi: number, ci: number, aj: number, bj: number, cj: number): number {
  return (ai + bi + ci) * (aj + bj + cj) + ai * aj + bi * bj + ci * cj;
}

function triples(
  ai: number,
  bi: number,
  ci: number,
  aj: number,
  bj: number,
  cj: number,
  ak: number,
  bk: number,
  ck: number,
): number {
  const si = ai + bi + ci;
  const sj = aj + bj + cj;
  const sk = ak + bk + ck;
  const onA = ai * aj * (sk + 2 * ak) + ai * ak * sj + aj * ak * si;
  const onB = bi * bj * (sk + 2 * bk) + bi * bk * sj + bj * bk * si;
  const onC = ci * cj * (sk + 2 * ck) + ci * ck * sj + cj * ck * si;
  return si * sj * sk + onA + onB + onC;
}
