import type { Vector } from './model-reading.ts';
import { cross } from './vectors.ts';

/** A symmetric 3 × 3 matrix: xx, yy, zz, xy, xz, yz. */
export type SymmetricMatrix = readonly [number, number, number, number, number, number];

export interface PrincipalAxes {
  /** Eigenvalues, smallest first. */
  values: Vector;
  /** Unit eigenvectors in the same order; they form a right-handed system. */
  axes: readonly [Vector, Vector, Vector];
}

/** Eigenvalues and eigenvectors by Jacobi rotations, which stay accurate for equal eigenvalues. */
export function principalAxes([xx, yy, zz, xy, xz, yz]: SymmetricMatrix): PrincipalAxes {
  const m = [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ] as Rows;
  const v = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ] as Rows;
  for (let sweep = 0; sweep < 30; sweep++) {
    const offDiagonal = Math.abs(m[0][1]) + Math.abs(m[0][2]) + Math.abs(m[1][2]);
    if (!(offDiagonal > 1e-300)) break;
    rotate(m, v, 0, 1);
    rotate(m, v, 0, 2);
    rotate(m, v, 1, 2);
  }
  const order = ([0, 1, 2] as const).toSorted((a, b) => m[a][a] - m[b][b]);
  const [i, j, k] = order as unknown as [Index, Index, Index];
  const column = (n: Index): Vector => [v[0][n], v[1][n], v[2][n]];
  return { values: [m[i][i], m[j][j], m[k][k]], axes: [column(i), column(j), cross(column(i), column(j))] };
}

type Index = 0 | 1 | 2;
type Row = [number, number, number];
type Rows = [Row, Row, Row];

/** Makes the element (p, q) of the matrix `m` 0, and applies the same rotation to the columns of `v`. */
function rotate(m: Rows, v: Rows, p: Index, q: Index): void {
  if (m[p][q] === 0) return;
  const theta = (m[q][q] - m[p][p]) / (2 * m[p][q]);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(theta, 1));
  const c = 1 / Math.hypot(t, 1);
  const s = t * c;
  for (const k of [0, 1, 2] as const) {
    const kp = m[k][p];
    m[k][p] = c * kp - s * m[k][q];
    m[k][q] = s * kp + c * m[k][q];
  }
  for (const k of [0, 1, 2] as const) {
    const pk = m[p][k];
    m[p][k] = c * pk - s * m[q][k];
    m[q][k] = s * pk + c * m[q][k];
    const vp = v[k][p];
    v[k][p] = c * vp - s * v[k][q];
    v[k][q] = s * vp + c * v[k][q];
  }
}
