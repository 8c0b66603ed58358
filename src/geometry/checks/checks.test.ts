import { describe, expect, test } from 'vitest';
import { checkSentence } from './check-sentences.ts';
import { checkCodes, defaultCheckLimits, type CheckLimits } from './check-limits.ts';
import { checkPart, type Check, type PartFacts } from './checks.ts';
import type { Features, Hole, Vector } from '../model-reading.ts';
import { facts, oneNoteOfEachKind, type Overrides } from '../part-facts.test-data.ts';

const { metal, plastic } = defaultCheckLimits;

const hole = (diameterMm: number, depthMm: number, face: number): Hole => ({
  kind: 'blind',
  steps: [{ diameterMm, depthMm }],
  depthMm,
  faces: [face],
  axis: { point: [0, 0, 0], direction: [0, 0, 1] },
});

const codes = (part: Overrides, limits: CheckLimits = metal) =>
  checkPart(facts(part), limits)
    .map((check) => check.code)
    .filter((code) => code !== 'milled');
const only = (part: Overrides, code: Check['code'], limits: CheckLimits = metal) =>
  checkPart(facts(part), limits).find((check) => check.code === code);

describe('checks', () => {
  test('an easy part has only the finding that it is milled', () => {
    expect(checkPart(facts(), metal)).toEqual([
      { code: 'milled', severity: 'advice', figures: { turnedShare: 0.1 }, faces: [] },
    ]);
  });

  test('a mesh has no features to check', () => {
    expect(checkPart({ ...facts({ kind: 'mesh' }), features: undefined }, metal)).toEqual([]);
  });

  test('reports several bodies and an open shell; an open shell needs manual review', () => {
    expect(only({ bodies: 3 }, 'several-bodies')).toMatchObject({
      severity: 'advice',
      figures: { bodies: 3 },
    });
    expect(only({ kind: 'open' }, 'open-shell')).toMatchObject({
      severity: 'hold',
      figures: { areaMm2: 1000 },
    });
    expect(only({ kind: 'open' }, 'open-shell', { ...metal, holds: [] })).toMatchObject({
      severity: 'advice',
    });
  });

  test.each<[Vector, boolean, boolean]>([
    [[1000, 500, 500], false, true],
    [[1000.1, 500, 500], false, false],
    [[1000, 500.1, 500], false, false],
    [[600, 300, 300], true, true],
    [[600, 500, 501], false, false],
  ])('a part of %j, turned: %s, fits: %s', (edges, isTurned, isInside) => {
    expect(codes({ edges, features: { isTurned } }).includes('beyond-envelope')).toBe(!isInside);
  });

  test('a turned part may fit only a lathe, by its diameter and length', () => {
    const limits: CheckLimits = { ...metal, millsMm: [[10, 10, 10]] };
    const isBeyond = (edges: Vector, isTurned = true) =>
      codes({ edges, features: { isTurned } }, limits).includes('beyond-envelope');
    expect(isBeyond([600, 300, 299])).toBe(false);
    expect(isBeyond([601, 300, 299])).toBe(true);
    expect(isBeyond([600, 301, 300])).toBe(true);
    expect(isBeyond([300, 298, 40])).toBe(false);
    expect(isBeyond([320, 319, 40])).toBe(true);
    expect(isBeyond([100, 60, 20])).toBe(true);
    expect(isBeyond([600, 300, 299], false)).toBe(true);
  });

  test('a part too small to clamp is a finding', () => {
    expect(codes({ edges: [2.9, 1, 1] })).toContain('too-small');
    expect(codes({ edges: [3, 1, 1] })).not.toContain('too-small');
  });

  test.each<[number, PartFacts['unit'], number | undefined]>([
    [4, undefined, 25.4],
    [4, 'mm', 25.4],
    [4, 'in', undefined],
    [0.1, undefined, undefined],
    [5, undefined, undefined],
    [2000, undefined, undefined],
    [5080, 'in', 1 / 25.4],
    [5080, undefined, 1 / 25.4],
    [5080, 'mm', undefined],
    [1e6, undefined, undefined],
  ])('a longest edge of %d mm in the unit %s suggests the factor %s', (longest, unit, suggestedFactor) => {
    const found = only({ edges: [longest, 1, 1], unit }, 'suspicious-unit');
    expect(found?.figures).toEqual(
      suggestedFactor === undefined ? undefined : { longestEdgeMm: longest, suggestedFactor },
    );
  });

  test('walls of plastic have another limit', () => {
    const features = { thinWall: { thicknessMm: 1, faces: [4, 5, 4] } };
    expect(codes({ features })).toEqual([]);
    expect(only({ features }, 'thin-wall', plastic)).toMatchObject({
      figures: { thicknessMm: 1, limitMm: 1.5 },
      faces: [4, 5],
    });
    expect(codes({ features: { thinWall: { thicknessMm: 0.75, faces: [] } } })).toEqual(['thin-wall']);
  });

  test('judges holes by their steepest step, and reports those beyond the limit separately', () => {
    const stepped = {
      ...hole(4, 16, 9),
      steps: [
        { diameterMm: 20, depthMm: 40 },
        { diameterMm: 4, depthMm: 20 },
      ],
    };
    const features = { holes: [hole(5, 20, 1), hole(5, 20.1, 2), stepped, hole(3, 30, 3), hole(3, 31, 4)] };
    expect(only({ features }, 'deep-hole')).toMatchObject({
      figures: { places: 3, diameterMm: 3, depthMm: 30, ratio: 10, limit: 4 },
      faces: [2, 9, 3],
    });
    expect(only({ features }, 'hole-too-deep')).toMatchObject({
      figures: { places: 1, diameterMm: 3, depthMm: 31, limit: 10 },
      faces: [4],
    });
    expect(codes({ features: { holes: [hole(5, 20, 1)] } })).toEqual([]);
  });

  test('reports deep and narrow pockets', () => {
    const pockets = [
      { depthMm: 40, widthMm: 10, faces: [1] },
      { depthMm: 41, widthMm: 10, faces: [2] },
      { depthMm: 90, widthMm: 10, faces: [3] },
      { depthMm: 1, widthMm: 0.4, faces: [4] },
    ];
    expect(only({ features: { pockets } }, 'deep-pocket')).toMatchObject({
      figures: { places: 2, depthMm: 90, widthMm: 10, ratio: 9, limit: 4 },
      faces: [3, 2],
    });
    expect(only({ features: { pockets } }, 'narrow-pocket')).toMatchObject({
      figures: { places: 1, widthMm: 0.4, limitMm: 0.5 },
      faces: [4],
    });
  });

  test('reports inner corners, undercuts and set-ups', () => {
    const features: Partial<Features> = {
      sharpInnerEdges: [
        { faces: [1, 2], lengthMm: 10 },
        { faces: [2, 3], lengthMm: 5 },
      ],
      smallestInnerRadius: { radiusMm: 0.4, faces: [7] },
      undercutFaces: [8, 9],
      setups: 4,
    };
    expect(only({ features }, 'sharp-inner-corner')).toMatchObject({
      figures: { places: 2, lengthMm: 15 },
      faces: [1, 2, 3],
    });
    expect(only({ features }, 'small-inner-radius')).toMatchObject({
      figures: { radiusMm: 0.4, limitMm: 0.5 },
      faces: [7],
    });
    expect(only({ features }, 'undercut')).toMatchObject({ figures: { places: 2 }, faces: [8, 9] });
    expect(only({ features }, 'set-ups')).toMatchObject({ figures: { setups: 4, limit: 3 } });
    const fine = { smallestInnerRadius: { radiusMm: 0.5, faces: [7] }, setups: 3 };
    expect(codes({ features: fine })).toEqual([]);
  });

  test('a turned part is recognised as turned', () => {
    expect(only({ features: { isTurned: true, turnedShare: 0.97 } }, 'turned')?.figures).toEqual({
      turnedShare: 0.97,
    });
    expect(only({ features: { isTurned: true } }, 'milled')).toBeUndefined();
    // A straight tool cannot reach every face.
    expect(only({ features: { undercutFaces: [3] } }, 'milled')).toBeUndefined();
  });

  test('every finding can require a manual review', () => {
    const features: Partial<Features> = {
      thinWall: { thicknessMm: 0.1, faces: [] },
      holes: [hole(1, 5, 1), hole(1, 50, 1)],
      pockets: [{ depthMm: 9, widthMm: 0.1, faces: [] }],
      sharpInnerEdges: [{ faces: [], lengthMm: 1 }],
      smallestInnerRadius: { radiusMm: 0.1, faces: [] },
      undercutFaces: [1],
      setups: 9,
    };
    const strict = { ...metal, holds: checkCodes };
    const found = [
      ...checkPart(
        facts({ kind: 'open', bodies: 2, notes: oneNoteOfEachKind, edges: [2, 1, 1], features }),
        strict,
      ),
      ...checkPart(facts({ edges: [9000, 1, 1], features: { isTurned: true } }), strict),
      ...checkPart(facts(), strict),
    ];
    const ofShape = checkCodes.filter((code) => code !== 'drawing-missing');
    expect(new Set(found.map((check) => check.code))).toEqual(new Set(ofShape));
    expect(found.every((check) => check.severity === 'hold')).toBe(true);
  });
});

test('missing and hidden content always needs a manual review; excluded content is only reported', () => {
  const notes = oneNoteOfEachKind;
  const checks = checkPart(facts({ notes }), { ...metal, holds: [] }).slice(0, 4);
  expect(checks.map((check) => [check.severity, checkSentence(check)])).toEqual([
    ['hold', '文件不完整：2 个面读不出来，量出的尺寸和体积可能不对'],
    ['hold', '文件里有 4 个隐藏的实体（支架、轴、销 等），已一并读出，请确认要不要加工'],
    ['hold', '没有计入文件里只有三角面片的 1 个实体'],
    ['advice', '没有计入切片软件里要减去的 1 个负零件、2 个支撑'],
  ]);
});
