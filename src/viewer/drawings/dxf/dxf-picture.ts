/** The codes in `Stroke.steps`, each followed by its numbers. */
export const STEP = {
  /** x, y */
  move: 0,
  /** x, y */
  line: 1,
  /** The seven numbers of `EllipseValues`. */
  arc: 2,
} as const;

export interface Box {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

/** Lines with the same look. y points upwards, and the origin is the middle of the picture. */
export interface Stroke {
  /** 0xrrggbb, legible on white. */
  color: number;
  /** Lengths of dashes and gaps in units of the drawing; empty for a continuous line. */
  dash: readonly number[];
  isFilled: boolean;
  box: Box;
  steps: Float64Array;
}

/** A line of text. */
export interface Lettering {
  text: string;
  color: number;
  x: number;
  y: number;
  /** The direction of reading, as long as the height of a capital letter times the stretch of the text. */
  across: readonly [number, number];
  /** From the foot to the head of a capital letter. */
  up: readonly [number, number];
  align: 'left' | 'center' | 'right';
  baseline: 'alphabetic' | 'bottom' | 'middle' | 'top';
}

/** The lines and texts of a DXF file. */
export interface DxfPicture {
  width: number;
  height: number;
  strokes: Stroke[];
  texts: Lettering[];
  /** Number of entities that are not drawn, such as hatches. */
  missing: number;
  /** The file ends before its last line. */
  isTruncated: boolean;
}
