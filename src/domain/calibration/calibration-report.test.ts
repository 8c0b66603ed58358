import { describe, expect, test } from 'vitest';
import { buildMeasured, repeated } from './calibration.test-data.ts';
import { calibrationGroups } from './calibration-report.ts';
import { observationsOf } from './observations.ts';
import type { MeasuredLine } from './measured-line.ts';

describe('what a line shows', () => {
  test('is hours at what an hour costs, weight at its estimated price, and fees', () => {
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

  test('is nothing where estimate, rate or entry is unknown', () => {
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

  test('counts an entered zero', () => {
    expect(observationsOf(buildMeasured({ hours: 0 }))[0]).toMatchObject({ actual: 0 });
  });
});

describe('the report', () => {
  test('is each tag as a whole, then its sizes; the largest first', () => {
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

  test('agrees with an independent calculation on random lines, in every group', () => {
    let seed = 20_261_125;
    const below = (n: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % n;
    };
    const tags = ['aluminium', 'stainless', 'copper'];
    const lines: MeasuredLine[] = Array.from({ length: 2000 }, () => {
      const num = 1 + below(50);
      const option = 11 + below(3);
      return buildMeasured({
        materialTag: tags[below(3)]!,
        num,
        length: 10 + below(700),
        hours: below(4) === 0 ? null : below(5000) / 100,
        hourFen: below(9) === 0 ? null : 5000 + below(9000),
        kg: below(3) === 0 ? null : below(90_000) / 1000,
        fees: below(2) === 0 ? [] : [{ optionId: option, fen: below(90_000) }],
        factors: [
          {
            kind: 'machining',
            optionId: null,
            name: '',
            fen: below(20) === 0 ? null : below(500_000),
            kg: null,
            weighed: null,
          },
          {
            kind: 'material',
            optionId: null,
            name: '',
            fen: below(90_000),
            kg: below(5000) / 1000,
            weighed: 'box',
          },
          { kind: 'option', optionId: option, name: '', fen: below(40_000), kg: null, weighed: null },
        ],
      });
    });
    const groups = calibrationGroups(lines);
    const sizeOf = ({ length }: MeasuredLine) => (length < 60 ? Math.max(length, 60) : length);
    const classes = [
      ['50–100 mm', 50, 100],
      ['100–200 mm', 100, 200],
      ['200–500 mm', 200, 500],
      ['500 mm 及以上', 500, Infinity],
    ] as const;
    let compared = 0;
    for (const [label, from, to] of [[null, 0, Infinity] as const, ...classes]) {
      const within = lines.filter((line) => sizeOf(line) >= from && sizeOf(line) < to);
      for (const tag of tags) {
        const own = within.filter(({ materialTag }) => materialTag === tag);
        const hours = own.filter((l) => l.hours !== null && l.hourFen !== null && l.factors[0]!.fen !== null);
        const found = groups.find(
          (one) => one.kind === 'machining' && one.materialTag === tag && (one.size?.label ?? null) === label,
        );
        expect(found?.lines).toBe(hours.length);
        expect(found?.estimateFen).toBe(hours.reduce((sum, l) => sum + l.factors[0]!.fen!, 0));
        expect(found?.actualFen).toBe(hours.reduce((sum, l) => sum + Math.round(l.hours! * l.hourFen!), 0));
        expect(found?.deviation?.percent).toBeCloseTo((found!.actualFen / found!.estimateFen) * 100 - 100, 9);
        const weighed = own.filter((l) => l.kg !== null && l.factors[1]!.kg! > 0);
        const material = groups.find(
          (one) => one.kind === 'material' && one.materialTag === tag && (one.size?.label ?? null) === label,
        );
        expect(material?.amount?.actual).toBeCloseTo(
          weighed.reduce((sum, l) => sum + l.kg!, 0),
          6,
        );
        expect(material?.amount?.estimate).toBeCloseTo(
          weighed.reduce((sum, l) => sum + l.factors[1]!.kg! * l.num, 0),
          6,
        );
        compared += 2;
      }
      for (const option of [11, 12, 13]) {
        const paid = within.flatMap((l) => l.fees.filter(({ optionId }) => optionId === option));
        const found = groups.find(
          (one) => one.kind === 'option' && one.optionId === option && (one.size?.label ?? null) === label,
        );
        expect(found?.actualFen).toBe(paid.reduce((sum, { fen }) => sum + fen, 0));
        expect(found?.lines).toBe(paid.length);
        compared += 1;
      }
    }
    expect(compared).toBe(groups.length);
  });
});
