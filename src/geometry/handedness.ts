import { thirdMomentAxes, type MeshMoments } from './mesh/mesh-moments.ts';
import type { Vector } from './model-reading.ts';
import { principalAxes } from './principal-axes.ts';
import { at } from './vectors.ts';

/**
 * A number that does not change when a part is moved, rotated or scaled, and changes its sign when the part is mirrored: the
 * smallest skewness along a principal axis with the sign of the product of the three, plus the mixed moment xyz, which is not 0
 * for parts that a half-turn maps to themselves. Both are weighted by the gap between the principal moments: where two are equal,
 * the axes are arbitrary and the number is 0.
 */
export function handedness({
  volume,
  second,
  third,
}: Pick<MeshMoments, 'volume' | 'second' | 'third'>): number {
  const { values, axes } = principalAxes(second);
  if (!(volume > 0) || !(values[0] > 0)) return 0;
  const deviation = values.map((value) => Math.sqrt(value / volume));
  const normalised = (i: number, j: number, k: number): number => {
    const scale = volume * at(deviation, i) * at(deviation, j) * at(deviation, k);
    return thirdMoment(third, [axes[i], axes[j], axes[k]] as [Vector, Vector, Vector]) / scale;
  };
  const gap = Math.min(
    (values[1] - values[0]) / (values[1] + values[0]),
    (values[2] - values[1]) / (values[2] + values[1]),
  );
  const skewness = [normalised(0, 0, 0), normalised(1, 1, 1), normalised(2, 2, 2)] as const;
  const sign = Math.sign(skewness[0] * skewness[1] * skewness[2]);
  // The factor is irrational, so that the two terms do not cancel for a part with simple proportions.
  return gap * (sign * Math.min(...skewness.map(Math.abs)) + Math.SQRT2 * normalised(0, 1, 2));
}

/** ∫ (x·a)(x·b)(x·c) from the ten third moments. */
function thirdMoment(third: readonly number[], [a, b, c]: readonly [Vector, Vector, Vector]): number {
  let sum = 0;
  for (const [n, axes] of thirdMomentAxes.entries()) {
    for (const [i, j, k] of permutations(axes)) sum += at(third, n) * at(a, i) * at(b, j) * at(c, k);
  }
  return sum;
}

/** The distinct permutations of three numbers. */
function permutations([i, j, k]: readonly [number, number, number]): [number, number, number][] {
  if (i === j && j === k) return [[i, j, k]];
  const rotations: [number, number, number][] = [
    [i, j, k],
    [j, k, i],
    [k, i, j],
  ];
  if (i === j || j === k || i === k) return rotations;
  return [...rotations, [j, i, k], [i, k, j], [k, j, i]];
}
