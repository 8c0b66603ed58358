import type { Vector } from '#geometry/model-reading.ts';
import { randomRotation, type Matrix } from './mesh-parts.ts';

const volumeOf = ([a, b, c]: Vector) => a * b * c;

function extents(cloud: ArrayLike<number>, matrix: Matrix): Vector {
  return matrix.map(([x, y, z]) => {
    let low = Infinity;
    let high = -Infinity;
    for (let i = 0; i < cloud.length; i += 3) {
      const height = x * cloud[i]! + y * cloud[i + 1]! + z * cloud[i + 2]!;
      low = Math.min(low, height);
      high = Math.max(high, height);
    }
    return high - low;
  }) as unknown as Vector;
}

const product = (a: Matrix, b: Matrix) =>
  a.map((row) =>
    [0, 1, 2].map((j) => row[0] * b[0][j]! + row[1] * b[1][j]! + row[2] * b[2][j]!),
  ) as unknown as Matrix;

/** The smallest volume of a box around points x, y, z, … over random rotations, the best of which are turned by smaller and smaller angles. */
export function bruteForceBox(cloud: ArrayLike<number>, next: (n: number) => number): number {
  const tries = Array.from({ length: 1500 }, () => {
    const matrix = randomRotation(next);
    return { matrix, volume: volumeOf(extents(cloud, matrix)) };
  });
  const starts = tries.toSorted((a, b) => a.volume - b.volume).slice(0, 6);
  return Math.min(...starts.map((start) => descend(cloud, start, next)));
}

function descend(
  cloud: ArrayLike<number>,
  start: { matrix: Matrix; volume: number },
  next: (n: number) => number,
) {
  let best = start;
  for (let angle = 0.2; angle > 1e-5; angle *= 0.94) {
    for (let i = 0; i < 5; i++) {
      const matrix = product(smallTurn(next, angle), best.matrix);
      const volume = volumeOf(extents(cloud, matrix));
      if (volume < best.volume) best = { matrix, volume };
    }
  }
  return best.volume;
}

function smallTurn(next: (n: number) => number, angle: number): Matrix {
  const [a, b, c] = [0, 1, 2].map(() => ((next(2001) - 1000) / 1000) * angle) as [number, number, number];
  const about = (cosine: number, sine: number, axis: 0 | 1 | 2): Matrix => {
    const rows = [
      [
        [1, 0, 0],
        [0, cosine, -sine],
        [0, sine, cosine],
      ],
      [
        [cosine, 0, sine],
        [0, 1, 0],
        [-sine, 0, cosine],
      ],
      [
        [cosine, -sine, 0],
        [sine, cosine, 0],
        [0, 0, 1],
      ],
    ];
    return rows[axis] as unknown as Matrix;
  };
  const turn = (value: number, axis: 0 | 1 | 2) => about(Math.cos(value), Math.sin(value), axis);
  return product(turn(a, 0), product(turn(b, 1), turn(c, 2)));
}
