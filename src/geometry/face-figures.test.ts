import { expect, test } from 'vitest';
import { seededNumbers } from '#tests/support/data/seeded-numbers.ts';
import { faceFigures, type FaceCentroid } from './face-figures.ts';
import { hasEqualFigures, isEqualShape } from './fingerprint.ts';
import type { Fingerprint } from './model-reading.ts';

type Step = readonly [radius: number, length: number];

/** The fingerprint of a shaft of cylinders on one axis, exact. */
function shaft(steps: readonly Step[]): Fingerprint {
  let to = 0;
  const pieces = steps.map(([radius, length]) => ({ radius, from: to, to: (to += length) }));
  const volumeOf = ({ radius, from, to: end }: (typeof pieces)[number]) =>
    Math.PI * radius ** 2 * (end - from);
  const sum = (of: (piece: (typeof pieces)[number]) => number) =>
    pieces.reduce((total, one) => total + of(one), 0);
  const volumeMm3 = sum(volumeOf);
  const middle = sum((one) => volumeOf(one) * ((one.from + one.to) / 2)) / volumeMm3;
  const along = sum((one) => (volumeOf(one) * one.radius ** 2) / 2);
  const across = sum((one) => {
    const arm = (one.from + one.to) / 2 - middle;
    return volumeOf(one) * (one.radius ** 2 / 4 + (one.to - one.from) ** 2 / 12 + arm ** 2);
  });
  const rims = [0, ...pieces.map((one) => one.to)];
  const faces: FaceCentroid[] = [
    ...pieces.map(({ radius, from, to: end }) => ({
      areaMm2: 2 * Math.PI * radius * (end - from),
      centreMm: [0, 0, (from + end) / 2] as const,
    })),
    ...rims.map((z, n) => ({
      areaMm2: Math.PI * Math.abs((pieces[n]?.radius ?? 0) ** 2 - (pieces[n - 1]?.radius ?? 0) ** 2),
      centreMm: [0, 0, z] as const,
    })),
  ];
  const corners = pieces.flatMap(({ radius, from, to: end }) => [
    Math.hypot(radius, from - middle),
    Math.hypot(radius, end - middle),
  ]);
  const [a = 0, b = 0, c = 0] = [along, across, across].toSorted((x, y) => x - y);
  return {
    precision: 'exact',
    volumeMm3,
    areaMm2: faces.reduce((total, { areaMm2 }) => total + areaMm2, 0),
    reachMm: Math.max(...corners),
    momentsMm5: [a, b, c],
    handedness: 0,
    faces: faceFigures(faces, [0, 0, middle]),
  };
}

/** A shaft of 100 mm with a small groove, in its middle unless moved. */
const grooved = ({ by = 0, wider = 0, deeper = 0 } = {}) =>
  shaft([
    [10, 49 + by],
    [9.5 - deeper, 2 + wider],
    [10, 49 - by - wider],
  ]);

test('a turned part equals its re-exported copy, and none of 1,000 copies with another groove', () => {
  const part = grooved();
  expect(isEqualShape(part, grooved())).toBe(true);
  expect(
    isEqualShape(
      part,
      shaft(
        [
          [10, 49],
          [9.5, 2],
          [10, 49],
        ].toReversed() as unknown as Step[],
      ),
    ),
  ).toBe(true);
  const next = seededNumbers(4);
  const copies = Array.from({ length: 1_000 }, (_, n) => {
    const by = 0.1 + next(1_000) / 50;
    return grooved([{ by }, { by: -by }, { wider: by }, { deeper: by / 4 }][n % 4]);
  });
  expect(copies.filter((copy) => hasEqualFigures(part, copy))).toEqual([]);
});

test('without face figures, as in older fingerprints, a turned part equals no other', () => {
  const { faces: _faces, ...before } = grooved();
  expect(isEqualShape(before, before)).toBe(false);
  expect(isEqualShape(before, grooved())).toBe(false);
});
