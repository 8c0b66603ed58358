/** Pixels as in a canvas: red, green, blue and alpha (0…255), row by row. */
export interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

export interface InkOptions {
  /** Pixels at most this much darker than the surrounding paper, in percent, count as paper. */
  threshold: number;
  /** Keeps red ink only, e.g. a stamp over printed text. */
  isRedOnly: boolean;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Tiles per side. The paper level is measured in each, because photographs are lit unevenly. */
const TILES = 10;
/** Quantile of a tile's brightness; brighter pixels are glare and noise. */
const PAPER_RANK = 0.9;
/** Lower limit of a tile's paper level relative to the sheet's, so that a tile full of ink does not count as paper. */
const DARKEST_PAPER = 0.6;
/** Range of darkness above the threshold in which ink fades in, for smooth edges. */
const SOFTNESS = 0.22;
/** Minimum alpha of a visible pixel. */
const MIN_ALPHA = 24;
const CHANNELS = [0, 1, 2];

/**
 * Removes the paper: pixels as light as the surrounding paper become transparent, darker ones keep the colour they
 * would have on white. Transparent pixels stay transparent.
 */
export function extractInk(pixels: Pixels, { threshold, isRedOnly }: InkOptions): Pixels {
  const { data, width, height } = pixels;
  const output = new Uint8ClampedArray(data.length);
  const tiles = CHANNELS.map((channel) => measurePaper(pixels, channel));
  const columns = Array.from({ length: width }, (_, x) => tileAt(x, width));
  const minAmount = threshold / 100;
  for (let y = 0; y < height; y += 1) {
    const [reds = [], greens = [], blues = []] = tiles.map((levels) => rowOf(levels, tileAt(y, height)));
    for (let x = 0; x < width; x += 1) {
      const offset = (y * width + x) * 4;
      const column = columns[x] ?? FIRST_TILE;
      // Dividing by the paper's channels removes its tint and shade.
      const red = Math.min(1, (data[offset] ?? 0) / interpolate(reds, column));
      const green = Math.min(1, (data[offset + 1] ?? 0) / interpolate(greens, column));
      const blue = Math.min(1, (data[offset + 2] ?? 0) / interpolate(blues, column));
      // How much darker, or redder, than paper.
      const amount = isRedOnly ? (red - Math.max(green, blue)) * 1.4 : 1 - Math.min(red, green, blue);
      if (amount <= minAmount) continue;
      const alpha = smoothStep((amount - minAmount) / SOFTNESS);
      output[offset] = inkOf(red, alpha);
      output[offset + 1] = inkOf(green, alpha);
      output[offset + 2] = inkOf(blue, alpha);
      output[offset + 3] = alpha * (data[offset + 3] ?? 0);
    }
  }
  return { data: output, width, height };
}

/** The smallest box around all visible pixels; undefined when there are none. */
export function inkBox(pixels: Pixels): Box | undefined {
  const { width, height } = pixels;
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (alphaAt(pixels, x, y) < MIN_ALPHA) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  return right < 0 ? undefined : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Whether the background is already transparent. */
export function hasTransparency({ data }: Pixels): boolean {
  for (let offset = 3; offset < data.length; offset += 4) if ((data[offset] ?? 0) < 250) return true;
  return false;
}

const alphaAt = ({ data, width }: Pixels, x: number, y: number) => data[(y * width + x) * 4 + 3] ?? 0;

/** The ink value of a channel, without the white paper mixed in. */
const inkOf = (value: number, alpha: number) => ((value - 1 + alpha) / alpha) * 255;

function smoothStep(value: number): number {
  const bounded = Math.min(1, Math.max(0, value));
  return bounded * bounded * (3 - 2 * bounded);
}

/** The paper level of a channel in each tile, row by row. */
function measurePaper(pixels: Pixels, channel: number): number[] {
  const { width, height } = pixels;
  const darkest = levelOf(pixels, channel, [0, width], [0, height]) * DARKEST_PAPER;
  return Array.from({ length: TILES * TILES }, (_, tile) => {
    const columns = tileSpan(tile % TILES, width);
    const rows = tileSpan(Math.floor(tile / TILES), height);
    return Math.max(1, darkest, levelOf(pixels, channel, columns, rows));
  });
}

/** The tile before a point, and the relative distance to the middle of the next tile, 0…1. */
type TilePosition = readonly [tile: number, fraction: number];
const FIRST_TILE: TilePosition = [0, 0];

/** The levels of a pixel row, interpolated at the middle of each column of tiles. */
function rowOf(levels: readonly number[], [row, fraction]: TilePosition): number[] {
  const next = Math.min(TILES - 1, row + 1);
  return Array.from({ length: TILES }, (_, column) => {
    const above = levels[row * TILES + column] ?? 255;
    return above + ((levels[next * TILES + column] ?? 255) - above) * fraction;
  });
}

/** The level at a point, interpolated between two tiles of a row. */
function interpolate(levels: readonly number[], [column, fraction]: TilePosition): number {
  const before = levels[column] ?? 255;
  return before + ((levels[column + 1] ?? before) - before) * fraction;
}

const tileSpan = (tile: number, length: number): [number, number] => {
  const start = Math.floor((tile * length) / TILES);
  return [start, Math.min(length, Math.max(start + 1, Math.floor(((tile + 1) * length) / TILES)))];
};

function tileAt(pixel: number, length: number): TilePosition {
  const position = Math.max(0, ((pixel + 0.5) / length) * TILES - 0.5);
  return [Math.min(TILES - 1, Math.floor(position)), position % 1];
}

/** The `PAPER_RANK` quantile of a channel over the visible pixels of an area; white when there are none. */
function levelOf(
  pixels: Pixels,
  channel: number,
  [left, right]: [number, number],
  [top, bottom]: [number, number],
): number {
  const counts = new Uint32Array(256);
  let total = 0;
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      if (alphaAt(pixels, x, y) < MIN_ALPHA) continue;
      const level = pixels.data[(y * pixels.width + x) * 4 + channel] ?? 0;
      counts[level] = (counts[level] ?? 0) + 1;
      total += 1;
    }
  }
  let counted = 0;
  for (let level = 0; level < 256; level += 1) {
    counted += counts[level] ?? 0;
    if (total > 0 && counted >= total * PAPER_RANK) return level;
  }
  return 255;
}
