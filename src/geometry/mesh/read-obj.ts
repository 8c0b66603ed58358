import { ReadingError, type ReadingLimits } from '../model-reading.ts';
import { at, pointOf } from '../vectors.ts';
import { decodeText } from '../decode-text.ts';
import { noteOf } from '../notes.ts';
import { createCoordinateReader, type MeshFile } from './mesh-file.ts';
import { triangulate } from './polygon.ts';

/** Limit for the sum of squared corner counts, which is proportional to the time for triangulating polygons. */
const MAX_POLYGON_WORK = 2e8;

/** Reads the faces of an OBJ file; ignores materials, normals and texture coordinates. */
export function readObj(bytes: Uint8Array, limits: ReadingLimits): MeshFile {
  const text = decodeText(bytes);
  const readCoordinate = createCoordinateReader();
  const coordinates: number[] = [];
  const indices: number[] = [];
  const names: { name: string; firstTriangle: number }[] = [];
  let [work, flatFaces, surfaces] = [0, 0, 0];
  for (const line of splitLines(text)) {
    const [first = '', ...words] = line.split(/\s+/);
    const keyword = first.toLowerCase();
    if (keyword === 'v') {
      for (let axis = 0; axis < 3; axis++) coordinates.push(readCoordinate(words[axis]));
    } else if (keyword === 'f' || keyword === 'fo') {
      work += words.length ** 2;
      if (work > MAX_POLYGON_WORK) throw new ReadingError('too-many-triangles');
      const corners = words.map((word) => cornerOf(word, coordinates.length / 3));
      if (corners.length < 3) {
        flatFaces++;
        continue;
      }
      indices.push(
        ...triangulate(corners.map((corner) => pointOf(coordinates, corner))).map((i) => at(corners, i)),
      );
      if (indices.length > limits.maxTriangles * 3) throw new ReadingError('too-many-triangles');
    } else if (keyword === 'o' || keyword === 'g') {
      const name = line.slice(1).trim();
      if (name) names.push({ name, firstTriangle: indices.length / 3 });
    } else if (keyword === 'surf') surfaces++;
  }
  if (indices.length === 0) throw new ReadingError('no-body');
  return {
    parts: [{ points: Float64Array.from(coordinates), indices: Uint32Array.from(indices), names }],
    notes: [...noteOf('flat-faces', flatFaces), ...noteOf('surfaces', surfaces)],
  };
}

/** Lines that a backslash may continue. In comments and names it is an ordinary character, as in `C:\parts\`. */
const CONTINUED = /^\s*(?:v|vt|vn|vp|fo?|l|p|curv2?|surf|parm|trim|hole|scrv|sp|con)[\s\\]/i;
const COMMENT = /\s#.*$/;

function* splitLines(text: string): Generator<string> {
  let pending: string[] = [];
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    const words = (CONTINUED.test(line) || pending.length > 0 ? line.replace(COMMENT, '') : line).trim();
    if (words.endsWith('\\') && (pending.length > 0 || CONTINUED.test(words))) {
      pending.push(words.slice(0, -1));
    } else if (pending.length > 0) {
      yield [...pending, words].join(' ').trim();
      pending = [];
    } else yield words;
  }
  if (pending.length > 0) yield pending.join(' ').trim();
}

/** The vertex of a corner such as `7`, `7/1/2` or `-1`, which counts back from the last vertex. */
function cornerOf(word: string, vertexCount: number): number {
  const [, number] = /^(-?\d+)(?:\/\d*)?(?:\/-?\d*)?$/.exec(word.replaceAll('/-', '/')) ?? [];
  const value = Number(number);
  const corner = value < 0 ? vertexCount + value : value - 1;
  if (!(corner >= 0 && corner < vertexCount)) throw new ReadingError('damaged');
  return corner;
}
