import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pairsOf } from '#tests/support/data/listed.ts';
import { amountInWords } from './amount-in-words.ts';

const UNIT_SIZES: Readonly<Record<string, number>> = { 拾: 10, 佰: 100, 仟: 1000 };

/** Reads a whole number in words character by character, without rules for the position of 零. */
function readWhole(words: string): number {
  const yi = words.lastIndexOf('亿');
  if (yi >= 0) return readWhole(words.slice(0, yi)) * 1e8 + readWhole(words.slice(yi + 1));
  const wan = words.lastIndexOf('万');
  if (wan >= 0) return readWhole(words.slice(0, wan)) * 1e4 + readWhole(words.slice(wan + 1));
  let total = 0;
  let figure = 0;
  for (const character of words) {
    const size = UNIT_SIZES[character];
    if (size === undefined) figure = '零壹贰叁肆伍陆柒捌玖'.indexOf(character);
    else {
      total += figure * size;
      figure = 0;
    }
  }
  return total + figure;
}

/** Reads an amount in words back to fen. */
function readFen(words: string): number {
  const match = /^(负?)(?:(.+)元)?零?(?:(.)角)?(?:(.)分)?(整?)$/.exec(words);
  if (!match) throw new Error(`unreadable: ${words}`);
  const [, sign, yuan = '', jiao = '', fen = '', whole] = match;
  if ((fen === '') !== (whole === '整')) throw new Error(`整 is wrong: ${words}`);
  const size = readWhole(yuan) * 100 + readWhole(jiao) * 10 + readWhole(fen);
  return sign ? -size : size;
}

describe('amountInWords', () => {
  const amounts = pairsOf(`
    0 = 零元整 | 0.01 = 壹分 | 0.05 = 伍分 | 0.10 = 壹角整 | 0.50 = 伍角整 | 0.99 = 玖角玖分 | 1.00 = 壹元整
    1.01 = 壹元零壹分 | 1.10 = 壹元壹角整 | 1.23 = 壹元贰角叁分 | 10 = 壹拾元整 | 10.05 = 壹拾元零伍分
    10.50 = 壹拾元伍角整 | 11 = 壹拾壹元整 | 20 = 贰拾元整 | 100 = 壹佰元整 | 101 = 壹佰零壹元整
    110 = 壹佰壹拾元整 | 325.04 = 叁佰贰拾伍元零肆分 | 1000 = 壹仟元整 | 1001 = 壹仟零壹元整
    1004.50 = 壹仟零肆元伍角整 | 1010 = 壹仟零壹拾元整 | 1100 = 壹仟壹佰元整
    1409.50 = 壹仟肆佰零玖元伍角整 | 1680.32 = 壹仟陆佰捌拾元叁角贰分 | 6007.14 = 陆仟零柒元壹角肆分
    9999.99 = 玖仟玖佰玖拾玖元玖角玖分 | 10000 = 壹万元整 | 10001 = 壹万零壹元整 | 10010 = 壹万零壹拾元整
    10100 = 壹万零壹佰元整 | 11000 = 壹万壹仟元整 | 16409.02 = 壹万陆仟肆佰零玖元零贰分
    100000 = 壹拾万元整 | 100001 = 壹拾万零壹元整 | 107000.53 = 壹拾万柒仟元伍角叁分 | 1000000 = 壹佰万元整
    1010101.01 = 壹佰零壹万零壹佰零壹元零壹分 | 10000000 = 壹仟万元整 | 10000001 = 壹仟万零壹元整
    10010000 = 壹仟零壹万元整 | 12345678.90 = 壹仟贰佰叁拾肆万伍仟陆佰柒拾捌元玖角整 | 100000000 = 壹亿元整
    100000001 = 壹亿零壹元整 | 100001000 = 壹亿零壹仟元整 | 100010000 = 壹亿零壹万元整
    110000000 = 壹亿壹仟万元整 | 1000000000 = 壹拾亿元整 | 100100000000 = 壹仟零壹亿元整
    100000000000.01 = 壹仟亿元零壹分
    999999999999.99 = 玖仟玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元玖角玖分 | 1000000000000 = 壹万亿元整
    -1 = 负壹元整 | -0.05 = 负伍分 | -1004.5 = 负壹仟零肆元伍角整 | -1000000000000 = 负壹万亿元整
  `);
  it.each(amounts)('writes %s yuan as %s', (yuan, words) => {
    expect(amountInWords(Math.round(Number(yuan) * 100))).toBe(words);
  });

  it.each([1e14 + 1, -1e14 - 1, 0.5, Number.NaN, Infinity, Number.MAX_SAFE_INTEGER])(
    'refuses %d fen',
    (fen) => {
      expect(() => amountInWords(fen)).toThrow(RangeError);
    },
  );

  const anyAmount = fc.oneof(
    fc.integer({ min: -1e14, max: 1e14 }),
    // The rules concern zeros, so most digits are zero.
    fc
      .array(fc.constantFrom('0', '0', '0', '1', '7'), { minLength: 1, maxLength: 14 })
      .map((digits) => Number(digits.join(''))),
  );

  it('parses back to the same amount', () => {
    fc.assert(
      fc.property(anyAmount, (fen) => {
        expect(readFen(amountInWords(fen))).toBe(fen === 0 ? 0 : fen);
      }),
      { numRuns: 2000 },
    );
  });

  it('never repeats 零 or puts one before a unit', () => {
    fc.assert(
      fc.property(
        anyAmount.filter((fen) => fen !== 0),
        (fen) => {
          expect(amountInWords(fen)).not.toMatch(/零零|零[拾佰仟万亿元角分整]|^负?零|亿万/);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
