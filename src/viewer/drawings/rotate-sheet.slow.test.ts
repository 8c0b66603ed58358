import { describe, expect, test } from 'vitest';
import type { Sheet } from './drawing.ts';
import { fitSheet, panSheet } from './sheet-view.ts';
import { nextQuarter, rotationTransform, rotateSheet, uprightView, type Quarters } from './rotate-sheet.ts';

const sheet: Sheet = { width: 400, height: 200, maxZoom: 40, isPaper: true, draw: () => Promise.resolve() };
const stage = { width: 1000, height: 800 };

/** Maps a point of the upright sheet to the turned one. */
const turnedPoints: Record<Quarters, (x: number, y: number) => [number, number]> = {
  0: (x, y) => [x, y],
  1: (x, y) => [200 - y, x],
  2: (x, y) => [400 - x, 200 - y],
  3: (x, y) => [y, 400 - x],
};

describe.each<Quarters>([0, 1, 2, 3])('%i quarter turns', (quarters) => {
  const turned = rotateSheet(sheet, quarters);

  test('the turned sheet fits the stage and never leaves it', () => {
    const { scale, x, y } = fitSheet(turned, stage);
    const isUpright = quarters % 2 === 0;
    expect(scale).toBeCloseTo(isUpright ? 2.35 : 1.88);
    expect(x * 2 + (isUpright ? 400 : 200) * scale).toBeCloseTo(1000);
    expect(y * 2 + (isUpright ? 200 : 400) * scale).toBeCloseTo(800);
    const moved = panSheet({ scale, x, y }, 1e6, -1e6, turned, stage);
    expect(moved.x).toBe(960);
    expect(moved.y + turned.height * scale).toBeCloseTo(40);
  });

  test('the copied upright drawing lands where the turned sheet is shown', () => {
    const view = { scale: 1.7, x: 31, y: -57 };
    const upright = uprightView(view, stage, sheet, quarters);
    const [a, b, c, d, e, f] = rotationTransform(stage, quarters);
    for (const [x, y] of [
      [0, 0],
      [400, 0],
      [123, 45],
      [0, 200],
    ] as const) {
      const [u, v] = [upright.x + x * upright.scale, upright.y + y * upright.scale];
      const [seenX, seenY] = turnedPoints[quarters](x, y);
      expect(a * u + c * v + e).toBeCloseTo(view.x + seenX * view.scale);
      expect(b * u + d * v + f).toBeCloseTo(view.y + seenY * view.scale);
    }
  });
});

test('four turns equal none, and an upright sheet is returned unchanged', () => {
  const turns: Quarters[] = [0];
  for (let n = 0; n < 4; n += 1) turns.push(nextQuarter(turns.at(-1) ?? 0));
  expect(turns).toEqual([0, 1, 2, 3, 0]);
  expect(rotateSheet(sheet, 0)).toBe(sheet);
});
