/** A point of a stroke: x from 0 to 1 left to right, y from 0 to 1 top to bottom. */
type Point = readonly [x: number, y: number];
interface Stroke {
  points: readonly Point[];
  isCurve?: boolean;
}

const line = (...points: Point[]): Stroke => ({ points });
const curve = (...points: Point[]): Stroke => ({ points, isCurve: true });

const six = curve(
  [0.85, 0.03],
  [0.35, 0.2],
  [0.04, 0.62],
  [0.35, 1],
  [0.92, 0.85],
  [0.85, 0.5],
  [0.4, 0.46],
  [0.05, 0.7],
);

/** The strokes of each character. F, R, 4 and Y are left out: E, P, A and X may look like them. */
const strokesByCharacter: Record<string, readonly Stroke[]> = {
  A: [line([0, 1], [0.5, 0], [1, 1]), line([0.2, 0.64], [0.8, 0.64])],
  C: [curve([0.97, 0.16], [0.5, 0], [0.04, 0.5], [0.5, 1], [0.97, 0.84])],
  E: [line([0.95, 0], [0, 0], [0, 1], [0.95, 1]), line([0, 0.48], [0.75, 0.48])],
  H: [line([0, 0], [0, 1]), line([1, 0], [1, 1]), line([0, 0.5], [1, 0.5])],
  J: [curve([0.8, 0], [0.82, 0.45], [0.75, 0.88], [0.38, 1], [0.02, 0.74])],
  N: [line([0, 1], [0, 0], [1, 1], [1, 0])],
  P: [line([0, 0], [0, 1]), curve([0, 0], [0.65, 0], [1, 0.26], [0.65, 0.52], [0, 0.53])],
  T: [line([0, 0], [1, 0]), line([0.5, 0], [0.5, 1])],
  X: [line([0, 0], [1, 1]), line([1, 0], [0, 1])],
  3: [
    curve([0.05, 0.12], [0.5, 0], [0.92, 0.24], [0.4, 0.46]),
    curve([0.4, 0.46], [0.98, 0.72], [0.5, 1], [0.02, 0.86]),
  ],
  6: [six],
  9: [{ ...six, points: six.points.map(([x, y]): Point => [1 - x, 1 - y]) }],
};

export const alphabet: readonly string[] = Object.keys(strokesByCharacter);

const WIDTH = 180;
const HEIGHT = 50;
/** The width of a stroke. */
const PEN = 3.3;
/** Pixels for each unit of length, for sharp letters on phones. */
const SCALE = 2;

/** `ink`: the darkness of each pixel, from 0 to 1, row by row. */
export interface Picture {
  width: number;
  height: number;
  ink: Float64Array;
}

const randomBetween = (low: number, high: number) => low + Math.random() * (high - low);

/**
 * Draws a text like handwriting, differently each time; letters touch, and wavy stripes swap ink and paper. `cells` is
 * the number of letters that fill the width.
 */
export function drawText(
  text: string,
  { stripes = 5, cells = text.length }: { stripes?: number; cells?: number } = {},
): Picture {
  const bend = createBend();
  const cell = (WIDTH - 16) / cells;
  const shift = randomBetween(-4, 4);
  const strokes = Array.from(text, (letter, index) =>
    placeLetter(letter, 8 + shift + cell * (index + 0.5), cell),
  ).flat();
  const picture = {
    width: WIDTH * SCALE,
    height: HEIGHT * SCALE,
    ink: new Float64Array(WIDTH * HEIGHT * SCALE ** 2),
  };
  for (const points of strokes) drawStroke(picture, points.map(bend));
  swapStripes(picture, stripes);
  return picture;
}

/** Draws a line with round ends through these points. */
function drawStroke(picture: Picture, points: readonly Point[]): void {
  for (const [index, end] of points.entries()) drawSegment(picture, points[index - 1] ?? end, end);
}

