import type { EllipseValues } from '../arcs.ts';
import type { SheetView } from '../drawing.ts';
import { STEP, type Box, type DxfPicture, type Lettering, type Stroke } from './dxf-picture.ts';
import { stepLength } from '../picture-builder.ts';

/** Longest slice of work before yielding to the page. */
const SLICE_MS = 10;
/** Number of texts drawn between two flushes: a few milliseconds. */
const TEXTS_PER_FLUSH = 50;
const LINE_PX = 1.25;
/** Smaller texts are not legible. */
const SMALLEST_TEXT_PX = 2;
/** Dashes shorter than this look like a line, and drawing them takes long. */
const SMALLEST_DASH_PX = 4;
/** Size of the font before scaling: browsers do not draw fonts below a pixel. */
const FONT_PX = 100;
/** Height of a capital letter in the font. */
const CAPITAL_PX = 73;

/** Draws a DXF picture in slices. Paths are cached for the next drawing. */
export function createDxfPainter(picture: DxfPicture) {
  const paths = new Map<Stroke, Path2D>();
  const pathOf = (stroke: Stroke): Path2D => {
    const path = paths.get(stroke) ?? pathOfSteps(stroke.steps);
    paths.set(stroke, path);
    return path;
  };

  return async (
    canvas: HTMLCanvasElement,
    view: SheetView,
    pixelRatio: number,
    signal: AbortSignal,
  ): Promise<void> => {
    // Browsers batch drawing commands; reading a pixel flushes them.
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) return;
    const flush = () => context.getImageData(0, 0, 1, 1);
    const { scale } = view;
    // The picture has its origin in the middle and y upwards.
    const origin = { x: view.x + (picture.width / 2) * scale, y: view.y + (picture.height / 2) * scale };
    const visible: Box = {
      left: -origin.x / scale,
      right: (canvas.width - origin.x) / scale,
      top: origin.y / scale,
      bottom: (origin.y - canvas.height) / scale,
    };
    let sliceEndsAt = performance.now() + SLICE_MS;
    const pause = async () => {
      if (performance.now() < sliceEndsAt) return;
      await nextFrame();
      signal.throwIfAborted();
      sliceEndsAt = performance.now() + SLICE_MS;
    };
    context.lineCap = 'round';
    context.lineJoin = 'round';
    for (const stroke of picture.strokes) {
      if (!overlaps(stroke.box, visible)) continue;
      context.setTransform(scale, 0, 0, -scale, origin.x, origin.y);
      drawStroke(context, stroke, pathOf(stroke), { scale, pixelRatio });
      flush();
      // oxlint-disable-next-line no-await-in-loop -- the slices follow each other
      await pause();
    }
    for (const [n, text] of picture.texts.entries()) {
      if (Math.hypot(...text.up) * scale < SMALLEST_TEXT_PX || !mayBeVisible(text, visible)) continue;
      drawText(context, text, scale, origin);
      if (n % TEXTS_PER_FLUSH === 0) flush();
      // oxlint-disable-next-line no-await-in-loop -- as above
      await pause();
    }
  };
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

const overlaps = (a: Box, b: Box): boolean =>
  a.left <= b.right && a.right >= b.left && a.bottom <= b.top && a.top >= b.bottom;

const colorText = (color: number) => `#${color.toString(16).padStart(6, '0')}`;

function drawStroke(
  context: CanvasRenderingContext2D,
  { color, dash, isFilled }: Stroke,
  path: Path2D,
  { scale, pixelRatio }: { scale: number; pixelRatio: number },
): void {
  context.lineWidth = (LINE_PX * pixelRatio) / scale;
  context.strokeStyle = colorText(color);
  const dashPx = dash.reduce((sum, length) => sum + length, 0) * scale;
  context.setLineDash(dashPx >= SMALLEST_DASH_PX * dash.length ? [...dash] : []);
  context.stroke(path);
  if (!isFilled) return;
  context.fillStyle = colorText(color);
  context.fill(path);
}

/** Largest width of a character in heights of a capital letter. */
const WIDEST = 1.5;

function mayBeVisible({ x, y, text, across, up }: Lettering, visible: Box): boolean {
  const reach = Math.hypot(...across) * text.length * WIDEST + Math.hypot(...up) * WIDEST;
  return overlaps({ left: x - reach, right: x + reach, bottom: y - reach, top: y + reach }, visible);
}

function drawText(
  context: CanvasRenderingContext2D,
  { x, y, text, color, across, up, align, baseline }: Lettering,
  scale: number,
  origin: { x: number; y: number },
): void {
  const size = scale / CAPITAL_PX;
  context.setTransform(
    across[0] * size,
    -across[1] * size,
    -up[0] * size,
    up[1] * size,
    origin.x + x * scale,
    origin.y - y * scale,
  );
  context.font = `${FONT_PX}px sans-serif`;
  context.fillStyle = colorText(color);
  context.textAlign = align;
  context.textBaseline = 'alphabetic';
  // Drawings align text by the height of capital letters, canvases by the height of the font.
  context.fillText(text, 0, { alphabetic: 0, bottom: 0, middle: CAPITAL_PX / 2, top: CAPITAL_PX }[baseline]);
}

function pathOfSteps(steps: Float64Array): Path2D {
  const path = new Path2D();
  for (let n = 0; n < steps.length; n += 1 + stepLength(steps[n])) {
    const [code, x = 0, y = 0] = steps.subarray(n, n + 3);
    if (code === STEP.move) path.moveTo(x, y);
    else if (code === STEP.line) path.lineTo(x, y);
    else addArc(path, [...steps.subarray(n + 1, n + 8)] as unknown as EllipseValues);
  }
  return path;
}

function addArc(path: Path2D, [x, y, radiusX, radiusY, rotation, start, end]: EllipseValues): void {
  path.ellipse(x, y, radiusX, radiusY, rotation, start, end, end < start);
}
