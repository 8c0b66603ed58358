import { describe, expect, test } from 'vitest';
import { checkHelp } from './check-help.ts';
import { checkSentence } from './check-sentences.ts';
import { checkCodes, defaultCheckLimits, type CheckLimits } from './check-limits.ts';
import { checkPart, type Check, type PartFacts } from './checks.ts';
import type { Features, Hole, Vector } from '../model-reading.ts';
import { facts, oneNoteOfEachKind } from '../part-facts.test-data.ts';

const { metal } = defaultCheckLimits;
const holeOf = (diameterMm: number, depthMm: number): Hole => ({
  kind: 'through',
  steps: [{ diameterMm, depthMm }],
  depthMm,
  faces: [0],
  axis: { point: [0, 0, 0], direction: [0, 0, 1] },
});

function found(
  code: Check['code'],
  features: Partial<Features>,
  edges: Vector = [100, 60, 20],
): Check | undefined {
  return checkPart(facts({ features, edges }), metal).find((check) => check.code === code);
}
const helpOf = (check: Check | undefined) => (check ? checkHelp(check) : undefined);
const figures = (text: string | undefined) => (text?.match(/\d+(?:\.\d+)?/g) ?? []).map(Number);

describe('the remedy of a finding', () => {
  const pocket = (depthMm: number, widthMm: number) => ({ pockets: [{ depthMm, widthMm, faces: [] }] });
  const holes = (...sizes: [number, number][]) => ({ holes: sizes.map((size) => holeOf(...size)) });
  const sharp = { sharpInnerEdges: [{ faces: [], lengthMm: 3 }] };
  const round = { smallestInnerRadius: { radiusMm: 0.2, faces: [] } };
  test.each<[Check['code'], Partial<Features>, string, edges?: Vector]>([
    ['deep-hole', holes([8, 40]), '孔深减到 32 mm 以内，或孔径加到 Ø10 以上'],
    ['deep-hole', holes([8, 40], [6, 25]), '孔深减到孔径的 4 倍以内（Ø8 为 32 mm）'],
    ['hole-too-deep', holes([3, 40]), '孔深减到 30 mm 以内，或孔径加到 Ø4 以上'],
    ['deep-pocket', pocket(25, 6), '深度减到 24 mm 以内，或宽度加到 6.25 mm 以上'],
    ['narrow-pocket', pocket(1, 0.3), '槽宽加到 0.5 mm 以上'],
    ['thin-wall', { thinWall: { thicknessMm: 0.5, faces: [] } }, '壁厚加到 0.76 mm 以上'],
    ['small-inner-radius', round, '圆角放大到 R0.5 以上'],
    ['sharp-inner-corner', sharp, '加 R0.5 以上的圆角，或在角上加清角孔'],
    ['beyond-envelope', {}, '长度减到 1000 mm 以内，或分成 3 段加工', [2300, 500, 20]],
    ['beyond-envelope', {}, '长度减到 1000 mm 以内、宽度减到 500 mm 以内', [1200, 600, 20]],
    ['beyond-envelope', { isTurned: true }, '宽度减到 500 mm 以内、高度减到 500 mm 以内', [550, 510, 505]],
    ['suspicious-unit', {}, '换算后最长 101.6 mm，与图纸相符就换算', [4, 2, 1]],
    ['too-small', {}, '最长边加到 3 mm 以上，或几件连在一起加工再切开', [2, 1, 1]],
  ])('%s %j: %s', (code, features, help, edges) => {
    expect(helpOf(found(code, features, edges))).toBe(help);
  });

  test('a hole changed as suggested has no finding', () => {
    for (let tenths = 3; tenths < 400; tenths += 7) {
      for (const ratio of [4.01, 4.7, 9.99, 10.02, 13.3]) {
        const diameter = tenths / 10;
        const depth = diameter * ratio;
        const code = ratio > 10 ? 'hole-too-deep' : 'deep-hole';
        const check = found(code, { holes: [holeOf(diameter, depth)] });
        const [shorter = NaN, wider = NaN] = figures(helpOf(check));
        expect(shorter).toBeLessThan(depth);
        expect(found(code, { holes: [holeOf(diameter, shorter)] })).toBeUndefined();
        expect(found(code, { holes: [holeOf(wider, depth)] })).toBeUndefined();
      }
    }
  });

  test('a pocket changed as suggested has no finding', () => {
    for (let tenths = 6; tenths < 300; tenths += 11) {
      const widthMm = tenths / 10;
      const depthMm = widthMm * 4.37;
      const pocketOf = (depth: number, width: number) =>
        found('deep-pocket', { pockets: [{ depthMm: depth, widthMm: width, faces: [] }] });
      const [shallower = NaN, wider = NaN] = figures(helpOf(pocketOf(depthMm, widthMm)));
      expect(pocketOf(shallower, widthMm)).toBeUndefined();
      expect(pocketOf(depthMm, wider)).toBeUndefined();
    }
  });

  test('every finding except plain facts has a remedy', () => {
    const checks = checkPart(
      {
        kind: 'open',
        bodies: 2,
        notes: oneNoteOfEachKind,
        unit: 'in',
        measures: measuresOf([6000, 2, 1]),
        features: {
          holes: [holeOf(1, 5), holeOf(1, 20)],
          pockets: [{ depthMm: 5, widthMm: 0.1, faces: [] }],
          sharpInnerEdges: [{ faces: [], lengthMm: 1 }],
          smallestInnerRadius: { radiusMm: 0.1, faces: [] },
          thinWall: { thicknessMm: 0.1, faces: [] },
          undercutFaces: [1],
          setups: 9,
          turnedShare: 0,
          isTurned: false,
        },
      },
      metal,
    );
    const silent = checks.filter((check) => checkHelp(check) === '').map(({ code }) => code);
    expect(silent).toEqual(['set-ups']);
    const reported = checks.length + 4;
    // A part cannot be both too small and too large; an undercut part is neither turned nor milled; drawings do not depend on shape.
    expect(reported).toBe(checkCodes.length);
  });

  test('a part that no machine can make has no remedy for its size', () => {
    const limits: CheckLimits = { ...metal, millsMm: [], lathesMm: [] };
    expect(found('beyond-envelope', {}, [100, 60, 20])).toBeUndefined();
    const check = checkPart({ kind: 'solid', bodies: 1, measures: measuresOf([100, 60, 20]) }, limits)[0];
    expect(check?.code).toBe('beyond-envelope');
    expect(helpOf(check)).toBe('');
  });
});

const measuresOf = (edges: Vector): PartFacts['measures'] => ({
  volumeMm3: 1,
  areaMm2: 1,
  boxMm: edges,
  stockBoxMm: edges,
  isStockTilted: false,
  centreMm: [0, 0, 0],
});

test('a figure that rounds to its limit is not a finding', () => {
  const radius = (radiusMm: number) =>
    found('small-inner-radius', { smallestInnerRadius: { radiusMm, faces: [] } });
  expect(radius(0.4999)).toBeUndefined();
  expect(radius(0.496)).toBeUndefined();
  const small = radius(0.494);
  expect(small && checkSentence(small)).toBe('最小内圆角 R0.49（建议不小于 R0.5）');
  expect(found('thin-wall', { thinWall: { thicknessMm: 0.757, faces: [] } })).toBeUndefined();
  expect(found('narrow-pocket', { pockets: [{ depthMm: 1, widthMm: 0.498, faces: [] }] })).toBeUndefined();
  expect(found('deep-hole', { holes: [holeOf(10, 40.04)] })).toBeUndefined();
  expect(found('beyond-envelope', {}, [1000.004, 500, 20])).toBeUndefined();
});
