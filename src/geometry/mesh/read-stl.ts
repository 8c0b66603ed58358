import { ReadingError, type ReadingLimits } from '../model-reading.ts';
import { checkCoordinates, parseCoordinate, type MeshFile } from './mesh-file.ts';

const HEADER_BYTES = 80;
const TRIANGLE_BYTES = 50;

/** Reads binary or ASCII STL. A binary file whose count does not match its size is damaged. */
export function readStl(bytes: Uint8Array, limits: ReadingLimits): MeshFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length >= HEADER_BYTES + 4 ? view.getUint32(HEADER_BYTES, true) : undefined;
  // The size decides: some binary files begin with the word of ASCII files.
  if (count !== undefined && bytes.length === HEADER_BYTES + 4 + TRIANGLE_BYTES * count) {
    return readBinary(view, count, limits);
  }
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  if (/^\s*solid\b[\s\S]*\b(facet|endsolid)\b/i.test(start)) return readAscii(bytes, limits);
  throw new ReadingError('damaged');
}

function readBinary(view: DataView, count: number, limits: ReadingLimits): MeshFile {
  checkCount(count, limits);
  const points = new Float64Array(count * 9);
  for (let t = 0; t < count; t++) {
    const corners = HEADER_BYTES + 4 + TRIANGLE_BYTES * t + 12;
    for (let i = 0; i < 9; i++) points[t * 9 + i] = view.getFloat32(corners + 4 * i, true);
  }
  checkCoordinates(points);
  return { parts: [{ points, indices: counted(count * 3), names: [] }] };
}

function checkCount(triangles: number, limits: ReadingLimits): void {
  if (triangles === 0) throw new ReadingError('no-body');
  if (triangles > limits.maxTriangles) throw new ReadingError('too-many-triangles');
}

const counted = (length: number): Uint32Array => Uint32Array.from({ length }, (_, i) => i);

function readAscii(bytes: Uint8Array, limits: ReadingLimits): MeshFile {
  const text = new TextDecoder('utf-8').decode(bytes);
  const words = /\S+/g;
  const coordinates: number[] = [];
  const names: { name: string; firstTriangle: number }[] = [];
  const nextWord = (): string | undefined => words.exec(text)?.[0];
  const restOfLine = (): string => {
    const end = text.indexOf('\n', words.lastIndex);
    const rest = text.slice(words.lastIndex, end < 0 ? undefined : end).trim();
    words.lastIndex = end < 0 ? text.length : end;
    return rest;
  };
  let depth: 'file' | 'solid' | 'facet' = 'file';
  let corners = 0;
  for (let word = nextWord(); word !== undefined; word = nextWord()) {
    const keyword = word.toLowerCase();
    if (keyword === 'solid' && depth === 'file') {
      depth = 'solid';
      const name = restOfLine();
      if (name) names.push({ name, firstTriangle: coordinates.length / 9 });
    } else if (keyword === 'facet' && depth === 'solid') {
      depth = 'facet';
      corners = 0;
      // The normal: often wrong, always known from the corners.
      for (let i = 0; i < 4; i++) nextWord();
    } else if (keyword === 'vertex' && depth === 'facet' && corners < 3) {
      corners++;
      for (let i = 0; i < 3; i++) coordinates.push(parseCoordinate(nextWord()));
    } else if (keyword === 'endfacet' && depth === 'facet' && corners === 3) {
      depth = 'solid';
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
    parts: [{ points: Float64Array.from(coordinates), indices: counted(coordinates.length / 3), names }],
  };
}
