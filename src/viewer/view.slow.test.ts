import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Vector } from '#geometry/model-reading.ts';
import { cross, dot, subtract, type Bounds } from '#geometry/vectors.ts';
import {
  axesOf,
  interpolateView,
  directionTo,
  fitBox,
  orbit,
  pan,
  project,
  rayThrough,
  standardViews,
  zoom,
  type View,
} from './view.ts';

const { PI } = Math;
const box: Bounds = { low: [-10, 0, 5], high: [30, 20, 10] };
const [iso, front, back, left, right, top, bottom] = standardViews;

const angle = fc.double({ min: -PI, max: PI, noNaN: true });
const slope = fc.double({ min: -PI / 2, max: PI / 2, noNaN: true });
const length = fc.double({ min: -100, max: 100, noNaN: true });
const point = fc.tuple(length, length, length);
const anyView: fc.Arbitrary<View> = fc.record({
  target: point,
  azimuth: angle,
  elevation: slope,
  height: fc.double({ min: 1, max: 100, noNaN: true }),
});

const near = (values: readonly number[]): unknown[] =>
  values.map((value) => expect.closeTo(value, 6) as unknown);

describe('directions', () => {
  test.each([
    [front, [0, -1, 0], [1, 0, 0]],
    [back, [0, 1, 0], [-1, 0, 0]],
    [left, [-1, 0, 0], [0, -1, 0]],
    [right, [1, 0, 0], [0, 1, 0]],
    [top, [0, 0, 1], [1, 0, 0]],
    [bottom, [0, 0, -1], [1, 0, 0]],
  ] as const)('the view from $label has the directions of a technical drawing', (view, eye, toRight) => {
    const axes = axesOf(view);
    expect(axes.toEye).toEqual(near(eye));
    expect(axes.right).toEqual(near(toRight));
  });

  test('the isometric view shows three sides equally', () => {
    const [x, y, z] = axesOf(iso).toEye;
    expect([x, -y, z]).toEqual(near([x, x, x]));
  });

  test('the axes of any view are a right-handed system', () => {
    fc.assert(
      fc.property(angle, slope, (azimuth, elevation) => {
        const { right, up, toEye } = axesOf({ azimuth, elevation });
        expect(cross(right, up)).toEqual(near(toEye));
        expect(dot(right, up)).toBeCloseTo(0, 9);
      }),
    );
  });

  test('a direction can be recovered from its eye vector', () => {
    fc.assert(
      fc.property(angle, slope, (azimuth, elevation) => {
        const { toEye } = axesOf({ azimuth, elevation });
        expect(axesOf(directionTo(toEye)).toEye).toEqual(near(toEye));
      }),
    );
  });
});

describe('fitting', () => {
  test('the whole box is in the picture, and fills one of its sides', () => {
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((n): Vector => [
      (n & 1 ? box.high : box.low)[0],
      (n & 2 ? box.high : box.low)[1],
      (n & 4 ? box.high : box.low)[2],
    ]);
    fc.assert(
      fc.property(
        angle,
        slope,
        fc.double({ min: 0.3, max: 3, noNaN: true }),
        (azimuth, elevation, aspect) => {
          const view = fitBox({ azimuth, elevation }, box, aspect);
          const places = corners.map((corner) => project(view, corner));
          const wide = Math.max(...places.map(([x]) => Math.abs(x))) / (aspect / 2);
          const high = Math.max(...places.map(([, y]) => Math.abs(y))) / 0.5;
          expect(Math.max(wide, high)).toBeCloseTo(1 / 1.12, 6);
        },
      ),
    );
  });

  test('a box without extent can be shown', () => {
    expect(fitBox(iso, { low: [1, 1, 1], high: [1, 1, 1] }, 1).height).toBeGreaterThan(0);
  });
});

describe('moving', () => {
  test('turning stops at the top and bottom', () => {
    const view = fitBox(iso, box, 1);
    expect(orbit(view, 0, 10).elevation).toBe(PI / 2);
    expect(orbit(view, 0, -10).elevation).toBe(-PI / 2);
  });

  test('panning moves every point of the part by the same share of the picture', () => {
    fc.assert(
      fc.property(anyView, point, (view, place) => {
        const [x, y] = project(view, place);
        expect(project(pan(view, 0.2, 0.1), place)).toEqual(near([x + 0.2, y - 0.1]));
      }),
    );
  });

  test('zooming does not move the point under the pointer', () => {
    fc.assert(
      fc.property(anyView, fc.double({ min: 0.5, max: 2, noNaN: true }), (view, factor) => {
        const { origin } = rayThrough(view, [0.3, -0.2], box);
        expect(project(zoom(view, factor, box, [0.3, -0.2]), origin)).toEqual(near([0.3, -0.2]));
      }),
    );
  });

  test('zooming is limited in both directions', () => {
    const view = fitBox(iso, box, 1);
    expect(zoom(view, 1e9, box).height).toBeGreaterThan(0.01);
    expect(zoom(view, 1e-9, box).height).toBeLessThan(1000);
  });

  test('a ray starts outside the box and passes through the given point of the picture', () => {
    fc.assert(
      fc.property(anyView, (view) => {
        const { origin, direction } = rayThrough(view, [0.1, 0.4], box);
        expect(project(view, origin)).toEqual(near([0.1, 0.4]));
        const ahead = subtract(box.low, origin);
        expect(dot(ahead, direction)).toBeGreaterThanOrEqual(-1e-6);
      }),
    );
  });

  test('the transition to another view starts and ends at the right views and takes the shorter way round', () => {
    const from: View = { ...fitBox(left, box, 1), azimuth: 3 };
    const to: View = { ...fitBox(top, box, 2), azimuth: -3 };
    expect(Object.values(interpolateView(from, to, 0)).flat()).toEqual(near(Object.values(from).flat()));
    expect(axesOf(interpolateView(from, to, 1)).toEye).toEqual(near(axesOf(to).toEye));
    expect(interpolateView(from, to, 0.5).azimuth).toBeCloseTo(PI, 6);
  });
});
