import { describe, expect, test } from 'vitest';
import { profileOf } from '#tests/support/models/mesh-parts.ts';
import { startFeatures, round } from './find-features.test-data.ts';

const { make, featuresOf, holesOf } = await startFeatures();

describe('holes', () => {
  test('both ears of a fork have separate holes, and so does each side of a crossing bore', async () => {
    const fork = make.cut(
      make.box([30, 20, 20]),
      make.box([10, 20, 15], [10, 0, 5]),
      make.cylinder(4, 30, [0, 10, 12], [1, 0, 0]),
    );
    expect(await holesOf(fork)).toEqual(['T ⌀8×10', 'T ⌀8×10']);
  });

  test('a bore crossed by another bore is found', async () => {
    const block = make.cut(
      make.box([40, 40, 40]),
      make.cylinder(8, 40, [20, 20, 0]),
      make.cylinder(4, 40, [0, 20, 20], [1, 0, 0]),
    );
    const holes = await holesOf(block);
    expect(holes.filter((one) => one.startsWith('T ⌀16'))).toEqual(['T ⌀16×40']);
    expect(holes.filter((one) => one.startsWith('T ⌀8'))).toHaveLength(2);
  });
});

test('the number of set-ups does not depend on orientation or split round faces', async () => {
  const bar = make.cylinder(6, 44, [8, 20, 30], [1, 0, 0]);
  const halves = [0, 20].map((y) => make.cut(bar, make.box([60, 20, 60], [0, y, 0])));
  const cheeks = [0, 52].map((x) => make.box([8, 40, 40], [x, 0, 0]));
  const walls = [0, 37].map((y) => make.box([60, 3, 25], [0, y, 0]));
  const shapes = [[bar], halves].flatMap((bars) => {
    const shape = make.fuse(make.box([60, 40, 10]), ...cheeks, ...walls, ...bars);
    return [shape, make.turned(make.turned(shape, [1, 0, 0], 0.7), [0, 1, 0], 1.2)];
  });
  const found: number[] = [];
  for (const shape of shapes) found.push((await featuresOf(shape)).setups);
  // From above, and over each wall for the bar's lower half.
  expect(found).toEqual([3, 3, 3, 3]);
});

describe('pockets and inner edges', () => {
  const block = () => make.box([60, 40, 20]);
  const pointedDrill = () => make.revolved(profileOf('0,-1.5 2.5,0 2.5,14 0,14'));

  test('edges made by a drill or a lathe are not sharp: drill tip, countersink, counterbore, groove in a bore', async () => {
    const drill = pointedDrill();
    const countersunk = make.revolved(profileOf('0,0 2,0 2,6 3,7 3,14 0,14'));
    const drilled = make.cut(
      block(),
      make.moved(drill, [10, 10, 6]),
      make.moved(make.turned(drill, [1, 0, 0], Math.PI / 2), [25, 14, 8]),
      make.moved(countersunk, [40, 10, 6]),
      make.cylinder(3, 20, [15, 30, 0]),
      make.cylinder(5, 6, [15, 30, 14]),
      make.cylinder(4, 12, [30, 30, 8]),
      make.cylinder(3, 20, [48, 28, 0]),
      make.cylinder(6, 4, [48, 28, 8]),
    );
    const { holes, sharpInnerEdges } = await featuresOf(drilled);
    expect(holes).toHaveLength(6);
    expect(sharpInnerEdges).toEqual([]);
  });

  test('upright edges between a round and a plane wall, and those of a pocket with drilled holes, are sharp', async () => {
    const half = make.cut(make.cylinder(8, 12, [30, 20, 8]), make.box([16, 8, 12], [22, 12, 8]));
    const { sharpInnerEdges } = await featuresOf(make.cut(block(), half));
    expect(sharpInnerEdges.map(({ lengthMm }) => round(lengthMm))).toEqual([12, 12]);
    const both = make.cut(
      block(),
      make.box([20, 20, 12], [30, 10, 8]),
      make.moved(pointedDrill(), [10, 10, 8]),
    );
    expect((await featuresOf(both)).sharpInnerEdges.map(({ lengthMm }) => round(lengthMm))).toEqual([
      12, 12, 12, 12,
    ]);
  });

  test('an open slot has the width between its walls; a step is not a pocket; neither has sharp inner edges', async () => {
    const slot = await featuresOf(make.cut(block(), make.box([60, 9, 15], [0, 15, 5])));
    expect(slot.pockets).toHaveLength(1);
    expect(slot.pockets[0]?.depthMm).toBeCloseTo(15, 4);
    expect(Math.abs((slot.pockets[0]?.widthMm ?? 0) - 9)).toBeLessThan(0.1);
    expect(slot.sharpInnerEdges).toEqual([]);
    const step = await featuresOf(make.cut(block(), make.box([60, 20, 10], [0, 0, 10])));
    expect([step.pockets, step.sharpInnerEdges]).toEqual([[], []]);
  });
});
