import { expect, test } from 'vitest';
import { listed } from '#tests/support/data/listed.ts';
import { checkCodes, defaultCheckLimits } from './check-limits.ts';
import { checkPart } from './checks.ts';
import { checkNames } from './check-sentences.ts';
import { defaultReadingLimits, MODEL_FORMATS } from '../model-reading.ts';
import { facts } from '../part-facts.test-data.ts';
import { isLimitText, limitTexts, shopLimits, type LimitKey } from './shop-limits.ts';

test('without settings, and with their defaults, the default limits apply', () => {
  for (const settings of [
    {},
    limitTexts,
    { 'model.thinWall': '厚', 'model.maxMb': '', 'model.mills': '1×1' },
  ]) {
    const { formats, reading, checksFor } = shopLimits(settings);
    expect(formats).toStrictEqual(MODEL_FORMATS);
    expect(reading).toStrictEqual(defaultReadingLimits);
    for (const tag of ['metal', 'plastic', '', 'constructor'])
      expect(checksFor(tag)).toStrictEqual(defaultCheckLimits[tag === 'plastic' ? 'plastic' : 'metal']);
  }
});

test('a number may differ for some tags', () => {
  const { checksFor } = shopLimits({ 'model.thinWall': '0.8，plastic＝2; 不锈钢=1', 'model.setups': '5' });
  expect(['metal', 'plastic', '不锈钢'].map((tag) => checksFor(tag).thinWallMm)).toStrictEqual([0.8, 2, 1]);
  expect(checksFor('plastic').setups).toBe(5);
});

test('machines and usual edges may differ for some tags, including no machines', () => {
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

test('machines for one tag only leave other tags without machines', () => {
  const { checksFor } = shopLimits({ 'model.mills': 'plastic=600×400×300' });
  expect([checksFor('plastic').millsMm, checksFor('metal').millsMm]).toEqual([[[600, 400, 300]], []]);
});

test('machines, formats and file limits come from the settings', () => {
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

test.each<[LimitKey, right: string, wrong: string]>([
  [
    'model.mills',
    '1000×500×500',
    '1000×500 | 1000×500×0 | 1000××500 | 1e9×1×1 | 1000×500×500, plastic=600×400 | =1×1×1',
  ],
  ['model.lathes', '300×600, 100x200 | 300×600, plastic=无', '300 | 无'],
  ['model.usualEdge', '5–2000 | 0.5-100, plastic=1~50', '2000–5 | 5 | 5–20–30 | 5– | 5–100001 | 5–10, 5–20'],
  ['model.thinWall', '0.5 | 0.5, plastic=1', 'plastic=1 | 0.5, 0.6 | -1 | 1e3'],
  ['model.setups', '1', '0'],
  ['model.holds', '薄壁', 'thin-wall'],
])('%s accepts %s, but not %s', (key, right, wrong) => {
  for (const text of listed(right)) expect([text, isLimitText(key, text)]).toEqual([text, true]);
  for (const text of listed(wrong)) expect([text, isLimitText(key, text)]).toEqual([text, false]);
});

test('only optional limits may be empty, and every limit has a maximum length', () => {
  for (const key of ['model.mills', 'model.drawingWords', 'model.holds'] as const)
    expect(isLimitText(key, '')).toBe(true);
  for (const key of ['model.usualEdge', 'model.thinWall'] as const) expect(isLimitText(key, '')).toBe(false);
  expect(isLimitText('model.mills', '1×1×1, '.repeat(51))).toBe(false);
  expect(isLimitText('model.mills', `${'长'.repeat(101)}=1×1×1`)).toBe(false);
  expect(isLimitText('model.drawingWords', '螺'.repeat(61))).toBe(false);
});

test('each finding has a different name', () => {
  expect(new Set(checkCodes.map((code) => checkNames[code])).size).toBe(checkCodes.length);
});
