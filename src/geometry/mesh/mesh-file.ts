import { ReadingError, type LengthUnit, type ReadingNote } from '../model-reading.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

/** The result of a reader of a mesh format: triangles in the unit of the file, neither welded nor checked. */
export interface MeshFile {
  unit?: LengthUnit;
  parts: readonly MeshPart[];
  notes?: readonly ReadingNote[];
}

export interface MeshPart extends TriangleMesh {
  /** Names that the file gives to groups of the triangles, in their order, each with its first triangle. */
  names: readonly { name: string; firstTriangle: number }[];
}

/** A larger coordinate is beyond 1,000 km in any unit: it is an error in the file. */
const MAX_COORDINATE = 1e12;

/** Parses a coordinate. Throws 'not-finite' for NaN, infinity and numbers out of range, 'damaged' for other text. */
export function parseCoordinate(text: string | undefined): number {
  const value = Number(text === '' ? undefined : text);
  if (Math.abs(value) <= MAX_COORDINATE) return value;
  const isNumber = !Number.isNaN(value) || /^[+-]?(nan|inf|1\.#)/i.test(text ?? '');
  throw new ReadingError(isNumber ? 'not-finite' : 'damaged');
}

/**
 * Creates a reader for the coordinates of one file, which may have decimal commas. Rejects a file with both `1,000` and `1.5`,
 * because its commas may separate thousands. Throws as `parseCoordinate` does.
 */
export function createCoordinateReader(): typeof parseCoordinate {
  let [hasPoints, hasCommas] = [false, false];
  return (text) => {
    hasPoints ||= text?.includes('.') === true;
    const usesComma = text !== undefined && /^[+-]?\d*,\d+(?:e[+-]?\d+)?$/i.test(text);
    hasCommas ||= usesComma;
    if (hasPoints && hasCommas) throw new ReadingError('damaged');
    return parseCoordinate(usesComma ? text.replace(',', '.') : text);
  };
}

/** Throws 'not-finite' unless all coordinates are numbers in range. */
export function checkCoordinates(points: ArrayLike<number>): void {
  for (let i = 0; i < points.length; i++) {
    if (!(Math.abs(points[i] as number) <= MAX_COORDINATE)) throw new ReadingError('not-finite');
  }
}
