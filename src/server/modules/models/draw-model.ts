import { loadSharp } from '#server/system/load-sharp.ts';
import type { BodyMesh } from '#geometry/model-reading.ts';

const SIZE = 240;
const MARGIN = 12;
/** Unit vectors of the picture: right, up and towards the viewer, who looks from the front right and above. */
const RIGHT = [Math.SQRT1_2, Math.SQRT1_2, 0] as const;
const UP = [-0.408_248, 0.408_248, 0.816_497] as const;
const TOWARDS = [0.577_35, -0.577_35, 0.577_35] as const;
const LIGHT = [0.3, -0.5, 0.81] as const;
/** Light grey-blue; the background is transparent. */
const COLOUR = [168, 182, 198] as const;

type Vector = readonly [number, number, number];

/** Draws a small isometric picture of a body, as WebP; undefined if there are no triangles or sharp is not available. */
export async function drawModel({ positions, indices }: BodyMesh): Promise<Uint8Array | undefined> {
  const sharp = await loadSharp();
  if (!sharp || indices.length === 0) return undefined;
  const points = project(positions);
  const pixels = new Uint8Array(SIZE * SIZE * 4);
  const depths = new Float64Array(SIZE * SIZE).fill(-Infinity);
  for (let n = 0; n + 2 < indices.length; n += 3) {
    const corners = [0, 1, 2].map((k) => (indices[n + k] ?? 0) * 3);
    drawTriangle(
      pixels,
      depths,
      corners.map((offset) => vertexAt(points, offset)),
      shadeFactor(corners.map((offset) => vertexAt(positions, offset))),
    );
  }
  const image = sharp(pixels, { raw: { width: SIZE, height: SIZE, channels: 4 } });
  return await image.webp({ quality: 80 }).toBuffer();
}

const vertexAt = (values: ArrayLike<number>, offset: number): Vector => [
  values[offset] ?? 0,
  values[offset + 1] ?? 0,
  values[offset + 2] ?? 0,
];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Column, row and nearness of each vertex, scaled to fit the picture. */
function project(positions: Float32Array): Float64Array {
  const points = new Float64Array(positions.length);
  const low = [Infinity, Infinity];
  const high = [-Infinity, -Infinity];
  for (let offset = 0; offset + 2 < positions.length; offset += 3) {
    const vertex = vertexAt(positions, offset);
    const point: Vector = [dot(vertex, RIGHT), -dot(vertex, UP), dot(vertex, TOWARDS)];
    points.set(point, offset);
    for (const axis of [0, 1] as const) {
      low[axis] = Math.min(low[axis] ?? 0, point[axis]);
      high[axis] = Math.max(high[axis] ?? 0, point[axis]);
    }
  }
  const [left = 0, top = 0] = low;
  const [right = 0, bottom = 0] = high;
  const scale = (SIZE - 2 * MARGIN) / Math.max(right - left, bottom - top, Number.MIN_VALUE);
  for (let offset = 0; offset + 2 < points.length; offset += 3) {
    points[offset] = SIZE / 2 + ((points[offset] ?? 0) - (left + right) / 2) * scale;
    points[offset + 1] = SIZE / 2 + ((points[offset + 1] ?? 0) - (top + bottom) / 2) * scale;
  }
  return points;
}

/** The brightness of a triangle, from 0.35 to 1, by its angle to the light; both sides are equally bright. */
function shadeFactor([a, b, c]: readonly Vector[]): number {
  if (!a || !b || !c) return 1;
  const u: Vector = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const v: Vector = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const normal: Vector = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const length = Math.hypot(...normal);
  return length === 0 ? 1 : 0.35 + 0.65 * Math.abs(dot(normal, LIGHT) / length);
}

function drawTriangle(
  pixels: Uint8Array,
  depths: Float64Array,
  corners: readonly Vector[],
  shade: number,
): void {
  const [a, b, c] = corners;
  if (!a || !b || !c) return;
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  if (!Number.isFinite(area) || area === 0) return;
  const columns = corners.map(([x]) => x);
  const rows = corners.map(([, y]) => y);
  const lastColumn = Math.min(SIZE - 1, Math.ceil(Math.max(...columns)));
  const lastRow = Math.min(SIZE - 1, Math.ceil(Math.max(...rows)));
  for (let row = Math.max(0, Math.floor(Math.min(...rows))); row <= lastRow; row += 1) {
    for (let column = Math.max(0, Math.floor(Math.min(...columns))); column <= lastColumn; column += 1) {
      const x = column + 0.5;
      const y = row + 0.5;
      // The weights of the three corners at this pixel: barycentric coordinates, negative outside the triangle.
      const wa = ((b[0] - x) * (c[1] - y) - (b[1] - y) * (c[0] - x)) / area;
      const wb = ((c[0] - x) * (a[1] - y) - (c[1] - y) * (a[0] - x)) / area;
      const wc = 1 - wa - wb;
      const pixel = row * SIZE + column;
      const depth = wa * a[2] + wb * b[2] + wc * c[2];
      if (wa < 0 || wb < 0 || wc < 0 || depth <= (depths[pixel] ?? 0)) continue;
      depths[pixel] = depth;
      for (const [n, colour] of COLOUR.entries()) pixels[pixel * 4 + n] = Math.round(colour * shade);
      pixels[pixel * 4 + 3] = 255;
    }
  }
}
