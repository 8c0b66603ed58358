import { describe, expect, test } from 'vitest';
import { buildMeasured } from './calibration.test-data.ts';
import { calibrationGroups } from './calibration-report.ts';
import type { MeasuredLine } from './measured-line.ts';

describe('the report', () => {
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
