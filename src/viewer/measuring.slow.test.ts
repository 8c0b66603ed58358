import { describe, expect, test } from 'vitest';
import type { Hole } from '#geometry/model-reading.ts';
import { boundsOf } from '#geometry/vectors.ts';
import { boxMesh, sides } from './box-mesh.test-data.ts';
import { distanceText, holeAt, holeText, pointOnCut, snap } from './measuring.ts';
import { directionOfCut, isCutAway, NO_CUT, planeOf, showsCut } from './section.ts';
import { createRaycast } from './triangles.ts';
import { axesOf, fitBox, rayThrough, standardViews, type PicturePoint } from './view.ts';

const mesh = boxMesh([40, 20, 10]);
const box = boundsOf(mesh.positions) ?? { low: [0, 0, 0], high: [0, 0, 0] };
const [iso, , , , , top] = standardViews;
const PICTURE_PX = 400;

const hole: Hole = {
  kind: 'through',
  steps: [{ diameterMm: 10, depthMm: 20 }],
  depthMm: 20,
  faces: [sides.left],
  axis: { point: [0, 0, 0], direction: [0, 0, 1] },
};

describe('measuring', () => {
  const view = fitBox(top, box, 2);
  const aim = (at: PicturePoint) => {
    const { origin, direction } = rayThrough(view, at, box);
    const hit = createRaycast(mesh)(origin, direction);
    if (!hit) throw new Error('no hit');
    return snap(mesh, view, hit, at, PICTURE_PX);
  };
  const cornerX = 20 / view.height;
  const cornerY = 10 / view.height;

  test('the pointer snaps to a nearby vertex', () => {
    const near = aim([cornerX - 5 / PICTURE_PX, cornerY - 5 / PICTURE_PX]);
    expect(near).toEqual({ point: [40, 20, 10], isVertex: true });
  });

  test('away from vertices the exact point is used', () => {
    const { point, isVertex } = aim([0, 0]);
    expect(isVertex).toBe(false);
    expect(point.map((value) => Math.round(value))).toEqual([20, 10, 10]);
  });

  test('distances are in mm whatever the unit of the file', () => {
    expect(distanceText([0, 0, 0], [3, -4, 12], 1)).toEqual({
      length: '13 mm',
      components: 'ΔX 3，ΔY 4，ΔZ 12',
    });
    expect(distanceText([0, 0, 0], [1, 0, 0], 25.4).length).toBe('25.4 mm');
  });

  test('a hole is found by one of its triangles', () => {
    const hit = { point: [0, 0, 0], distance: 1 } as const;
    expect(holeAt(mesh, [hole], { ...hit, triangle: 1 })).toBe(hole);
    expect(holeAt(mesh, [hole], { ...hit, triangle: 2 })).toBeUndefined();
  });

  test('a hole is described with diameter and depth, a stepped one with its steps', () => {
    expect(holeText(hole, 1)).toBe('通孔 Ø10，深 20 mm');
    const stepped: Hole = {
      ...hole,
      kind: 'blind',
      steps: [
        { diameterMm: 18, depthMm: 6 },
        { diameterMm: 11, depthMm: 14 },
      ],
    };
    expect(holeText(stepped, 1)).toBe('台阶盲孔，共深 20 mm：Ø18 深 6 → Ø11 深 14');
  });
});

describe('cutting', () => {
  test.each([0, 1, 2] as const)(
    'a cut across axis %i removes the side that faces the isometric view, or the opposite one',
    (axis) => {
      const { toEye } = axesOf(iso);
      const [middle, eye, away] = [0, 1, -1].map((side) =>
        box.high.map((high, one) => high / 2 + side * (toEye[one] ?? 0)),
      ) as [[number, number, number], [number, number, number], [number, number, number]];
      const plane = planeOf({ axis, fraction: 0.5, isFlipped: false }, box);
      expect([middle, eye, away].map((point) => isCutAway(plane, point))).toEqual([false, true, false]);
      const flipped = planeOf({ axis, fraction: 0.5, isFlipped: true }, box);
      expect([middle, eye, away].map((point) => isCutAway(flipped, point))).toEqual([false, false, true]);
    },
  );

  test.each([0, 1, 2] as const)('a cut across axis %i faces its own viewing direction', (axis) => {
    for (const isFlipped of [false, true]) {
      const section = { axis, fraction: 0.5, isFlipped };
      expect(showsCut(directionOfCut(section), planeOf(section, box))).toBe(true);
      expect(showsCut(directionOfCut(section), planeOf({ ...section, isFlipped: !isFlipped }, box))).toBe(
        false,
      );
    }
  });

  test('the share is the relative position between the ends of the part', () => {
    const plane = planeOf({ axis: 0, fraction: 0.25, isFlipped: false }, box);
    expect(isCutAway(plane, [9.9, 0, 0])).toBe(false);
    expect(isCutAway(plane, [10.1, 0, 0])).toBe(true);
  });

  test('a point on the cut is on its plane, other points are on the surface of the part', () => {
    const plane = planeOf({ axis: 0, fraction: 0.25, isFlipped: false }, box);
    const aim = (y: number, z: number) => {
      const ray = { origin: [100, y, z], direction: [-0.8, 0, -0.6] } as const;
      const hit = createRaycast(mesh)(ray.origin, ray.direction, (point) => isCutAway(plane, point));
      return hit && { hit, onCut: pointOnCut(mesh, plane, ray, hit) };
    };
    expect(aim(7, 72.5)?.onCut).toEqual([10, 7, 5].map((value): unknown => expect.closeTo(value)));
    const above = aim(7, 80);
    expect(above?.hit.point[2]).toBeCloseTo(10);
    expect(above?.onCut).toBeUndefined();
  });

  test('without a cut nothing is cut away', () => {
    expect(isCutAway(NO_CUT, [1e9, -1e9, -1e9])).toBe(false);
  });
});
