import { apply, type Affine, type Point } from './affine.ts';
import { ellipseOf, extremesOf, mapArc, type Arc } from './arcs.ts';
import { DrawingError } from './drawing.ts';
import { STEP, type Box, type DxfPicture, type Lettering, type Stroke } from './dxf/dxf-picture.ts';

export interface Look {
  color: number;
  dash: readonly number[];
}

export interface Line {
  kind: 'line';
  points: readonly Point[];
}
export type Piece = Line | ({ kind: 'arc' } & Arc);

/** Limit for the numbers in all steps: a million points. */
const MAX_NUMBERS = 3_000_000;
/** Limit for the numbers in one stroke, which then takes a few milliseconds to draw. */
const STROKE_NUMBERS = 3_000;
/** Coordinates beyond this are errors; the precision of a canvas is far lower. */
const MAX_COORDINATE = 1e10;

interface PendingStroke extends Look {
  isFilled: boolean;
  box: Box;
  steps: number[];
}

const emptyBox = (): Box => ({ left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity });

function stretch(box: Box, [x, y]: Point): void {
  box.left = Math.min(box.left, x);
  box.right = Math.max(box.right, x);
  box.bottom = Math.min(box.bottom, y);
  box.top = Math.max(box.top, y);
}

const isUsable = ({ left, bottom, right, top }: Box): boolean =>
  Math.max(-left, -bottom, right, top) < MAX_COORDINATE;

/** Builds a picture: collects strokes, grouped by look, and texts. */
export class PictureBuilder {
  readonly #pending = new Map<string, PendingStroke>();
  readonly #done: Stroke[] = [];
  readonly #texts: Lettering[] = [];
  #numbers = 0;

  /**
   * Adds the consecutive pieces of one entity, mapped to the drawing. Returns false if a coordinate is not finite or out of
   * range.
   * @throws DrawingError when the drawing has too many points
   */
  add(pieces: readonly Piece[], map: Affine, look: Look, isFilled = false): boolean {
    const steps: number[] = [];
    const box = emptyBox();
    let end: Point | undefined;
    const goTo = (code: number, point: Point) => {
      const isConnected = code === STEP.move && end !== undefined && isNear(end, point);
      if (!isConnected) steps.push(code, point[0], point[1]);
      stretch(box, point);
      end = point;
    };
    for (const piece of pieces) {
      if (piece.kind === 'line') {
        for (const [n, point] of piece.points.entries()) {
          goTo(n === 0 ? STEP.move : STEP.line, apply(map, point));
        }
      } else {
        const arc = mapArc(map, piece);
        // The first two are the ends of the arc.
        const [from, to, ...others] = extremesOf(arc);
        if (from) goTo(STEP.move, from);
        steps.push(STEP.arc, ...ellipseOf(arc));
        for (const point of [...others, to]) if (point) stretch(box, point);
        end = to;
      }
      if (this.#numbers + steps.length > MAX_NUMBERS) throw new DrawingError('too-large');
    }
    if (steps.length === 0 || !isUsable(box) || !steps.every(Number.isFinite)) return false;
    this.#append(steps, box, look, isFilled);
    return true;
  }

  #append(steps: readonly number[], box: Box, look: Look, isFilled: boolean): void {
    const key = `${look.color} ${look.dash.join(' ')} ${isFilled}`;
    const stroke = this.#pending.get(key) ?? { ...look, isFilled, box: emptyBox(), steps: [] };
    this.#pending.set(key, stroke);
    for (const step of steps) stroke.steps.push(step);
    stretch(stroke.box, [box.left, box.bottom]);
    stretch(stroke.box, [box.right, box.top]);
    this.#numbers += steps.length;
    if (stroke.steps.length >= STROKE_NUMBERS) this.#close(key, stroke);
  }

  #close(key: string, { steps, ...stroke }: PendingStroke): void {
    this.#done.push({ ...stroke, steps: Float64Array.from(steps) });
    this.#pending.delete(key);
  }

  /** Adds a line of text. Returns false if a coordinate is not finite or out of range. */
  addText(text: Lettering): boolean {
    const numbers = [text.x, text.y, ...text.across, ...text.up];
    if (!numbers.every((number) => Math.abs(number) < MAX_COORDINATE)) return false;
    this.#texts.push(text);
    return true;
  }

  /** The picture, centred on the origin. @throws DrawingError if it is empty */
  finish(missing: number): Omit<DxfPicture, 'isTruncated'> {
    for (const [key, stroke] of this.#pending) this.#close(key, stroke);
    const box = emptyBox();
    for (const { box: strokeBox } of this.#done) {
      stretch(box, [strokeBox.left, strokeBox.bottom]);
      stretch(box, [strokeBox.right, strokeBox.top]);
    }
    for (const { x, y, up } of this.#texts) {
      stretch(box, [x, y]);
      stretch(box, [x + up[0], y + up[1]]);
    }
    if (box.left > box.right) throw new DrawingError('empty');
    const [x, y] = [(box.left + box.right) / 2, (box.bottom + box.top) / 2];
    const strokes = this.#done.map((stroke) => ({
      ...stroke,
      box: shiftedBox(stroke.box, x, y),
      steps: shiftedSteps(stroke.steps, x, y),
    }));
    const texts = this.#texts.map((text) => ({ ...text, x: text.x - x, y: text.y - y }));
    // A single horizontal line has no height.
    const minSize = Math.max(box.right - box.left, box.top - box.bottom, 1e-6) / 100;
    return {
      width: Math.max(box.right - box.left, minSize),
      height: Math.max(box.top - box.bottom, minSize),
      strokes,
      texts,
      missing,
    };
  }
}

/** Tolerance for connecting pieces, relative to the distance from the origin. */
const NEAR = 1e-9;
const isNear = (a: Point, b: Point): boolean =>
  Math.hypot(a[0] - b[0], a[1] - b[1]) <= NEAR * Math.hypot(...b);

const shiftedBox = ({ left, bottom, right, top }: Box, x: number, y: number): Box => ({
  left: left - x,
  bottom: bottom - y,
  right: right - x,
  top: top - y,
});

/** Count of numbers after the code of a step. */
export const stepLength = (code: number | undefined): number => (code === STEP.arc ? 7 : 2);

function shiftedSteps(steps: Float64Array, x: number, y: number): Float64Array {
  for (let n = 0; n < steps.length; n += 1 + stepLength(steps[n])) {
    steps[n + 1] = (steps[n + 1] ?? 0) - x;
    steps[n + 2] = (steps[n + 2] ?? 0) - y;
  }
  return steps;
}
