import { describe, expect, test } from 'vitest';
import { profileOf } from '#tests/support/models/mesh-parts.ts';
import { startFeatures, inWords, round } from './find-features.test-data.ts';

const { make, featuresOf, holesOf } = await startFeatures();

describe('holes', () => {
  test('through, blind and counterbored holes have their exact diameters and depths', async () => {
    const plate = make.cut(
      make.box([80, 50, 20]),
      make.cylinder(3, 20, [10, 10, 0]),
      make.cylinder(4, 12, [30, 10, 8]),
      make.cylinder(3.3, 20, [50, 10, 0]),
      make.cylinder(5.5, 6.5, [50, 10, 13.5]),
      make.cylinder(2, 50, [65, 0, 10], [0, 1, 0]),
    );
    const { holes } = await featuresOf(plate);
    expect(holes.map(inWords).toSorted()).toEqual(['B ⌀8×12', 'T ⌀11×6.5 ⌀6.6×13.5', 'T ⌀4×50', 'T ⌀6×20']);
    const blind = holes.find(({ kind }) => kind === 'blind');
    expect(blind?.depthMm).toBeCloseTo(12, 6);
    expect(blind?.axis.direction.map(round)).toEqual([0, 0, -1].map((one) => expect.closeTo(one)));
    expect(blind?.axis.point.map(round)).toEqual([30, 10, 20].map((one) => expect.closeTo(one)));
  });

  test('the depth of a drilled hole includes its chamfer, but not the drill tip', async () => {
    const drill = make.revolved(profileOf('0,-1.5 2.5,0 2.5,14 3.5,15 0,15'));
    const { holes } = await featuresOf(
      make.cut(make.box([20, 20, 15], [-10, -10, 0]), make.moved(drill, [0, 0, 5])),
    );
    expect(holes).toHaveLength(1);
    expect(holes[0]).toMatchObject({ kind: 'blind', depthMm: expect.closeTo(10, 6) });
    expect(holes[0]?.steps).toEqual([{ diameterMm: expect.closeTo(5, 6), depthMm: expect.closeTo(10, 6) }]);
  });

  test('slot ends, ring grooves, fillets and closed cavities are not holes', async () => {
    const slot = make.fuse(
      make.box([20, 8, 10], [20, 6, 0]),
      make.cylinder(4, 10, [20, 10, 0]),
      make.cylinder(4, 10, [40, 10, 0]),
    );
    expect(await holesOf(make.cut(make.box([60, 20, 10]), slot))).toEqual([]);
    const ring = make.cut(make.cylinder(8, 3, [20, 20, 7]), make.cylinder(6, 3, [20, 20, 7]));
    expect(await holesOf(make.cut(make.box([40, 40, 10]), ring))).toEqual([]);
    expect(await holesOf(make.cut(make.box([40, 40, 30]), make.cylinder(5, 10, [20, 20, 10])))).toEqual([]);
  });
});

describe('pockets and inner edges', () => {
  const block = () => make.box([60, 40, 20]);
  test('a pocket with rounded corners has its depth, its width and the radius of its corners', async () => {
    const corner = ([x, y]: readonly [number, number, number]) =>
      [15, 45].some((edge) => Math.abs(x - edge) < 1e-6) &&
      [10, 30].some((edge) => Math.abs(y - edge) < 1e-6);
    const tool = make.fillet(make.box([30, 20, 12], [15, 10, 8]), 4, corner);
    const { pockets, sharpInnerEdges, smallestInnerRadius, holes } = await featuresOf(
      make.cut(block(), tool),
    );
    expect(pockets).toHaveLength(1);
    expect(pockets[0]).toMatchObject({ depthMm: expect.closeTo(12, 4) });
    expect(Math.abs((pockets[0]?.widthMm ?? 0) - 20)).toBeLessThan(0.2);
    expect(sharpInnerEdges).toEqual([]);
    expect(smallestInnerRadius).toMatchObject({ radiusMm: expect.closeTo(4, 6) });
    expect(smallestInnerRadius?.faces).toHaveLength(4);
    expect(holes).toEqual([]);
  });

  test('the four upright edges of a square pocket are sharp; those of its floor are not', async () => {
    const { pockets, sharpInnerEdges, smallestInnerRadius } = await featuresOf(
      make.cut(block(), make.box([30, 20, 12], [15, 10, 8])),
    );
    expect(sharpInnerEdges.map(({ lengthMm }) => round(lengthMm))).toEqual([12, 12, 12, 12]);
    expect(pockets).toHaveLength(1);
    expect(smallestInnerRadius).toBeUndefined();
  });
});

describe('walls, directions and turning', () => {
  test('the thickness of a thin wall is that of the wall, not of a corner', async () => {
    const channel = make.cut(make.box([60, 30, 30]), make.box([60, 27, 25], [0, 1.5, 5]));
    const { thinWall } = await featuresOf(channel);
    expect(thinWall?.thicknessMm).toBeCloseTo(1.5, 4);
    expect(thinWall?.faces).toHaveLength(4);
  });

  test('a plain block needs two set-ups, three blind holes need three, and a hidden groove is unreachable', async () => {
    expect(await featuresOf(make.box([40, 30, 20]))).toMatchObject({ setups: 2, undercutFaces: [] });
    const drilled = make.cut(
      make.box([40, 30, 20]),
      make.cylinder(3, 10, [0, 15, 10], [1, 0, 0]),
      make.cylinder(3, 10, [20, 15, 10]),
      make.cylinder(3, 10, [30, 20, 10], [0, 1, 0]),
    );
    expect(await featuresOf(drilled)).toMatchObject({ setups: 3, undercutFaces: [] });
    const grooved = make.cut(
      make.box([40, 40, 30]),
      make.cylinder(6, 30, [20, 20, 0]),
      make.cylinder(10, 6, [20, 20, 12]),
    );
    expect((await featuresOf(grooved)).undercutFaces).toHaveLength(3);
  });

  test('a shaft is turned, also with a keyway; a drilled plate is not', async () => {
    const shaft = make.revolved(profileOf('0,0 6,0 8,2 8,40 5,40 5,60 0,60'));
    expect(await featuresOf(shaft)).toMatchObject({ isTurned: true, turnedShare: expect.closeTo(1, 9) });
    const keyed = await featuresOf(make.cut(shaft, make.box([3, 4, 12], [6, -2, 20])));
    expect(keyed.isTurned).toBe(true);
    expect(keyed.turnedShare).toBeLessThan(1);
    const plate = make.cut(make.box([60, 60, 5]), make.cylinder(20, 5, [30, 30, 0]));
    expect(await featuresOf(plate)).toMatchObject({ isTurned: false, turnedShare: 0 });
  });
});
