import { MAX_FILE_BYTES } from '#contract/files.ts';
/** A file type recognised by content. */
export interface FileType {
  /** Media type. */
  type: string;
  /** Allowed extensions; the first is appended to a name with any other. */
  extensions: readonly string[];
}

/** The first bytes that suffice to recognise every accepted type. */
export const HEAD_BYTES = 8192;

const types = {
  pdf: { type: 'application/pdf', extensions: ['.pdf'] },
  png: { type: 'image/png', extensions: ['.png'] },
  jpeg: { type: 'image/jpeg', extensions: ['.jpg', '.jpeg', '.jfif'] },
  dwg: { type: 'image/vnd.dwg', extensions: ['.dwg'] },
  dxf: { type: 'image/vnd.dxf', extensions: ['.dxf'] },
  step: { type: 'model/step', extensions: ['.step', '.stp', '.p21'] },
  stl: { type: 'model/stl', extensions: ['.stl'] },
  zip: { type: 'application/zip', extensions: ['.zip'] },
} as const satisfies Record<string, FileType>;

/** Pictures that get a thumbnail. */
export const isPicture = (type: string) => type === types.png.type || type === types.jpeg.type;

const startsWith = (head: Buffer, bytes: string) =>
  head.subarray(0, bytes.length).equals(Buffer.from(bytes, 'latin1'));

/** Signatures at the start of a file, in the order of testing. */
const tests: readonly [FileType, (head: Buffer, text: string) => boolean][] = [
  [types.pdf, (_, text) => /^%PDF-[12]\.\d/.test(text)],
  [types.png, (head) => startsWith(head, '\x89PNG\r\n\x1a\n') && head.toString('latin1', 12, 16) === 'IHDR'],
  [types.jpeg, (head) => startsWith(head, '\xff\xd8\xff') && (head[3] ?? 0) >= 0xc0],
  // AutoCAD R9 and later; the version is followed by zeros or a count.
  [types.dwg, (_, text) => /^AC10\d\d[\0-\x1f]/.test(text)], // eslint-disable-line no-control-regex -- the format contains control characters
  [types.dxf, (_, text) => text.startsWith('AutoCAD Binary DXF\r\n\x1a\0') || startOfDxf.test(text)],
  [types.step, (_, text) => startOfStep.test(text)],
  [types.stl, (_, text) => /^\s*solid\b[^]*?\bfacet\s+normal\b/i.test(text)],
  [types.zip, (head) => startsWith(head, 'PK\x03\x04')],
];

/** Comments (group 999) may come before the first section. */
const startOfDxf = /^(?:\s*999\r?\n[^\n]*\n)*\s*0\r?\n\s*SECTION\r?\n/;
const startOfStep = /^(?:\xef\xbb\xbf)?\s*(?:\/\*[^]*?\*\/\s*)?ISO-10303-21\s*;/;

const STL_HEADER_BYTES = 84;
const TRIANGLE_BYTES = 50;

/** The type of a file by its first bytes, and the length they announce, if any. */
export interface DetectedType {
  type: FileType;
  size?: number;
}

/** The type of a file with this start; undefined for types that are not accepted. */
export function detectFileType(head: Buffer): DetectedType | undefined {
  const text = head.toString('latin1');
  const [known] = tests.find(([, test]) => test(head, text)) ?? [];
  return known ? { type: known } : sniffBinaryStl(head);
}

/** A binary STL has no signature: 80 arbitrary bytes, the number of triangles, and exactly that many triangles. */
function sniffBinaryStl(head: Buffer): DetectedType | undefined {
  if (head.length < STL_HEADER_BYTES + TRIANGLE_BYTES) return undefined;
  const triangles = head.readUInt32LE(80);
  const size = STL_HEADER_BYTES + triangles * TRIANGLE_BYTES;
  return triangles === 0 || size > MAX_FILE_BYTES ? undefined : { type: types.stl, size };
}
