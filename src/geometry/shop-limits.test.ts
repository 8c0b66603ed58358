import { expect, test } from 'vitest';
import { checkCodes, defaultLimitsFor } from './check-limits.ts';
import { checkPart } from './checks.ts';
import { checkNames } from './check-sentences.ts';
import { defaultReadingLimits, MODEL_FORMATS } from './model-reading.ts';
import { facts } from './part-facts.test-data.ts';
import { isLimitText, limitTexts, shopLimits, type LimitKey } from './shop-limits.ts';

test('without settings the limits are the usual ones, and so are the defaults of the settings', () => {
  for (const settings of [
    {},
    limitTexts,
    { 'model.thinWall': '厚', 'model.maxMb': '', 'model.mills': '1×1' },
  ]) {
    const { formats, reading, checksFor } = shopLimits(settings);
    expect(formats).toStrictEqual(MODEL_FORMATS);
    expect(reading).toStrictEqual(defaultReadingLimits);
    for (const tag of ['metal', 'plastic', '', 'constructor'])
      expect(checksFor(tag)).toStrictEqual(defaultLimitsFor(tag));
  }
});

test('a number may be another one for some tags', () => {
  const { checksFor } = shopLimits({ 'model.thinWall': '0.8，plastic＝2; 不锈钢=1', 'model.setups': '5' });
  expect(['metal', 'plastic', '不锈钢'].map((tag) => checksFor(tag).thinWallMm)).toStrictEqual([0.8, 2, 1]);
  expect(checksFor('plastic').setups).toBe(5);
});

test('machines and usual edges may be others for some tags, which may have no machine at all', () => {
  const { checksFor } = shopLimits({
    'model.mills': '1000×500×500, plastic=600x400x300, plastic＝800×300×300',
    'model.lathes': '300×600, plastic=无',
    'model.usualEdge': '5–2000, plastic=5 至 500, 不锈钢=10~800',
  });
  expect(checksFor('plastic')).toMatchObject({
    millsMm: [
      [600, 400, 300],
      [800, 300, 300],
    ],
    lathesMm: [],
    usualLongestEdgeMm: [5, 500],
  });
  expect(checksFor('不锈钢')).toMatchObject({
    millsMm: [[1000, 500, 500]],
    lathesMm: [{ diameterMm: 300, lengthMm: 600 }],
    usualLongestEdgeMm: [10, 800],
  });
  const part = facts({ edges: [900, 60, 20], unit: 'mm' });
  const codes = (tag: string) => checkPart(part, checksFor(tag)).map(({ code }) => code);
  expect(codes('plastic')).toContain('beyond-envelope');
  expect(codes('metal')).not.toContain('beyond-envelope');
  const inches = facts({ edges: [900, 60, 20], unit: 'in' });
  expect(checkPart(inches, checksFor('plastic'))).toContainEqual(
    expect.objectContaining({ code: 'suspicious-unit' }),
  );
  expect(checkPart(inches, checksFor('metal'))).not.toContainEqual(
    expect.objectContaining({ code: 'suspicious-unit' }),
  );
});

test('machines of one tag alone leave the others without any', () => {
  const { checksFor } = shopLimits({ 'model.mills': 'plastic=600×400×300' });
  expect([checksFor('plastic').millsMm, checksFor('metal').millsMm]).toEqual([[[600, 400, 300]], []]);
});

test('machines, formats and bounds of a file are the settings', () => {
  const { formats, reading, checksFor } = shopLimits({
    'model.formats': ['step', 'stl'],
    'model.maxMb': 10,
    'model.maxSolids': '20',
    'model.maxTriangles': '30',
    'model.mills': '600*400*300、1200 x 600 x 500',
    'model.lathes': '',
    'model.drawingWords': '螺纹, ±，打标',
    'model.holds': '薄壁，开放曲面',
  });
  expect(formats).toStrictEqual(['step', 'stl']);
  expect(reading).toMatchObject({ maxBytes: 10 * 1024 ** 2, maxSolids: 20, maxTriangles: 300_000 });
  expect(checksFor('metal')).toMatchObject({
    millsMm: [
      [600, 400, 300],
      [1200, 600, 500],
    ],
    lathesMm: [],
    drawingWords: ['螺纹', '±', '打标'],
    holds: ['thin-wall', 'open-shell'],
  });
});

test.each<[LimitKey, string, boolean]>([
  ['model.mills', '', true],
  ['model.mills', '1000×500×500', true],
  ['model.mills', '1000×500', false],
  ['model.mills', '1000×500×0', false],
  ['model.mills', '1000××500', false],
  ['model.mills', '1e9×1×1', false],
  ['model.lathes', '300×600, 100x200', true],
  ['model.lathes', '300', false],
  ['model.lathes', '300×600, plastic=无', true],
  ['model.lathes', '无', false],
  ['model.mills', '1000×500×500, plastic=600×400', false],
  ['model.mills', '1×1×1, '.repeat(51), false],
  ['model.mills', '=1×1×1', false],
  ['model.mills', `${'长'.repeat(101)}=1×1×1`, false],
  ['model.usualEdge', '5–2000', true],
  ['model.usualEdge', '0.5-100, plastic=1~50', true],
  ['model.usualEdge', '2000–5', false],
  ['model.usualEdge', '5', false],
  ['model.usualEdge', '5–20–30', false],
  ['model.usualEdge', '5–', false],
  ['model.usualEdge', '5–100001', false],
  ['model.usualEdge', '5–10, 5–20', false],
  ['model.usualEdge', '', false],
  ['model.thinWall', '0.5', true],
  ['model.thinWall', '0.5, plastic=1', true],
  ['model.thinWall', 'plastic=1', false],
  ['model.thinWall', '0.5, 0.6', false],
  ['model.thinWall', '-1', false],
  ['model.thinWall', '1e3', false],
  ['model.thinWall', '', false],
  ['model.setups', '0', false],
  ['model.drawingWords', '', true],
  ['model.drawingWords', '螺'.repeat(61), false],
  ['model.holds', '', true],
  ['model.holds', '薄壁', true],
  ['model.holds', 'thin-wall', false],
])('%s takes %j: %s', (key, text, isRight) => {
  expect(isLimitText(key, text)).toBe(isRight);
});

test('each finding has a name of its own', () => {
  expect(new Set(checkCodes.map((code) => checkNames[code])).size).toBe(checkCodes.length);
});
