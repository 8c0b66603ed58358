import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { seededNumbers } from '#tests/support/data/seeded-numbers.ts';
import { alphabet, drawText, type Picture } from './captcha-drawing.ts';

// The same random drawing in every run, because the counts below depend on it.
const next = seededNumbers(7);
beforeEach(() => {
  vi.spyOn(Math, 'random').mockImplementation(() => next(2 ** 31) / 2 ** 31);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const [WIDTH, HEIGHT, GRID] = [360, 100, 16];

/** How dark each point is, from 0 to 1. */
const pixelsOf = ({ ink }: Picture): number[] => [...ink];

/** Inverts areas that are mostly ink, as an attacker's program would. */
function withoutStripes(dark: readonly number[]): number[] {
  const radius = 14;
  const sums = new Float64Array((WIDTH + 1) * (HEIGHT + 1));
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0, row = 0; x < WIDTH; x += 1) {
      row += dark[y * WIDTH + x]!;
      sums[(y + 1) * (WIDTH + 1) + x + 1] = sums[y * (WIDTH + 1) + x + 1]! + row;
    }
  }
  return dark.map((value, index) => {
    const [x, y] = [index % WIDTH, Math.floor(index / WIDTH)];
    const [left, right] = [Math.max(0, x - radius), Math.min(WIDTH, x + radius)];
    const [top, bottom] = [Math.max(0, y - radius), Math.min(HEIGHT, y + radius)];
    const at = (column: number, row: number) => sums[row * (WIDTH + 1) + column]!;
    const ink = at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top);
    return ink > ((right - left) * (bottom - top)) / 2 ? 1 - value : value;
  });
}

/** The ink between two columns, cropped and scaled to one size. */
function shapeOf(dark: readonly number[], from: number, to: number): number[] | undefined {
  const points: [number, number][] = [];
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = Math.floor(from); x < to; x += 1) if (dark[y * WIDTH + x]! > 0.5) points.push([x, y]);
  }
  if (points.length < 20) return undefined;
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left + 1, Math.max(...ys) - top + 1];
  const shape = Array<number>(GRID * GRID).fill(0);
  for (const [x, y] of points) {
    const column = Math.floor(((x - left) / width) * GRID);
    const row = Math.floor(((y - top) / height) * GRID);
    shape[row * GRID + column]! += (GRID * GRID) / (width * height);
  }
  return shape;
}

/** Finds the most similar of the characters that it has learned, each isolated on white. */
function createReader() {
  const known: { letter: string; shape: number[] }[] = [];
  for (let n = 0; n < 20; n += 1) {
    for (const letter of alphabet) {
      const shape = shapeOf(pixelsOf(drawText(letter, { stripes: 0, cells: 6 })), 0, WIDTH);
      if (shape) known.push({ letter, shape });
    }
  }
  return (shape: readonly number[]): string => {
    const distances = known.map((one) =>
      one.shape.reduce((sum, value, i) => sum + (value - shape[i]!) ** 2, 0),
    );
    return known[distances.indexOf(Math.min(...distances))]!.letter;
  };
}

test('a program that knows the shapes of the characters reads hardly any picture', async () => {
  const read = createReader();
  let isolated = 0;
  for (const letter of alphabet) {
    const shape = shapeOf(pixelsOf(drawText(letter, { stripes: 0, cells: 6 })), 0, WIDTH);
    if (shape && read(shape) === letter) isolated += 1;
  }
  let whole = 0;
  for (let n = 0; n < 60; n += 1) {
    const text = Array.from({ length: 6 }, () => alphabet[next(alphabet.length)]).join('');
    const dark = withoutStripes(pixelsOf(drawText(text)));
    const columns = dark.map((value, index) => (value > 0.5 ? index % WIDTH : -1)).filter((x) => x >= 0);
    const [left, right] = [
      columns.reduce((a, b) => Math.min(a, b)),
      columns.reduce((a, b) => Math.max(a, b)),
    ];
    const width = (right - left) / text.length;
    const letters = Array.from(text, (_, at) => shapeOf(dark, left + at * width, left + (at + 1) * width));
    if (letters.map((shape) => (shape ? read(shape) : '')).join('') === text) whole += 1;
  }
  // The reader works: it recognises most isolated characters.
  expect(isolated).toBeGreaterThanOrEqual(alphabet.length * 0.75);
  expect(whole).toBeLessThanOrEqual(3);
});
