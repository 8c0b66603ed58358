import { describe, expect, test } from 'vitest';
import { buildMeasured, repeated } from './calibration.test-data.ts';
import { calibrationGroups } from './calibration-report.ts';
import { observationsOf } from './observations.ts';

describe('the observations of a line', () => {
  test('are hours at the hourly rate, weight at its estimated price, and fees', () => {
    const line = buildMeasured({ hours: 3, kg: 3.24, fees: [{ optionId: 11, fen: 3600 }] });
    expect(observationsOf(line)).toEqual([
      {
        kind: 'machining',
        optionId: null,
        estimate: 20_000,
        actual: 24_000,
        amount: { estimate: 2.5, actual: 3 },
      },
      {
        kind: 'material',
        optionId: null,
        estimate: 6750,
        actual: 8100,
        amount: { estimate: 2.7, actual: 3.24 },
      },
      { kind: 'option', optionId: 11, estimate: 3000, actual: 3600, amount: null },
    ]);
  });

  test('are empty where the estimate, rate or entry is unknown', () => {
    expect(observationsOf(buildMeasured())).toEqual([]);
    expect(observationsOf(buildMeasured({ hours: 3, hourFen: null }))).toEqual([]);
    expect(observationsOf(buildMeasured({ hours: 3, kg: 1, factors: [] }))).toEqual([]);
    const [machining, material] = buildMeasured().factors;
    const unknown = [
      { ...machining!, fen: null },
      { ...material!, kg: null },
    ];
    expect(observationsOf(buildMeasured({ hours: 3, kg: 1, factors: unknown }))).toEqual([]);
  });

  test('include an entered zero', () => {
    expect(observationsOf(buildMeasured({ hours: 0 }))[0]).toMatchObject({ actual: 0 });
  });
});

describe('the report', () => {
  test('lists each tag as a whole, then its size classes, largest first', () => {
    const small = { length: 40, width: 30, height: 5, hours: 4 };
    const groups = calibrationGroups([
      buildMeasured({ hours: 2, materialTag: 'copper' }),
      ...repeated(10, { hours: 3 }),
      ...repeated(2, small),
    ]);
    expect(groups.map(({ materialTag, size, lines }) => [materialTag, size?.label ?? null, lines])).toEqual([
      ['aluminium', null, 12],
      ['aluminium', '50 mm 以下', 2],
      ['aluminium', '100–200 mm', 10],
      ['copper', null, 1],
      ['copper', '100–200 mm', 1],
    ]);
    expect(groups.map(({ deviation }) => deviation?.percent.toFixed(4))).toEqual([
      // 10 × 240 + 2 × 320 against 12 × 200.
      '26.6667',
      undefined,
      '20.0000',
      undefined,
      undefined,
    ]);
  });
});
