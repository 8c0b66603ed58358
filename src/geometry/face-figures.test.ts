import { beforeAll, describe, expect, test } from 'vitest';
import { seededNumbers } from '#tests/support/seeded-numbers.ts';
import { faceFigures, type FaceSpot } from './face-figures.ts';
import { hasEqualFigures, isEqualShape } from './fingerprint.ts';
import { KERNEL_LOAD_MS, loadedKernel, type PartMaker } from './kernel/parts.test-data.ts';
import type { Kernel } from './kernel/load.ts';
import type { Fingerprint } from './model-reading.ts';
import { readModel } from './read-model.ts';

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
  const faces: FaceSpot[] = [
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

test('a turned part equals itself written again, and none of 1,000 copies with another groove', () => {
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

test('without the figures of faces, as of before, a turned part equals none', () => {
  const { faces: _faces, ...before } = grooved();
  expect(isEqualShape(before, before)).toBe(false);
  expect(isEqualShape(before, grooved())).toBe(false);
});

describe('parts of the kernel', () => {
  let kernel: Kernel;
  let make: PartMaker;
  beforeAll(async () => {
    ({ kernel, make } = await loadedKernel());
  }, KERNEL_LOAD_MS);

  const printOf = async (shape: ReturnType<PartMaker['box']>): Promise<Fingerprint> =>
    (await readModel(make.brep(shape), 'part.brep', kernel)).bodies[0]!.fingerprint;
  const again = (shape: ReturnType<PartMaker['box']>) =>
    make.moved(make.turned(make.turned(shape, [1, 2, 3], 0.7), [0, 1, 0], 1.9), [40, -30, 12]);

  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  /** A hole across the axis, into one side: at a height and an angle about the axis. */
  const drill = (heightMm: number, degrees: number) =>
    make.turned(make.cylinder(2, 20, [0, 0, heightMm], [1, 0, 0]), [0, 0, 1], radians(degrees));
  /** A pin with three holes into it; the second one between the others. */
  const pin = (heightMm = 30, degrees = 80, side: 1 | -1 = 1) =>
    make.cut(make.cylinder(10, 60), drill(10, 0), drill(heightMm, side * degrees), drill(50, side * 200));
  /** A disc with two circles of four holes, one on each side. */
  const disc = (degrees: number) => {
    const circle = (radius: number, zMm: number, from: number) =>
      [0, 90, 180, 270].map((angle) =>
        make.turned(make.cylinder(radius, 5, [20, 0, zMm]), [0, 0, 1], radians(angle + from)),
      );
    return make.cut(make.cylinder(30, 12), ...circle(3, 0, 0), ...circle(2, 7, degrees));
  };

  test('a turned part and others that are round are surely the same, turned and written again', async () => {
    for (const shape of [
      make.cylinder(10, 60),
      pin(),
      disc(0),
      disc(45),
      make.cut(make.box([60, 40, 8]), make.cylinder(5, 8, [30, 20, 0])),
    ])
      expect(isEqualShape(await printOf(shape), await printOf(again(shape)))).toBe(true);
  }, 120_000);

  test('a part with a hand whose moments coincide is not surely itself', async () => {
    const print = await printOf(disc(20));
    expect(hasEqualFigures(print, print)).toBe(true);
    expect(isEqualShape(print, print)).toBe(false);
  });

  test('a hole that is moved, turned or mirrored makes another part', async () => {
    const part = await printOf(pin());
    for (const other of [pin(30.1), pin(30, 80.5), pin(30, 90), pin(30, 80, -1)])
      expect(isEqualShape(part, await printOf(other))).toBe(false);
    const even = await printOf(disc(0));
    for (const degrees of [0.5, 10, 45]) expect(isEqualShape(even, await printOf(disc(degrees)))).toBe(false);
    const plate = (by: number) => make.cut(make.box([60, 40, 8]), make.cylinder(2, 8, [30 + by, 20, 0]));
    expect(isEqualShape(await printOf(plate(0)), await printOf(plate(0.1)))).toBe(false);
  }, 120_000);
});
