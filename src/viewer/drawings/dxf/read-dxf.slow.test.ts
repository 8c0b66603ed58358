import { expect, test } from 'vitest';
import { seededNumbers } from '#tests/support/data/seeded-numbers.ts';
import { circle, dxfFile, insert, line } from '../dxf-file.test-data.ts';
import { dxfVariants } from '../dxf-variants.test-data.ts';
import { readDxf } from './read-dxf.ts';

type Variant = keyof typeof dxfVariants;
/** Applied last: the other variants need plain line ends. */
const LINE_ENDS = /line ends|blanks around|mark of/;
const below = seededNumbers(31);
const all = Object.keys(dxfVariants) as Variant[];

function someVariants(): Variant[] {
  // A file that lacks both ends counts as truncated.
  const end: Variant = below(2) === 0 ? 'no last line' : 'no ends of tables and sections';
  // The encoding of one high byte in an ASCII file cannot be known.
  const out: Variant = below(2) === 0 ? 'characters by their number' : 'one byte that does not fit';
  const chosen = all.filter((name) => below(4) === 0 && name !== out && name !== end);
  const ends = chosen.filter((name) => LINE_ENDS.test(name));
  return [...chosen.filter((name) => !LINE_ENDS.test(name)), ...ends.slice(0, 1)];
}

function someDrawing(): string {
  const number = () => Math.round((below(20_000) - 10_000) * 37) / 1000;
  const note = () => [0, 'TEXT', 8, '0', 10, number(), 20, number(), 40, 3, 1, '未注公差按国家标准执行BAD'];
  const blocks = Object.fromEntries(
    ['Rahmen', '孔 a', '*D1'].map((name) => [
      name,
      Array.from({ length: 1 + below(4) }, () =>
        line(number(), number(), number(), number(), [62, below(9)]),
      ),
    ]),
  );
  return dxfFile({
    layers: ['轮廓 A', 'Hidden'].map((name, n) => [0, 'LAYER', 2, name, 70, n, 62, 1 + below(7), 6, 'Dash']),
    lineTypes: [[0, 'LTYPE', 2, 'DASH', 70, 0, 3, '', 72, 65, 73, 2, 40, 35, 49, 30, 49, -5]],
    blocks,
    entities: Array.from({ length: 5 + below(20) }, () => {
      const kind = below(5);
      if (kind === 0)
        return insert(['RAHMEN', '孔 A', '*d1'][below(3)] ?? '', `10 ${number()} 20 ${number()}`);
      if (kind === 1) return circle(number(), number(), 0.5 + below(40));
      if (kind === 2) return [0, 'LINE', 8, '轮廓 a', 10, number(), 20, number(), 11, number(), 21, number()];
      if (kind === 3) return [0, 'LINE', 8, 'HIDDEN', 10, number(), 20, number(), 11, number(), 21, number()];
      return note();
    }).concat([note(), line(0, 0, 1, 1)]),
  });
}

const plain = (content: Uint8Array) => {
  const { texts, ...picture } = readDxf(content);
  return { ...picture, texts: texts.map((one) => ({ ...one, text: one.text.replaceAll('\uFFFD', '') })) };
};

test('random drawings give the same picture with any mix of dialects of CAD programs', () => {
  for (let n = 0; n < 400; n += 1) {
    const text = someDrawing();
    const variants = someVariants();
    let bytes: Uint8Array<ArrayBuffer> = new TextEncoder().encode(text);
    for (const name of variants) {
      bytes = new Uint8Array(dxfVariants[name](new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)));
    }
    expect(plain(bytes), variants.join(', ')).toEqual(plain(new TextEncoder().encode(text)));
  }
});