function drawSegment({ width, height, ink }: Picture, start: Point, end: Point): void {
  const [x0, y0, x1, y1] = [...start, ...end].map((value) => value * SCALE) as [
    number,
    number,
    number,
    number,
  ];
  const radius = (PEN / 2) * SCALE;
  const reach = radius + 1;
  const [dx, dy] = [x1 - x0, y1 - y0];
  const squared = dx * dx + dy * dy;
  for (
    let y = Math.max(0, Math.floor(Math.min(y0, y1) - reach));
    y < Math.min(height, Math.max(y0, y1) + reach);
    y += 1
  ) {
    for (
      let x = Math.max(0, Math.floor(Math.min(x0, x1) - reach));
      x < Math.min(width, Math.max(x0, x1) + reach);
      x += 1
    ) {
      const [px, py] = [x + 0.5 - x0, y + 0.5 - y0];
      const along = squared === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / squared));
      const distance = Math.hypot(px - along * dx, py - along * dy);
      const coverage = Math.min(1, Math.max(0, radius + 0.5 - distance));
      const pixel = y * width + x;
      ink[pixel] = Math.max(ink[pixel] ?? 0, coverage);
    }
  }
}

/** Swaps ink and paper within this many stripes with wavy edges, which run from top to bottom. */
function swapStripes({ width, height, ink }: Picture, count: number): void {
  const gap = WIDTH / (count * 2 + 1);
  for (let n = 0; n < count; n += 1) {
    const edge = (middle: number) => {
      const [lean, size, phase] = [randomBetween(-25, 25), randomBetween(4, 9), randomBetween(0, 6.3)];
      return (y: number) => middle + lean * (y / HEIGHT - 0.5) + size * Math.sin(y / 9 + phase);
    };
    const left = edge(gap * (2 * n + 1) + randomBetween(-6, 6));
    const right = edge(gap * (2 * n + 2) + randomBetween(-6, 6));
    for (let y = 0; y < height; y += 1) {
      const [from, to] = [left, right].map((line) => line((y + 0.5) / SCALE) * SCALE) as [number, number];
      for (let x = Math.max(0, Math.floor(from)); x < Math.min(width, to); x += 1) {
        const coverage = Math.min(1, to - x, x + 1 - from);
        const pixel = y * width + x;
        const before = ink[pixel] ?? 0;
        ink[pixel] = before + coverage * (1 - 2 * before);
      }
    }
  }
}

function placeLetter(letter: string, centre: number, cell: number): Point[][] {
  const [width, height] = [cell * randomBetween(0.74, 0.95), randomBetween(28, 36)];
  const [x0, y0] = [centre + randomBetween(-1.5, 1.5), HEIGHT / 2 + randomBetween(-3, 3)];
  const [turn, slant] = [randomBetween(-0.18, 0.18), randomBetween(-0.25, 0.25)];
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return (strokesByCharacter[letter] ?? []).map(({ points, isCurve }) => {
    const moved = points.map(([x, y]): Point => [
      x + randomBetween(-0.06, 0.06),
      y + randomBetween(-0.05, 0.05),
    ]);
    return sample(moved, isCurve).map(([x, y]) => {
      const across = (x - 0.5) * width - (y - 0.5) * slant * height;
      const down = (y - 0.5) * height;
      return [x0 + across * cos - down * sin, y0 + across * sin + down * cos] as const;
    });
  });
}

/** Interpolated points per segment. */
const STEPS = 8;

/** Points of a line at short distances; a curve goes through its points as a Catmull-Rom spline. */
function sample(points: readonly Point[], isCurve = false): Point[] {
  return points.flatMap((end, index) => {
    const start = points[index - 1];
    if (!start) return [end];
    const [before, after] = [points[index - 2] ?? start, points[index + 1] ?? end];
    return Array.from({ length: STEPS }, (_, step): Point => {
      const t = (step + 1) / STEPS;
      const along = (axis: 0 | 1) => {
        const [a, b, c, d] = [before[axis], start[axis], end[axis], after[axis]];
        if (!isCurve) return b + (c - b) * t;
        const [linear, square, cubic] = [c - a, 2 * a - 5 * b + 4 * c - d, 3 * b - a - 3 * c + d];
        return (2 * b + linear * t + square * t ** 2 + cubic * t ** 3) / 2;
      };
      return [along(0), along(1)];
    });
  });
}

/** Returns a function that moves points along random waves over the whole picture. */
function createBend() {
  const wave = (height: number, length: number) => {
    const [size, period, phase] = [
      randomBetween(height / 2, height),
      randomBetween(length * 0.7, length),
      randomBetween(0, 6.3),
    ];
    return (position: number) => size * Math.sin((position / period) * 2 * Math.PI + phase);
  };
  const [down, across, fine] = [wave(3.5, 120), wave(2.5, 45), wave(1, 36)];
  return ([x, y]: Point): Point => [x + across(y), y + down(x) + fine(x)];
}
