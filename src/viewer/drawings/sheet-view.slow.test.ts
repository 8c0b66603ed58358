import { describe, expect, test } from 'vitest';
import { MAX_PIXELS, type Sheet } from './drawing.ts';
import { fitSheet, panSheet, pixelRatioOf, zoomSheet } from './sheet-view.ts';

const sheet: Sheet = { width: 400, height: 200, maxZoom: 40, isPaper: true, draw: () => Promise.resolve() };
const stage = { width: 1000, height: 800 };

test('a sheet that fits is fully visible and centred', () => {
  const { scale, x, y } = fitSheet(sheet, stage);
  expect(scale).toBeCloseTo(2.35);
  expect(x * 2 + 400 * scale).toBeCloseTo(1000);
  expect(y * 2 + 200 * scale).toBeCloseTo(800);
});

describe('zoom', () => {
  test('does not move the point under the pointer', () => {
    const before = fitSheet(sheet, stage);
    const at = { x: 250, y: 420 };
    const after = zoomSheet(before, 1.7, at, sheet, stage);
    expect((at.x - after.x) / after.scale).toBeCloseTo((at.x - before.x) / before.scale);
    expect((at.y - after.y) / after.scale).toBeCloseTo((at.y - before.y) / before.scale);
  });

  test('has limits', () => {
    const fitting = fitSheet(sheet, stage);
    const at = { x: 500, y: 400 };
    expect(zoomSheet(fitting, 1e9, at, sheet, stage).scale).toBeCloseTo(fitting.scale * 40);
    expect(zoomSheet(fitting, 1e-9, at, sheet, stage).scale).toBeCloseTo(fitting.scale / 2);
  });
});

test('a sheet never leaves the stage', () => {
  const moved = panSheet(fitSheet(sheet, stage), 1e6, -1e6, sheet, stage);
  expect(moved.x).toBe(960);
  expect(moved.y + 200 * moved.scale).toBeCloseTo(40);
});

test('the pixel ratio of a large stage is reduced', () => {
  expect(pixelRatioOf(stage, 2)).toBe(2);
  const huge = { width: 4000, height: 3000 };
  const ratio = pixelRatioOf(huge, 3);
  expect(huge.width * huge.height * ratio ** 2).toBeCloseTo(MAX_PIXELS);
});
