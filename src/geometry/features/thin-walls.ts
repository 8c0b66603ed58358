import type { Features } from '../model-reading.ts';
import { dot, times } from '../vectors.ts';
import type { RayMesh } from './ray-mesh.ts';
import { sampleArea } from './samples.ts';

export const WALL_SAMPLES = 3000;
/** Corners and fillets distort the minimum, so the reported value is one that 95 % of the wall exceeds. */
const QUANTILE = 0.05;
/** Both sides of a wall are within 30° of parallel; the sides of a corner are not. */
const OPPOSITE_COSINE = -Math.cos(Math.PI / 6);

/** Measures the thickness by rays from about `samples` points through the material to the opposite side. */
export function findThinWall(mesh: RayMesh, samples = WALL_SAMPLES): Features['thinWall'] {
  const clearance = 1e-5 * mesh.diagonalMm;
  const walls = sampleArea(mesh, samples).flatMap(({ point, normal, face }) => {
    const hit = mesh.cast(point, times(normal, -1), clearance);
    return hit && dot(hit.normal, normal) < OPPOSITE_COSINE
      ? [{ thicknessMm: hit.distanceMm, faces: [face, hit.face] }]
      : [];
  });
  const sorted = walls.toSorted((a, b) => a.thicknessMm - b.thicknessMm);
  const thicknessMm = sorted[Math.floor(QUANTILE * sorted.length)]?.thicknessMm;
  if (thicknessMm === undefined) return undefined;
  const thin = sorted.filter((wall) => wall.thicknessMm <= thicknessMm * 1.01);
  return { thicknessMm, faces: [...new Set(thin.flatMap(({ faces }) => faces))] };
}
