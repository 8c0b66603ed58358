import { describe, expect, test } from 'vitest';
import { hasTransparency, inkBox, extractInk, type Pixels } from './ink.ts';

type Colour = readonly [red: number, green: number, blue: number, alpha?: number];
const RED: Colour = [200, 30, 30];
const BLACK: Colour = [30, 30, 30];

/** A square sheet; `colour` computes each pixel. */
function draw(side: number, at: (x: number, y: number) => Colour): Pixels {
  const data = new Uint8ClampedArray(side * side * 4);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const [red, green, blue, alpha = 255] = at(x, y);
      data.set([red, green, blue, alpha], (y * side + x) * 4);
    }
  return { data, width: side, height: side };
}

const pixel = ({ data, width }: Pixels, x: number, y: number) => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
];
const isRing = (x: number, y: number) => Math.abs(Math.hypot(x - 60, y - 60) - 40) < 5;
const usual = { threshold: 20, isRedOnly: false };

describe('lifting ink', () => {
  test.each<[string, (x: number, y: number) => Colour]>([
    ['white', () => [255, 255, 255]],
    ['yellowish', () => [240, 232, 205]],
    ['unevenly lit', (x, y) => [250 - (x + y) / 2.4, 246 - (x + y) / 2.4, 236 - (x + y) / 2.4]],
  ])('makes %s paper transparent and keeps the ring', (_name, paper) => {
    const lifted = extractInk(
      draw(120, (x, y) => {
        const ground = paper(x, y);
        return isRing(x, y) ? [ground[0] * 0.8, ground[1] * 0.12, ground[2] * 0.12] : ground;
      }),
      usual,
    );
    for (const [x, y] of [
      [1, 1],
      [118, 1],
      [1, 118],
      [118, 118],
      [60, 60],
    ] as const)
      expect(pixel(lifted, x, y)[3]).toBe(0);
    const [red, green, blue, alpha] = pixel(lifted, 60, 20);
    expect(alpha).toBe(255);
    expect(red).toBeGreaterThan(170);
    expect(Math.max(green!, blue!)).toBeLessThan(60);
    expect(inkBox(lifted)).toEqual({ x: 16, y: 16, width: 89, height: 89 });
  });

  test('with the option for red ink removes printed text below the stamp', () => {
    const sheet = draw(120, (x, y) => (isRing(x, y) ? RED : y === 60 ? BLACK : [255, 255, 255]));
    expect(pixel(extractInk(sheet, usual), 60, 60)[3]).toBe(255);
    const red = extractInk(sheet, { ...usual, isRedOnly: true });
    expect(pixel(red, 60, 60)[3]).toBe(0);
    expect(pixel(red, 60, 20)[3]).toBe(255);
  });

  test('removes more as the threshold rises', () => {
    const grey = draw(40, (x, y) => (x === 20 && y === 20 ? [180, 180, 180] : [250, 250, 250]));
    const seen = (threshold: number) => pixel(extractInk(grey, { threshold, isRedOnly: false }), 20, 20)[3]!;
    expect(seen(5)).toBeGreaterThan(seen(15));
    expect(seen(15)).toBeGreaterThan(seen(30));
    expect(seen(30)).toBe(0);
  });

  test('restores the ink’s colour at an edge mixed with paper', () => {
    const half: Colour = [227, 142, 142];
    const lifted = extractInk(
      draw(40, (x) => (x < 10 ? [255, 255, 255] : x === 10 ? half : x < 14 ? RED : [255, 255, 255])),
      usual,
    );
    const [, green, , alpha] = pixel(lifted, 10, 5);
    expect(alpha).toBeGreaterThan(200);
    expect(green).toBeLessThan(150);
  });

  test('leaves transparent pixels unchanged', () => {
    const lifted = extractInk(
      draw(40, (x) => (x < 20 ? [0, 0, 0, 0] : RED)),
      usual,
    );
    expect(pixel(lifted, 5, 5)).toEqual([0, 0, 0, 0]);
  });
});

test('the bounding box of an empty picture is undefined, and of one pixel that pixel', () => {
  expect(inkBox(draw(9, () => [0, 0, 0, 0]))).toBeUndefined();
  const one = draw(9, (x, y) => (x === 3 && y === 7 ? [1, 2, 3] : [0, 0, 0, 0]));
  expect(inkBox(one)).toEqual({ x: 3, y: 7, width: 1, height: 1 });
});

test('recognises an already transparent background', () => {
  expect(hasTransparency(draw(9, () => RED))).toBe(false);
  expect(hasTransparency(draw(9, (x) => (x === 4 ? [0, 0, 0, 0] : RED)))).toBe(true);
});
