import { describe, expect, test } from 'vitest';
import type { Edges } from '../parts/part-code.ts';
import { checkModel, isRescaled, scaledFigures } from './model-check.ts';

const box: Edges = [60, 40, 8];
const sent = { volumeMm3: 18_000, boxMm: box };
const measured = { ...sent, axisBoxMm: box };
const check = (change: Partial<Parameters<typeof checkModel>[0]>) =>
  checkModel({ status: 'measured', sent, measured, line: box, isRescaled: false, ...change });

describe('figures of a model', () => {
  test.each([
    ['equal figures', {}, 'equal'],
    ['edges in another order', { sent: { ...sent, boxMm: [8, 60, 40] } }, 'equal'],
    ['0.1 % of the volume', { sent: { ...sent, volumeMm3: 18_018 } }, 'equal'],
    ['more than 0.1 % of the volume', { sent: { ...sent, volumeMm3: 18_018.1 } }, 'different'],
    ['less volume', { sent: { ...sent, volumeMm3: 17_981.9 } }, 'different'],
    ['0.05 mm of an edge', { sent: { ...sent, boxMm: [60.05, 40, 8] } }, 'equal'],
    ['more than 0.05 mm of an edge', { sent: { ...sent, boxMm: [60, 39.94, 8] } }, 'different'],
    ['a larger line: allowance', { line: [65, 45, 10] }, 'equal'],
    ['a smaller line', { line: [60, 40, 7.9] }, 'smaller'],
    [
      'a line along the axes of the file',
      { measured: { ...measured, boxMm: box, axisBoxMm: [50, 50, 8] }, line: [50, 50, 8] },
      'equal',
    ],
    ['equal figures in a unit other than the file’s', { isRescaled: true }, 'rescaled'],
    ['a smaller line in another unit', { isRescaled: true, line: [60, 40, 7.9] }, 'smaller'],
    ['a body without figures', { measured: undefined }, 'unmeasured'],
    ['a waiting file', { status: 'waiting', measured: undefined }, 'waiting'],
    ['a file that cannot be measured', { status: 'unmeasured', measured: undefined }, 'unmeasured'],
  ] as [string, Partial<Parameters<typeof checkModel>[0]>, string][])('%s: %s', (_name, change, expected) => {
    expect(check(change)).toBe(expected);
  });

  test('a factor rescales only a file that declares a unit', () => {
    expect(isRescaled({ scale: '1/25.4', unit: 'mm' })).toBe(true);
    expect(isRescaled({ scale: '25.4', unit: null })).toBe(false);
    expect(isRescaled({ scale: '1', unit: 'in' })).toBe(false);
  });

  test('a file in inches is compared in millimetres', () => {
    const { volumeMm3, boxMm } = scaledFigures(
      { volumeMm3: 1, stockBoxMm: [1, 1, 1], boxMm: [1, 1, 1] },
      '25.4',
    );
    expect(volumeMm3).toBeCloseTo(16_387.064, 9);
    expect(boxMm).toStrictEqual([25.4, 25.4, 25.4]);
  });
});
