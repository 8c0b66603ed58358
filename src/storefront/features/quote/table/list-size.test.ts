import { describe, expect, test } from 'vitest';
import { listed, textsBy } from '#tests/support/data/listed.ts';
import { findSizeWithin, readDiameter, readListedPieces, readSizeNotation } from './list-size.ts';

const box = (text: string) => {
  const size = readSizeNotation(text);
  return size && !size.isRound ? size.sides.join('×') : undefined;
};
const round = (text: string) => {
  const size = readSizeNotation(text);
  return size?.isRound
    ? `Ø${[size.sides[0], size.bore].filter(Boolean).join('/')}×${size.sides[2]}`
    : undefined;
};

describe('a box', () => {
  const boxes = listed(`
    80×40×10 | 80*40*10 | 80x40x10 | 80X40X10mm | 80 × 40 × 10 | ８０×４０×１０ | 80＊40＊10 | 80✕40✖10
    80×40×10(mm) | 80×40×10（毫米） | 80mm×40mm×10mm | 80mm*40*10 | 8cm×4cm×1cm | 8×4×1cm | 0.08m×4cm×10mm
    L80×W40×H10 | L80*W40*T10 | L=80,W=40,H=10 | L:80 W:40 H:10 | L80 W40 H10 | W40×L80×H10 | 长80宽40高10
    长80×宽40×厚10 | 长80mm，宽40mm，高10mm | 长:80 宽:40 厚:10 | 长度80、宽度40、厚度10 | 80长×40宽×10高
    80(L)×40(W)×10(H) | 80L×40W×10H | 80×40×t10 | T10×80×40 | t=10×80×40 | 80×40×δ10 | 80×40 厚10
    厚10 80×40 | 板厚10×80×40 | 80×40×H10 | 尺寸80×40×10 | 外形尺寸：80×40×10 | 规格:80*40*10
    方料80×40×10 | 板料 80×40×10 | 80×40×10(长×宽×高) | 80乘40乘10 | 80×40×D10 | （80×40×10） | 80×40×10。
  `);
  test.each(boxes)('%s', (text) => {
    const sides = box(text)
      ?.split('×')
      .toSorted((a, b) => Number(b) - Number(a))
      .join('×');
    expect(sides).toBe('80×40×10');
  });

  const inches = textsBy(`
    101.6×50.8×25.4 = 4"×2"×1" | 4in×2in×1in | 4 x 2 x 1 in | 4inch*2inch*1inch
    101.6×50.8×12.7 = 4×2×0.5英寸 | 4″×2″×1/2″ | 4"×2"×½"
    101.6×50.8×38.1 = 4"×2"×1-1/2" | 4"×2"×1 1/2" | 4"×2"×1½"
    1200×800×20 = 1,200×800×20
    80.5×40.25×10.125 = 80.5×40.25×10.125
    12.7×6.35×2.54 = .5×.25×.1in
  `);
  test.each(inches)('of %s mm is read from %s', (sides, texts) => {
    for (const text of texts) expect([text, box(text)]).toEqual([text, sides]);
  });
});

const rounds = textsBy(`
  Ø80×15 = φ80x15 | Φ80×15 | Ø80*15 | ø80×15 | ⌀80×15 | ∅80×15 | φ80mm×15mm | φ80×L15 | φ80 L15 | φ80 长15
    φ80×15L | φ80×t15 | D80×L15 | D80 L15 | D=80 L=15 | D80*15 | 直径80 长15 | 直径80mm，长度15mm
    直径：80 长：15 | 直径80×15 | 直径φ80×15 | 外径80 长15 | 外径φ80×15 | OD80×L15 | dia 80 x 15
    dia.80 L15 | 15×φ80 | L15×D80 | %%c80x15 | φ80 × 15 mm | φ8cm×15mm | 圆棒φ80×15 | 圆料80×15 | 圆钢 80×15
    尺寸φ80×15 | φ80高15 | φ80厚15 | φ８０×１５ | 棒料φ80×15
  Ø80/40×15 = φ80×φ40×15 | φ40×φ80×15 | 外径80 内径40 长15 | OD80×ID40×L15 | φ80/φ40×15
  Ø12.7×101.6 = φ1/2"×4"
  Ø50.8×101.6 = φ2in x 4in
`);
test.each(rounds)('%s is read from %s', (size, texts) => {
  for (const text of texts) expect([text, round(text)]).toEqual([text, size]);
});

