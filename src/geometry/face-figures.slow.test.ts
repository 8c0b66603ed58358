import { beforeAll, describe, expect, test } from 'vitest';
import { hasEqualFigures, isEqualShape } from './fingerprint.ts';
import { KERNEL_LOAD_MS, loadedKernel, type PartMaker } from './kernel/parts.test-data.ts';
import type { Kernel } from './kernel/load.ts';
import type { Fingerprint } from './model-reading.ts';
import { readModel } from './read-model.ts';

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

  test('a round part is proven equal to its rotated and re-exported copy', async () => {
    for (const shape of [
      make.cylinder(10, 60),
      pin(),
      disc(0),
      disc(45),
      make.cut(make.box([60, 40, 8]), make.cylinder(5, 8, [30, 20, 0])),
    ])
      expect(isEqualShape(await printOf(shape), await printOf(again(shape)))).toBe(true);
  }, 120_000);

  test('a chiral part with equal moments is not proven equal to itself', async () => {
    const print = await printOf(disc(20));
    expect(hasEqualFigures(print, print)).toBe(true);
    expect(isEqualShape(print, print)).toBe(false);
  });

  test('a moved, rotated or mirrored hole makes another part', async () => {
    const part = await printOf(pin());
    for (const other of [pin(30.1), pin(30, 80.5), pin(30, 90), pin(30, 80, -1)])
      expect(isEqualShape(part, await printOf(other))).toBe(false);
    const even = await printOf(disc(0));
    for (const degrees of [0.5, 10, 45]) expect(isEqualShape(even, await printOf(disc(degrees)))).toBe(false);
    const plate = (by: number) => make.cut(make.box([60, 40, 8]), make.cylinder(2, 8, [30 + by, 20, 0]));
    expect(isEqualShape(await printOf(plate(0)), await printOf(plate(0.1)))).toBe(false);
  }, 120_000);
});
