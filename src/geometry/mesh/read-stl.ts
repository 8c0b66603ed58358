import { ReadingError, type ReadingLimits } from '../model-reading.ts';
import { decodeText } from '../decode-text.ts';
import { noteOf } from '../notes.ts';
import { checkCoordinates, createCoordinateReader, type MeshFile } from './mesh-file.ts';

const HEADER_BYTES = 80;
const TRIANGLE_BYTES = 50;

/** An ASCII file is recognised within this many bytes, which includes comments before the first triangle. */
const HEAD_BYTES = 64 * 1024;

/** Reads binary or ASCII STL. A binary file whose count does not match its size is damaged, unless only padding follows. */
export function readStl(bytes: Uint8Array, limits: ReadingLimits): MeshFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length >= HEADER_BYTES + 4 ? view.getUint32(HEADER_BYTES, true) : undefined;
  const trailingBytes =
    count === undefined ? NaN : bytes.length - (HEADER_BYTES + 4 + TRIANGLE_BYTES * count);
  // The size decides: some binary files begin with `solid`, like ASCII files.
  if (count !== undefined && trailingBytes === 0) return readBinary(view, count, limits);
  if (isAsciiStl(bytes.subarray(0, HEAD_BYTES))) return readAscii(bytes, limits);
  if (count !== undefined && trailingBytes > 0 && isPadding(bytes.subarray(-trailingBytes))) {
    return { ...readBinary(view, count, limits), notes: noteOf('trailing-bytes', trailingBytes) };
  }
  throw new ReadingError('damaged');
}

/** Whether a file with this start is ASCII STL. Binary files contain zero bytes, text does not. */
export function isAsciiStl(head: Uint8Array): boolean {
  const start = withoutPadding(decodeText(head));
  return (
    /^\s*(?:#[^\r\n]*[\r\n]\s*)*solid\b[\s\S]*\b(facet|end ?solid)\b/i.test(start) && !start.includes('\0')
  );
}

/** White space, zero and Control-Z. */
const PADDING: ReadonlySet<number> = new Set([0, 9, 10, 11, 12, 13, 26, 32]);

function withoutPadding(text: string): string {
  let end = text.length;
  while (PADDING.has(text.charCodeAt(end - 1))) end--;
  return text.slice(0, end);
}

/** As `PADDING`, but for binary files, which Control-Z does not pad. */
export const isPadding = (bytes: Uint8Array): boolean =>
  bytes.every((byte) => byte === 0 || byte === 32 || (byte >= 9 && byte <= 13));

function readBinary(view: DataView, count: number, limits: ReadingLimits): MeshFile {
  checkCount(count, limits);
  const points = new Float64Array(count * 9);
  for (let t = 0; t < count; t++) {
    const cornersOffset = HEADER_BYTES + 4 + TRIANGLE_BYTES * t + 12;
    for (let i = 0; i < 9; i++) points[t * 9 + i] = view.getFloat32(cornersOffset + 4 * i, true);
  }
  checkCoordinates(points);
  return { parts: [{ points, indices: sequence(count * 3), names: [] }] };
}

function checkCount(triangles: number, limits: ReadingLimits): void {
  if (triangles === 0) throw new ReadingError('no-body');
  if (triangles > limits.maxTriangles) throw new ReadingError('too-many-triangles');
}

const sequence = (length: number): Uint32Array => Uint32Array.from({ length }, (_, i) => i);

function readAscii(bytes: Uint8Array, limits: ReadingLimits): MeshFile {
  const text = withoutPadding(decodeText(bytes));
  const readCoordinate = createCoordinateReader();
  const words = /\S+/g;
  const coordinates: number[] = [];
  const names: { name: string; firstTriangle: number }[] = [];
  const nextWord = (): string | undefined => {
    let word = words.exec(text)?.[0];
    while (word?.startsWith('#')) {
      restOfLine();
      word = words.exec(text)?.[0];
    }
    return word;
  };
  const restOfLine = (): string => {
    const end = endOfLine(text, words.lastIndex);
    const rest = text.slice(words.lastIndex, end < 0 ? undefined : end).trim();
    words.lastIndex = end < 0 ? text.length : end;
    return rest;
  };
  let depth: 'file' | 'solid' | 'facet' = 'file';
  let [corners, flatFaces] = [0, 0];
  for (let word = nextWord(); word !== undefined; word = nextWord()) {
    const first = word.toLowerCase();
    // `end loop` means the same as `endloop`.
    const keyword = first === 'end' ? first + (nextWord()?.toLowerCase() ?? '') : first;
    if (keyword === 'solid' && depth === 'file') {
      depth = 'solid';
      const name = restOfLine();
      if (name) names.push({ name, firstTriangle: coordinates.length / 9 });
    } else if (keyword === 'facet' && depth === 'solid') {
      depth = 'facet';
      corners = 0;
      // Skips the normal, which is often wrong and follows from the corners.
      for (let i = 0; i < 4; i++) nextWord();
    } else if (keyword === 'vertex' && depth === 'facet' && corners < 3) {
      corners++;
      for (let i = 0; i < 3; i++) coordinates.push(readCoordinate(nextWord()));
    } else if (keyword === 'endfacet' && depth === 'facet') {
      depth = 'solid';
      if (corners < 3) {
        flatFaces++;
        coordinates.length -= 3 * corners;
      }
      if (coordinates.length > limits.maxTriangles * 9) throw new ReadingError('too-many-triangles');
    } else if (keyword === 'endsolid' && depth === 'solid') {
      depth = 'file';
      restOfLine();
    } else if (keyword === 'outer' && depth === 'facet') nextWord();
    else if (keyword !== 'endloop' || depth !== 'facet') throw new ReadingError('damaged');
  }
  if (depth !== 'file') throw new ReadingError('damaged');
  checkCount(coordinates.length / 9, limits);
  return {
    parts: [{ points: Float64Array.from(coordinates), indices: sequence(coordinates.length / 3), names }],
    notes: noteOf('flat-faces', flatFaces),
  };
}

/** The first line end, as any operating system writes it; -1 for none. */
function endOfLine(text: string, from: number): number {
  for (let i = from; i < text.length; i++) if (text[i] === '\n' || text[i] === '\r') return i;
  return -1;
}
