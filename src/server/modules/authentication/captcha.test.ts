import { expect, test } from 'vitest';
import { drawCaptcha, paintCaptcha } from './captcha.ts';

/** Reads the letters of an SVG captcha by the outlines of its filled paths, as a guesser's program would. */
function createOutlineReader() {
  const known: { features: number[]; letter: string }[] = [];
  const outlinesOf = (picture: string) =>
    [...picture.matchAll(/<path[^>]*fill="#[^>]* d="([^"]+)"/g)]
      .map(([, outline = '']) => {
        const numbers = outline.match(/-?\d+(?:\.\d+)?/g)?.map(Number) ?? [];
        const xs = numbers.filter((_, index) => index % 2 === 0);
        const ys = numbers.filter((_, index) => index % 2 === 1);
        const [left, width] = [Math.min(...xs), Math.max(...xs) - Math.min(...xs)];
        const height = Math.max(...ys) - Math.min(...ys);
        const cells = Array<number>(36).fill(0);
        for (const [index, x] of xs.entries()) {
          const column = Math.min(5, Math.floor(((x - left) / width) * 6));
          const row = Math.min(5, Math.floor((((ys[index] ?? 0) - Math.min(...ys)) / height) * 6));
          cells[row * 6 + column]! += 6 / xs.length;
        }
        return { left, features: [width / height, ...cells] };
      })
      .toSorted((a, b) => a.left - b.left);
  const distance = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, index) => sum + (value - (b[index] ?? 0)) ** 2, 0);
  return {
    learn(picture: string, text: string) {
      for (const [index, { features }] of outlinesOf(picture).entries())
        known.push({ features, letter: text[index] ?? '' });
    },
    read: (picture: string) =>
      outlinesOf(picture)
        .map(({ features }) => {
          const distances = known.map((one) => distance(one.features, features));
          return known[distances.indexOf(Math.min(...distances))]?.letter ?? '';
        })
        .join(''),
  };
}

test('what is sent cannot be read by the outlines of its letters', async () => {
  const reader = createOutlineReader();
  for (let n = 0; n < 100; n += 1) {
    const { svg, text } = await drawCaptcha();
    reader.learn(svg, text);
  }
  let drawn = 0;
  let sent = 0;
  for (let n = 0; n < 40; n += 1) {
    const { svg, text } = await drawCaptcha();
    if (reader.read(svg) === text) drawn += 1;
    if (reader.read((await paintCaptcha(svg)).toString('latin1')) === text) sent += 1;
  }
  // The reader is a good one: from the drawing it reads nearly all.
  expect(drawn).toBeGreaterThanOrEqual(36);
  expect(sent).toBeLessThanOrEqual(2);
});

test('the letters are narrow capitals and digits of which no two look alike', async () => {
  const seen = new Set<string>();
  for (let n = 0; n < 200; n += 1) {
    const { text } = await drawCaptcha();
    expect(text).toHaveLength(4);
    for (const letter of text) seen.add(letter);
  }
  expect([...seen].filter((letter) => !/[ACEFHJKNPRTXY34679]/.test(letter))).toEqual([]);
});
