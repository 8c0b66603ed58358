import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listed, pairsOf } from '#tests/support/data/listed.ts';
import {
  differenceFen,
  fenFromYuan,
  formatFen,
  formatFigure,
  formatYuan,
  round2,
  yuanFromFen,
  yuanText,
} from './money.ts';

/** Rounds the shortest decimal by its digits in whole-number arithmetic: slow, and shares no code with the product. */
function round2ByDigits(value: number): number {
  const [mantissa = '', exponent = '0'] = String(Math.abs(value)).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = BigInt(whole + fraction);
  const shift = Number(exponent) - fraction.length + 2;
  const twice = shift >= 0 ? 2n * digits * 10n ** BigInt(shift) : (2n * digits) / 10n ** BigInt(-shift);
  const hundredths = (twice + 1n) / 2n;
  const size = Number(`${hundredths}e-2`);
  return value < 0 && size > 0 ? -size : size;
}

describe('round2', () => {
  const rounded = pairsOf(`
    1.005 = 1.01 | -1.005 = -1.01 | 1.0049999 = 1 | 1.00499999999 = 1 | 1.00500000001 = 1.01
    0.005 = 0.01 | -0.005 = -0.01 | 0.0049 = 0 | -0.0049 = 0 | 8.345 = 8.35 | 1.255 = 1.26
    10.235 = 10.24 | 2.5 = 2.5 | 0 = 0 | -0 = 0 | 5e-3 = 0.01 | 1e-7 = 0 | 5e-324 = 0
    123456789.125 = 123456789.13 | 99999999999.995 = 100000000000 | 1e21 = 1e21
    1.7976931348623157e308 = 1.7976931348623157e308
  `);
  it.each(rounded)('rounds %s to %s', (value, wanted) => {
    expect(round2(Number(value))).toBe(Number(wanted));
  });

  it('returns NaN and the infinities unchanged', () => {
    expect(round2(Number.NaN)).toBeNaN();
    expect(round2(Infinity)).toBe(Infinity);
    expect(round2(-Infinity)).toBe(-Infinity);
  });

  it('agrees with rounding by digits for any number up to 10^12', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e12, max: 1e12, noNaN: true }), (value) => {
        expect(round2(value)).toBe(round2ByDigits(value));
      }),
      { numRuns: 2000 },
    );
  });

  it('rounds every decimal half away from zero', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e11 }), fc.boolean(), (fen, isNegative) => {
        const half = Number(`${isNegative ? '-' : ''}${fen}5e-3`);
        expect(round2(half)).toBe(Number(`${isNegative ? '-' : ''}${fen + 1}e-2`));
      }),
    );
  });
});

describe('fenFromYuan', () => {
  it.each([
    [12.34, 1234],
    ['12.34', 1234],
    [0.07, 7],
    [1.15, 115],
    [-1.15, -115],
    [4.35, 435],
    [1.005, 101],
    ['1.005', 101],
    ['1.0049999999999999999', 100],
    ['-0.005', -1],
    [' 3 ', 300],
    ['5.', 500],
    ['1e3', 100000],
    ['1.5e-2', 2],
    ['5e-3', 1],
    [1e-9, 0],
    [-1e-9, 0],
    ['90071992547409.91', Number.MAX_SAFE_INTEGER],
  ])('reads %j as %d fen', (yuan, fen) => {
    expect(fenFromYuan(yuan)).toBe(fen);
  });

  const wrong = ['', ' ', ...listed('abc | 1,234 | ¥1 | 0x10 | 1e400 | --1')];
  it.each([NaN, Infinity, -Infinity, 90071992547409.92, 1e300, ...wrong])('refuses %j', (yuan) => {
    expect(() => fenFromYuan(yuan)).toThrow(RangeError);
  });

  it('returns every whole number of fen unchanged, by number and by text', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e14, max: 1e14 }), (fen) => {
        expect(fenFromYuan(yuanText(fen))).toBe(fen);
        expect(fenFromYuan(yuanFromFen(fen))).toBe(fen);
      }),
    );
  });
});

describe('amounts as text', () => {
  it.each([
    [123450, '1234.50', '¥1,234.50'],
    [-123450, '-1234.50', '-¥1,234.50'],
    [0, '0.00', '¥0.00'],
    [5, '0.05', '¥0.05'],
    [-5, '-0.05', '-¥0.05'],
    [10, '0.10', '¥0.10'],
    [99999, '999.99', '¥999.99'],
    [100000000, '1000000.00', '¥1,000,000.00'],
    [1e14, '1000000000000.00', '¥1,000,000,000,000.00'],
  ])('writes %d fen as %s and %s', (fen, plain, formatted) => {
    expect(yuanText(fen)).toBe(plain);
    expect(formatFen(fen)).toBe(formatted);
    expect(formatYuan(plain)).toBe(formatted);
    expect(formatYuan(fen / 100)).toBe(formatted);
    expect(formatFigure(plain)).toBe(formatted.replace('¥', ''));
  });
});

describe('the difference of two amounts', () => {
  it('is exact where floating-point yuan would be off', () => {
    expect(differenceFen(0.3, 0.1)).toBe(20);
    expect(differenceFen('1000.10', 1000.2)).toBe(-10);
    expect(differenceFen('5.00', 5)).toBe(0);
  });
});
