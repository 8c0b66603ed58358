import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textsBy } from '#tests/support/data/listed.ts';
import { readMillimetres, readPasted, readPieces, readSize } from './size-text.ts';

describe('a side', () => {
  const sides = textsBy(`
    80 = 80 | 80mm | ８０ｍｍ | 80㎜ | 8cm | 长度：80
    80.5 = 80.5 毫米 | 80。5
    1000 = 1,000
    3.5 = 0.35 cm
    120 = L=120
    -1 = -1
  `);
  test.each([...sides, ['80.5', [' 80.5 毫米 ']] as const])('of %s mm is read from %j', (digits, texts) => {
    for (const text of texts) expect([text, readMillimetres(text)]).toEqual([text, digits]);
  });

  test.each(['', 'Φ30', '约80', '80×40', '1,00', '80 kg', '八十', '.'])('is not read from %j', (text) =>
    expect(readMillimetres(text)).toBeUndefined(),
  );
});

test.each([
  ['25件', '25'],
  ['２５ 个', '25'],
  ['1,000pcs', '1000'],
  ['x25', '25'],
  ['25', '25'],
  ['若干', undefined],
  ['', undefined],
])('%j is a quantity of %s', (text, digits) => expect(readPieces(text)).toBe(digits));

const written = textsBy(`
  80×40×10 = 80×40×10 | 80*40*10mm | 80 x 40 X 10 | ８０＊４０＊１０ | 80mm×40mm×10mm | L80×W40×H10
    长80×宽40×高10 | 8×4×1cm
  800×40×10 = ０.８ｍ×4cm×10ｍｍ
   = 80×40 | 80×40×约10 | Φ30×80
`);
test.each(written)('the size "%s" is read from %s', (size, texts) => {
  for (const text of texts) expect([text, readSize(text)?.join('×') ?? '']).toEqual([text, size]);
});

test('every size is read back from every notation', () => {
  const side = fc.integer({ min: 1, max: 5_000_000 }).map((microns) => String(microns / 1000));
  const times = fc.constantFrom('×', 'x', 'X', '*', '＊', ' × ', '*\u00a0');
  fc.assert(
    fc.property(
      fc.tuple(side, side, side),
      times,
      fc.constantFrom('', 'mm', ' 毫米'),
      (sides, sign, unit) => {
        expect(readSize(sides.join(sign) + unit)).toEqual(sides);
      },
    ),
  );
});

describe('pasted text', () => {
  test.each([
    ['length', '80×40×10', { length: '80', width: '40', height: '10' }],
    ['height', '80×40×10', { length: '80', width: '40', height: '10' }],
    ['length', '80\t40\t10\t25件\r\n', { length: '80', width: '40', height: '10', num: '25' }],
    ['length', '80\n40\n10', { length: '80', width: '40', height: '10' }],
    ['width', '40mm\t约10', { width: '40', height: '约10' }],
    ['length', '80×40×10\t1,000', { length: '80', width: '40', height: '10', num: '1000' }],
    ['width', '80mm', { width: '80' }],
    ['num', '1,000', { num: '1000' }],
    ['num', '２５件', { num: '25' }],
  ] as const)('into %s: %j', (field, text, filled) => expect(readPasted(field, text)).toEqual(filled));

  test('that is a plain number or a whole table is left to the browser', () => {
    expect(readPasted('length', '80.5')).toBeUndefined();
    expect(readPasted('length', '80\t40\n70\t30')).toBeUndefined();
  });
});