// Each of them is ambiguous or states more than a size: it stays in its cell and is marked.
const unclear = listed(`
  80×40 | 80 | φ30 | 80 40 10 | 80,40,10 | 80/40/10 | 80-40-10 | 80×40×10×5 | 80×40×约10 | 约80×40×10
  80×40×10±0.1 | 80±0.1×40×10 | φ20h7×100 | φ20H7×100 | φ20-0.02×100 | M8×30 | R40×15 | φ80×40×15
  4"×2"×1 | 4"×2×1 | 12,5×40×10 | 80×40×10或90×40×10 | 毛坯80×40×10 | 见图 | 按图纸 | 2-φ80×15
  80寸×40×10 | -80×40×10 | φ40×φ80×φ15 | φ80内径90长15 | 80×40×10 2件 | L80×L40×H10 | 80mm×4cm×1
  内径40 长15 | 八十×四十×十 | φ30×5，200 | ≤80×40×10 | 80×40×10以内 | 1/2×3/4×1
`);
test.each(unclear)('%s is not a size', (text) => expect(readSizeNotation(text)).toBeUndefined());

test.each([
  ['支架80×40×10铝', '80×40×10'],
  ['支架 80 × 40 × 10 mm 去毛刺', '80×40×10'],
  ['6061铝板 80*40*10', '80×40×10'],
  ['轴 φ30×200 调质', '30×30×200'],
  ['法兰（直径120 长15）', '120×120×15'],
  ['D30×L200 光轴', '30×30×200'],
  ['AL6061-T6 L80 W40 H10', '80×40×10'],
  ['铝6061 长80 宽40 高10 25件', '80×40×10'],
  ['45# 直径30 长200 10件', '30×30×200'],
  ['支架', undefined],
  ['M8×30 螺栓', undefined],
  ['80×40×10±0.1 支架', undefined],
  ['80×40×10改90×40×10', undefined],
  ['25x80×40×10', undefined],
])('the size in %j is %s', (text, sides) => expect(findSizeWithin(text)?.sides.join('×')).toBe(sides));

const diameters = textsBy(`
  30 = 30 | φ30 | Ø30mm | D30 | 直径 30 | 3cm
  12.7 = 1/2"
   = 30h7 | φ30±0.02 | 宽30
`);
test.each(diameters)('the diameter "%s" is read from %s', (digits, texts) => {
  for (const text of texts) expect([text, readDiameter(text) ?? '']).toEqual([text, digits]);
});

const quantities = textsBy(`
  25 = 25 | 25件 | 25 pcs | 25PCS. | x25 | ×25 | 25个 | 25只 | 25套 | 25块 | 25片 | 25根 | 25台 | 25支
    25张 | 25条 | 25EA | 25 pieces | 25 units | 25off | 数量25 | 数量：25件 | Qty 25 | qty: 25 | Q'ty:25
    共25件 | 共计 25 | 25(件) | （25） | ２５ | 25.0 | 25.00
  1000 = 1,000 | 1 000 | 1k
  1500 = 1.5K
  2000 = 2千
  10000 = 1万
  12000 = 1.2万件
  2 = 两件 | 二
  10 = 十个
  25 = 二十五 | 贰拾伍件 | 廿五件
  105 = 一百零五
   = 若干 | 25-30 | 25~30 | ≥25 | 约25 | 2对 | 2副 | 5组 | 左右各5 | 各25件 | 25+2 | 25/批 | 一打 | 50×2 | 25件×2
    一百五 | 二五 | 百 | 1.000 | 待定 | 12,5 | 样品2件 | 25kg
`);
test.each([...quantities, ['', ['']] as const])('the quantity "%s" is read from %s', (digits, texts) => {
  for (const text of texts) expect([text, readListedPieces(text) ?? '']).toEqual([text, digits]);
});
