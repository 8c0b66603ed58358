/** Pixels as a canvas has them: red, green, blue and alpha (0…255) of each, row by row. */
export interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

export interface Lifting {
  /** Percent: what is at most so much darker than the paper around it counts as paper. */
  threshold: number;
  /** Only red ink stays, e.g. a stamp over printed text. */
  isRedOnly: boolean;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The paper is looked at in so many tiles a side: light falls unevenly on a photograph. */
const TILES = 10;
/** Of a tile's brightness; what is brighter is glare and noise. */
const PAPER_RANK = 0.9;
/** A tile that is all ink must not pass for paper: it is at least so much of the whole sheet's brightness. */
const DARKEST_PAPER = 0.6;
/** From the threshold on ink becomes opaque within so much darkness: edges stay smooth. */
const SOFTNESS = 0.22;
/** Alpha from which a pixel counts as drawn. */
const VISIBLE = 24;
const CHANNELS = [0, 1, 2];

/**
 * Ink without its paper: what is as light as the paper around it becomes transparent, what is darker keeps its colour
 * as it would be on white. Pixels that were transparent stay so.
 */
export function liftInk(pixels: Pixels, { threshold, isRedOnly }: Lifting): Pixels {
  const { data, width, height } = pixels;
  const lifted = new Uint8ClampedArray(data.length);
  const tiles = CHANNELS.map((channel) => measurePaper(pixels, channel));
  const columns = Array.from({ length: width }, (_, x) => between(x, width));
  const from = threshold / 100;
  for (let y = 0; y < height; y += 1) {
    const [reds = [], greens = [], blues = []] = tiles.map((levels) => rowOf(levels, between(y, height)));
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      const place = columns[x] ?? NOWHERE;
      // Each channel as a share of the paper's: its tint and its shade fall away.
      const red = Math.min(1, (data[at] ?? 0) / mixed(reds, place));
      const green = Math.min(1, (data[at + 1] ?? 0) / mixed(greens, place));
      const blue = Math.min(1, (data[at + 2] ?? 0) / mixed(blues, place));
      const amount = isRedOnly ? (red - Math.max(green, blue)) * 1.4 : 1 - Math.min(red, green, blue);
      if (amount <= from) continue;
      const alpha = smooth((amount - from) / SOFTNESS);
      lifted[at] = inkOf(red, alpha);
      lifted[at + 1] = inkOf(green, alpha);
      lifted[at + 2] = inkOf(blue, alpha);
      lifted[at + 3] = alpha * (data[at + 3] ?? 0);
    }
  }
  return { data: lifted, width, height };
}

/** The smallest box around all that can be seen; undefined when there is nothing. */
export function inkBox(pixels: Pixels): Box | undefined {
  const { width, height } = pixels;
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (alphaAt(pixels, x, y) < VISIBLE) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  return right < 0 ? undefined : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Has somebody removed the background already? */
export function hasTransparency({ data }: Pixels): boolean {
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) < 250) return true;
  return false;
}

const alphaAt = ({ data, width }: Pixels, x: number, y: number) => data[(y * width + x) * 4 + 3] ?? 0;

/** The pure colour of a channel that is mixed with white paper. */
const inkOf = (share: number, alpha: number) => ((share - 1 + alpha) / alpha) * 255;

function smooth(value: number): number {
  const bounded = Math.min(1, Math.max(0, value));
  return bounded * bounded * (3 - 2 * bounded);
}

/** The paper's level of a channel in each tile, row by row. */
function measurePaper(pixels: Pixels, channel: number): number[] {
  const { width, height } = pixels;
  const darkest = levelOf(pixels, channel, [0, width], [0, height]) * DARKEST_PAPER;
  return Array.from({ length: TILES * TILES }, (_, tile) => {
    const columns = span(tile % TILES, width);
    const rows = span(Math.floor(tile / TILES), height);
    return Math.max(1, darkest, levelOf(pixels, channel, columns, rows));
  });
}

/** The tile before a point, and how far the point is on the way to the next one's middle, 0…1. */
type Place = readonly [tile: number, share: number];
const NOWHERE: Place = [0, 0];

/** The levels of a row of pixels, at the middle of each column of tiles. */
function rowOf(levels: readonly number[], [row, share]: Place): number[] {
  const next = Math.min(TILES - 1, row + 1);
  return Array.from({ length: TILES }, (_, column) => {
    const above = levels[row * TILES + column] ?? 255;
    return above + ((levels[next * TILES + column] ?? 255) - above) * share;
  });
}

/** The level between two tiles of a row. */
function mixed(levels: readonly number[], [column, share]: Place): number {
  const before = levels[column] ?? 255;
  return before + ((levels[column + 1] ?? before) - before) * share;
}

const span = (tile: number, length: number): [number, number] => {
  const start = Math.floor((tile * length) / TILES);
  return [start, Math.min(length, Math.max(start + 1, Math.floor(((tile + 1) * length) / TILES)))];
};

function between(place: number, length: number): Place {
  const at = Math.max(0, ((place + 0.5) / length) * TILES - 0.5);
  return [Math.min(TILES - 1, Math.floor(at)), at % 1];
}

/** The level that all but the brightest tenth of an area's visible pixels stay below; white when there are none. */
function levelOf(
  pixels: Pixels,
  channel: number,
  [left, right]: [number, number],
  [top, bottom]: [number, number],
): number {
  const counts = new Uint32Array(256);
  let all = 0;
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      if (alphaAt(pixels, x, y) < VISIBLE) continue;
      const level = pixels.data[(y * pixels.width + x) * 4 + channel] ?? 0;
      counts[level] = (counts[level] ?? 0) + 1;
      all += 1;
    }
  }
  let seen = 0;
  for (let level = 0; level < 256; level += 1) {
    seen += counts[level] ?? 0;
    if (all > 0 && seen >= all * PAPER_RANK) return level;
  }
  return 255;
}
